//===- CompiledModule.cpp - What a compilation makes ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Compiler/CompiledModule.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::dtyp;

static int64_t getInteger(DictionaryAttr dictionary, StringRef name,
                          int64_t missing) {
  auto value = dictionary.getAs<IntegerAttr>(name);
  return value ? value.getInt() : missing;
}

static KernelResources readResources(StringRef kernel, StringRef chip,
                                     DictionaryAttr entries) {
  KernelResources result;
  result.chip = chip.str();
  cudax::FunctionResources &resources = result.resources;
  resources.name = kernel.str();
  resources.isKernel = true;
  resources.registers = getInteger(entries, "registers", -1);
  resources.frameBytes = getInteger(entries, "frame_bytes", -1);
  resources.stackBytes = getInteger(entries, "stack_bytes", -1);
  resources.spillStoreBytes = getInteger(entries, "spill_store_bytes", -1);
  resources.spillLoadBytes = getInteger(entries, "spill_load_bytes", -1);
  resources.sharedBytes = getInteger(entries, "shared_bytes", 0);
  resources.constantBytes = getInteger(entries, "constant_bytes", -1);
  resources.barriers = getInteger(entries, "barriers", -1);
  return result;
}

static CompiledKernel readKernel(gpu::KernelMetadataAttr metadata) {
  CompiledKernel kernel;
  kernel.name = metadata.getName().str();
  if (auto arguments = metadata.getAttr<ArrayAttr>("arguments")) {
    for (auto entry : arguments.getAsRange<DictionaryAttr>()) {
      ArrayRef<int64_t> parameters =
          entry.getAs<DenseI64ArrayAttr>("parameters").asArrayRef();
      kernel.arguments.push_back(
          {entry.getAs<StringAttr>("type").str(),
           std::vector<int64_t>(parameters.begin(), parameters.end())});
    }
  }
  if (auto bytes = metadata.getAttr<IntegerAttr>("dynamic_shared_bytes")) {
    kernel.dynamicSharedBytes = bytes.getInt();
  }
  if (auto chips = metadata.getAttr<DictionaryAttr>("resources")) {
    for (NamedAttribute chip : chips) {
      kernel.resources.push_back(readResources(
          kernel.name, chip.getName(), cast<DictionaryAttr>(chip.getValue())));
    }
  }
  return kernel;
}

CompiledModule CompiledModule::fromBinaries(ModuleOp module) {
  CompiledModule result;
  for (auto binary : module.getOps<gpu::BinaryOp>()) {
    for (auto attribute : binary.getObjects().getAsRange<gpu::ObjectAttr>()) {
      CompiledObject &object = result.objects.emplace_back();
      object.gpuModule = binary.getName().str();
      bool isFatbin = attribute.getFormat() == gpu::CompilationTarget::Fatbin;
      auto target = dyn_cast<NVVM::NVVMTargetAttr>(attribute.getTarget());
      if (target && !isFatbin) {
        object.chip = target.getChip().str();
      }
      object.contents = attribute.getObject().str();
      for (gpu::KernelMetadataAttr kernel : attribute.getKernels()) {
        object.kernels.push_back(readKernel(kernel));
      }
    }
  }
  return result;
}

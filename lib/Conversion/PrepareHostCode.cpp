//===- PrepareHostCode.cpp - Keep device code off the host ----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that removes from host code the functions which
// only devices can run, and reports other uses of device memory there.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_PREPAREHOSTCODEPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// Returns the memory space of `type` if only devices have it.
static gpu::AddressSpaceAttr getDeviceSpace(Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  auto space =
      memref ? dyn_cast_or_null<gpu::AddressSpaceAttr>(memref.getMemorySpace())
             : gpu::AddressSpaceAttr();
  if (space && space.getValue() == gpu::AddressSpace::Global) {
    return {};
  }
  return space;
}

namespace {

/// A place in a function where memory is used that only devices have.
struct DeviceMemoryUse {
  Location loc;
  gpu::AddressSpaceAttr space;
};

struct PrepareHostCodePass
    : public cudax::impl::PrepareHostCodePassBase<PrepareHostCodePass> {
  void runOnOperation() override;
};

} // namespace

/// Returns the first use of memory in `function` that only devices have.
static std::optional<DeviceMemoryUse> findDeviceMemory(func::FuncOp function) {
  for (Type type : function.getArgumentTypes()) {
    if (gpu::AddressSpaceAttr space = getDeviceSpace(type)) {
      return DeviceMemoryUse{function.getLoc(), space};
    }
  }
  std::optional<DeviceMemoryUse> use;
  function.walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      if (gpu::AddressSpaceAttr space = getDeviceSpace(type)) {
        use = DeviceMemoryUse{op->getLoc(), space};
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return use;
}

void PrepareHostCodePass::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<gpu::GPUModuleOp> gpuModules(module.getOps<gpu::GPUModuleOp>());
  SmallVector<std::pair<func::FuncOp, DeviceMemoryUse>> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (std::optional<DeviceMemoryUse> use = findDeviceMemory(function)) {
      functions.emplace_back(function, *use);
    }
  }

  // One that is removed may have been the last caller of another.
  auto isLeftover = [&](std::pair<func::FuncOp, DeviceMemoryUse> &entry) {
    StringAttr name = entry.first.getSymNameAttr();
    return llvm::any_of(gpuModules,
                        [&](gpu::GPUModuleOp gpuModule) {
                          return gpuModule.lookupSymbol(name) != nullptr;
                        }) &&
           SymbolTable::symbolKnownUseEmpty(name, &module.getBodyRegion());
  };
  for (auto *entry = llvm::find_if(functions, isLeftover);
       entry != functions.end(); entry = llvm::find_if(functions, isLeftover)) {
    entry->first.erase();
    functions.erase(entry);
  }

  for (auto &[function, use] : functions) {
    mlir::emitError(use.loc)
        << "expected code that uses " << use.space
        << " in a gpu.launch or a gpu.module, but it is in the function '"
        << function.getSymName() << "' of the host";
  }
  if (!functions.empty()) {
    signalPassFailure();
  }
}

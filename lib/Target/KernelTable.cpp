//===- KernelTable.cpp - Kernels of a gpu.binary --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTable.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

using namespace mlir;
using namespace mlir::cudax;

/// Returns `map` in builtin attributes: upstream's tools read a gpu.binary, and
/// they do not know our dialects.
static ArrayAttr makeArguments(dtyp::ArgumentMapAttr map) {
  Builder builder(map.getContext());
  SmallVector<Attribute> arguments;
  int64_t next = 0;
  for (auto [type, count] :
       llvm::zip_equal(map.getSourceTypes(), map.getParameterCounts())) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    auto parameters = llvm::to_vector(llvm::seq(next, next + count));
    next += count;
    arguments.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("parameters",
                              builder.getDenseI64ArrayAttr(parameters)),
         builder.getNamedAttr("type", builder.getStringAttr(text))}));
  }
  return builder.getArrayAttr(arguments);
}

/// Returns what the assembler said about `kernel`, or null if it was not asked.
static DictionaryAttr makeResources(StringRef kernel, const Product &product) {
  const auto *resources = llvm::find_if(
      product.assembled.log.functions,
      [&](const FunctionResources &entry) { return entry.name == kernel; });
  if (resources == product.assembled.log.functions.end()) {
    return {};
  }
  Builder builder(product.target.getContext());
  SmallVector<NamedAttribute> entries;
  auto add = [&](StringRef name, int64_t value) {
    if (value >= 0) {
      entries.push_back(
          builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
    }
  };
  add("barriers", resources->barriers);
  add("constant_bytes", resources->constantBytes);
  add("frame_bytes", resources->frameBytes);
  add("registers", resources->registers);
  add("shared_bytes", resources->sharedBytes);
  add("spill_load_bytes", resources->spillLoadBytes);
  add("spill_store_bytes", resources->spillStoreBytes);
  add("stack_bytes", resources->getLocalBytes());
  return builder.getDictionaryAttr(entries);
}

gpu::KernelTableAttr cudax::makeKernelTable(gpu::GPUModuleOp module,
                                            ArrayRef<Product> products) {
  Builder builder(module.getContext());
  dtyp::DtypDialect::ArgumentMapAttrHelper maps(module.getContext());
  CudaxDialect::DynamicSharedBytesAttrHelper dynamicBytes(module.getContext());
  CudaxDialect::MaxSharedBytesAttrHelper maxBytes(module.getContext());
  SmallVector<gpu::KernelMetadataAttr> kernels;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName())) {
      continue;
    }
    SmallVector<NamedAttribute> metadata;
    if (dtyp::ArgumentMapAttr map = maps.getAttr(function)) {
      metadata.push_back(builder.getNamedAttr("arguments", makeArguments(map)));
    }
    if (IntegerAttr bytes = dynamicBytes.getAttr(function)) {
      metadata.push_back(builder.getNamedAttr("dynamic_shared_bytes", bytes));
    }
    if (DictionaryAttr limits = maxBytes.getAttr(function)) {
      metadata.push_back(builder.getNamedAttr("max_shared_bytes", limits));
    }
    SmallVector<NamedAttribute> chips;
    for (const Product &product : products) {
      if (DictionaryAttr resources =
              makeResources(function.getName(), product)) {
        chips.push_back(
            builder.getNamedAttr(product.target.getChip(), resources));
      }
    }
    if (!chips.empty()) {
      metadata.push_back(
          builder.getNamedAttr("resources", builder.getDictionaryAttr(chips)));
    }
    kernels.push_back(gpu::KernelMetadataAttr::get(
        function, builder.getDictionaryAttr(metadata)));
  }
  return gpu::KernelTableAttr::get(module.getContext(), kernels);
}

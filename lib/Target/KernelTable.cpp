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

namespace {

/// Writes maps of arguments in builtin attributes: upstream's tools read a
/// gpu.binary, and they do not know our dialects.
class ArgumentWriter {
public:
  explicit ArgumentWriter(MLIRContext *context) : builder(context) {}

  ArrayAttr write(dtyp::ArgumentMapAttr map);

private:
  /// Returns `type` as text. Most kernels of a module have the same types.
  StringAttr getText(Type type);

  Builder builder;
  llvm::DenseMap<Type, StringAttr> texts;
};

} // namespace

StringAttr ArgumentWriter::getText(Type type) {
  StringAttr &text = texts[type];
  if (!text) {
    std::string buffer;
    llvm::raw_string_ostream(buffer) << type;
    text = builder.getStringAttr(buffer);
  }
  return text;
}

ArrayAttr ArgumentWriter::write(dtyp::ArgumentMapAttr map) {
  SmallVector<Attribute> arguments;
  int64_t next = 0;
  for (auto [type, count] :
       llvm::zip_equal(map.getSourceTypes(), map.getParameterCounts())) {
    auto parameters = llvm::to_vector(llvm::seq(next, next + count));
    next += count;
    arguments.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("parameters",
                              builder.getDenseI64ArrayAttr(parameters)),
         builder.getNamedAttr("type", getText(type))}));
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
  ArgumentWriter arguments(module.getContext());
  SmallVector<gpu::KernelMetadataAttr> kernels;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName())) {
      continue;
    }
    SmallVector<NamedAttribute> metadata;
    if (dtyp::ArgumentMapAttr map = maps.getAttr(function)) {
      metadata.push_back(
          builder.getNamedAttr("arguments", arguments.write(map)));
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

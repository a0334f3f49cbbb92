//===- FieldPath.cpp - The way to a part of an element --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the way from an element of an array to a part of it.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/FieldPath.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

int64_t ElementPart::getAlignment(int64_t elementAlignment) const {
  uint64_t alignment = llvm::MinAlign(elementAlignment, offset);
  for (int64_t stride : strides) {
    alignment = llvm::MinAlign(alignment, stride);
  }
  return static_cast<int64_t>(alignment);
}

static LogicalResult followName(ElementPart &part, StringAttr name,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (std::optional<DTypeField> field = lookupField(part.dtype, name)) {
    part.dtype = cast<DTypeInterface>(field->dtype);
    part.offset += field->offset;
    return success();
  }
  SmallVector<DTypeField> fields;
  part.dtype.getFields(fields);
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "expected the name of a field of " << part.dtype << ", but got "
             << name;
  if (fields.empty()) {
    return diagnostic << "; it has no fields";
  }
  return diagnostic;
}

static LogicalResult
followIndices(ElementPart &part, int64_t count,
              function_ref<InFlightDiagnostic()> emitError) {
  Type base = part.dtype.getSubArrayBase();
  if (!base) {
    return emitError() << "expected indices for a sub-array only, but got them "
                          "for "
                       << part.dtype;
  }
  SmallVector<int64_t> shape = getOwnShape(part.dtype);
  if (count != static_cast<int64_t>(shape.size())) {
    return emitError() << "expected " << shape.size() << " indices for "
                       << part.dtype << ", but got " << count;
  }
  part.dtype = cast<DTypeInterface>(base);
  int64_t stride = *part.dtype.getItemSize();
  SmallVector<int64_t> strides;
  for (int64_t extent : llvm::reverse(shape)) {
    strides.push_back(stride);
    stride *= extent;
  }
  llvm::append_range(part.strides, llvm::reverse(strides));
  llvm::append_range(part.extents, shape);
  return success();
}

FailureOr<ElementPart>
mlir::dtyp::followPath(DTypeInterface dtype, ArrayAttr path,
                       function_ref<InFlightDiagnostic()> emitError) {
  ElementPart part;
  part.dtype = dtype;
  for (Attribute step : path) {
    auto name = dyn_cast<StringAttr>(step);
    auto count = dyn_cast<IntegerAttr>(step);
    if (!name && !count) {
      return emitError() << "expected a path of names and numbers of indices, "
                            "but got "
                         << step;
    }
    if (failed(name ? followName(part, name, emitError)
                    : followIndices(part, count.getInt(), emitError))) {
      return failure();
    }
  }
  return part;
}

FailureOr<DTypeInterface>
mlir::dtyp::resolveElementDType(MemRefType memref, std::optional<Type> named,
                                function_ref<InFlightDiagnostic()> emitError) {
  DTypeInterface dtype =
      verifyDType(named.value_or(memref.getElementType()), emitError);
  if (!dtype) {
    return failure();
  }
  if (!dtype.getItemSize() || !dtype.getAlignment(AlignmentModel::Device)) {
    return emitError() << "expected a dtype of known size and alignment, but "
                          "got "
                       << dtype;
  }
  if (dtype.getStorageType() != memref.getElementType()) {
    return emitError() << "expected elements of type " << dtype.getStorageType()
                       << ", the storage type of " << dtype.getDTypeName()
                       << ", but got " << memref;
  }
  if (dtype.getSubArrayBase()) {
    return emitError() << "expected the dtype of one element, but got " << dtype
                       << "; an array of it has elements of "
                       << getElementDType(dtype);
  }
  return dtype;
}

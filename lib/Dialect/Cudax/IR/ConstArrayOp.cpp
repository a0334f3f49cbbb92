//===- ConstArrayOp.cpp - Arrays of constants -----------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements `cudax.const_array`.
//
//===----------------------------------------------------------------------===//

#include "ArrayOps.h"

using namespace mlir;
using namespace mlir::cudax;

/// Whether a dtype stored as `storage` has its elements spelled as attributes;
/// those of all others are spelled as bytes.
static bool hasElementAttributes(Type storage) {
  if (auto complex = dyn_cast<ComplexType>(storage)) {
    storage = complex.getElementType();
  }
  return storage.isIntOrFloat();
}

/// Returns the dtype that `type` stands for in dtype position, or null.
static dtyp::DTypeInterface getProvidedDType(Type type) {
  auto provider = dyn_cast<dtyp::DTypeProviderTypeInterface>(type);
  return provider ? dyn_cast_or_null<dtyp::DTypeInterface>(
                        provider.getProvidedDType())
                  : dtyp::DTypeInterface();
}

/// Returns the extents that `contents` gives to an array of `dtype` itself:
/// those before a sub-array's, and before the bytes of an element.
static FailureOr<ArrayRef<int64_t>>
getOwnShape(ElementsAttr contents, dtyp::DTypeInterface dtype,
            function_ref<InFlightDiagnostic()> emitError) {
  auto fail = [&]() -> FailureOr<ArrayRef<int64_t>> { return failure(); };
  Type storage = dtype.getStorageType();
  std::optional<int64_t> itemSize = dtype.getItemSize();
  if (!storage || !itemSize) {
    if (emitError) {
      emitError() << "expected a dtype of known size and storage, but got "
                  << dtype;
    }
    return fail();
  }
  SmallVector<int64_t> trailing(dtype.getSubArrayShape());
  Type element = storage;
  if (!hasElementAttributes(storage)) {
    element = IntegerType::get(dtype.getContext(), 8);
    trailing.push_back(*itemSize /
                       ShapedType::getNumElements(dtype.getSubArrayShape()));
  }
  if (contents.getElementType() != element) {
    if (emitError) {
      emitError() << "expected contents of element type " << element << ", "
                  << (element == storage ? "the storage type"
                                         : "the bytes of elements")
                  << " of " << dtype.getDTypeName() << ", but got "
                  << contents.getElementType();
    }
    return fail();
  }
  ArrayRef<int64_t> shape = contents.getShapedType().getShape();
  if (shape.size() < trailing.size() ||
      shape.take_back(trailing.size()) != ArrayRef(trailing)) {
    if (emitError) {
      emitError() << "expected contents whose shape ends in [" << trailing
                  << "], which an element of " << dtype.getDTypeName()
                  << " has, but got [" << shape << "]";
    }
    return fail();
  }
  return shape.drop_back(trailing.size());
}

bool ConstArrayOp::hasBytes() {
  return !hasElementAttributes(getElementDType().getStorageType());
}

ArrayRef<int64_t> ConstArrayOp::getStaticSizes() {
  return *getOwnShape(getContents(), getElementDType(), nullptr);
}

OperandRange ConstArrayOp::getDynamicSizes() {
  return getOperation()->getOperands().drop_front();
}

Attribute ConstArrayOp::getMemorySpace() { return {}; }

MemoryLimit ConstArrayOp::getMemoryLimit() {
  return {kMaxConstArrayBytes, "the largest array of constants"};
}

void ConstArrayOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "table");
}

LogicalResult ConstArrayOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location> location,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &results) {
  Type type = adaptor.getDtype().getType();
  ArrayRef<int64_t> sizes;
  // What is no dtype is reported below.
  if (dtyp::DTypeInterface dtype = getProvidedDType(type)) {
    auto emitAtLoc = [&] { return mlir::emitError(*location); };
    function_ref<InFlightDiagnostic()> emitError;
    if (location) {
      emitError = emitAtLoc;
    }
    FailureOr<ArrayRef<int64_t>> shape =
        getOwnShape(adaptor.getContents(), dtype, emitError);
    if (failed(shape)) {
      return failure();
    }
    sizes = *shape;
  }
  FailureOr<MemRefType> array =
      inferArrayType(location, type, sizes, /*memorySpace=*/{});
  if (failed(array)) {
    return failure();
  }
  results.push_back(*array);
  return success();
}

/// Types are compared by the verifier, which can say what is wrong with them.
bool ConstArrayOp::isCompatibleReturnTypes(TypeRange, TypeRange) {
  return true;
}

LogicalResult ConstArrayOp::verify() {
  // The extents of the array are those of the contents, if they fit the dtype.
  auto emitError = [&] { return emitOpError(); };
  dtyp::DTypeInterface dtype = getProvidedDType(getDtype().getType());
  if (dtype && failed(getOwnShape(getContents(), dtype, emitError))) {
    return failure();
  }
  if (failed(verifyArrayOp(*this))) {
    return failure();
  }
  if (!isa<DenseElementsAttr, DenseResourceElementsAttr>(getContents())) {
    return emitOpError("expected contents written as `dense` or "
                       "`dense_resource`, but got ")
           << getContents();
  }
  if (getResolvedAlignment() > kMaxConstantMemoryBytes) {
    return emitOpError("expected alignment of at most ")
           << kMaxConstantMemoryBytes << " bytes, the constant memory, but got "
           << *getAlignment();
  }
  return success();
}

void ConstArrayOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<ProviderToDType<ConstArrayOp>>(context);
}

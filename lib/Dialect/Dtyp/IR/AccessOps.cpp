//===- AccessOps.cpp - Access to the elements of arrays -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the ops that access elements of arrays and parts of
// them.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Dialect/Dtyp/IR/FieldPath.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Parts of elements
//===----------------------------------------------------------------------===//

/// Returns the part of an element that an op accesses.
static FailureOr<ElementPart>
resolvePart(Type memref, std::optional<Type> dtype, ArrayAttr path,
            function_ref<InFlightDiagnostic()> emitError) {
  auto type = dyn_cast<MemRefType>(memref);
  if (!type) {
    return emitError() << "expected a ranked memref, but got " << memref;
  }
  FailureOr<DTypeInterface> element =
      resolveElementDType(type, dtype, emitError);
  if (failed(element)) {
    return failure();
  }
  FailureOr<ElementPart> part = followPath(*element, path, emitError);
  if (failed(part)) {
    return failure();
  }
  if (part->dtype.getSubArrayBase()) {
    return emitError() << "expected the path to lead to one value, but it "
                          "leads to the sub-array "
                       << part->dtype << "; give its "
                       << getOwnShape(part->dtype).size() << " indices";
  }
  if (!part->dtype.getValueType()) {
    return emitError() << "expected a dtype that has values, but got "
                       << part->dtype;
  }
  return part;
}

/// Checks the numbers of indices of an access, and returns the part.
template <typename AccessOp>
static FailureOr<ElementPart> verifyAccess(AccessOp op) {
  auto type = cast<MemRefType>(op.getMemref().getType());
  if (static_cast<int64_t>(op.getIndices().size()) != type.getRank()) {
    op.emitOpError("expected ") << type.getRank() << " indices for " << type
                                << ", but got " << op.getIndices().size();
    return failure();
  }
  FailureOr<ElementPart> part = op.getElementPart();
  if (failed(part)) {
    return failure();
  }
  if (part->strides.size() != op.getSubindices().size()) {
    op.emitOpError("expected ")
        << part->strides.size() << " indices in the path, but got "
        << op.getSubindices().size();
    return failure();
  }
  return part;
}

/// Checks that a value is one of the part's dtype.
template <typename AccessOp>
static LogicalResult verifyValue(AccessOp op, DTypeInterface dtype,
                                 Type value) {
  if (value == dtype.getValueType()) {
    return success();
  }
  return op.emitOpError("expected a value of type ")
         << dtype.getValueType() << ", the value type of "
         << dtype.getDTypeName() << ", but got " << value;
}

FailureOr<ElementPart> LoadOp::getElementPart() {
  return resolvePart(getMemref().getType(), getDtype(), getPath(),
                     [&] { return emitOpError(); });
}

FailureOr<ElementPart> StoreOp::getElementPart() {
  return resolvePart(getMemref().getType(), getDtype(), getPath(),
                     [&] { return emitOpError(); });
}

FailureOr<ElementPart> AtomicRMWOp::getElementPart() {
  return resolvePart(getMemref().getType(), getDtype(), getPath(),
                     [&] { return emitOpError(); });
}

/// Appends the type that `infer` returns, which takes how to report an error.
static LogicalResult inferType(
    MLIRContext *context, std::optional<Location> loc,
    SmallVectorImpl<Type> &results,
    function_ref<FailureOr<Type>(function_ref<InFlightDiagnostic()>)> infer) {
  Location location = loc.value_or(UnknownLoc::get(context));
  FailureOr<Type> type = infer([&] { return mlir::emitError(location); });
  if (failed(type)) {
    return failure();
  }
  results.push_back(*type);
  return success();
}

//===----------------------------------------------------------------------===//
// LoadOp, StoreOp, AtomicRMWOp
//===----------------------------------------------------------------------===//

LogicalResult
LoadOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &results) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferType(context, loc, results, [&](auto emitError) {
    FailureOr<ElementPart> part =
        resolvePart(adaptor.getMemref().getType(), adaptor.getDtype(),
                    adaptor.getPath(), emitError);
    return failed(part) ? FailureOr<Type>() : part->dtype.getValueType();
  });
}

LogicalResult LoadOp::verify() {
  FailureOr<ElementPart> part = verifyAccess(*this);
  return failed(part) ? failure()
                      : verifyValue(*this, part->dtype, getResult().getType());
}

LogicalResult StoreOp::verify() {
  FailureOr<ElementPart> part = verifyAccess(*this);
  return failed(part) ? failure()
                      : verifyValue(*this, part->dtype, getValue().getType());
}

LogicalResult AtomicRMWOp::verify() {
  FailureOr<ElementPart> part = verifyAccess(*this);
  if (failed(part) ||
      failed(verifyValue(*this, part->dtype, getValue().getType()))) {
    return failure();
  }
  Type value = getValue().getType();
  if (!value.isIntOrFloat() || part->dtype.getStorageType() != value) {
    return emitOpError("expected a dtype that is stored as it is computed with "
                       "(an integer, a float or a datetime), but got ")
           << part->dtype;
  }
  int64_t size = *part->dtype.getItemSize();
  int64_t alignment =
      part->getAlignment(getStorageAlignment(getElementDType()));
  if (alignment < size) {
    return emitOpError("expected a field that is aligned to its ")
           << size << " bytes, which an atomic update needs, but it is aligned "
           << "to " << alignment;
  }
  bool isFloat = isa<FloatType>(value);
  switch (getKind()) {
  case arith::AtomicRMWKind::addf:
  case arith::AtomicRMWKind::mulf:
  case arith::AtomicRMWKind::maximumf:
  case arith::AtomicRMWKind::minimumf:
  case arith::AtomicRMWKind::maxnumf:
  case arith::AtomicRMWKind::minnumf:
    if (!isFloat) {
      return emitOpError("expected a float for the kind '")
             << stringifyAtomicRMWKind(getKind()) << "', but got " << value;
    }
    return success();
  case arith::AtomicRMWKind::assign:
    return success();
  default:
    if (isFloat) {
      return emitOpError("expected an integer for the kind '")
             << stringifyAtomicRMWKind(getKind()) << "', but got " << value;
    }
    return success();
  }
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

namespace {

/// A memref's shape, with strides and an offset in elements; what is not known
/// is ShapedType::kDynamic.
struct StridedShape {
  SmallVector<int64_t> shape, strides;
  int64_t offset = 0;

  MemRefType getType(Type elementType, Attribute memorySpace) const {
    auto layout =
        StridedLayoutAttr::get(elementType.getContext(), offset, strides);
    auto type = MemRefType::get(shape, elementType, layout, memorySpace);
    // The layout that every memref has is not written.
    return layout.isIdentity() || isRowMajor()
               ? MemRefType::get(shape, elementType,
                                 MemRefLayoutAttrInterface(), memorySpace)
               : type;
  }

private:
  bool isRowMajor() const {
    int64_t stride = 1;
    for (auto [extent, actual] :
         llvm::zip(llvm::reverse(shape), llvm::reverse(strides))) {
      if (actual != stride || ShapedType::isDynamic(stride)) {
        return false;
      }
      stride = ShapedType::isDynamic(extent) ? ShapedType::kDynamic
                                             : stride * extent;
    }
    return offset == 0;
  }
};

} // namespace

static FailureOr<StridedShape>
getStridedShape(MemRefType type, function_ref<InFlightDiagnostic()> emitError) {
  StridedShape result;
  result.shape = llvm::to_vector(type.getShape());
  if (failed(type.getStridesAndOffset(result.strides, result.offset))) {
    return emitError() << "expected a memref with strides, but got " << type;
  }
  return result;
}

/// Scales a count of elements of `from` bytes to one of elements of `to` bytes.
/// Fails if that may leave a remainder.
static LogicalResult scale(int64_t &count, int64_t from, int64_t to) {
  if (ShapedType::isDynamic(count)) {
    return success(from % to == 0);
  }
  if (count * from % to != 0) {
    return failure();
  }
  count = count * from / to;
  return success();
}

static FailureOr<Type>
inferFieldView(MemRefType source, ArrayAttr path,
               function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<DTypeInterface> element =
      resolveElementDType(source, std::nullopt, emitError);
  if (failed(element)) {
    return failure();
  }
  FailureOr<ElementPart> part = followPath(*element, path, emitError);
  FailureOr<StridedShape> view = getStridedShape(source, emitError);
  if (failed(part) || failed(view)) {
    return failure();
  }

  DTypeInterface base = getElementDType(part->dtype);
  int64_t elementSize = *element->getItemSize();
  int64_t size = *base.getItemSize();
  if (size == 0 || elementSize % size != 0 || part->offset % size != 0) {
    return emitError() << "expected a field whose size of " << size
                       << " bytes divides its offset " << part->offset
                       << " and the record's " << elementSize
                       << " bytes; access it by dtyp.load and dtyp.store with "
                          "a path";
  }
  int64_t alignment = part->getAlignment(getStorageAlignment(*element));
  if (alignment < getStorageAlignment(base)) {
    return emitError() << "expected a field that is aligned to "
                       << getStorageAlignment(base) << " bytes, but it is "
                       << "aligned to " << alignment
                       << "; access it by dtyp.load and dtyp.store with a path";
  }

  for (int64_t &stride : view->strides) {
    (void)scale(stride, elementSize, size);
  }
  (void)scale(view->offset, elementSize, size);
  if (!ShapedType::isDynamic(view->offset)) {
    view->offset += part->offset / size;
  }
  SmallVector<int64_t> shape = part->dtype.getSubArrayShape();
  llvm::append_range(view->shape, shape);
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i]) {
    strides[i] = stride;
  }
  llvm::append_range(view->strides, strides);
  return Type(view->getType(base.getStorageType(), source.getMemorySpace()));
}

LogicalResult
FieldViewOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                              ValueRange operands, DictionaryAttr attributes,
                              OpaqueProperties properties, RegionRange regions,
                              SmallVectorImpl<Type> &results) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto source = cast<MemRefType>(adaptor.getMemref().getType());
  return inferType(context, loc, results, [&](auto emitError) {
    return inferFieldView(source, adaptor.getPath(), emitError);
  });
}

/// Runs before the inferred types are verified, which adds an error of its own.
LogicalResult FieldViewOp::verify() {
  return inferFieldView(cast<MemRefType>(getMemref().getType()), getPath(),
                        [&] { return emitOpError(); });
}

Value FieldViewOp::getViewSource() { return getMemref(); }

static FailureOr<Type> inferView(MemRefType source, Type target,
                                 function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<DTypeInterface> element =
      resolveElementDType(source, std::nullopt, emitError);
  DTypeInterface dtype = verifyDType(target, emitError);
  if (failed(element) || !dtype) {
    return failure();
  }
  FailureOr<StridedShape> view = getStridedShape(source, emitError);
  if (failed(view)) {
    return failure();
  }
  int64_t from = *element->getItemSize();
  int64_t to = dtype.getItemSize().value_or(0);
  if (dtype.getSubArrayBase() || from == 0 || to == 0) {
    return emitError() << "expected a dtype of one element of at least 1 byte, "
                          "but got "
                       << dtype;
  }
  if (from != to) {
    if (view->shape.empty()) {
      return emitError() << "expected a dtype of " << from
                         << " bytes for an array without dimensions, but "
                         << dtype << " has " << to;
    }
    if (view->strides.back() != 1) {
      return emitError() << "expected the last dimension of " << source
                         << " to be contiguous, as elements of " << from
                         << " bytes become elements of " << to;
    }
    if (!ShapedType::isDynamic(view->shape.back()) &&
        failed(scale(view->shape.back(), from, to))) {
      return emitError() << "expected the last dimension of " << source
                         << " to have a multiple of the " << to << " bytes of "
                         << dtype;
    }
    for (int64_t &stride : MutableArrayRef(view->strides).drop_back()) {
      if (failed(scale(stride, from, to))) {
        return emitError() << "expected strides of " << source
                           << " that are multiples of the " << to
                           << " bytes of " << dtype;
      }
    }
    if (failed(scale(view->offset, from, to))) {
      return emitError() << "expected an offset of " << source
                         << " that is a multiple of the " << to << " bytes of "
                         << dtype;
    }
  }
  if (source.getLayout().isIdentity()) {
    return Type(MemRefType::get(view->shape, dtype.getStorageType(),
                                MemRefLayoutAttrInterface(),
                                source.getMemorySpace()));
  }
  return Type(view->getType(dtype.getStorageType(), source.getMemorySpace()));
}

LogicalResult
ViewOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &results) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto source = cast<MemRefType>(adaptor.getMemref().getType());
  return inferType(context, loc, results, [&](auto emitError) {
    return inferView(source, adaptor.getDtype(), emitError);
  });
}

/// Runs before the inferred types are verified, which adds an error of its own.
LogicalResult ViewOp::verify() {
  return inferView(cast<MemRefType>(getMemref().getType()), getDtype(),
                   [&] { return emitOpError(); });
}

Value ViewOp::getViewSource() { return getMemref(); }

//===----------------------------------------------------------------------===//
// RawLoadOp, RawStoreOp
//===----------------------------------------------------------------------===//

/// Checks what does not depend on the run: a raw access is made by passes.
template <typename RawOp>
static LogicalResult verifyRawAccess(RawOp op, Type value) {
  auto type = cast<MemRefType>(op.getMemref().getType());
  if (static_cast<int64_t>(op.getIndices().size()) != type.getRank()) {
    return op.emitOpError("expected ")
           << type.getRank() << " indices for " << type << ", but got "
           << op.getIndices().size();
  }
  auto alignment = static_cast<uint64_t>(op.getAlignment());
  if (!llvm::isPowerOf2_64(alignment)) {
    return op.emitOpError("expected alignment to be a power of two, but got ")
           << alignment;
  }
  auto isWhole = [](Type type) {
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() % 8 == 0;
  };
  if (isWhole(value) || isa<DTypeInterface>(value) ||
      (isa<VectorType>(value) &&
       isWhole(cast<VectorType>(value).getElementType()))) {
    return success();
  }
  return op.emitOpError("expected a type whose values fill their bytes, but "
                        "got ")
         << value;
}

LogicalResult RawLoadOp::verify() {
  return verifyRawAccess(*this, getResult().getType());
}

LogicalResult RawStoreOp::verify() {
  return verifyRawAccess(*this, getValue().getType());
}

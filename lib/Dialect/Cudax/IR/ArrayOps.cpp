//===- ArrayOps.cpp - What arrays have in common --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements what the ops that make arrays have in common.
//
//===----------------------------------------------------------------------===//

#include "ArrayOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cudax;

/// Vector accesses are at most this many bytes wide on every chip, and nvcc
/// aligns arrays to it.
static constexpr int64_t kVectorAccessBytes = 16;

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

/// Returns the dtype that `type` stands for in dtype position, or null after an
/// error at `loc`, if there is one.
static dtyp::DTypeInterface resolveDType(Type type,
                                         std::optional<Location> loc) {
  auto emitAtLoc = [&] { return mlir::emitError(*loc); };
  function_ref<InFlightDiagnostic()> emitError;
  if (loc) {
    emitError = emitAtLoc;
  }
  auto provider = dtyp::verifyProvider(type, emitError);
  if (!provider) {
    return {};
  }
  return dtyp::verifyDType(provider.getProvidedDType(), emitError);
}

FailureOr<MemRefType> cudax::inferArrayType(std::optional<Location> location,
                                            Type type, ArrayRef<int64_t> sizes,
                                            Attribute memorySpace) {
  dtyp::DTypeInterface dtype = resolveDType(type, location);
  if (!dtype) {
    return failure();
  }
  Type storage = dtype.getStorageType();
  if (!storage || !BaseMemRefType::isValidElementType(storage)) {
    return emitOptionalError(location,
                             "expected a dtype whose storage type a memref "
                             "can hold, but ",
                             dtype.getDTypeName(), " is stored as ", storage);
  }
  SmallVector<int64_t> shape(sizes);
  if (llvm::any_of(shape, [](int64_t extent) {
        return extent < 0 && !ShapedType::isDynamic(extent);
      })) {
    return emitOptionalError(
        location, "expected extents of at least 1, but got [", shape, "]");
  }
  llvm::append_range(shape, dtype.getSubArrayShape());
  return MemRefType::get(shape, storage, MemRefLayoutAttrInterface(),
                         memorySpace);
}

/// Returns the product of `extents` and `itemSize`, or nothing if it is larger
/// than `maxBytes` (or than an integer). An extent that is not known counts as
/// 1, the least that it can be.
static std::optional<int64_t>
getArrayBytes(ArrayRef<int64_t> extents, int64_t itemSize, int64_t maxBytes) {
  int64_t bytes = itemSize;
  for (int64_t extent : extents) {
    if (!ShapedType::isDynamic(extent) &&
        llvm::MulOverflow(bytes, extent, bytes)) {
      return std::nullopt;
    }
  }
  if (bytes > maxBytes) {
    return std::nullopt;
  }
  return bytes;
}

int64_t cudax::detail::getResolvedAlignment(ArrayOpInterface op) {
  dtyp::DTypeInterface dtype = op.getElementDType();
  int64_t vectorBytes = kVectorAccessBytes;
  if (op.getDynamicSizes().empty()) {
    std::optional<int64_t> bytes = getArrayBytes(
        op.getStaticSizes(), *dtype.getItemSize(), kVectorAccessBytes);
    vectorBytes = bytes ? llvm::PowerOf2Ceil(*bytes) : kVectorAccessBytes;
  }
  return std::max({*dtype.getAlignment(dtyp::AlignmentModel::Device),
                   static_cast<int64_t>(op.getAlignment().value_or(1)),
                   vectorBytes});
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

static void printSpace(MemRefType type, InFlightDiagnostic &diagnostic) {
  if (type.getMemorySpace()) {
    diagnostic << type.getMemorySpace();
  } else {
    diagnostic << "no memory space";
  }
}

/// Whether `type` is the one that `inferArrayType` makes. To make it costs
/// more, and each array is verified several times.
static bool isTypeOfArray(MemRefType type, dtyp::DTypeInterface dtype,
                          ArrayRef<int64_t> sizes, Attribute memorySpace) {
  ArrayRef<int64_t> shape = type.getShape();
  return type.getElementType() == dtype.getStorageType() &&
         shape.size() >= sizes.size() &&
         shape.take_front(sizes.size()) == sizes &&
         shape.drop_front(sizes.size()) ==
             ArrayRef<int64_t>(dtype.getSubArrayShape()) &&
         type.getLayout().isIdentity() && type.getMemorySpace() == memorySpace;
}

/// Checks the type of the result against the one that the dtype and the shape
/// make.
static LogicalResult verifyResultType(ArrayOpInterface op,
                                      MemRefType expected) {
  auto actual = dyn_cast<MemRefType>(op.getArray().getType());
  if (!actual) {
    return op->emitOpError("expected a ranked memref, but got ")
           << op.getArray().getType() << "; write " << expected;
  }
  if (actual.getElementType() != expected.getElementType()) {
    return op->emitOpError("expected result of element type ")
           << expected.getElementType() << ", the storage type of "
           << op.getElementDType().getDTypeName() << ", but got "
           << actual.getElementType() << "; write " << expected;
  }
  if (actual.getMemorySpace() != expected.getMemorySpace()) {
    InFlightDiagnostic diagnostic = op->emitOpError("expected result in ");
    printSpace(expected, diagnostic);
    diagnostic << ", but got ";
    printSpace(actual, diagnostic);
    return diagnostic << "; write " << expected;
  }
  if (actual != expected) {
    return op->emitOpError("expected result of type ")
           << expected << ", but got " << actual;
  }
  return success();
}

static LogicalResult verifyAlignment(ArrayOpInterface op,
                                     int64_t elementAlignment) {
  std::optional<uint64_t> alignment = op.getAlignment();
  if (!alignment) {
    return success();
  }
  auto value = static_cast<int64_t>(*alignment);
  if (value <= 0 || !llvm::isPowerOf2_64(value)) {
    return op->emitOpError("expected alignment to be a power of two, but got ")
           << value;
  }
  if (value < elementAlignment) {
    return op->emitOpError("expected alignment of at least ")
           << elementAlignment << " bytes, which an element of "
           << op.getElementDType().getDTypeName() << " needs, but got "
           << value;
  }
  MemoryLimit limit = op.getMemoryLimit();
  if (value > limit.bytes) {
    return op->emitOpError("expected alignment of at most ")
           << limit.bytes << " bytes, " << limit.memory << ", but got "
           << value;
  }
  return success();
}

LogicalResult cudax::verifyArrayOp(ArrayOpInterface op) {
  auto emitError = [&] { return op->emitOpError(); };
  // This runs before the inferred types are verified.
  auto provider =
      dtyp::verifyProvider(op.getDtypeMutable().get().getType(), emitError);
  if (!provider || !dtyp::verifyDType(provider.getProvidedDType(), emitError) ||
      failed(dtyp::verifyNumPyDTypeProtocol(provider, emitError))) {
    return failure();
  }

  size_t dynamicExtents =
      llvm::count_if(op.getStaticSizes(), ShapedType::isDynamic);
  if (dynamicExtents != op.getDynamicSizes().size()) {
    return op->emitOpError("expected ")
           << dynamicExtents << " extents as operands, but got "
           << op.getDynamicSizes().size();
  }
  for (int64_t extent : op.getStaticSizes()) {
    if (!ShapedType::isDynamic(extent) && extent < 1) {
      return op->emitOpError("expected extents of at least 1, but got ")
             << extent;
    }
  }

  dtyp::DTypeInterface dtype = op.getElementDType();
  std::optional<int64_t> itemSize = dtype.getItemSize();
  std::optional<int64_t> alignment =
      dtype.getAlignment(dtyp::AlignmentModel::Device);
  if (!itemSize || !alignment) {
    return op->emitOpError(
               "expected a dtype of known size and alignment, but got ")
           << dtype;
  }
  if (*itemSize < 1) {
    return op->emitOpError("expected elements of at least 1 byte, but ")
           << dtype.getDTypeName() << " has " << *itemSize;
  }
  if (failed(verifyAlignment(op, *alignment))) {
    return failure();
  }

  Attribute memorySpace = op.getMemorySpace();
  auto actual = dyn_cast<MemRefType>(op.getArray().getType());
  if (!actual ||
      !isTypeOfArray(actual, dtype, op.getStaticSizes(), memorySpace)) {
    FailureOr<MemRefType> expected =
        inferArrayType(op->getLoc(), op.getDtypeMutable().get().getType(),
                       op.getStaticSizes(), memorySpace);
    return failed(expected) ? failure() : verifyResultType(op, *expected);
  }
  // Where an array of dynamic shape will be is not known here, nor its limit.
  MemoryLimit limit = actual.hasStaticShape()
                          ? op.getMemoryLimit()
                          : MemoryLimit{std::numeric_limits<int64_t>::max(),
                                        "the largest integer"};
  if (!getArrayBytes(op.getStaticSizes(), *itemSize, limit.bytes)) {
    return op->emitOpError("expected at most ")
           << limit.bytes << " bytes, " << limit.memory << ", but got "
           << actual << " with elements of " << *itemSize << " bytes";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

bool cudax::foldConstantSizes(ArrayOpInterface op,
                              SmallVectorImpl<OpFoldResult> &sizes) {
  Builder builder(op->getContext());
  bool isFolded = false;
  bool isStatic = true;
  SmallVector<int64_t> extents;
  for (OpFoldResult &size : sizes) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    // An extent that no array has stays an operand: it is reported where it is
    // checked, with its origin.
    if (isa<Value>(size) && constant && *constant >= 1) {
      size = builder.getIndexAttr(*constant);
      isFolded = true;
    }
    isStatic &= isa<Attribute>(size);
    extents.push_back(constant.value_or(ShapedType::kDynamic));
  }
  return isFolded &&
         (!isStatic ||
          getArrayBytes(extents, *op.getElementDType().getItemSize(),
                        op.getMemoryLimit().bytes));
}

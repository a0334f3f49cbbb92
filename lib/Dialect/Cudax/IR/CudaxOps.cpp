//===- CudaxOps.cpp - Operations of the cudax dialect ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the operations of the cudax dialect.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cudax;

#define GET_OP_CLASSES
#include "dtyp/Dialect/Cudax/IR/CudaxOps.cpp.inc"

/// Vector accesses are at most this many bytes wide on every chip, and nvcc
/// aligns local arrays to it.
static constexpr int64_t kVectorAccessBytes = 16;

static gpu::AddressSpaceAttr getPrivateSpace(MLIRContext *context) {
  return gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Private);
}

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

//===----------------------------------------------------------------------===//
// LocalAllocaOp: types
//===----------------------------------------------------------------------===//

LogicalResult LocalAllocaOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location> loc,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &results) {
  dtyp::DTypeInterface dtype = resolveDType(adaptor.getDtype().getType(), loc);
  if (!dtype) {
    return failure();
  }
  Type storage = dtype.getStorageType();
  if (!storage || !BaseMemRefType::isValidElementType(storage)) {
    return emitOptionalError(loc,
                             "expected a dtype whose storage type a memref "
                             "can hold, but ",
                             dtype.getDTypeName(), " is stored as ", storage);
  }
  SmallVector<int64_t> shape(adaptor.getStaticSizes());
  if (llvm::any_of(shape, [](int64_t extent) {
        return extent < 0 && !ShapedType::isDynamic(extent);
      })) {
    return emitOptionalError(loc, "expected extents of at least 1, but got [",
                             shape, "]");
  }
  llvm::append_range(shape, dtype.getSubArrayShape());
  results.push_back(MemRefType::get(shape, storage, MemRefLayoutAttrInterface(),
                                    getPrivateSpace(context)));
  return success();
}

/// Types are compared by the verifier, which can say what is wrong with them.
bool LocalAllocaOp::isCompatibleReturnTypes(TypeRange, TypeRange) {
  return true;
}

void LocalAllocaOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "local");
}

SmallVector<OpFoldResult> LocalAllocaOp::getMixedSizes() {
  return mlir::getMixedValues(getStaticSizes(), getDynamicSizes(),
                              getContext());
}

dtyp::DTypeInterface LocalAllocaOp::getElementDType() {
  return cast<dtyp::DTypeInterface>(
      cast<dtyp::DTypeProviderTypeInterface>(getDtype().getType())
          .getProvidedDType());
}

/// Returns the product of `extents` and `itemSize`, or nothing if it is larger
/// than a thread's local memory (or than an integer).
static std::optional<int64_t> getArrayBytes(ArrayRef<int64_t> extents,
                                            int64_t itemSize) {
  int64_t bytes = itemSize;
  for (int64_t extent : extents) {
    if (llvm::MulOverflow(bytes, extent, bytes)) {
      return std::nullopt;
    }
  }
  if (bytes > kMaxLocalMemoryBytes) {
    return std::nullopt;
  }
  return bytes;
}

int64_t LocalAllocaOp::getResolvedAlignment() {
  auto type = cast<MemRefType>(getResult().getType());
  dtyp::DTypeInterface dtype = getElementDType();
  int64_t bytes = type.getNumElements() * *dtype.getItemSize() /
                  ShapedType::getNumElements(dtype.getSubArrayShape());
  return std::max({*dtype.getAlignment(dtyp::AlignmentModel::Device),
                   static_cast<int64_t>(getAlignment().value_or(1)),
                   std::min(kVectorAccessBytes,
                            static_cast<int64_t>(llvm::PowerOf2Ceil(bytes)))});
}

//===----------------------------------------------------------------------===//
// LocalAllocaOp: verifier
//===----------------------------------------------------------------------===//

/// Checks the type of the result against the one that the dtype and the shape
/// make.
static LogicalResult verifyResultType(LocalAllocaOp op, MemRefType expected) {
  auto actual = dyn_cast<MemRefType>(op.getResult().getType());
  if (!actual) {
    return op.emitOpError("expected a ranked memref, but got ")
           << op.getResult().getType() << "; write " << expected;
  }
  if (actual.getElementType() != expected.getElementType()) {
    return op.emitOpError("expected result of element type ")
           << expected.getElementType() << ", the storage type of "
           << op.getElementDType().getDTypeName() << ", but got "
           << actual.getElementType() << "; write " << expected;
  }
  if (actual.getMemorySpace() != expected.getMemorySpace()) {
    InFlightDiagnostic diagnostic = op.emitOpError("expected result in ");
    diagnostic << expected.getMemorySpace() << ", but got ";
    if (actual.getMemorySpace()) {
      diagnostic << actual.getMemorySpace();
    } else {
      diagnostic << "no memory space";
    }
    return diagnostic << "; write " << expected;
  }
  if (actual != expected) {
    return op.emitOpError("expected result of type ")
           << expected << ", but got " << actual;
  }
  return success();
}

static LogicalResult verifyAlignment(LocalAllocaOp op,
                                     int64_t elementAlignment) {
  std::optional<uint64_t> alignment = op.getAlignment();
  if (!alignment) {
    return success();
  }
  auto value = static_cast<int64_t>(*alignment);
  if (value <= 0 || !llvm::isPowerOf2_64(value)) {
    return op.emitOpError("expected alignment to be a power of two, but got ")
           << value;
  }
  if (value < elementAlignment) {
    return op.emitOpError("expected alignment of at least ")
           << elementAlignment << " bytes, which an element of "
           << op.getElementDType().getDTypeName() << " needs, but got "
           << value;
  }
  if (value > kMaxLocalMemoryBytes) {
    return op.emitOpError("expected alignment of at most ")
           << kMaxLocalMemoryBytes
           << " bytes, the local memory of a thread, but got " << value;
  }
  return success();
}

LogicalResult LocalAllocaOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  // This runs before the inferred types are verified.
  auto provider = dtyp::verifyProvider(getDtype().getType(), emitError);
  if (!provider || !dtyp::verifyDType(provider.getProvidedDType(), emitError) ||
      failed(dtyp::verifyNumPyDTypeProtocol(provider, emitError))) {
    return failure();
  }

  if (!(*this)->getParentWithTrait<OpTrait::AutomaticAllocationScope>()) {
    return emitOpError("expected a function, or another automatic allocation "
                       "scope, around it");
  }

  size_t dynamicExtents =
      llvm::count_if(getStaticSizes(), ShapedType::isDynamic);
  if (dynamicExtents != getDynamicSizes().size()) {
    return emitOpError("expected ")
           << dynamicExtents << " extents as operands, but got "
           << getDynamicSizes().size();
  }
  for (int64_t extent : getStaticSizes()) {
    if (!ShapedType::isDynamic(extent) && extent < 1) {
      return emitOpError("expected extents of at least 1, but got ") << extent;
    }
  }

  dtyp::DTypeInterface dtype = getElementDType();
  std::optional<int64_t> itemSize = dtype.getItemSize();
  std::optional<int64_t> alignment =
      dtype.getAlignment(dtyp::AlignmentModel::Device);
  if (!itemSize || !alignment) {
    return emitOpError("expected a dtype of known size and alignment, but got ")
           << dtype;
  }
  if (*itemSize < 1) {
    return emitOpError("expected elements of at least 1 byte, but ")
           << dtype.getDTypeName() << " has " << *itemSize;
  }
  if (failed(verifyAlignment(*this, *alignment))) {
    return failure();
  }

  SmallVector<Type> inferred;
  if (failed(inferReturnTypes(getContext(), getLoc(),
                              Adaptor(getOperands(), *this), inferred))) {
    return failure();
  }
  auto expected = cast<MemRefType>(inferred.front());
  if (failed(verifyResultType(*this, expected))) {
    return failure();
  }
  if (expected.hasStaticShape() &&
      !getArrayBytes(getStaticSizes(), *itemSize)) {
    return emitOpError("expected at most ")
           << kMaxLocalMemoryBytes
           << " bytes, the local memory of a thread, but got " << expected
           << " with elements of " << *itemSize << " bytes";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// LocalAllocaOp: canonicalization
//===----------------------------------------------------------------------===//

namespace {

/// An object in dtype position stands for the dtype that it provides.
struct ProviderToDType : public OpRewritePattern<LocalAllocaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LocalAllocaOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<dtyp::DTypeType>(op.getDtype().getType())) {
      return rewriter.notifyMatchFailure(op, "has a dtype already");
    }
    Value dtype = dtyp::DTypeOfOp::create(rewriter, op.getLoc(), op.getDtype());
    rewriter.modifyOpInPlace(op, [&] { op.getDtypeMutable().assign(dtype); });
    return success();
  }
};

/// Extents that are constants become part of the type.
struct FoldConstantExtents : public OpRewritePattern<LocalAllocaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LocalAllocaOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    bool isFolded = false;
    for (OpFoldResult &size : sizes) {
      std::optional<int64_t> constant = getConstantIntValue(size);
      // An extent that no array has stays an operand: it is reported where it
      // is checked, with its origin.
      if (isa<Value>(size) && constant && *constant >= 1) {
        size = rewriter.getIndexAttr(*constant);
        isFolded = true;
      }
    }
    if (!isFolded) {
      return rewriter.notifyMatchFailure(op, "has no constant extents to fold");
    }

    SmallVector<int64_t> staticSizes;
    SmallVector<Value> dynamicSizes;
    dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
    auto oldType = cast<MemRefType>(op.getResult().getType());
    SmallVector<int64_t> shape(staticSizes);
    llvm::append_range(shape, op.getElementDType().getSubArrayShape());
    MemRefType newType = MemRefType::Builder(oldType).setShape(shape);
    if (newType.hasStaticShape() &&
        !getArrayBytes(staticSizes, *op.getElementDType().getItemSize())) {
      return rewriter.notifyMatchFailure(op, "is larger than local memory");
    }
    auto newOp = LocalAllocaOp::create(
        rewriter, op.getLoc(), newType, op.getDtype(), dynamicSizes,
        rewriter.getDenseI64ArrayAttr(staticSizes), op.getAlignmentAttr());
    newOp->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOpWithNewOp<memref::CastOp>(op, oldType, newOp);
    return success();
  }
};

/// An array of static shape that stays in its scope is an alloca, which may be
/// moved to the entry block: the mark says that it was checked.
struct ResolveToAlloca : public OpRewritePattern<LocalAllocaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LocalAllocaOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(op.getResult().getType());
    if (!type.hasStaticShape()) {
      return rewriter.notifyMatchFailure(op, "has a dynamic shape");
    }
    if (findLocalArrayEscape(op.getResult())) {
      return rewriter.notifyMatchFailure(op, "leaves its scope");
    }
    auto alloca = memref::AllocaOp::create(
        rewriter, op.getLoc(), type,
        rewriter.getI64IntegerAttr(op.getResolvedAlignment()));
    alloca->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    CudaxDialect::LocalArrayAttrHelper(op.getContext())
        .setAttr(alloca, rewriter.getUnitAttr());
    rewriter.replaceOp(op, alloca);
    return success();
  }
};

} // namespace

void LocalAllocaOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<ProviderToDType, FoldConstantExtents, ResolveToAlloca>(context);
}

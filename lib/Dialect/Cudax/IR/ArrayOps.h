//===- ArrayOps.h - What arrays have in common ------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the ops that make arrays have in common: their type,
// their checks and their canonicalization.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_CUDAX_IR_ARRAYOPS_H
#define DTYP_LIB_DIALECT_CUDAX_IR_ARRAYOPS_H

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::cudax {

/// Returns the type of an array whose elements `dtype` names: the type of a
/// dtype or of an object that provides one. `sizes` are its own extents, to
/// which a sub-array dtype adds. Fails after an error at `location`, if there
/// is one.
FailureOr<MemRefType> inferArrayType(std::optional<Location> location,
                                     Type dtype, ArrayRef<int64_t> sizes,
                                     Attribute memorySpace);

/// Checks the dtype of `op`, its extents, its alignment, its size and the type
/// of its result.
LogicalResult verifyArrayOp(ArrayOpInterface op);

/// Replaces the extents in `sizes` that are constants by attributes. Returns
/// false, and may leave some of them replaced, if there are none or if the
/// array would be larger than its memory.
bool foldConstantSizes(ArrayOpInterface op,
                       SmallVectorImpl<OpFoldResult> &sizes);

/// An object in dtype position stands for the dtype that it provides.
template <typename OpTy>
struct ProviderToDType : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
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
template <typename OpTy>
struct FoldConstantExtents : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    if (!foldConstantSizes(op, sizes)) {
      return rewriter.notifyMatchFailure(op, "has no constant extents to fold");
    }
    SmallVector<int64_t> staticSizes;
    SmallVector<Value> dynamicSizes;
    dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
    MemRefType oldType = op.getArrayType();
    SmallVector<int64_t> shape(staticSizes);
    llvm::append_range(shape, op.getElementDType().getSubArrayShape());
    MemRefType newType = MemRefType::Builder(oldType).setShape(shape);
    rewriter.modifyOpInPlace(op, [&] {
      op.getDynamicSizesMutable().assign(dynamicSizes);
      op.setStaticSizes(staticSizes);
      op.getArray().setType(newType);
    });
    rewriter.setInsertionPointAfter(op);
    auto cast =
        memref::CastOp::create(rewriter, op.getLoc(), oldType, op.getArray());
    rewriter.replaceAllUsesExcept(op.getArray(), cast, cast);
    return success();
  }
};

} // namespace mlir::cudax

#endif // DTYP_LIB_DIALECT_CUDAX_IR_ARRAYOPS_H

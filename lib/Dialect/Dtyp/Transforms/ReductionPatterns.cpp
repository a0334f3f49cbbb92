//===- ReductionPatterns.cpp - Patterns of the reducer --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the patterns by which the reducer takes accesses and
// casts away. What folds, such as dtyp.dtype_of, it folds without them.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/Transforms/ReductionPatterns.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// A value that is read or computed may be zero.
template <typename OpTy>
struct ReplaceByZero : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getResult().getType();
    TypedAttr zero = rewriter.getZeroAttr(type);
    if (!zero || !arith::ConstantOp::isBuildableWith(zero, type)) {
      return rewriter.notifyMatchFailure(op,
                                         "there is no constant of its type");
    }
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, zero);
    return success();
  }
};

/// A store may be missing.
template <typename OpTy>
struct Erase : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

struct DtypReductionInterface : public DialectReductionPatternInterface {
  explicit DtypReductionInterface(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &patterns) const final {
    patterns.add<ReplaceByZero<LoadOp>, ReplaceByZero<RawLoadOp>,
                 ReplaceByZero<AtomicRMWOp>, ReplaceByZero<CastOp>,
                 Erase<StoreOp>, Erase<RawStoreOp>>(patterns.getContext());
  }
};

} // namespace

void mlir::dtyp::registerDtypReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, DtypDialect *dialect) {
    dialect->addInterfaces<DtypReductionInterface>();
  });
}

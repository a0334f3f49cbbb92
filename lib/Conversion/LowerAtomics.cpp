//===- LowerAtomics.cpp - Lower atomic updates ----------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that lowers atomic updates of elements to those
// that LLVM has.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERATOMICSPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// There is no atomic multiplication.
struct ExpandMultiplication : public OpRewritePattern<memref::AtomicRMWOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::AtomicRMWOp op,
                                PatternRewriter &rewriter) const override {
    bool isFloat = op.getKind() == arith::AtomicRMWKind::mulf;
    if (!isFloat && op.getKind() != arith::AtomicRMWKind::muli) {
      return rewriter.notifyMatchFailure(op, "is no multiplication");
    }
    auto update = memref::GenericAtomicRMWOp::create(
        rewriter, op.getLoc(), op.getMemref(), op.getIndices());
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(update.getBody());
    Value current = update.getCurrentValue();
    Value product;
    if (isFloat) {
      product =
          arith::MulFOp::create(rewriter, op.getLoc(), current, op.getValue());
    } else {
      product =
          arith::MulIOp::create(rewriter, op.getLoc(), current, op.getValue());
    }
    memref::AtomicYieldOp::create(rewriter, op.getLoc(), product);
    rewriter.replaceOp(op, update);
    return success();
  }
};

/// LLVM compares and swaps only integers: so update the float's bits. The
/// memref of floats and that of integers have the same descriptor, so the cast
/// between them is gone with the conversion to LLVM.
struct UpdateBits : public OpRewritePattern<memref::GenericAtomicRMWOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::GenericAtomicRMWOp op,
                                PatternRewriter &rewriter) const override {
    auto memrefType = cast<MemRefType>(op.getMemref().getType());
    auto type = dyn_cast<FloatType>(memrefType.getElementType());
    if (!type) {
      return rewriter.notifyMatchFailure(op, "is not one of floats");
    }
    Location loc = op.getLoc();
    Type bitsType = rewriter.getIntegerType(type.getWidth());
    MemRefType bitsMemrefType =
        MemRefType::Builder(memrefType).setElementType(bitsType);
    auto bits = UnrealizedConversionCastOp::create(
        rewriter, loc, bitsMemrefType, op.getMemref());
    auto update = memref::GenericAtomicRMWOp::create(
        rewriter, loc, bits.getResult(0), op.getIndices());
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(update.getBody());
      Value current = arith::BitcastOp::create(rewriter, loc, type,
                                               update.getCurrentValue());
      rewriter.inlineBlockBefore(op.getBody(), update.getBody(),
                                 update.getBody()->end(), current);
      auto yield =
          cast<memref::AtomicYieldOp>(update.getBody()->getTerminator());
      rewriter.setInsertionPoint(yield);
      Value result =
          arith::BitcastOp::create(rewriter, loc, bitsType, yield.getResult());
      rewriter.modifyOpInPlace(
          yield, [&] { yield.getResultMutable().assign(result); });
    }
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, type, update.getResult());
    return success();
  }
};

struct LowerAtomicsPass
    : public cudax::impl::LowerAtomicsPassBase<LowerAtomicsPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    populateAtomicLoweringPatterns(owned);
    patterns = std::move(owned);
    return success();
  }

  void runOnOperation() override {
    if (failed(applyPatternsGreedily(getOperation(), patterns))) {
      emitError(getOperation()->getLoc())
          << "expected the lowering of atomic updates to end, but it does not";
      signalPassFailure();
    }
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

void cudax::populateAtomicLoweringPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandMultiplication, UpdateBits>(patterns.getContext());
}

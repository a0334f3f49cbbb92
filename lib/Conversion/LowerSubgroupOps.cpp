//===- LowerSubgroupOps.cpp - Lower subgroup ops to shuffles --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that lowers the subgroup ops of the gpu dialect
// to shuffles of 32 bits, which is what a warp has.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERSUBGROUPOPSPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// The number of threads in a warp, on every chip.
static constexpr unsigned kWarpSize = 32;

/// Returns the number of bits of an integer, a float or a vector of them; 0 for
/// any other type.
static unsigned getBitwidth(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    return vector.isScalable() || vector.getRank() != 1
               ? 0
               : vector.getNumElements() * getBitwidth(vector.getElementType());
  }
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

/// Reinterprets the bits of `value` as `type`, which has as many.
static Value castBits(OpBuilder &builder, Location loc, Value value,
                      Type type) {
  if (value.getType() == type) {
    return value;
  }
  if (!isa<VectorType>(value.getType()) && !isa<VectorType>(type)) {
    return arith::BitcastOp::create(builder, loc, type, value);
  }
  if (isa<VectorType>(type)) {
    Value vector = vector::BroadcastOp::create(
        builder, loc, VectorType::get({1}, value.getType()), value);
    return vector::BitCastOp::create(builder, loc, type, vector);
  }
  Value vector = vector::BitCastOp::create(builder, loc,
                                           VectorType::get({1}, type), value);
  return vector::ExtractOp::create(builder, loc, vector, 0);
}

namespace {

struct WidenShuffle : public OpRewritePattern<gpu::ShuffleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::ShuffleOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getValue().getType();
    unsigned bitwidth = getBitwidth(type);
    Type wide = rewriter.getI32Type();
    if (bitwidth == 0 || bitwidth > 32 || type == wide || type.isF32()) {
      return rewriter.notifyMatchFailure(op, "needs no widening");
    }
    Location loc = op.getLoc();
    Type bits = rewriter.getIntegerType(bitwidth);
    Value value = castBits(rewriter, loc, op.getValue(), bits);
    if (bitwidth < 32) {
      value = arith::ExtUIOp::create(rewriter, loc, wide, value);
    }
    auto shuffle = gpu::ShuffleOp::create(rewriter, loc, value, op.getOffset(),
                                          op.getWidth(), op.getMode());
    value = shuffle.getShuffleResult();
    if (bitwidth < 32) {
      value = arith::TruncIOp::create(rewriter, loc, bits, value);
    }
    rewriter.replaceOp(
        op, {castBits(rewriter, loc, value, type), shuffle.getValid()});
    return success();
  }
};

struct FoldSubgroupSize : public OpRewritePattern<gpu::SubgroupSizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::SubgroupSizeOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, kWarpSize);
    return success();
  }
};

/// A block has as many warps as its threads fill.
struct ExpandNumSubgroups : public OpRewritePattern<gpu::NumSubgroupsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::NumSubgroupsOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value threads = arith::ConstantIndexOp::create(rewriter, loc, 1);
    for (gpu::Dimension dimension :
         {gpu::Dimension::x, gpu::Dimension::y, gpu::Dimension::z}) {
      threads = arith::MulIOp::create(
          rewriter, loc, threads,
          gpu::BlockDimOp::create(rewriter, loc, dimension));
    }
    rewriter.replaceOpWithNewOp<arith::CeilDivUIOp>(
        op, threads, arith::ConstantIndexOp::create(rewriter, loc, kWarpSize));
    return success();
  }
};

struct LowerSubgroupOpsPass
    : public cudax::impl::LowerSubgroupOpsPassBase<LowerSubgroupOpsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    if (allReduce) {
      populateGpuAllReducePatterns(owned);
    }
    populateSubgroupLoweringPatterns(owned);
    patterns = std::move(owned);
    return success();
  }

  void runOnOperation() override {
    if (failed(applyPatternsGreedily(getOperation(), patterns))) {
      emitError(getOperation()->getLoc())
          << "expected the lowering of subgroup ops to end, but it does not";
      signalPassFailure();
    }
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

void cudax::populateSubgroupLoweringPatterns(RewritePatternSet &patterns) {
  populateGpuBreakDownSubgroupReducePatterns(patterns);
  populateGpuLowerSubgroupReduceToShufflePatterns(patterns, kWarpSize);
  populateGpuLowerClusteredSubgroupReduceToShufflePatterns(patterns, kWarpSize);
  populateGpuSubgroupIdPatterns(patterns);
  patterns.add<ExpandNumSubgroups, FoldSubgroupSize, WidenShuffle>(
      patterns.getContext());
}

//===- LowerVectors.cpp - Lower vector ops to those of LLVM IR ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that lowers vector ops as far as they can be
// without knowing memory spaces.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERVECTORSPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// Returns the indices of row `row` of what `op` accesses.
template <typename OpType>
static SmallVector<Value> getRowIndices(OpType op, int64_t row,
                                        OpBuilder &builder) {
  SmallVector<Value> indices(op.getIndices());
  // The vector spans the last dimensions of the memref.
  Value &index = indices[indices.size() - op.getVectorType().getRank()];
  index = arith::AddIOp::create(
      builder, op.getLoc(), index,
      arith::ConstantIndexOp::create(builder, op.getLoc(), row));
  return indices;
}

namespace {

/// Upstream lowers only loads and stores of one dimension. These split others
/// into their rows.
struct SplitLoad : public OpRewritePattern<vector::LoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::LoadOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getVectorType();
    if (type.getRank() < 2 || type.isScalable()) {
      return rewriter.notifyMatchFailure(op, "loads no fixed number of rows");
    }
    auto rowType =
        VectorType::get(type.getShape().drop_front(), type.getElementType());
    Value result = ub::PoisonOp::create(rewriter, op.getLoc(), type);
    for (int64_t row = 0; row < type.getDimSize(0); ++row) {
      Value part =
          vector::LoadOp::create(rewriter, op.getLoc(), rowType, op.getBase(),
                                 getRowIndices(op, row, rewriter));
      result =
          vector::InsertOp::create(rewriter, op.getLoc(), part, result, row);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct SplitStore : public OpRewritePattern<vector::StoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::StoreOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getVectorType();
    if (type.getRank() < 2 || type.isScalable()) {
      return rewriter.notifyMatchFailure(op, "stores no fixed number of rows");
    }
    for (int64_t row = 0; row < type.getDimSize(0); ++row) {
      Value part = vector::ExtractOp::create(rewriter, op.getLoc(),
                                             op.getValueToStore(), row);
      vector::StoreOp::create(rewriter, op.getLoc(), part, op.getBase(),
                              getRowIndices(op, row, rewriter));
    }
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void cudax::populateVectorLoweringPatterns(RewritePatternSet &patterns) {
  // Masks, with 64-bit indices: a memref may have more than 2^31 elements.
  vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  vector::populateVectorMaskMaterializationPatterns(
      patterns, /*force32BitVectorIndices=*/false);
  vector::populateVectorMaskOpLoweringPatterns(patterns);

  // Transfers: unrolled to one dimension (a loop would put the vector into
  // memory), then loads and stores.
  populateVectorToSCFConversionPatterns(
      patterns, VectorTransferToSCFOptions().enableFullUnroll());
  vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
  vector::populateVectorTransferLoweringPatterns(patterns,
                                                 /*maxTransferRank=*/1);
  // For the GPU, LLVM 22 turns a masked load of a constant mask into a whole
  // one, and drops what the lanes behind the mask should hold.
  vector::populateVectorMaskedLoadStoreEmulationPatterns(patterns);

  patterns.add<SplitLoad, SplitStore>(patterns.getContext());

  // Arithmetic on several dimensions.
  vector::populateVectorContractLoweringPatterns(
      patterns, vector::VectorContractLowering::OuterProduct);
  vector::populateVectorOuterProductLoweringPatterns(patterns);
  vector::populateVectorMultiReductionLoweringPatterns(
      patterns, vector::VectorMultiReductionLowering::InnerParallel);
  vector::populateVectorScanLoweringPatterns(patterns);
  vector::populateVectorRankReducingFMAPattern(patterns);

  // Movements of elements.
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(
      patterns, vector::VectorTransposeLowering::EltWise);
  vector::populateVectorGatherLoweringPatterns(patterns);
  vector::populateVectorInterleaveLoweringPatterns(patterns);
  vector::populateVectorBitCastLoweringPatterns(patterns);
  vector::populateVectorShuffleLoweringPatterns(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorToElementsUnrollPatterns(patterns);
  vector::populateVectorFromElementsUnrollPatterns(patterns);
}

namespace {

struct LowerVectorsPass
    : public cudax::impl::LowerVectorsPassBase<LowerVectorsPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    populateVectorLoweringPatterns(owned);
    patterns = std::move(owned);
    return success();
  }

  void runOnOperation() override {
    if (failed(applyPatternsGreedily(getOperation(), patterns))) {
      emitError(getOperation()->getLoc())
          << "expected the lowering of vectors to end, but it does not";
      signalPassFailure();
    }
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

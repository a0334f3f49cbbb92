//===- LowerGpuOps.cpp - What upstream's lowering of gpu leaves out -------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the rewriting of gpu ops that upstream lowers to code
// which is silently wrong.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERGPUOPSPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;

namespace {

/// A format such as %f reads a double.
struct ExtendPrintfArguments : public OpRewritePattern<gpu::PrintfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::PrintfOp op,
                                PatternRewriter &rewriter) const override {
    auto isHalf = [](Value value) {
      return value.getType().isF16() || value.getType().isBF16();
    };
    if (llvm::none_of(op.getArgs(), isHalf)) {
      return rewriter.notifyMatchFailure(op, "has no float of 16 bits");
    }
    SmallVector<Value> arguments;
    for (Value argument : op.getArgs()) {
      arguments.push_back(isHalf(argument)
                              ? arith::ExtFOp::create(rewriter, op.getLoc(),
                                                      rewriter.getF64Type(),
                                                      argument)
                                    .getResult()
                              : argument);
    }
    rewriter.modifyOpInPlace(op,
                             [&] { op.getArgsMutable().assign(arguments); });
    return success();
  }
};

/// The descriptor that upstream makes has a size of 0. A view at known offsets,
/// the usual use, does not ask for it.
struct GiveDynamicSharedMemoryItsSize
    : public OpRewritePattern<gpu::DynamicSharedMemoryOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::DynamicSharedMemoryOp op,
                                PatternRewriter &rewriter) const override {
    auto asksForSize = [](OpOperand &use) {
      return !isa<memref::ViewOp, memref::ReinterpretCastOp>(use.getOwner());
    };
    if (llvm::none_of(op->getUses(), asksForSize)) {
      return rewriter.notifyMatchFailure(op, "is not asked for its size");
    }
    Location loc = op.getLoc();
    rewriter.setInsertionPointAfter(op);
    Value bytes =
        NVVM::DynamicSmemSize::create(rewriter, loc, rewriter.getI32Type());
    Value size = arith::IndexCastUIOp::create(rewriter, loc,
                                              rewriter.getIndexType(), bytes);
    Value sized = memref::ReinterpretCastOp::create(
        rewriter, loc, op.getType(), op, rewriter.getIndexAttr(0),
        ArrayRef<OpFoldResult>(size),
        ArrayRef<OpFoldResult>(rewriter.getIndexAttr(1)));
    rewriter.replaceUsesWithIf(op, sized, asksForSize);
    return success();
  }
};

struct LowerGpuOpsPass
    : public cudax::impl::LowerGpuOpsPassBase<LowerGpuOpsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExtendPrintfArguments, GiveDynamicSharedMemoryItsSize>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

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

/// Arguments are promoted as C promotes those of a variadic function: what the
/// formats read is a double or at least 32 bits.
struct PromotePrintfArguments : public OpRewritePattern<gpu::PrintfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::PrintfOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> arguments;
    bool isChanged = false;
    for (Value argument : op.getArgs()) {
      arguments.push_back(promote(rewriter, op.getLoc(), argument));
      isChanged |= arguments.back() != argument;
    }
    if (!isChanged) {
      return rewriter.notifyMatchFailure(op, "has no argument to promote");
    }
    rewriter.modifyOpInPlace(op,
                             [&] { op.getArgsMutable().assign(arguments); });
    return success();
  }

private:
  static Value promote(OpBuilder &builder, Location loc, Value value) {
    Type type = value.getType();
    if (type.isF16() || type.isBF16()) {
      return arith::ExtFOp::create(builder, loc, builder.getF64Type(), value);
    }
    if (!type.isInteger() || type.getIntOrFloatBitWidth() >= 32) {
      return value;
    }
    if (type.isInteger(1)) {
      return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), value);
    }
    return arith::ExtSIOp::create(builder, loc, builder.getI32Type(), value);
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
    patterns.add<PromotePrintfArguments, GiveDynamicSharedMemoryItsSize>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

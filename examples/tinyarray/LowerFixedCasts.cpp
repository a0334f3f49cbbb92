//===- LowerFixedCasts.cpp - Casts of fixed-point numbers -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyDialect.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace tiny;

/// Multiplies a float32 by 2 to the power of `exponent`.
static Value scale(OpBuilder &builder, Location loc, Value value,
                   int exponent) {
  Value factor = arith::ConstantOp::create(
      builder, loc, builder.getF32FloatAttr(std::ldexp(1.0f, exponent)));
  return arith::MulFOp::create(builder, loc, value, factor);
}

namespace {

/// Casts by way of float32. What a fixed-point number cannot hold is rounded
/// towards zero, and wraps.
struct LowerFixedCast : public OpRewritePattern<dtyp::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(dtyp::CastOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i16 = rewriter.getI16Type(), f32 = rewriter.getF32Type();
    Type source = op.getSource(), target = op.getTarget();
    auto cast = [&](Value value, Type from, Type to) -> Value {
      return from == to ? value
                        : dtyp::CastOp::create(rewriter, loc, value, from, to);
    };
    Value result;
    if (auto fixed = dyn_cast<FixedType>(source)) {
      Value number = cast(op.getValue(), i16, f32);
      number = scale(rewriter, loc, number, -int(fixed.getFraction()));
      result = cast(number, f32, target);
    } else if (auto fixed = dyn_cast<FixedType>(target)) {
      Value number = cast(op.getValue(), source, f32);
      number = scale(rewriter, loc, number, int(fixed.getFraction()));
      result = cast(number, f32, i16);
    } else {
      return rewriter.notifyMatchFailure(op, "not of a fixed-point number");
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerFixedCasts
    : public PassWrapper<LowerFixedCasts, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerFixedCasts)

  StringRef getArgument() const override { return "tiny-lower-fixed-casts"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect>();
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerFixedCast>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      signalPassFailure();
    }
  }
};

} // namespace

std::unique_ptr<Pass> tiny::createLowerFixedCastsPass() {
  return std::make_unique<LowerFixedCasts>();
}

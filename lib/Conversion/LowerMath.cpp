//===- LowerMath.cpp - Expand math ops that the GPU does not have ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that expands the math ops which neither
// libdevice nor LLVM has.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERMATHPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// Only scalars have a function of libdevice for both results.
struct SplitVectorSincos : public OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<VectorType>(op.getOperand().getType())) {
      return rewriter.notifyMatchFailure(op, "is one of scalars");
    }
    Value sine = math::SinOp::create(rewriter, op.getLoc(), op.getOperand(),
                                     op.getFastmath());
    Value cosine = math::CosOp::create(rewriter, op.getLoc(), op.getOperand(),
                                       op.getFastmath());
    rewriter.replaceOp(op, {sine, cosine});
    return success();
  }
};

/// LLVM 22's own expansion takes the bounds for each other, so that the upper
/// one is the result wherever they are in order (llvm-project pull request
/// 175012).
struct ExpandClamp : public OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value bounded = arith::MinimumFOp::create(
        rewriter, op.getLoc(), op.getValue(), op.getMax(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, bounded, op.getMin(),
                                                   op.getFastmath());
    return success();
  }
};

/// A number is normal if its magnitude is between the smallest one and
/// infinity.
struct ExpandIsNormal : public OpRewritePattern<math::IsNormalOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IsNormalOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getOperand().getType();
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
    auto makeConstant = [&](const llvm::APFloat &value) -> Value {
      TypedAttr attribute =
          rewriter.getFloatAttr(getElementTypeOrSelf(type), value);
      if (auto vector = dyn_cast<VectorType>(type)) {
        attribute = DenseElementsAttr::get(vector, Attribute(attribute));
      }
      return arith::ConstantOp::create(rewriter, loc, attribute);
    };
    Value magnitude =
        math::AbsFOp::create(rewriter, loc, op.getOperand(), op.getFastmath());
    Value isLarge = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OGE, magnitude,
        makeConstant(llvm::APFloat::getSmallestNormalized(semantics)));
    Value isFinite = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLT, magnitude,
        makeConstant(llvm::APFloat::getInf(semantics)));
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isLarge, isFinite);
    return success();
  }
};

/// Computes an integer power by squaring, in a loop over the exponent's bits.
struct ExpandIPowI : public OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override;
};

/// Computes an integer power of vectors, element by element.
struct SplitVectorIPowI : public OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override;
};

} // namespace

/// Emits the loop `while (exponent != 0)` that multiplies the squares of `base`
/// whose bit in `exponent` is set. Wraps, as the product of integers does.
static Value makePowerLoop(ImplicitLocOpBuilder &builder, Value base,
                           Value exponent) {
  Type type = base.getType();
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  Value one = arith::ConstantOp::create(builder, builder.getOneAttr(type));
  auto loop = scf::WhileOp::create(
      builder, TypeRange{type, type, type}, ValueRange{one, base, exponent},
      [&](OpBuilder &nested, Location loc, ValueRange values) {
        Value isLeft = arith::CmpIOp::create(
            nested, loc, arith::CmpIPredicate::ne, values[2], zero);
        scf::ConditionOp::create(nested, loc, isLeft, values);
      },
      [&](OpBuilder &nested, Location loc, ValueRange values) {
        Value bit = arith::AndIOp::create(nested, loc, values[2], one);
        Value isSet = arith::CmpIOp::create(
            nested, loc, arith::CmpIPredicate::ne, bit, zero);
        Value product =
            arith::MulIOp::create(nested, loc, values[0], values[1]);
        Value result =
            arith::SelectOp::create(nested, loc, isSet, product, values[0]);
        Value square = arith::MulIOp::create(nested, loc, values[1], values[1]);
        Value rest = arith::ShRUIOp::create(nested, loc, values[2], one);
        scf::YieldOp::create(nested, loc, ValueRange{result, square, rest});
      });
  return loop.getResult(0);
}

LogicalResult ExpandIPowI::matchAndRewrite(math::IPowIOp op,
                                           PatternRewriter &rewriter) const {
  Type type = op.getType();
  if (!type.isSignlessInteger() || type.isSignlessInteger(1)) {
    return rewriter.notifyMatchFailure(op, "is not one of scalars");
  }
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  Value base = op.getLhs();
  Value exponent = op.getRhs();
  auto makeConstant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder,
                                     builder.getIntegerAttr(type, value));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a,
                     Value b) -> Value {
    return arith::CmpIOp::create(builder, predicate, a, b);
  };
  Value zero = makeConstant(0);
  Value one = makeConstant(1);
  Value minusOne = makeConstant(-1);

  // With a negative exponent, 1 and -1 have a power; any other base has 0, as
  // integer division rounds so. The power of -1 follows from the lowest bit of
  // the exponent, which the loop reads first: so let it run on that alone.
  Value isNegative = compare(arith::CmpIPredicate::slt, exponent, zero);
  Value lowestBit = arith::AndIOp::create(builder, exponent, one);
  Value count =
      arith::SelectOp::create(builder, isNegative, lowestBit, exponent);
  Value power = makePowerLoop(builder, base, count);
  Value isUnit = arith::OrIOp::create(
      builder, compare(arith::CmpIPredicate::eq, base, one),
      compare(arith::CmpIPredicate::eq, base, minusOne));
  Value reciprocal = arith::SelectOp::create(builder, isUnit, power, zero);
  rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNegative, reciprocal,
                                               power);
  return success();
}

LogicalResult
SplitVectorIPowI::matchAndRewrite(math::IPowIOp op,
                                  PatternRewriter &rewriter) const {
  auto type = dyn_cast<VectorType>(op.getType());
  if (!type || type.isScalable()) {
    return rewriter.notifyMatchFailure(op, "is not one of fixed vectors");
  }
  auto toElements = [&](Value vector) {
    return vector::ToElementsOp::create(rewriter, op.getLoc(), vector);
  };
  vector::ToElementsOp bases = toElements(op.getLhs());
  vector::ToElementsOp exponents = toElements(op.getRhs());
  SmallVector<Value> powers;
  for (auto [base, exponent] :
       llvm::zip_equal(bases.getResults(), exponents.getResults())) {
    powers.push_back(
        math::IPowIOp::create(rewriter, op.getLoc(), base, exponent));
  }
  rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, type, powers);
  return success();
}

void cudax::populateMathLoweringPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandClamp, ExpandIPowI, ExpandIsNormal, SplitVectorIPowI,
               SplitVectorSincos>(patterns.getContext());
  // Of arith's expansions these alone: the others lose the order of zeros in
  // minima and maxima, which LLVM keeps.
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
}

namespace {

struct LowerMathPass : public cudax::impl::LowerMathPassBase<LowerMathPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    populateMathLoweringPatterns(owned);
    patterns = std::move(owned);
    return success();
  }

  void runOnOperation() override {
    if (failed(applyPatternsGreedily(getOperation(), patterns))) {
      emitError(getOperation()->getLoc())
          << "expected the expansion of math ops to end, but it does not";
      signalPassFailure();
    }
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

//===- LowerNarrowFma.cpp - Fused operations that round once --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the lowering of math.fma of floats with 16 bits: to the
// instruction, where there is one, or to an expansion.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERNARROWFMAPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;

/// Returns `element`, or a vector of it that has the shape of `type`.
static Type withElementType(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    return vector.clone(element);
  }
  return element;
}

/// Returns a constant of a scalar or vector type.
static Value makeConstant(ImplicitLocOpBuilder &builder, Type type,
                          Attribute element) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    return arith::ConstantOp::create(
        builder, DenseElementsAttr::get(vector, ArrayRef<Attribute>(element)));
  }
  return arith::ConstantOp::create(builder, cast<TypedAttr>(element));
}

namespace {

struct ExpandFma : public OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    Type element = getElementTypeOrSelf(type);
    if (!element.isF16() && !element.isBF16()) {
      return rewriter.notifyMatchFailure(op, "is not one of 16 bits");
    }
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type wide = withElementType(type, builder.getF64Type());
    Type bits = withElementType(type, builder.getI64Type());
    auto extend = [&](Value value) -> Value {
      return arith::ExtFOp::create(builder, wide, value);
    };
    // The product of two numbers with 11 bits is exact.
    Value product =
        arith::MulFOp::create(builder, extend(op.getA()), extend(op.getB()));
    Value addend = extend(op.getC());
    Value sum = arith::AddFOp::create(builder, product, addend);
    // What the sum has lost, exactly (Knuth's TwoSum).
    Value addendPart = arith::SubFOp::create(builder, sum, product);
    Value productPart = arith::SubFOp::create(builder, sum, addendPart);
    Value lost = arith::AddFOp::create(
        builder, arith::SubFOp::create(builder, product, productPart),
        arith::SubFOp::create(builder, addend, addendPart));
    // Rounded to odd instead of to nearest, the sum can be rounded again: the
    // odd last bit stands for all that was lost.
    Value zero = makeConstant(builder, wide, builder.getF64FloatAttr(0));
    Value one = makeConstant(builder, bits, builder.getI64IntegerAttr(1));
    Value sumBits = arith::BitcastOp::create(builder, bits, sum);
    Value lastBit = arith::AndIOp::create(builder, sumBits, one);
    Value noBit = makeConstant(builder, bits, builder.getI64IntegerAttr(0));
    Value isEven = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                         lastBit, noBit);
    // False for the NaN that infinities leave.
    Value isInexact =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::ONE, lost, zero);
    Value lostPositive =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::OGT, lost, zero);
    Value sumPositive =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::OGT, sum, zero);
    Value isTooLarge =
        arith::XOrIOp::create(builder, lostPositive, sumPositive);
    Value nextBits = arith::SelectOp::create(
        builder, isTooLarge, arith::SubIOp::create(builder, sumBits, one),
        arith::AddIOp::create(builder, sumBits, one));
    Value isChanged = arith::AndIOp::create(builder, isEven, isInexact);
    Value oddBits =
        arith::SelectOp::create(builder, isChanged, nextBits, sumBits);
    Value odd = arith::BitcastOp::create(builder, wide, oddBits);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, odd);
    return success();
  }
};

struct UseInstruction : public OpRewritePattern<math::FmaOp> {
  UseInstruction(MLIRContext *context, bool nativeBF16)
      : OpRewritePattern(context, /*benefit=*/2), nativeBF16(nativeBF16) {}

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF16() && !(element.isBF16() && nativeBF16)) {
      return rewriter.notifyMatchFailure(op, "has no instruction");
    }
    rewriter.replaceOpWithNewOp<LLVM::FMAOp>(op, op.getType(), op.getA(),
                                             op.getB(), op.getC());
    return success();
  }

private:
  bool nativeBF16;
};

struct LowerNarrowFmaPass
    : public cudax::impl::LowerNarrowFmaPassBase<LowerNarrowFmaPass> {
  using LowerNarrowFmaPassBase::LowerNarrowFmaPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandFma>(&getContext());
    if (nativeF16) {
      patterns.add<UseInstruction>(&getContext(), nativeBF16);
    }
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

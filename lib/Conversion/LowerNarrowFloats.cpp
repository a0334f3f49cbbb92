//===- LowerNarrowFloats.cpp - Lower floats of at most 8 bits -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that lowers floats of at most 8 bits to bytes
// and arithmetic on f32.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "NarrowFloatBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERNARROWFLOATSPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

// The types of values stay as they are here: the bytes are behind casts, which
// become none when all types are replaced together.

static bool isNarrowFloatOrVector(Type type) {
  return isNarrowFloat(getElementTypeOrSelf(type));
}

/// Returns the bytes of a narrow float.
static Value toBytes(ImplicitLocOpBuilder &builder, Value value) {
  Type type = withElementType(value.getType(), builder.getI8Type());
  return UnrealizedConversionCastOp::create(builder, type, value).getResult(0);
}

/// Returns the narrow float of `type` that the bytes are.
static Value fromBytes(ImplicitLocOpBuilder &builder, Type type, Value bytes) {
  return UnrealizedConversionCastOp::create(builder, type, bytes).getResult(0);
}

/// Returns the f32 that has the value of a narrow float.
static Value extend(ImplicitLocOpBuilder &builder, Value value,
                    NarrowFloatConversions conversions) {
  Value bytes = toBytes(builder, value);
  return NarrowFloatBuilder(builder, value.getType(), conversions)
      .extend(bytes);
}

namespace {

/// Converts between a narrow float and any other float, through f32.
template <typename OpTy>
struct LowerFloatConversion : public OpRewritePattern<OpTy> {
  LowerFloatConversion(MLIRContext *context, NarrowFloatConversions conversions,
                       std::function<bool(Type)> isLowered)
      : OpRewritePattern<OpTy>(context), conversions(conversions),
        isLowered(std::move(isLowered)) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Value value = op.getIn();
    Type type = op.getType();
    if (!isLowered(getElementTypeOrSelf(type)) &&
        !isLowered(getElementTypeOrSelf(value.getType()))) {
      return rewriter.notifyMatchFailure(op, "has no narrow float");
    }
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type middle = withElementType(type, builder.getF32Type());
    if (isNarrowFloatOrVector(value.getType())) {
      value = extend(builder, value, conversions);
    } else {
      value = convert(builder, middle, value);
    }
    if (isNarrowFloatOrVector(type)) {
      Value bytes = NarrowFloatBuilder(builder, type, conversions).round(value);
      value = fromBytes(builder, type, bytes);
    } else {
      value = convert(builder, type, value);
    }
    rewriter.replaceOp(op, value);
    return success();
  }

private:
  NarrowFloatConversions conversions;
  std::function<bool(Type)> isLowered;

  /// Converts between floats of which f32 is one.
  static Value convert(ImplicitLocOpBuilder &builder, Type type, Value value) {
    unsigned from =
        getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
    unsigned to = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    if (from < to) {
      return arith::ExtFOp::create(builder, type, value);
    }
    if (from > to) {
      return arith::TruncFOp::create(builder, type, value);
    }
    return value;
  }
};

/// Casts of the bits of scalars, and of vectors element by element.
struct LowerBitcast : public OpRewritePattern<arith::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    Value value = op.getIn();
    Type type = op.getType();
    bool isFromNarrow = isNarrowFloatOrVector(value.getType());
    bool isToNarrow = isNarrowFloatOrVector(type);
    if (!isFromNarrow && !isToNarrow) {
      return rewriter.notifyMatchFailure(op, "has no narrow float");
    }
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    // An integer has as many bits as the float; a byte may have more.
    bool isByte = getElementTypeOrSelf(type).getIntOrFloatBitWidth() == 8;
    if (isFromNarrow) {
      value = toBytes(builder, value);
      if (!isToNarrow && !isByte) {
        value = arith::TruncIOp::create(builder, type, value);
      }
    }
    if (isToNarrow) {
      if (!isFromNarrow && !isByte) {
        value = arith::ExtUIOp::create(
            builder, withElementType(type, builder.getI8Type()), value);
      }
      value = fromBytes(builder, type, value);
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// Casts of the bits of whole vectors, in which f6 and f4 are packed.
struct LowerVectorBitcast : public OpRewritePattern<vector::BitCastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::BitCastOp op,
                                PatternRewriter &rewriter) const override {
    Value value = op.getSource();
    VectorType type = op.getType();
    if (!isPacked(value.getType()) && !isPacked(type)) {
      return rewriter.notifyMatchFailure(op,
                                         "has no float of less than 8 bits");
    }
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    auto withInteger = [&](Type packed) -> VectorType {
      unsigned width = getElementTypeOrSelf(packed).getIntOrFloatBitWidth();
      return cast<VectorType>(packed).clone(builder.getIntegerType(width));
    };
    if (isPacked(value.getType())) {
      VectorType bits = withInteger(value.getType());
      value = arith::TruncIOp::create(builder, bits, toBytes(builder, value));
    }
    if (isPacked(type)) {
      value = vector::BitCastOp::create(builder, withInteger(type), value);
      value = arith::ExtUIOp::create(builder, type.clone(builder.getI8Type()),
                                     value);
      value = fromBytes(builder, type, value);
    } else {
      value = vector::BitCastOp::create(builder, type, value);
    }
    rewriter.replaceOp(op, value);
    return success();
  }

private:
  static bool isPacked(Type type) {
    Type element = getElementTypeOrSelf(type);
    return isNarrowFloat(element) && element.getIntOrFloatBitWidth() < 8;
  }
};

/// printf takes floats as double.
struct ExtendPrintfArguments : public OpRewritePattern<gpu::PrintfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::PrintfOp op,
                                PatternRewriter &rewriter) const override {
    auto isNarrow = [](Value argument) {
      return isNarrowFloat(argument.getType());
    };
    if (llvm::none_of(op.getArgs(), isNarrow)) {
      return rewriter.notifyMatchFailure(op, "has no narrow float");
    }
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> arguments;
    for (Value argument : op.getArgs()) {
      arguments.push_back(
          isNarrow(argument)
              ? extend(builder, argument, NarrowFloatConversions::Software)
              : argument);
    }
    rewriter.modifyOpInPlace(op,
                             [&] { op.getArgsMutable().assign(arguments); });
    return success();
  }
};

} // namespace

void cudax::populateNarrowFloatConversionPatterns(
    RewritePatternSet &patterns, NarrowFloatConversions conversions,
    std::function<bool(Type)> isLowered) {
  patterns.add<LowerFloatConversion<arith::ExtFOp>,
               LowerFloatConversion<arith::TruncFOp>>(patterns.getContext(),
                                                      conversions, isLowered);
}

void cudax::populateNarrowFloatBitsPatterns(RewritePatternSet &patterns) {
  patterns.add<ExtendPrintfArguments, LowerBitcast, LowerVectorBitcast>(
      patterns.getContext());
}

//===----------------------------------------------------------------------===//
// LowerNarrowFloatsPass
//===----------------------------------------------------------------------===//

namespace {

struct LowerNarrowFloatsPass
    : public cudax::impl::LowerNarrowFloatsPassBase<LowerNarrowFloatsPass> {
  using LowerNarrowFloatsPassBase::LowerNarrowFloatsPassBase;

  void runOnOperation() override;

private:
  /// Makes arithmetic of the types one of f32, between conversions.
  LogicalResult computeInF32(function_ref<bool(Type)> isLowered);
  /// Replaces each narrow float by the byte that holds it.
  void replaceTypes();
};

} // namespace

LogicalResult
LowerNarrowFloatsPass::computeInF32(function_ref<bool(Type)> isLowered) {
  MLIRContext *context = &getContext();
  Type f32 = Float32Type::get(context);
  TypeConverter converter;
  converter.addConversion(
      [](Type type) -> std::optional<Type> { return type; });
  converter.addConversion([=](Type type) -> std::optional<Type> {
    if (!isa<FloatType, VectorType>(type) ||
        !isLowered(getElementTypeOrSelf(type))) {
      return std::nullopt;
    }
    return withElementType(type, f32);
  });
  converter.addTargetMaterialization([](OpBuilder &builder, Type type,
                                        ValueRange inputs,
                                        Location loc) -> Value {
    return arith::ExtFOp::create(builder, loc, type, inputs);
  });
  ConversionTarget target(*context);
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  target.addDynamicallyLegalDialect<math::MathDialect>(
      [&](Operation *op) { return converter.isLegal(op); });
  target.addIllegalOp<arith::ScalingExtFOp, arith::ScalingTruncFOp>();
  RewritePatternSet patterns(context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  arith::populateExpandScalingExtTruncPatterns(patterns);
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  return applyPartialConversion(getOperation(), target, std::move(patterns),
                                config);
}

void LowerNarrowFloatsPass::replaceTypes() {
  Type byte = IntegerType::get(&getContext(), 8);
  AttrTypeReplacer replacer;
  replacer.addReplacement([byte](FloatType type) -> std::optional<Type> {
    return isNarrowFloat(type) ? std::optional<Type>(byte) : std::nullopt;
  });
  replacer.addReplacement([byte](FloatAttr attr) -> std::optional<Attribute> {
    if (!isNarrowFloat(attr.getType())) {
      return std::nullopt;
    }
    return IntegerAttr::get(byte, attr.getValue().bitcastToAPInt().zext(8));
  });
  replacer.addReplacement(
      [byte](DenseFPElementsAttr attr) -> std::optional<Attribute> {
        if (!isNarrowFloat(attr.getElementType())) {
          return std::nullopt;
        }
        return attr.mapValues(byte, [](const llvm::APFloat &value) {
          return value.bitcastToAPInt().zext(8);
        });
      });
  auto replace = [&](Value value) {
    value.setType(replacer.replace(value.getType()));
  };
  getOperation()->walk([&](Operation *op) {
    // Discardable attributes tell of the source: what a kernel's arguments
    // were, for example.
    for (NamedAttribute attribute : llvm::to_vector(op->getAttrs())) {
      if (op->isRegistered() && !op->getInherentAttr(attribute.getName())) {
        continue;
      }
      Attribute replaced = replacer.replace(attribute.getValue());
      if (replaced != attribute.getValue()) {
        op->setAttr(attribute.getName(), replaced);
      }
    }
    llvm::for_each(op->getResults(), replace);
    for (Region &region : op->getRegions()) {
      for (Block &block : region) {
        llvm::for_each(block.getArguments(), replace);
      }
    }
  });
  getOperation()->walk([](UnrealizedConversionCastOp op) {
    if (op->getNumResults() == 1 &&
        op->getOperandTypes() == op->getResultTypes()) {
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    }
  });
}

/// Returns whether upstream folds arithmetic of a type to numbers that it does
/// not have: constants of APFloat can be a zero or a NaN in any format.
static bool isUnfoldable(Type type) {
  if (!isNarrowFloat(type)) {
    return false;
  }
  NarrowFloatFormat format(cast<FloatType>(type).getFloatSemantics());
  return !format.hasZero || !format.hasNaN;
}

void LowerNarrowFloatsPass::runOnOperation() {
  auto isLowered = onlyUnfoldable ? isUnfoldable : isNarrowFloat;
  if (failed(computeInF32(isLowered))) {
    return signalPassFailure();
  }
  RewritePatternSet patterns(&getContext());
  populateNarrowFloatConversionPatterns(patterns, conversions, isLowered);
  if (!onlyUnfoldable) {
    populateNarrowFloatBitsPatterns(patterns);
  }
  walkAndApplyPatterns(getOperation(), std::move(patterns));
  if (!onlyUnfoldable) {
    replaceTypes();
  }
}

//===- NarrowFloatBuilder.cpp - Conversions of narrow floats --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversions between f32 and the bytes that hold
// floats of at most 8 bits.
//
//===----------------------------------------------------------------------===//

#include "NarrowFloatBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::cudax;

// The format of f32.
static constexpr unsigned kMantissaBits = 23;
static constexpr int kBias = 127;
static constexpr uint32_t kMagnitudeMask = 0x7fffffff;
static constexpr uint32_t kInfinity = 0x7f800000;
static constexpr uint32_t kNaN = 0x7fc00000;
static constexpr uint32_t kSign = 0x80000000;

bool cudax::isNarrowFloat(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() <= 8;
}

Type cudax::withElementType(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    return vector.clone(element);
  }
  return element;
}

//===----------------------------------------------------------------------===//
// NarrowFloatFormat
//===----------------------------------------------------------------------===//

static uint32_t getBits(const llvm::APFloat &value) {
  return static_cast<uint32_t>(value.bitcastToAPInt().getZExtValue());
}

NarrowFloatFormat::NarrowFloatFormat(const llvm::fltSemantics &semantics) {
  using llvm::APFloat;
  width = APFloat::semanticsSizeInBits(semantics);
  mantissaBits = APFloat::semanticsPrecision(semantics) - 1;
  hasZero = APFloat::semanticsHasZero(semantics);
  hasInfinity = APFloat::semanticsHasInf(semantics);
  hasNaN = APFloat::semanticsHasNaN(semantics);
  // With a zero, the lowest encoded exponent is that of the subnormals.
  bias = (hasZero ? 1 : 0) - APFloat::semanticsMinExponent(semantics);
  signMask = APFloat::semanticsHasSignedRepr(semantics) ? 1U << (width - 1) : 0;
  magnitudeMask = signMask ? signMask - 1 : (1U << width) - 1;
  hasUnsignedZero =
      hasZero && getBits(APFloat::getZero(semantics, /*Negative=*/true)) == 0;
  infinity = hasInfinity ? getBits(APFloat::getInf(semantics)) : 0;
  nan = hasNaN ? getBits(APFloat::getQNaN(semantics)) : signMask;
  APFloat largestNumber = APFloat::getLargest(semantics);
  largest = getBits(largestNumber);
  overflow = hasInfinity ? infinity : hasNaN ? nan : largest;
  int exponent = APFloat::semanticsMaxExponent(semantics);
  beyond = largestNumber.convertToFloat() +
           std::ldexp(0.5F, exponent - int(mantissaBits));
}

//===----------------------------------------------------------------------===//
// NarrowFloatBuilder
//===----------------------------------------------------------------------===//

NarrowFloatBuilder::NarrowFloatBuilder(ImplicitLocOpBuilder &builder, Type type,
                                       NarrowFloatConversions conversions)
    : builder(builder), type(type),
      bitsType(withElementType(type, builder.getI32Type())),
      floatType(withElementType(type, builder.getF32Type())),
      format(cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics()),
      conversions(conversions) {}

Type NarrowFloatBuilder::getByteType() const {
  return withElementType(type, builder.getI8Type());
}

static Value makeConstant(ImplicitLocOpBuilder &builder, Type type,
                          TypedAttr element) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    return arith::ConstantOp::create(
        builder, DenseElementsAttr::get(vector, Attribute(element)));
  }
  return arith::ConstantOp::create(builder, element);
}

Value NarrowFloatBuilder::makeInt(uint32_t value) {
  return makeConstant(builder, bitsType,
                      builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

Value NarrowFloatBuilder::makeFloat(float value) {
  return makeConstant(builder, floatType, builder.getF32FloatAttr(value));
}

Value NarrowFloatBuilder::toBits(Value value) {
  return arith::BitcastOp::create(builder, bitsType, value);
}

Value NarrowFloatBuilder::toFloat(Value bits) {
  return arith::BitcastOp::create(builder, floatType, bits);
}

Value NarrowFloatBuilder::select(arith::CmpIPredicate predicate, Value a,
                                 uint32_t b, uint32_t then, Value otherwise) {
  Value condition = arith::CmpIOp::create(builder, predicate, a, makeInt(b));
  return arith::SelectOp::create(builder, condition, makeInt(then), otherwise);
}

Value NarrowFloatBuilder::extend(Value byte) {
  if (Value half = extendByChip(byte)) {
    return arith::ExtFOp::create(builder, floatType, half);
  }
  return extendByBits(byte);
}

Value NarrowFloatBuilder::round(Value value) {
  if (Value byte = roundByChip(value)) {
    return byte;
  }
  return roundByBits(value);
}

//===----------------------------------------------------------------------===//
// Conversions by bits
//===----------------------------------------------------------------------===//

Value NarrowFloatBuilder::extendByBits(Value byte) {
  using Predicate = arith::CmpIPredicate;
  Value code = arith::ExtUIOp::create(builder, bitsType, byte);
  Value magnitude = code;
  if (format.signMask) {
    magnitude =
        arith::AndIOp::create(builder, code, makeInt(format.magnitudeMask));
  }
  // As the bits of an f32, the magnitude is a number whose exponent differs by
  // that of the biases; subnormals are subnormals. The product is exact.
  Value result = arith::ShLIOp::create(
      builder, magnitude, makeInt(kMantissaBits - format.mantissaBits));
  if (format.bias != kBias) {
    Value scale = makeFloat(std::ldexp(1.0F, kBias - format.bias));
    result = toBits(arith::MulFOp::create(builder, toFloat(result), scale));
  }
  if (!format.hasZero) {
    uint32_t smallest = uint32_t{1} << (kMantissaBits - 1);
    result = select(Predicate::eq, magnitude, 0, smallest, result);
  }
  if (format.hasInfinity) {
    result =
        select(Predicate::eq, magnitude, format.infinity, kInfinity, result);
    result = select(Predicate::ugt, magnitude, format.infinity, kNaN, result);
  } else if (format.hasNaN && !format.hasUnsignedZero) {
    result = select(Predicate::eq, magnitude, format.nan, kNaN, result);
  }
  if (format.width < 8) {
    Value sign =
        select(Predicate::ugt, code, format.magnitudeMask, kSign, makeInt(0));
    result = arith::OrIOp::create(builder, result, sign);
  } else if (format.signMask) {
    Value sign = arith::ShLIOp::create(
        builder, arith::AndIOp::create(builder, code, makeInt(format.signMask)),
        makeInt(32 - format.width));
    result = arith::OrIOp::create(builder, result, sign);
  }
  if (format.hasUnsignedZero) {
    result = select(Predicate::eq, code, format.nan, kSign | kNaN, result);
  }
  return toFloat(result);
}

Value NarrowFloatBuilder::roundMagnitude(Value magnitude) {
  unsigned shift = kMantissaBits - format.mantissaBits;
  // A normal number: half a unit in the last place is added, less one bit if
  // that place is even; a carry moves into the exponent by itself.
  Value last = arith::AndIOp::create(
      builder, arith::ShRUIOp::create(builder, magnitude, makeInt(shift)),
      makeInt(1));
  uint32_t rebias = static_cast<uint32_t>(kBias - format.bias) << kMantissaBits;
  uint32_t half = uint32_t{1} << (shift - 1);
  Value normal = arith::ShRUIOp::create(
      builder,
      arith::AddIOp::create(
          builder,
          arith::AddIOp::create(builder, magnitude, makeInt(half - 1 - rebias)),
          last),
      makeInt(shift));
  // A subnormal one: where the unit in the last place of an f32 is the smallest
  // subnormal of the format, addition rounds.
  int smallestExponent = 1 - format.bias - int(format.mantissaBits);
  float offset = std::ldexp(1.0F, smallestExponent + int(kMantissaBits));
  uint32_t offsetBits = getBits(llvm::APFloat(offset));
  Value sum =
      arith::AddFOp::create(builder, toFloat(magnitude), makeFloat(offset));
  Value subnormal =
      arith::SubIOp::create(builder, toBits(sum), makeInt(offsetBits));
  uint32_t smallestNormal =
      getBits(llvm::APFloat(std::ldexp(1.0F, 1 - format.bias)));
  Value isSubnormal = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                            magnitude, makeInt(smallestNormal));
  Value result =
      arith::SelectOp::create(builder, isSubnormal, subnormal, normal);
  // Infinities and NaNs have a larger exponent than any number.
  result = arith::MinUIOp::create(builder, result, makeInt(format.overflow));
  if (format.nan == format.overflow) {
    return result;
  }
  Value isNaN = arith::CmpIOp::create(builder, arith::CmpIPredicate::ugt,
                                      magnitude, makeInt(kInfinity));
  return arith::SelectOp::create(builder, isNaN, makeInt(format.nan), result);
}

Value NarrowFloatBuilder::roundToPower(Value bits) {
  // The last place of a normal number is its leading one, which is odd, so
  // ties round up. That of a subnormal one has no leading one: all above the
  // smallest power rounds up.
  Value isNormal =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, bits,
                            makeInt(uint32_t{1} << kMantissaBits));
  Value last = arith::ExtUIOp::create(builder, bitsType, isNormal);
  uint32_t half = uint32_t{1} << (kMantissaBits - 1);
  Value sum = arith::AddIOp::create(
      builder, arith::AddIOp::create(builder, bits, makeInt(half - 1)), last);
  Value exponent = arith::ShRUIOp::create(builder, sum, makeInt(kMantissaBits));
  Value result = arith::MinUIOp::create(builder, exponent, makeInt(format.nan));
  // Zero wraps to the largest number, where those with a sign are too.
  Value previous = arith::SubIOp::create(builder, bits, makeInt(1));
  return select(arith::CmpIPredicate::uge, previous, kMagnitudeMask, format.nan,
                result);
}

Value NarrowFloatBuilder::roundByBits(Value value) {
  Value bits = toBits(value);
  Value result;
  if (format.signMask) {
    Value magnitude =
        arith::AndIOp::create(builder, bits, makeInt(kMagnitudeMask));
    result = roundMagnitude(magnitude);
    Value sign = arith::AndIOp::create(
        builder,
        arith::ShRUIOp::create(builder, bits, makeInt(32 - format.width)),
        makeInt(format.signMask));
    if (format.hasUnsignedZero) {
      // The only NaN is the bit of the sign, which stays set.
      Value isZero = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                           result, makeInt(0));
      sign = arith::SelectOp::create(builder, isZero, makeInt(0), sign);
      result = arith::OrIOp::create(builder, result, sign);
    } else {
      result = arith::XOrIOp::create(builder, result, sign);
    }
  } else {
    result = roundToPower(bits);
  }
  return arith::TruncIOp::create(builder, getByteType(), result);
}

//===----------------------------------------------------------------------===//
// Conversions by the chip
//===----------------------------------------------------------------------===//

// They are inline PTX: LLVM 22 takes the ops of NVVM for PTX 8.1 and later
// only, although sm_90 has the instructions in PTX 7.8.

StringRef NarrowFloatBuilder::getPtxType() const {
  Type element = getElementTypeOrSelf(type);
  if (isa<Float8E4M3FNType>(element)) {
    return "e4m3x2";
  }
  return isa<Float8E5M2Type>(element) ? "e5m2x2" : "";
}

/// Returns whether the chip converts values of `type` in pairs: scalars, and
/// vectors that consist of pairs.
static bool hasPairs(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return !vector || (vector.getRank() == 1 && !vector.isScalable() &&
                     vector.getDimSize(0) % 2 == 0);
}

static Value makeInlinePtx(ImplicitLocOpBuilder &builder, Type type,
                           ValueRange operands, const Twine &text,
                           StringRef constraints) {
  return LLVM::InlineAsmOp::create(
             builder, type, operands, text.str(), constraints,
             /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::TailCallKind::None, LLVM::AsmDialectAttr(),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

Value NarrowFloatBuilder::extendByChip(Value byte) {
  if (conversions == NarrowFloatConversions::Software) {
    return nullptr;
  }
  Type halfType = withElementType(type, builder.getF16Type());
  Type half = builder.getF16Type();
  if (conversions == NarrowFloatConversions::Float8 && !getPtxType().empty() &&
      hasPairs(type)) {
    auto extendPair = [&](Value pair) {
      return makeInlinePtx(builder, builder.getI32Type(), pair,
                           "cvt.rn.f16x2." + getPtxType() + " $0, $1;", "=r,h");
    };
    auto vector = dyn_cast<VectorType>(type);
    if (!vector) {
      Value pair = arith::ExtUIOp::create(builder, builder.getI16Type(), byte);
      Value low = arith::TruncIOp::create(builder, builder.getI16Type(),
                                          extendPair(pair));
      return arith::BitcastOp::create(builder, half, low);
    }
    int64_t count = vector.getDimSize(0) / 2;
    Value pairs = vector::BitCastOp::create(
        builder, VectorType::get(count, builder.getI16Type()), byte);
    SmallVector<Value> words;
    for (Value pair :
         vector::ToElementsOp::create(builder, pairs).getResults()) {
      words.push_back(extendPair(pair));
    }
    Value joined = vector::FromElementsOp::create(
        builder, VectorType::get(count, builder.getI32Type()), words);
    return vector::BitCastOp::create(builder, cast<VectorType>(halfType),
                                     joined);
  }
  if (!isa<Float8E5M2Type>(getElementTypeOrSelf(type))) {
    return nullptr;
  }
  Type shortType = withElementType(type, builder.getI16Type());
  Value code = arith::ExtUIOp::create(builder, shortType, byte);
  Value eight = makeConstant(builder, shortType, builder.getI16IntegerAttr(8));
  Value bits = arith::ShLIOp::create(builder, code, eight);
  return arith::BitcastOp::create(builder, halfType, bits);
}

Value NarrowFloatBuilder::roundByChip(Value value) {
  if (conversions != NarrowFloatConversions::Float8 || getPtxType().empty() ||
      !hasPairs(type)) {
    return nullptr;
  }
  Type pairType = builder.getI16Type();
  auto roundPair = [&](Value low, Value high) {
    return makeInlinePtx(
        builder, pairType, ValueRange{high, low},
        "cvt.rn.satfinite." + getPtxType() + ".f32 $0, $1, $2;", "=h,f,f");
  };
  Value result;
  if (auto vector = dyn_cast<VectorType>(type)) {
    ValueRange elements =
        vector::ToElementsOp::create(builder, value).getResults();
    SmallVector<Value> pairs;
    for (size_t i = 0; i < elements.size(); i += 2) {
      pairs.push_back(roundPair(elements[i], elements[i + 1]));
    }
    Value joined = vector::FromElementsOp::create(
        builder, VectorType::get(int64_t(pairs.size()), pairType), pairs);
    result = vector::BitCastOp::create(builder, cast<VectorType>(getByteType()),
                                       joined);
    result = arith::ExtUIOp::create(builder, bitsType, result);
  } else {
    Value zero = makeFloat(0);
    result = arith::ExtUIOp::create(builder, bitsType, roundPair(value, zero));
  }
  // What is too large has become the largest number of its sign, below the
  // encoding of the overflow.
  Value magnitude = toFloat(
      arith::AndIOp::create(builder, toBits(value), makeInt(kMagnitudeMask)));
  // A tie is rounded to the even one.
  auto predicate = format.largest % 2 == 0 ? arith::CmpFPredicate::OGT
                                           : arith::CmpFPredicate::OGE;
  Value isOverflow = arith::CmpFOp::create(builder, predicate, magnitude,
                                           makeFloat(format.beyond));
  Value next = arith::ExtUIOp::create(builder, bitsType, isOverflow);
  result = arith::AddIOp::create(builder, result, next);
  if (format.nan != format.overflow) {
    Value isNaN =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::UNO, value, value);
    result =
        arith::SelectOp::create(builder, isNaN, makeInt(format.nan), result);
  }
  return arith::TruncIOp::create(builder, getByteType(), result);
}

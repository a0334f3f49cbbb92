//===- NumberCasts.cpp - Lower casts of numbers ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements casts of numbers with NumPy's results. A conversion of a
// float to an integer that may not hold it is undefined in LLVM, so each is
// behind a comparison.
//
//===----------------------------------------------------------------------===//

#include "CastLowering.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::dtyp;

using llvm::APFloat;
using llvm::APInt;

static bool isNarrow(Type type) { return type.getIntOrFloatBitWidth() <= 8; }

static bool isUnsigned(Type dtype) {
  return getNumberKind(dtype) != DTypeKind::SignedInteger;
}

static Value makeInteger(ImplicitLocOpBuilder &builder, APInt value) {
  Type type = builder.getIntegerType(value.getBitWidth());
  return arith::ConstantOp::create(builder, type,
                                   builder.getIntegerAttr(type, value));
}

/// Returns a power of two, or its negative, or another number that is exact.
static Value makeFloat(ImplicitLocOpBuilder &builder, Type type, double value) {
  return arith::ConstantOp::create(builder, builder.getFloatAttr(type, value));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Returns the same number as an f32, or an f64 if it is one.
static Value widen(ImplicitLocOpBuilder &builder, Value value) {
  if (value.getType().getIntOrFloatBitWidth() >= 32) {
    return value;
  }
  return arith::ExtFOp::create(builder, builder.getF32Type(), value);
}

static Value castFloat(ImplicitLocOpBuilder &builder, Value value,
                       Type target) {
  if (value.getType() == target) {
    return value;
  }
  value = widen(builder, value);
  Type f32 = builder.getF32Type();
  if (target.isF64()) {
    return arith::ExtFOp::create(builder, target, value);
  }
  // NumPy rounds to f16 once; ml_dtypes takes an f32 for all of its own.
  if (value.getType().isF64() && !target.isF16()) {
    value = arith::TruncFOp::create(builder, f32, value);
  }
  return value.getType() == target
             ? value
             : Value(arith::TruncFOp::create(builder, target, value));
}

/// Whether the number is not zero. NaN is not.
static Value isNonZero(ImplicitLocOpBuilder &builder, Value value) {
  if (isa<FloatType>(value.getType())) {
    value = widen(builder, value);
    return arith::CmpFOp::create(builder, arith::CmpFPredicate::UNE, value,
                                 makeFloat(builder, value.getType(), 0));
  }
  unsigned width = value.getType().getIntOrFloatBitWidth();
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, value,
                               makeInteger(builder, APInt::getZero(width)));
}

//===----------------------------------------------------------------------===//
// Floats to integers
//===----------------------------------------------------------------------===//

/// Returns the truncated f32 or f64, or the smallest integer where it does not
/// fit, as x86-64's cvttss2si.
static Value truncate(ImplicitLocOpBuilder &builder, Value value,
                      unsigned width) {
  double limit = width == 32 ? 0x1p31 : 0x1p63;
  Type type = value.getType();
  Value aboveLow =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::OGE, value,
                            makeFloat(builder, type, -limit));
  Value belowHigh =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::OLT, value,
                            makeFloat(builder, type, limit));
  Value fits = arith::AndIOp::create(builder, aboveLow, belowHigh);
  Value safe = arith::SelectOp::create(builder, fits, value,
                                       makeFloat(builder, type, 0));
  Value integer =
      arith::FPToSIOp::create(builder, builder.getIntegerType(width), safe);
  return arith::SelectOp::create(
      builder, fits, integer,
      makeInteger(builder, APInt::getSignedMinValue(width)));
}

/// From 2^63 on, x86-64 has instructions only for the number less 2^63.
static Value truncateToUnsigned64(ImplicitLocOpBuilder &builder, Value value) {
  Value half = makeFloat(builder, value.getType(), 0x1p63);
  Value isHigh =
      arith::CmpFOp::create(builder, arith::CmpFPredicate::OGE, value, half);
  Value lower = arith::SubFOp::create(builder, value, half);
  Value low = arith::SelectOp::create(builder, isHigh, lower, value);
  Value integer = truncate(builder, low, 64);
  Value flipped = arith::XOrIOp::create(
      builder, integer, makeInteger(builder, APInt::getSignedMinValue(64)));
  return arith::SelectOp::create(builder, isHigh, flipped, integer);
}

static Value truncateWide(ImplicitLocOpBuilder &builder, Value value,
                          Type target) {
  unsigned width = target.getIntOrFloatBitWidth();
  if (width == 64 && target.isUnsignedInteger()) {
    return truncateToUnsigned64(builder, value);
  }
  bool needs64 = width == 64 || (width == 32 && target.isUnsignedInteger());
  Value integer = truncate(builder, value, needs64 ? 64 : 32);
  return integer.getType().getIntOrFloatBitWidth() == width
             ? integer
             : arith::TruncIOp::create(builder, builder.getIntegerType(width),
                                       integer);
}

/// Returns the largest or smallest integer of a dtype. Below 8 bits ml_dtypes
/// has the low bits of those of 8 bits.
static Value makeLimit(ImplicitLocOpBuilder &builder, Type target,
                       bool isLargest) {
  unsigned width = target.getIntOrFloatBitWidth();
  unsigned computed = std::max(8U, width);
  APInt limit = target.isUnsignedInteger()
                    ? (isLargest ? APInt::getMaxValue(computed)
                                 : APInt::getZero(computed))
                    : (isLargest ? APInt::getSignedMaxValue(computed)
                                 : APInt::getSignedMinValue(computed));
  return makeInteger(builder, limit.trunc(width));
}

static Value castFloatToInteger(ImplicitLocOpBuilder &builder, Value value,
                                Type target) {
  auto source = cast<FloatType>(value.getType());
  value = widen(builder, value);
  Value result = truncateWide(builder, value, target);
  if (!isNarrow(source)) {
    return result;
  }
  const llvm::fltSemantics &semantics = source.getFloatSemantics();
  auto replaceWhere = [&](arith::CmpFPredicate predicate, Value number,
                          Value replacement) {
    Value matches = arith::CmpFOp::create(builder, predicate, value, number);
    result = arith::SelectOp::create(builder, matches, replacement, result);
  };
  if (APFloat::semanticsHasInf(semantics)) {
    for (bool isLargest : {true, false}) {
      APFloat infinity =
          APFloat::getInf(APFloat::IEEEsingle(), /*Negative=*/!isLargest);
      Value number = arith::ConstantOp::create(
          builder, builder.getFloatAttr(value.getType(), infinity));
      replaceWhere(arith::CmpFPredicate::OEQ, number,
                   makeLimit(builder, target, isLargest));
    }
  }
  if (APFloat::semanticsHasNaN(semantics)) {
    unsigned width = target.getIntOrFloatBitWidth();
    replaceWhere(arith::CmpFPredicate::UNO, value,
                 makeInteger(builder, APInt::getZero(width)));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static Value castInteger(ImplicitLocOpBuilder &builder, Value value,
                         bool isSourceUnsigned, unsigned width) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  Type type = builder.getIntegerType(width);
  if (from == width) {
    return value;
  }
  if (from > width) {
    return arith::TruncIOp::create(builder, type, value);
  }
  return isSourceUnsigned ? Value(arith::ExtUIOp::create(builder, type, value))
                          : Value(arith::ExtSIOp::create(builder, type, value));
}

static Value castIntegerToFloat(ImplicitLocOpBuilder &builder, Value value,
                                bool isSourceUnsigned, Type target) {
  Type wide = target.isF64() ? target : builder.getF32Type();
  if (value.getType().isInteger(1)) {
    // LLVM 22.1 compares the bits of a converted i1 as if 1 were in its range.
    Value number = arith::SelectOp::create(
        builder, value, makeFloat(builder, wide, isSourceUnsigned ? 1 : -1),
        makeFloat(builder, wide, 0));
    return castFloat(builder, number, target);
  }
  if (value.getType().getIntOrFloatBitWidth() < 32) {
    value = castInteger(builder, value, isSourceUnsigned, 32);
  }
  Value number = isSourceUnsigned
                     ? Value(arith::UIToFPOp::create(builder, wide, value))
                     : Value(arith::SIToFPOp::create(builder, wide, value));
  return castFloat(builder, number, target);
}

//===----------------------------------------------------------------------===//
// castNumber
//===----------------------------------------------------------------------===//

static Value castToComplex(ImplicitLocOpBuilder &builder, Value value,
                           Type source, ComplexType target) {
  Type part = target.getElementType();
  Value real;
  Value imaginary;
  if (isa<ComplexType>(source)) {
    real = castFloat(builder, complex::ReOp::create(builder, value), part);
    imaginary = castFloat(builder, complex::ImOp::create(builder, value), part);
  } else {
    real = castNumber(builder, value, source, part);
    imaginary = makeFloat(builder, part, 0);
  }
  return complex::CreateOp::create(builder, target, real, imaginary);
}

Value mlir::dtyp::castNumber(ImplicitLocOpBuilder &builder, Value value,
                             Type source, Type target) {
  if (source == target) {
    return value;
  }
  if (auto complexType = dyn_cast<ComplexType>(target)) {
    return castToComplex(builder, value, source, complexType);
  }
  bool isToBool = getNumberKind(target) == DTypeKind::Boolean;
  if (auto complexType = dyn_cast<ComplexType>(source)) {
    Value real = complex::ReOp::create(builder, value);
    if (!isToBool) {
      return castNumber(builder, real, complexType.getElementType(), target);
    }
    Value imaginary = complex::ImOp::create(builder, value);
    return arith::OrIOp::create(builder, isNonZero(builder, real),
                                isNonZero(builder, imaginary));
  }
  if (isToBool) {
    return isNonZero(builder, value);
  }
  bool isToFloat = isa<FloatType>(target);
  if (isa<FloatType>(source)) {
    return isToFloat ? castFloat(builder, value, target)
                     : castFloatToInteger(builder, value, target);
  }
  return isToFloat
             ? castIntegerToFloat(builder, value, isUnsigned(source), target)
             : castInteger(builder, value, isUnsigned(source),
                           target.getIntOrFloatBitWidth());
}

//===- CastFolding.cpp - Casts of constants -------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file evaluates casts of numbers and times, with the results that the
// lowered code has.
//
//===----------------------------------------------------------------------===//

#include "CastFolding.h"

#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeSpec.h"
#include "dtyp/Dialect/Dtyp/IR/TimeConversion.h"
#include "dtyp/Support/FloatFormat.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace mlir::dtyp;

using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;

static bool isTime(DTypeFamily family) {
  return family == DTypeFamily::Datetime || family == DTypeFamily::Timedelta;
}

/// Returns the number that a value of the dtype is, of which a time is a count
/// of units; null if it is none.
static Type getNumber(Type dtype) {
  DTypeFamily family = getFamily(dtype);
  if (isTime(family)) {
    return IntegerType::get(dtype.getContext(), 64);
  }
  bool isNumber =
      family == DTypeFamily::Number || family == DTypeFamily::ExtensionNumber;
  return isNumber ? dtype : Type();
}

/// Whether both are datetimes, or both timedeltas.
static bool areTimes(Type source, Type target) {
  DTypeFamily family = getFamily(source);
  return isTime(family) && family == getFamily(target);
}

bool mlir::dtyp::keepsValue(Type source, Type target) {
  if (source == target) {
    return true;
  }
  if (areTimes(source, target)) {
    UnitMultiple unit = getTimeUnit(source);
    return unit.isGeneric() || unit == getTimeUnit(target);
  }
  Type number = getNumber(source);
  return number && number == getNumber(target);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Returns the format of a float of at most 8 bits, or null. APFloat makes
/// encodings of those that they do not have, and ml_dtypes rounds to them in
/// its own way.
static const FloatFormat *getNarrowFormat(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType || floatType.getWidth() > 8) {
    return nullptr;
  }
  Result<NumPyDType> dtype = getNumPyDType(cast<DTypeInterface>(type));
  return dtype ? getFloatFormat(*dtype) : nullptr;
}

/// Returns the number, in a format that APFloat computes with.
static APFloat getNumber(FloatAttr value) {
  const FloatFormat *narrow = getNarrowFormat(value.getType());
  if (!narrow) {
    return value.getValue();
  }
  uint64_t bits = value.getValue().bitcastToAPInt().getZExtValue();
  return APFloat(decodeFloat(bits, *narrow));
}

/// Rounds to `type`, through f32 where ml_dtypes does.
static FloatAttr roundTo(APFloat value, Type type) {
  bool losesInfo;
  auto floatType = cast<FloatType>(type);
  const FloatFormat *narrow = getNarrowFormat(type);
  if (type.isBF16() || narrow) {
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  }
  const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
  if (narrow) {
    APInt bits(floatType.getWidth(),
               encodeFloat(value.convertToFloat(), *narrow));
    return FloatAttr::get(type, APFloat(semantics, bits));
  }
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return FloatAttr::get(type, value);
}

//===----------------------------------------------------------------------===//
// Floats to integers
//===----------------------------------------------------------------------===//

/// Returns the truncated number, or the smallest one where it does not fit, as
/// x86-64's cvttsd2si.
static APInt truncateTo(const APFloat &value, unsigned width) {
  APSInt result(width, /*isUnsigned=*/false);
  bool isExact;
  APFloat::opStatus status =
      value.convertToInteger(result, APFloat::rmTowardZero, &isExact);
  return status == APFloat::opInvalidOp ? APInt::getSignedMinValue(width)
                                        : APInt(result);
}

static APInt toInteger(APFloat value, IntegerType type, bool isUnsigned,
                       bool isSourceNarrow) {
  unsigned width = type.getWidth();
  if (isSourceNarrow && value.isNaN()) {
    return APInt::getZero(width);
  }
  if (isSourceNarrow && value.isInfinity()) {
    unsigned computed = std::max(8U, width);
    APInt largest = isUnsigned ? APInt::getMaxValue(computed)
                               : APInt::getSignedMaxValue(computed);
    APInt smallest = isUnsigned ? APInt::getZero(computed)
                                : APInt::getSignedMinValue(computed);
    return (value.isNegative() ? smallest : largest).trunc(width);
  }
  if (width < 32) {
    return truncateTo(value, 32).trunc(width);
  }
  if (!isUnsigned) {
    return truncateTo(value, width);
  }
  if (width == 32) {
    return truncateTo(value, 64).trunc(32);
  }
  bool losesInfo;
  APFloat half(APFloat::IEEEdouble(), "0x1p63");
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  if (value.isNaN() || value < half) {
    return truncateTo(value, 64);
  }
  value.subtract(half, APFloat::rmNearestTiesToEven);
  return truncateTo(value, 64) ^ APInt::getSignedMinValue(64);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static bool isUnsigned(Type number) {
  DTypeKind kind = getNumberKind(number);
  return kind == DTypeKind::Boolean || kind == DTypeKind::UnsignedInteger;
}

static Attribute foldFromInteger(APInt value, Type source, Type target) {
  if (getNumberKind(target) == DTypeKind::Boolean) {
    return BoolAttr::get(target.getContext(), !value.isZero());
  }
  if (isa<IntegerType>(target)) {
    Type valueType = cast<DTypeInterface>(target).getValueType();
    unsigned width = target.getIntOrFloatBitWidth();
    return IntegerAttr::get(valueType, isUnsigned(source)
                                           ? value.zextOrTrunc(width)
                                           : value.sextOrTrunc(width));
  }
  APFloat number(target.isF64() ? APFloat::IEEEdouble()
                                : APFloat::IEEEsingle());
  number.convertFromAPInt(value, /*IsSigned=*/!isUnsigned(source),
                          APFloat::rmNearestTiesToEven);
  return roundTo(number, target);
}

static Attribute foldFromFloat(FloatAttr value, Type target) {
  APFloat number = getNumber(value);
  if (getNumberKind(target) == DTypeKind::Boolean) {
    return BoolAttr::get(target.getContext(), number.isNonZero());
  }
  if (isa<FloatType>(target)) {
    return roundTo(number, target);
  }
  auto type = cast<IntegerType>(cast<DTypeInterface>(target).getValueType());
  return IntegerAttr::get(type, toInteger(number, type, isUnsigned(target),
                                          getNarrowFormat(value.getType())));
}

static Attribute foldNumber(Attribute value, Type source, Type target);

static Attribute foldToComplex(Attribute value, Type source,
                               ComplexType target) {
  Type part = target.getElementType();
  Attribute real;
  Attribute imaginary;
  if (auto parts = dyn_cast<ArrayAttr>(value)) {
    Type sourcePart = cast<ComplexType>(source).getElementType();
    real = foldNumber(parts[0], sourcePart, part);
    imaginary = foldNumber(parts[1], sourcePart, part);
  } else {
    real = foldNumber(value, source, part);
    imaginary = FloatAttr::get(part, 0);
  }
  return real ? ArrayAttr::get(target.getContext(), {real, imaginary})
              : Attribute();
}

static Attribute foldNumber(Attribute value, Type source, Type target) {
  if (source == target) {
    return value;
  }
  if (auto complexType = dyn_cast<ComplexType>(target)) {
    return foldToComplex(value, source, complexType);
  }
  if (auto parts = dyn_cast<ArrayAttr>(value)) {
    bool isToBool = getNumberKind(target) == DTypeKind::Boolean;
    auto isNonZero = [](Attribute part) {
      return cast<FloatAttr>(part).getValue().isNonZero();
    };
    return isToBool
               ? BoolAttr::get(target.getContext(),
                               llvm::any_of(parts, isNonZero))
               : foldNumber(parts[0],
                            cast<ComplexType>(source).getElementType(), target);
  }
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    return foldFromInteger(integer.getValue(), source, target);
  }
  auto number = dyn_cast<FloatAttr>(value);
  return number ? foldFromFloat(number, target) : Attribute();
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

namespace {

/// Computes with 64-bit integers.
struct NumberArithmetic {
  using Number = int64_t;
  using Condition = bool;

  static int64_t constant(int64_t value) { return value; }
  static int64_t add(int64_t left, int64_t right) {
    return static_cast<int64_t>(uint64_t(left) + uint64_t(right));
  }
  static int64_t subtract(int64_t left, int64_t right) {
    return static_cast<int64_t>(uint64_t(left) - uint64_t(right));
  }
  static int64_t multiply(int64_t left, int64_t right) {
    return static_cast<int64_t>(uint64_t(left) * uint64_t(right));
  }
  static int64_t divide(int64_t left, int64_t right) { return left / right; }
  static int64_t remainder(int64_t left, int64_t right) { return left % right; }
  static bool isLess(int64_t left, int64_t right) { return left < right; }
  static bool isEqual(int64_t left, int64_t right) { return left == right; }
  static int64_t select(bool condition, int64_t left, int64_t right) {
    return condition ? left : right;
  }
};

} // namespace

static Attribute foldTime(Attribute value, Type source, Type target) {
  auto count = dyn_cast<IntegerAttr>(value);
  if (!count) {
    return {};
  }
  int64_t result =
      TimeConversion<NumberArithmetic>(NumberArithmetic())
          .convert(count.getInt(), getTimeUnit(source), getTimeUnit(target),
                   getFamily(source) == DTypeFamily::Timedelta);
  return IntegerAttr::get(count.getType(), result);
}

Attribute mlir::dtyp::foldCast(Attribute value, Type source, Type target) {
  if (!value) {
    return {};
  }
  if (areTimes(source, target)) {
    return foldTime(value, source, target);
  }
  Type sourceNumber = getNumber(source);
  Type targetNumber = getNumber(target);
  return sourceNumber && targetNumber
             ? foldNumber(value, sourceNumber, targetNumber)
             : Attribute();
}

//===- CastFolding.cpp - Casts of constants -------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file evaluates casts of integers, floats and counts of time, with the
// results that the lowered code has.
//
//===----------------------------------------------------------------------===//

#include "CastFolding.h"

#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace mlir::dtyp;

using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;

/// Returns the kind of number whose rules the values of a dtype follow; nothing
/// for those that are not folded. A time is a count of units.
static std::optional<DTypeKind> getValueKind(Type dtype) {
  DTypeFamily family = getFamily(dtype);
  if (family == DTypeFamily::Datetime || family == DTypeFamily::Timedelta) {
    return DTypeKind::SignedInteger;
  }
  if (family != DTypeFamily::Number && family != DTypeFamily::ExtensionNumber) {
    return std::nullopt;
  }
  DTypeKind kind = getNumberKind(dtype);
  return kind == DTypeKind::ComplexFloating ? std::nullopt
                                            : std::optional(kind);
}

/// Whether a float has at most 8 bits: ml_dtypes rounds to those in its own way
/// where NaN or infinity has no encoding.
static bool isNarrow(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() <= 8;
}

/// Rounds to `type`, through f32 where ml_dtypes does.
static APFloat roundTo(APFloat value, FloatType type) {
  bool losesInfo;
  if (type.isBF16()) {
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  }
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

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

static Attribute foldFromInteger(APInt value, bool isUnsigned, Type valueType,
                                 DTypeKind targetKind) {
  if (targetKind == DTypeKind::Boolean) {
    return BoolAttr::get(valueType.getContext(), !value.isZero());
  }
  if (auto type = dyn_cast<IntegerType>(valueType)) {
    unsigned width = type.getWidth();
    return IntegerAttr::get(type, isUnsigned ? value.zextOrTrunc(width)
                                             : value.sextOrTrunc(width));
  }
  auto type = cast<FloatType>(valueType);
  APFloat number(type.isF64() ? APFloat::IEEEdouble() : APFloat::IEEEsingle());
  number.convertFromAPInt(value, /*IsSigned=*/!isUnsigned,
                          APFloat::rmNearestTiesToEven);
  return FloatAttr::get(type, roundTo(number, type));
}

Attribute mlir::dtyp::foldCast(Attribute value, Type source, Type target) {
  std::optional<DTypeKind> sourceKind = getValueKind(source);
  std::optional<DTypeKind> targetKind = getValueKind(target);
  if (!value || !sourceKind || !targetKind || isNarrow(target)) {
    return {};
  }
  DTypeFamily sourceFamily = getFamily(source);
  if (sourceFamily == getFamily(target) &&
      (sourceFamily == DTypeFamily::Datetime ||
       sourceFamily == DTypeFamily::Timedelta)) {
    return {};
  }
  Type valueType = cast<DTypeInterface>(target).getValueType();
  auto isUnsigned = [](DTypeKind kind) {
    return kind == DTypeKind::Boolean || kind == DTypeKind::UnsignedInteger;
  };
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    return foldFromInteger(integer.getValue(), isUnsigned(*sourceKind),
                           valueType, *targetKind);
  }
  auto number = dyn_cast<FloatAttr>(value);
  if (!number) {
    return {};
  }
  if (*targetKind == DTypeKind::Boolean) {
    return BoolAttr::get(target.getContext(), number.getValue().isNonZero());
  }
  if (auto type = dyn_cast<FloatType>(valueType)) {
    return FloatAttr::get(type, roundTo(number.getValue(), type));
  }
  auto type = cast<IntegerType>(valueType);
  return IntegerAttr::get(type,
                          toInteger(number.getValue(), type,
                                    isUnsigned(*targetKind), isNarrow(source)));
}

//===- DatetimeUnits.cpp - Arithmetic on units of time --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements what NumPy computes with the units of datetimes, in
// unsigned 64-bit numbers that overflow where NumPy's do.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/DatetimeUnits.h"

#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include <numeric>

using namespace mlir;
using namespace mlir::dtyp;

/// The days of the 400 years after which the calendar repeats.
static constexpr uint64_t kCalendarYears = 400;
static constexpr uint64_t kCalendarDays = 400 * 365 + 97;

/// NumPy's margin for one more factor.
static bool isTooLarge(uint64_t number) { return (number >> 56) != 0; }

UnitMultiple mlir::dtyp::getTimeUnit(Type dtype) {
  dtype = toNativeOrder(dtype);
  if (auto datetime = dyn_cast<Datetime64Type>(dtype)) {
    return {datetime.getUnit(), datetime.getMultiplier()};
  }
  auto timedelta = cast<Timedelta64Type>(dtype);
  return {timedelta.getUnit(), timedelta.getMultiplier()};
}

/// Returns how many of the next smaller unit are in one; 1 for years and
/// months, which have no such number.
static uint64_t getNextFactor(DatetimeUnit unit) {
  switch (unit) {
  case DatetimeUnit::Generic:
  case DatetimeUnit::Year:
  case DatetimeUnit::Month:
  case DatetimeUnit::Attosecond:
    return 1;
  case DatetimeUnit::Week:
    return 7;
  case DatetimeUnit::Day:
    return 24;
  case DatetimeUnit::Hour:
  case DatetimeUnit::Minute:
    return 60;
  default:
    return 1000;
  }
}

uint64_t mlir::dtyp::getUnitFactor(DatetimeUnit larger, DatetimeUnit smaller) {
  uint64_t factor = 1;
  for (auto unit = static_cast<uint32_t>(larger),
            end = static_cast<uint32_t>(smaller);
       unit < end; ++unit) {
    factor *= getNextFactor(static_cast<DatetimeUnit>(unit));
    if (isTooLarge(factor)) {
      return 0;
    }
  }
  return factor;
}

std::optional<UnitMultiple> mlir::dtyp::getCommonUnit(UnitMultiple left,
                                                      UnitMultiple right,
                                                      bool isTimedelta,
                                                      StringRef &why) {
  if (left.isGeneric()) {
    return right;
  }
  if (right.isGeneric()) {
    return left;
  }
  if (left.unit > right.unit) {
    std::swap(left, right);
  }
  uint64_t leftNumber = left.multiplier;
  auto rightNumber = static_cast<uint64_t>(right.multiplier);
  if (left.isCalendar() && right.isCalendar()) {
    leftNumber *= left.unit == right.unit ? 1 : 12;
  } else if (left.isCalendar() && isTimedelta) {
    why = "a difference of years or months is no number of days";
    return std::nullopt;
  } else {
    leftNumber *= getUnitFactor(left.unit, right.unit);
  }
  uint64_t divisor = std::gcd(leftNumber, rightNumber);
  if (leftNumber == 0 || divisor == 0 || divisor > INT32_MAX) {
    why = "the number of smaller units in the larger overflows 64 bits in "
          "NumPy";
    return std::nullopt;
  }
  return UnitMultiple{right.unit, static_cast<int64_t>(divisor)};
}

/// Whether each number of `source` is one of `target`.
static bool divides(UnitMultiple source, UnitMultiple target,
                    bool isTimedelta) {
  uint64_t sourceNumber = source.multiplier;
  uint64_t targetNumber = target.multiplier;
  if (source.unit != target.unit) {
    bool areCalendar = source.isCalendar() && target.isCalendar();
    if (!areCalendar && (source.isCalendar() || target.isCalendar())) {
      return !isTimedelta;
    }
    bool isFiner = source.unit > target.unit;
    uint64_t factor = areCalendar
                          ? 12
                          : getUnitFactor(std::min(source.unit, target.unit),
                                          std::max(source.unit, target.unit));
    if (factor == 0) {
      return false;
    }
    (isFiner ? targetNumber : sourceNumber) *= factor;
  }
  return !isTooLarge(sourceNumber) && !isTooLarge(targetNumber) &&
         targetNumber != 0 && sourceNumber % targetNumber == 0;
}

/// Whether NumPy takes both for one unit in two spellings: `1000ms` and `s`,
/// but not `s` and `1000ms`.
static bool isMetricPrefix(UnitMultiple source, UnitMultiple target) {
  if (target.isGeneric() || target.unit < DatetimeUnit::Second ||
      source.unit <= target.unit) {
    return false;
  }
  uint32_t steps =
      static_cast<uint32_t>(source.unit) - static_cast<uint32_t>(target.unit);
  int64_t ratio = source.multiplier / target.multiplier;
  return (steps == 1 && ratio == 1000) || (steps == 2 && ratio == 1000000) ||
         (steps == 3 && ratio == 1000000000);
}

CastingLevel mlir::dtyp::getUnitCastingLevel(UnitMultiple source,
                                             UnitMultiple target,
                                             bool isTimedelta) {
  if (source == target || isMetricPrefix(source, target)) {
    return CastingLevel::No;
  }
  if (source.isGeneric()) {
    return CastingLevel::Safe;
  }
  if (target.isGeneric() ||
      (isTimedelta && source.isCalendar() != target.isCalendar())) {
    return CastingLevel::Unsafe;
  }
  return source.unit <= target.unit && divides(source, target, isTimedelta)
             ? CastingLevel::Safe
             : CastingLevel::SameKind;
}

std::optional<TimeFactor> mlir::dtyp::getConversionFactor(UnitMultiple source,
                                                          UnitMultiple target) {
  DatetimeUnit larger = std::min(source.unit, target.unit);
  DatetimeUnit smaller = std::max(source.unit, target.unit);
  uint64_t numerator = 1;
  uint64_t denominator = 1;
  if (larger != smaller) {
    bool isYear = larger == DatetimeUnit::Year;
    if (isYear && smaller == DatetimeUnit::Month) {
      numerator = 12;
    } else if (isYear || larger == DatetimeUnit::Month) {
      numerator = kCalendarDays;
      denominator = kCalendarYears * (isYear ? 1 : 12);
      if (smaller == DatetimeUnit::Week) {
        denominator *= 7;
      } else {
        numerator *= getUnitFactor(DatetimeUnit::Day, smaller);
      }
    } else {
      numerator = getUnitFactor(larger, smaller);
    }
  }
  if (numerator == 0) {
    return std::nullopt;
  }
  if (source.unit > target.unit) {
    std::swap(numerator, denominator);
  }
  numerator *= source.multiplier;
  denominator *= target.multiplier;
  uint64_t divisor = std::gcd(numerator, denominator);
  return TimeFactor{static_cast<int64_t>(numerator / divisor),
                    static_cast<int64_t>(denominator / divisor)};
}

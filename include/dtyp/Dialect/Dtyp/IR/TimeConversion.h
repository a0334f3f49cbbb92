//===- TimeConversion.h - Times in other units ------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines how a datetime or a timedelta is converted to another unit.
// What is in no other unit a number of years or months goes through the days of
// the proleptic Gregorian calendar, as NumPy's datetime.c does. It is written
// once for numbers and for ops that compute them, so that both agree.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_TIMECONVERSION_H
#define DTYP_DIALECT_DTYP_IR_TIMECONVERSION_H

#include "dtyp/Dialect/Dtyp/IR/DatetimeUnits.h"

namespace mlir::dtyp {

/// Converts times. `Arithmetic` has 64-bit signed integers, which wrap:
///
/// * the types `Number` and `Condition`,
/// * `Number constant(int64_t)`,
/// * `Number add(Number, Number)`, `Number subtract(Number, Number)`,
/// * `Number multiply(Number, int64_t)`,
/// * `Number divide(Number, int64_t)` and `Number remainder(Number, int64_t)`
///   by a positive number, truncating,
/// * `Condition isLess(Number, int64_t)`, `Condition isEqual(Number, int64_t)`,
/// * `Number select(Condition, Number, Number)`.
template <typename Arithmetic>
class TimeConversion {
public:
  using Number = typename Arithmetic::Number;

  explicit TimeConversion(Arithmetic arithmetic)
      : arithmetic(std::move(arithmetic)) {}

  /// Returns a time in `target` for one in `source`, neither of them generic,
  /// between which there is a conversion factor.
  Number convert(Number value, UnitMultiple source, UnitMultiple target,
                 bool isTimedelta);

private:
  // The calendar repeats after 400 years. Within these, years that begin in
  // March have their leap day at the end.
  static constexpr int64_t kEraYears = 400;
  static constexpr int64_t kEraDays = 146097;
  static constexpr int64_t kFourYearsDays = 1461;
  static constexpr int64_t kCenturyDays = 36524;
  /// From March of the year 0 to 1970.
  static constexpr int64_t kEpochDays = 719468;
  static constexpr int64_t kEpochYear = 1970;

  /// A quotient that is rounded down, and what remains, which is not negative.
  struct Division {
    Number quotient, remainder;
  };
  /// The first of a month, of which January is 0, in a year since 1970.
  struct Month {
    Number year, month;
  };

  Number add(Number left, int64_t right) {
    return right == 0 ? left : arithmetic.add(left, arithmetic.constant(right));
  }
  Number multiply(Number left, int64_t right) {
    return right == 1 ? left : arithmetic.multiply(left, right);
  }
  Division divideDown(Number number, int64_t divisor);
  Number getQuotient(Number number, int64_t divisor) {
    return divisor == 1 ? number : divideDown(number, divisor).quotient;
  }

  /// Returns the days since 1970 of the first of a month.
  Number getDays(Month first);
  /// Returns the month of a day since 1970.
  Month getMonth(Number days);

  /// Converts by a factor. The numbers overflow, and the negative ones are
  /// rounded, as in NumPy.
  Number convertByFactor(Number value, TimeFactor factor);
  /// Converts a datetime from or to years or months.
  Number convertByCalendar(Number value, UnitMultiple source,
                           UnitMultiple target);

  Arithmetic arithmetic;
};

template <typename Arithmetic>
auto TimeConversion<Arithmetic>::divideDown(Number number, int64_t divisor)
    -> Division {
  Number quotient = arithmetic.divide(number, divisor);
  Number rest = arithmetic.remainder(number, divisor);
  auto isNegative = arithmetic.isLess(rest, 0);
  return {arithmetic.select(isNegative, add(quotient, -1), quotient),
          arithmetic.select(isNegative, add(rest, divisor), rest)};
}

template <typename Arithmetic>
auto TimeConversion<Arithmetic>::getDays(Month first) -> Number {
  auto isBeforeMarch = arithmetic.isLess(first.month, 2);
  Number fromMarch = add(first.year, kEpochYear);
  fromMarch = arithmetic.select(isBeforeMarch, add(fromMarch, -1), fromMarch);
  Division era = divideDown(fromMarch, kEraYears);
  Number monthFromMarch = arithmetic.select(isBeforeMarch, add(first.month, 10),
                                            add(first.month, -2));
  // Months from March have 31, 30, 31, 30, 31 days, and again.
  Number dayOfYear =
      arithmetic.divide(add(multiply(monthFromMarch, 153), 2), 5);
  Number leapDays = arithmetic.subtract(arithmetic.divide(era.remainder, 4),
                                        arithmetic.divide(era.remainder, 100));
  Number dayOfEra = arithmetic.add(
      arithmetic.add(multiply(era.remainder, 365), leapDays), dayOfYear);
  return add(arithmetic.add(multiply(era.quotient, kEraDays), dayOfEra),
             -kEpochDays);
}

template <typename Arithmetic>
auto TimeConversion<Arithmetic>::getMonth(Number days) -> Month {
  // The epoch is added to what is left of an era: nothing overflows.
  Division sinceEpoch = divideDown(days, kEraDays);
  Division rest = divideDown(add(sinceEpoch.remainder, kEpochDays), kEraDays);
  Number era = arithmetic.add(sinceEpoch.quotient, rest.quotient);
  Number dayOfEra = rest.remainder;
  Number withoutLeapDays = arithmetic.subtract(
      arithmetic.add(
          arithmetic.subtract(dayOfEra,
                              arithmetic.divide(dayOfEra, kFourYearsDays - 1)),
          arithmetic.divide(dayOfEra, kCenturyDays)),
      arithmetic.divide(dayOfEra, kEraDays - 1));
  Number yearOfEra = arithmetic.divide(withoutLeapDays, 365);
  Number leapDays = arithmetic.subtract(arithmetic.divide(yearOfEra, 4),
                                        arithmetic.divide(yearOfEra, 100));
  Number dayOfYear = arithmetic.subtract(
      dayOfEra, arithmetic.add(multiply(yearOfEra, 365), leapDays));
  Number monthFromMarch =
      arithmetic.divide(add(multiply(dayOfYear, 5), 2), 153);
  auto isBeforeJanuary = arithmetic.isLess(monthFromMarch, 10);
  Number year =
      add(arithmetic.add(yearOfEra, multiply(era, kEraYears)), -kEpochYear);
  return {arithmetic.select(isBeforeJanuary, year, add(year, 1)),
          arithmetic.select(isBeforeJanuary, add(monthFromMarch, 2),
                            add(monthFromMarch, -10))};
}

template <typename Arithmetic>
auto TimeConversion<Arithmetic>::convertByFactor(Number value,
                                                 TimeFactor factor) -> Number {
  Number product = multiply(value, factor.numerator);
  if (factor.denominator == 1) {
    return product;
  }
  auto isNegative = arithmetic.isLess(value, 0);
  Number lower = add(product, 1 - factor.denominator);
  return arithmetic.divide(arithmetic.select(isNegative, lower, product),
                           factor.denominator);
}

template <typename Arithmetic>
auto TimeConversion<Arithmetic>::convertByCalendar(Number value,
                                                   UnitMultiple source,
                                                   UnitMultiple target)
    -> Number {
  auto inDays = [](DatetimeUnit unit) {
    return static_cast<int64_t>(getUnitFactor(DatetimeUnit::Day, unit));
  };
  value = multiply(value, source.multiplier);
  Month first = {value, arithmetic.constant(0)};
  if (source.unit == DatetimeUnit::Month) {
    Division years = divideDown(value, 12);
    first = {years.quotient, years.remainder};
  } else if (source.unit == DatetimeUnit::Week) {
    first = getMonth(multiply(value, 7));
  } else if (source.unit != DatetimeUnit::Year) {
    first = getMonth(getQuotient(value, inDays(source.unit)));
  }
  Number result = first.year;
  if (target.unit == DatetimeUnit::Month) {
    result = arithmetic.add(multiply(first.year, 12), first.month);
  } else if (target.unit == DatetimeUnit::Week) {
    result = getQuotient(getDays(first), 7);
  } else if (target.unit != DatetimeUnit::Year) {
    result = multiply(getDays(first), inDays(target.unit));
  }
  return getQuotient(result, target.multiplier);
}

template <typename Arithmetic>
auto TimeConversion<Arithmetic>::convert(Number value, UnitMultiple source,
                                         UnitMultiple target, bool isTimedelta)
    -> Number {
  if (source == target) {
    return value;
  }
  Number result =
      !isTimedelta && (source.isCalendar() || target.isCalendar())
          ? convertByCalendar(value, source, target)
          : convertByFactor(value, *getConversionFactor(source, target));
  auto isNaT = arithmetic.isEqual(value, INT64_MIN);
  return arithmetic.select(isNaT, arithmetic.constant(INT64_MIN), result);
}

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_TIMECONVERSION_H

//===- TimeCasts.cpp - Lower casts of times -------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements casts of datetimes and timedeltas to another unit. What
// is in no other unit a number of years or months goes through the days of the
// proleptic Gregorian calendar, as NumPy's datetime.c does.
//
//===----------------------------------------------------------------------===//

#include "CastLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// Builds arithmetic on 64-bit integers.
class TimeBuilder {
public:
  explicit TimeBuilder(ImplicitLocOpBuilder &builder) : builder(builder) {}

  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
  }
  Value add(Value left, Value right) {
    return arith::AddIOp::create(builder, left, right);
  }
  Value add(Value left, int64_t right) {
    return right == 0 ? left : add(left, constant(right));
  }
  Value subtract(Value left, Value right) {
    return arith::SubIOp::create(builder, left, right);
  }
  Value multiply(Value left, int64_t right) {
    return right == 1
               ? left
               : Value(arith::MulIOp::create(builder, left, constant(right)));
  }
  Value compare(arith::CmpIPredicate predicate, Value left, int64_t right) {
    return arith::CmpIOp::create(builder, predicate, left, constant(right));
  }
  Value select(Value condition, Value left, Value right) {
    return arith::SelectOp::create(builder, condition, left, right);
  }

  /// Divides a number that is not negative.
  Value divide(Value number, int64_t divisor) {
    return arith::DivSIOp::create(builder, number, constant(divisor));
  }

  /// Divides by a positive number, rounding down, and sets what remains.
  Value divideDown(Value number, int64_t divisor, Value &remainder);
  Value divideDown(Value number, int64_t divisor) {
    Value remainder;
    return divisor == 1 ? number : divideDown(number, divisor, remainder);
  }

  /// Returns the days since 1970 of the first of a month, of which January is
  /// 0, in a year since 1970.
  Value getDays(Value year, Value month);

  /// Returns the year since 1970 of a day since 1970, and sets its month, of
  /// which January is 0.
  Value getYear(Value days, Value &month);

private:
  ImplicitLocOpBuilder &builder;
};

} // namespace

// The calendar repeats after 400 years. Within these, years that begin in March
// have their leap day at the end.
static constexpr int64_t kEraYears = 400;
static constexpr int64_t kEraDays = 146097;
static constexpr int64_t kFourYearsDays = 1461;
static constexpr int64_t kCenturyDays = 36524;
/// From March of the year 0 to 1970.
static constexpr int64_t kEpochDays = 719468;
static constexpr int64_t kEpochYear = 1970;

Value TimeBuilder::divideDown(Value number, int64_t divisor, Value &remainder) {
  Value by = constant(divisor);
  Value quotient = arith::DivSIOp::create(builder, number, by);
  Value rest = arith::RemSIOp::create(builder, number, by);
  Value isNegative = compare(arith::CmpIPredicate::slt, rest, 0);
  remainder = select(isNegative, add(rest, by), rest);
  return select(isNegative, add(quotient, -1), quotient);
}

Value TimeBuilder::getDays(Value year, Value month) {
  Value isBeforeMarch = compare(arith::CmpIPredicate::slt, month, 2);
  Value fromMarch = add(year, kEpochYear);
  fromMarch = select(isBeforeMarch, add(fromMarch, -1), fromMarch);
  Value yearOfEra;
  Value era = divideDown(fromMarch, kEraYears, yearOfEra);
  Value monthFromMarch = select(isBeforeMarch, add(month, 10), add(month, -2));
  // Months from March have 31, 30, 31, 30, 31 days, and again.
  Value dayOfYear = divide(add(multiply(monthFromMarch, 153), 2), 5);
  Value leapDays = subtract(divide(yearOfEra, 4), divide(yearOfEra, 100));
  Value dayOfEra = add(add(multiply(yearOfEra, 365), leapDays), dayOfYear);
  return add(add(multiply(era, kEraDays), dayOfEra), -kEpochDays);
}

Value TimeBuilder::getYear(Value days, Value &month) {
  // The epoch is added to what is left of an era: nothing overflows.
  Value rest;
  Value era = divideDown(days, kEraDays, rest);
  Value dayOfEra;
  era = add(era, divideDown(add(rest, kEpochDays), kEraDays, dayOfEra));
  Value withoutLeapDays =
      subtract(add(subtract(dayOfEra, divide(dayOfEra, kFourYearsDays - 1)),
                   divide(dayOfEra, kCenturyDays)),
               divide(dayOfEra, kEraDays - 1));
  Value yearOfEra = divide(withoutLeapDays, 365);
  Value leapDays = subtract(divide(yearOfEra, 4), divide(yearOfEra, 100));
  Value dayOfYear = subtract(dayOfEra, add(multiply(yearOfEra, 365), leapDays));
  Value monthFromMarch = divide(add(multiply(dayOfYear, 5), 2), 153);
  Value isBeforeJanuary =
      compare(arith::CmpIPredicate::slt, monthFromMarch, 10);
  month =
      select(isBeforeJanuary, add(monthFromMarch, 2), add(monthFromMarch, -10));
  Value year = add(add(yearOfEra, multiply(era, kEraYears)), -kEpochYear);
  return select(isBeforeJanuary, year, add(year, 1));
}

/// Converts by a factor. The numbers overflow, and the negative ones are
/// rounded, as in NumPy.
static Value castByFactor(TimeBuilder &builder, Value value,
                          TimeFactor factor) {
  Value product = builder.multiply(value, factor.numerator);
  if (factor.denominator == 1) {
    return product;
  }
  Value isNegative = builder.compare(arith::CmpIPredicate::slt, value, 0);
  Value lower = builder.add(product, 1 - factor.denominator);
  return builder.divide(builder.select(isNegative, lower, product),
                        factor.denominator);
}

/// Converts a datetime from or to years or months.
static Value castByCalendar(TimeBuilder &builder, Value value, TimeUnit source,
                            TimeUnit target) {
  value = builder.multiply(value, source.multiplier);
  Value year = value;
  Value month = builder.constant(0);
  if (source.unit == DatetimeUnit::Month) {
    year = builder.divideDown(value, 12, month);
  } else if (source.unit != DatetimeUnit::Year) {
    Value days =
        source.unit == DatetimeUnit::Week
            ? builder.multiply(value, 7)
            : builder.divideDown(value, static_cast<int64_t>(getUnitFactor(
                                            DatetimeUnit::Day, source.unit)));
    year = builder.getYear(days, month);
  }
  Value result = year;
  if (target.unit == DatetimeUnit::Month) {
    result = builder.add(builder.multiply(year, 12), month);
  } else if (target.unit == DatetimeUnit::Week) {
    result = builder.divideDown(builder.getDays(year, month), 7);
  } else if (target.unit != DatetimeUnit::Year) {
    result = builder.multiply(
        builder.getDays(year, month),
        static_cast<int64_t>(getUnitFactor(DatetimeUnit::Day, target.unit)));
  }
  return builder.divideDown(result, target.multiplier);
}

Value mlir::dtyp::castTime(ImplicitLocOpBuilder &location, Value value,
                           TimeUnit source, TimeUnit target, bool isTimedelta) {
  if (source == target) {
    return value;
  }
  TimeBuilder builder(location);
  Value result =
      !isTimedelta && (source.isCalendar() || target.isCalendar())
          ? castByCalendar(builder, value, source, target)
          : castByFactor(builder, value, *getConversionFactor(source, target));
  Value isNaT = builder.compare(arith::CmpIPredicate::eq, value, INT64_MIN);
  return builder.select(isNaT, builder.constant(INT64_MIN), result);
}

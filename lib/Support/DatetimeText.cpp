//===- DatetimeText.cpp - Times as text -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the proleptic Gregorian calendar without leap seconds,
// as NumPy has it. All is computed in 128 bits: a count of 64 bits times a step
// of 31, and attoseconds of any year that an int64 of them reaches, fit.
//
//===----------------------------------------------------------------------===//

#include "DatetimeText.h"

#include "dtyp/Support/StrCat.h"

#include <algorithm>

using namespace mlir::dtyp;

// No standard type is as wide, and GCC and Clang both have this one.
__extension__ typedef __int128 Int128;

static Int128 floorDivide(Int128 value, Int128 divisor) {
  Int128 quotient = value / divisor;
  return quotient - (value % divisor < 0);
}

static std::string toString(Int128 value) {
  std::string digits;
  bool isNegative = value < 0;
  do {
    int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  } while (value != 0);
  if (isNegative)
    digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// Returns the decimal number with zeros in front, the sign counting, as C's
/// `%04d` prints it.
static std::string pad(Int128 value, size_t width) {
  std::string text = toString(value);
  size_t sign = text[0] == '-';
  if (text.size() < width)
    text.insert(sign, width - text.size(), '0');
  return text;
}

//===----------------------------------------------------------------------===//
// The calendar
//===----------------------------------------------------------------------===//

/// The days from 1 March of year 0 to 1 January 1970, and of 400 years.
static constexpr int daysToEpoch = 719468;
static constexpr int daysPerEra = 146097;

/// A year is counted from March here, so that the leap day is its last.
static Int128 getDays(Int128 year, int month, int day) {
  year -= month <= 2;
  Int128 era = floorDivide(year, 400);
  int yearOfEra = static_cast<int>(year - era * 400);
  int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  return era * daysPerEra + dayOfEra - daysToEpoch;
}

namespace {

struct Date {
  Int128 year = 1970;
  int month = 1, day = 1;
};

} // namespace

static Date getDate(Int128 days) {
  days += daysToEpoch;
  Int128 era = floorDivide(days, daysPerEra);
  int dayOfEra = static_cast<int>(days - era * daysPerEra);
  int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 -
                   dayOfEra / (daysPerEra - 1)) /
                  365;
  int dayOfYear =
      dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  int shifted = (5 * dayOfYear + 2) / 153;
  Date date;
  date.day = dayOfYear - (153 * shifted + 2) / 5 + 1;
  date.month = shifted < 10 ? shifted + 3 : shifted - 9;
  date.year = era * 400 + yearOfEra + (date.month <= 2);
  return date;
}

static int getDaysOfMonth(Int128 year, int month) {
  Int128 next =
      month == 12 ? getDays(year + 1, 1, 1) : getDays(year, month + 1, 1);
  return static_cast<int>(next - getDays(year, month, 1));
}

/// Returns how many of a unit that is finer than a day are in one.
static Int128 getTicksPerDay(TimeUnit unit) {
  if (unit == TimeUnit::Hour)
    return 24;
  if (unit == TimeUnit::Minute)
    return 24 * 60;
  Int128 ticks = 24 * 60 * 60;
  for (auto finer = static_cast<int>(TimeUnit::Second);
       finer != static_cast<int>(unit); ++finer)
    ticks *= 1000;
  return ticks;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

std::string mlir::dtyp::formatDatetime(int64_t value, DatetimeStep step) {
  if (value == notATime)
    return "NaT";
  Int128 ticks = static_cast<Int128>(value) * step.count;
  switch (step.unit) {
  case TimeUnit::Generic:
    return std::to_string(value);
  case TimeUnit::Year:
    return pad(1970 + ticks, 4);
  case TimeUnit::Month: {
    Int128 years = floorDivide(ticks, 12);
    return strCat(pad(1970 + years, 4), "-", pad(ticks - years * 12 + 1, 2));
  }
  default:
    break;
  }
  Int128 days = ticks, rest = 0, ticksPerDay = 0;
  if (step.unit == TimeUnit::Week) {
    days *= 7;
  } else if (step.unit != TimeUnit::Day) {
    ticksPerDay = getTicksPerDay(step.unit);
    days = floorDivide(ticks, ticksPerDay);
    rest = ticks - days * ticksPerDay;
  }
  Date date = getDate(days);
  std::string text =
      strCat(pad(date.year, 4), "-", pad(date.month, 2), "-", pad(date.day, 2));
  if (!ticksPerDay)
    return text;
  Int128 ticksPerHour = ticksPerDay / 24;
  text += "T" + pad(rest / ticksPerHour, 2);
  if (step.unit == TimeUnit::Hour)
    return text;
  rest %= ticksPerHour;
  text += ":" + pad(rest / (ticksPerHour / 60), 2);
  if (step.unit == TimeUnit::Minute)
    return text;
  Int128 ticksPerSecond = ticksPerHour / 3600;
  rest %= ticksPerHour / 60;
  text += ":" + pad(rest / ticksPerSecond, 2);
  if (step.unit == TimeUnit::Second)
    return text;
  size_t digits = 3 * (static_cast<size_t>(step.unit) -
                       static_cast<size_t>(TimeUnit::Second));
  return text + "." + pad(rest % ticksPerSecond, digits);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

class DatetimeParser {
public:
  DatetimeParser(std::string_view text, size_t column)
      : text(text), column(column) {}

  Status parse();

  Date date;
  int hour = 0, minute = 0, second = 0;
  /// Attoseconds.
  int64_t fraction = 0;

private:
  bool consume(char c) {
    if (pos == text.size() || text[pos] != c)
      return false;
    ++pos;
    return true;
  }
  bool isAtDigit() const {
    return pos != text.size() && text[pos] >= '0' && text[pos] <= '9';
  }
  Error expected(std::string_view what) const {
    return Error(strCat("expected ", what,
                        " in a time such as "
                        "2020-01-31T23:59:59.5, got '",
                        text, "'"),
                 column + pos);
  }
  Status parseYear();
  Status parseNumber(std::string_view what, int smallest, int largest,
                     int &number);
  Status parseTimeOfDay();

  std::string_view text;
  size_t column;
  size_t pos = 0;
};

} // namespace

Status DatetimeParser::parseYear() {
  bool isNegative = consume('-');
  if (!isNegative)
    consume('+');
  if (!isAtDigit())
    return expected("a year");
  // NumPy's limit on the year that is read: more would not fit anyway.
  Int128 year = 0;
  for (; isAtDigit(); ++pos) {
    year = year * 10 + (text[pos] - '0');
    if (year > INT64_MAX / 12)
      return expected("a smaller year");
  }
  date.year = isNegative ? -year : year;
  return Status::success();
}

/// Parses two digits.
Status DatetimeParser::parseNumber(std::string_view what, int smallest,
                                   int largest, int &number) {
  size_t start = pos;
  number = 0;
  while (pos != start + 2 && isAtDigit())
    number = number * 10 + (text[pos++] - '0');
  if (pos == start + 2 && number >= smallest && number <= largest)
    return Status::success();
  pos = start;
  return expected(
      strCat(what, " of two digits, from ", smallest, " to ", largest, ","));
}

Status DatetimeParser::parseTimeOfDay() {
  if (Status status = parseNumber("an hour", 0, 23, hour); !status)
    return status;
  if (!consume(':'))
    return Status::success();
  if (Status status = parseNumber("a minute", 0, 59, minute); !status)
    return status;
  if (!consume(':'))
    return Status::success();
  if (Status status = parseNumber("a second", 0, 59, second); !status)
    return status;
  if (!consume('.'))
    return Status::success();
  int digits = 0;
  for (; digits != 18 && isAtDigit(); ++digits)
    fraction = fraction * 10 + (text[pos++] - '0');
  for (; digits != 18; ++digits)
    fraction *= 10;
  return Status::success();
}

Status DatetimeParser::parse() {
  if (Status status = parseYear(); !status)
    return status;
  if (consume('-')) {
    if (Status status = parseNumber("a month", 1, 12, date.month); !status)
      return status;
    if (consume('-')) {
      if (Status status = parseNumber(
              "a day", 1, getDaysOfMonth(date.year, date.month), date.day);
          !status)
        return status;
      if (consume('T') || consume(' '))
        if (Status status = parseTimeOfDay(); !status)
          return status;
    }
  }
  if (pos != text.size())
    return expected("the end (a time zone is not supported)");
  return Status::success();
}

static bool isNotATime(std::string_view text) {
  if (text.empty())
    return true;
  return text.size() == 3 && (text[0] | 0x20) == 'n' &&
         (text[1] | 0x20) == 'a' && (text[2] | 0x20) == 't';
}

Result<int64_t> mlir::dtyp::parseDatetime(std::string_view text,
                                          DatetimeStep step, size_t column) {
  if (isNotATime(text))
    return notATime;
  if (step.unit == TimeUnit::Generic)
    return Error(strCat("expected NaT for a datetime64 without a unit, got '",
                        text, "'; write the unit, as in datetime64[s]"),
                 column);
  DatetimeParser parser(text, column);
  if (Status status = parser.parse(); !status)
    return status.error();
  const Date &date = parser.date;
  Error outOfRange(strCat("expected a time in the range of datetime64",
                          formatDatetimeStep(step), ", got '", text, "'"),
                   column);
  Int128 days = getDays(date.year, date.month, date.day);
  Int128 ticks = 0;
  switch (step.unit) {
  case TimeUnit::Year:
    ticks = date.year - 1970;
    break;
  case TimeUnit::Month:
    ticks = (date.year - 1970) * 12 + date.month - 1;
    break;
  case TimeUnit::Week:
    ticks = floorDivide(days, 7);
    break;
  case TimeUnit::Day:
    ticks = days;
    break;
  default: {
    Int128 ticksPerDay = getTicksPerDay(step.unit);
    // Whatever the step counts, this is beyond an int64 of it.
    Int128 mostDays = (static_cast<Int128>(1) << 95) / ticksPerDay;
    if (days > mostDays || days < -mostDays)
      return outOfRange;
    Int128 seconds = (parser.hour * 60 + parser.minute) * 60 + parser.second;
    Int128 attoseconds = seconds * 1000000000000000000 + parser.fraction;
    Int128 attosecondsPerTick =
        getTicksPerDay(TimeUnit::Attosecond) / ticksPerDay;
    ticks = days * ticksPerDay + attoseconds / attosecondsPerTick;
    break;
  }
  }
  ticks = floorDivide(ticks, step.count);
  if (ticks > INT64_MAX || ticks <= INT64_MIN)
    return outOfRange;
  return static_cast<int64_t>(ticks);
}

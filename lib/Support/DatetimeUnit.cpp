//===- DatetimeUnit.cpp - Units of datetime64 and timedelta64 -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements parsing and printing the steps of times.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/DatetimeUnit.h"

#include "dtyp/Support/StrCat.h"

#include <charconv>

using namespace mlir::dtyp;

namespace {

struct UnitRow {
  const char *name;
  /// How many of the finer units in `finer` make one, in the order in which
  /// NumPy tries them for a divisor; a month has 30 days then, and a year 365.
  struct {
    int32_t count;
    TimeUnit unit;
  } finer[3];
};

} // namespace

/// Indexed by TimeUnit. A count of 0 ends a row.
static constexpr UnitRow units[] = {
    {"Y", {{12, TimeUnit::Month}, {52, TimeUnit::Week}, {365, TimeUnit::Day}}},
    {"M", {{4, TimeUnit::Week}, {30, TimeUnit::Day}, {720, TimeUnit::Hour}}},
    {"W",
     {{7, TimeUnit::Day}, {168, TimeUnit::Hour}, {10080, TimeUnit::Minute}}},
    {"D",
     {{24, TimeUnit::Hour},
      {1440, TimeUnit::Minute},
      {86400, TimeUnit::Second}}},
    {"h", {{60, TimeUnit::Minute}, {3600, TimeUnit::Second}}},
    {"m", {{60, TimeUnit::Second}, {60000, TimeUnit::Millisecond}}},
    {"s", {{1000, TimeUnit::Millisecond}, {1000000, TimeUnit::Microsecond}}},
    {"ms", {{1000, TimeUnit::Microsecond}, {1000000, TimeUnit::Nanosecond}}},
    {"us", {{1000, TimeUnit::Nanosecond}, {1000000, TimeUnit::Picosecond}}},
    {"ns", {{1000, TimeUnit::Picosecond}, {1000000, TimeUnit::Femtosecond}}},
    {"ps", {{1000, TimeUnit::Femtosecond}, {1000000, TimeUnit::Attosecond}}},
    {"fs", {{1000, TimeUnit::Attosecond}}},
    {"as", {}},
    {"generic", {}},
};

std::string_view mlir::dtyp::getTimeUnitName(TimeUnit unit) {
  return units[static_cast<size_t>(unit)].name;
}

std::string mlir::dtyp::formatDatetimeStep(DatetimeStep step) {
  if (step.unit == TimeUnit::Generic)
    return "";
  std::string count = step.count == 1 ? "" : std::to_string(step.count);
  return strCat("[", count, getTimeUnitName(step.unit), "]");
}

static bool findUnit(std::string_view name, TimeUnit &unit) {
  // The sign of micro.
  if (name == "\xce\xbcs")
    name = "us";
  for (size_t i = 0; i != std::size(units); ++i) {
    if (name == units[i].name) {
      unit = static_cast<TimeUnit>(i);
      return true;
    }
  }
  return false;
}

/// Reads an integer as `strtol` does: blanks and a plus sign may precede it.
/// Returns its length, or 0 where there is none.
static size_t readInteger(std::string_view text, int64_t &value) {
  size_t start = text.find_first_not_of(" \t\n\v\f\r");
  if (start == std::string_view::npos)
    return 0;
  bool hasPlus = text[start] == '+';
  const char *first = text.data() + start + hasPlus;
  if (hasPlus && first != text.data() + text.size() && *first == '-')
    return 0;
  auto [stop, errc] = std::from_chars(first, text.data() + text.size(), value);
  if (errc == std::errc::invalid_argument)
    return 0;
  if (errc == std::errc::result_out_of_range)
    value = INT64_MAX;
  return stop - text.data();
}

static Result<DatetimeStep> divide(DatetimeStep step, int64_t divisor,
                                   size_t column) {
  if (step.unit == TimeUnit::Generic)
    return Error("expected a unit to divide, got the generic one", column);
  if (divisor < 1)
    return Error(
        strCat("expected a positive divisor of the unit, got ", divisor),
        column);
  for (const auto &finer : units[static_cast<size_t>(step.unit)].finer) {
    if (finer.count == 0 || finer.count % divisor != 0)
      continue;
    int64_t count = step.count * (finer.count / divisor);
    if (count > INT32_MAX)
      return Error(strCat("expected a step of at most 2**31-1 units, got ",
                          count, getTimeUnitName(finer.unit)),
                   column);
    return DatetimeStep{finer.unit, static_cast<int32_t>(count)};
  }
  return Error(strCat("expected a divisor that gives a whole number of a finer "
                      "unit of time, got ",
                      getTimeUnitName(step.unit), "/", divisor),
               column);
}

Result<DatetimeStep> mlir::dtyp::parseDatetimeStep(std::string_view text,
                                                   size_t column) {
  if (text.empty())
    return DatetimeStep();
  if (text.size() < 3 || text.front() != '[' || text.back() != ']')
    return Error(strCat("expected the unit of time in brackets, as in [25s], "
                        "got '",
                        text, "'"),
                 column);
  std::string_view rest = text.substr(1, text.size() - 2);
  int64_t count = 1;
  size_t length = readInteger(rest, count);
  if (count < 1 || count > INT32_MAX)
    return Error(strCat("expected a step of 1 to 2**31-1 units, got '",
                        rest.substr(0, length), "'"),
                 column + 1);
  rest.remove_prefix(length);
  size_t start = 1 + length;

  size_t slash = rest.find('/');
  std::string_view name = rest.substr(0, slash);
  DatetimeStep step;
  if (!findUnit(name, step.unit))
    return Error(strCat("expected a unit of time (Y, M, W, D, h, m, s, ms, us, "
                        "ns, ps, fs or as), got '",
                        name, "'"),
                 column + start);
  // Some of nothing is nothing.
  step.count = step.unit == TimeUnit::Generic ? 1 : static_cast<int32_t>(count);
  if (slash == std::string_view::npos)
    return step;

  std::string_view digits = rest.substr(slash + 1);
  int64_t divisor = 0;
  length = readInteger(digits, divisor);
  if (length == 0 || length != digits.size())
    return Error(strCat("expected a divisor of the unit, got '", digits, "'"),
                 column + start + slash + 1);
  if (divisor == 1)
    return step;
  return divide(step, divisor, column + start);
}

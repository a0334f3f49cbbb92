//===- DatetimeUnit.h - Units of datetime64 and timedelta64 -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what `datetime64[25s]` counts in: a unit, and how many of
// it one step is.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_DATETIMEUNIT_H
#define DTYP_SUPPORT_DATETIMEUNIT_H

#include "dtyp/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace mlir::dtyp {

/// NumPy's units, from the coarsest to the finest. `Generic` is what
/// `datetime64` without a unit has: it takes the unit of what it meets.
enum class TimeUnit : uint8_t {
  Year,
  Month,
  Week,
  Day,
  Hour,
  Minute,
  Second,
  Millisecond,
  Microsecond,
  Nanosecond,
  Picosecond,
  Femtosecond,
  Attosecond,
  Generic,
};

/// One step of a datetime64 or timedelta64: `count` units, as NumPy a positive
/// C `int`. A generic one has the count 1.
struct DatetimeStep {
  TimeUnit unit = TimeUnit::Generic;
  int32_t count = 1;

  bool operator==(const DatetimeStep &other) const {
    return unit == other.unit && count == other.count;
  }
  bool operator!=(const DatetimeStep &other) const { return !(*this == other); }
};

/// The value of datetime64 and timedelta64 that is no time.
inline constexpr int64_t notATime = INT64_MIN;

/// Parses what follows `M8` or `datetime64`: `[25s]`, `[h/4]` (which is
/// `[15m]`), or nothing for the generic step. `column` is where the text
/// starts in the one that errors count in.
Result<DatetimeStep> parseDatetimeStep(std::string_view text,
                                       size_t column = 1);

/// Returns `[25s]`, or nothing for the generic step.
std::string formatDatetimeStep(DatetimeStep step);

/// Returns NumPy's name of the unit, such as `ms`; `generic` for that one.
std::string_view getTimeUnitName(TimeUnit unit);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_DATETIMEUNIT_H

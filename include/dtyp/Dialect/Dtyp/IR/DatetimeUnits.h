//===- DatetimeUnits.h - Arithmetic on units of time ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what NumPy computes with the units of datetimes. The rules
// are those of datetime.c in NumPy.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DATETIMEUNITS_H
#define DTYP_DIALECT_DTYP_IR_DATETIMEUNITS_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

namespace mlir::dtyp {

/// What a datetime counts, a multiple of one of NumPy's units: `25s`.
struct UnitMultiple {
  DatetimeUnit unit = DatetimeUnit::Generic;
  int64_t multiplier = 1;

  bool isGeneric() const { return unit == DatetimeUnit::Generic; }

  /// Whether the unit has no fixed length: years and months.
  bool isCalendar() const {
    return unit == DatetimeUnit::Year || unit == DatetimeUnit::Month;
  }

  bool operator==(const UnitMultiple &other) const {
    return unit == other.unit && multiplier == other.multiplier;
  }
};

/// A factor between two units.
struct TimeFactor {
  int64_t numerator;
  int64_t denominator;
};

/// Returns the unit of !dtyp.datetime64 or !dtyp.timedelta64.
UnitMultiple getTimeUnit(Type dtype);

/// Returns the coarsest unit that both are multiples of. There is none where a
/// difference of times (`isTimedelta`) would have to turn years or months into
/// days, nor where numbers would overflow; `why` says so.
std::optional<UnitMultiple> getCommonUnit(UnitMultiple left, UnitMultiple right,
                                          bool isTimedelta, StringRef &why);

/// Returns the lowest level at which a time in `source` can be cast to one in
/// `target`.
CastingLevel getUnitCastingLevel(UnitMultiple source, UnitMultiple target,
                                 bool isTimedelta);

/// Returns what a number of `source` is multiplied with to be one of `target`,
/// in lowest terms, with years and months at their average length; nothing if
/// that overflows. Neither unit is generic.
std::optional<TimeFactor> getConversionFactor(UnitMultiple source,
                                              UnitMultiple target);

/// Returns how many of the smaller unit are in the larger, neither of them a
/// year or a month; 0 if it overflows.
uint64_t getUnitFactor(DatetimeUnit larger, DatetimeUnit smaller);

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_DATETIMEUNITS_H

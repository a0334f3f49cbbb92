//===- DatetimeText.h - Times as text ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversions between datetime64 and ISO 8601.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_SUPPORT_DATETIMETEXT_H
#define DTYP_LIB_SUPPORT_DATETIMETEXT_H

#include "dtyp/Support/DatetimeUnit.h"

namespace mlir::dtyp {

/// Parses a date, with or without a time of day, or `NaT`, and drops what is
/// finer than the step.
Result<int64_t> parseDatetime(std::string_view text, DatetimeStep step,
                              size_t column);

/// Returns the time as precisely as its unit is: `2020-01`, `2020-01-01T05`. A
/// generic one, which is no time in NumPy, is its number.
std::string formatDatetime(int64_t value, DatetimeStep step);

} // namespace mlir::dtyp

#endif // DTYP_LIB_SUPPORT_DATETIMETEXT_H

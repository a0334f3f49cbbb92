//===- DatetimeTypes.cpp - What datetimes and timedeltas share ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the text and the limits of the types that are a number
// of units of time.
//
//===----------------------------------------------------------------------===//

#include "DatetimeTypes.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Prints what NumPy writes between brackets: `25s`; nothing for the generic
/// unit.
static std::string formatUnit(DatetimeUnit unit, int64_t multiplier) {
  if (unit == DatetimeUnit::Generic) {
    return "";
  }
  std::string count = multiplier == 1 ? "" : std::to_string(multiplier);
  return count + stringifyDatetimeUnit(unit).str();
}

ParseResult mlir::dtyp::parseUnit(AsmParser &parser, DatetimeUnit &unit,
                                  int64_t &multiplier) {
  unit = DatetimeUnit::Generic;
  multiplier = 1;
  if (failed(parser.parseOptionalLess())) {
    return success();
  }
  OptionalParseResult hasMultiplier = parser.parseOptionalInteger(multiplier);
  if (hasMultiplier.has_value() && failed(*hasMultiplier)) {
    return failure();
  }
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word) || parser.parseGreater()) {
    return failure();
  }
  std::optional<DatetimeUnit> parsed = symbolizeDatetimeUnit(word);
  if (!parsed) {
    return parser.emitError(loc, "expected one of NumPy's units (Y, M, W, D, "
                                 "h, m, s, ms, us, ns, ps, fs, as), but got '")
           << word << "'";
  }
  unit = *parsed;
  return success();
}

void mlir::dtyp::printUnit(AsmPrinter &printer, DatetimeUnit unit,
                           int64_t multiplier) {
  if (unit != DatetimeUnit::Generic) {
    printer << '<' << formatUnit(unit, multiplier) << '>';
  }
}

LogicalResult
mlir::dtyp::verifyUnit(function_ref<InFlightDiagnostic()> emitError,
                       DatetimeUnit unit, int64_t multiplier) {
  if (multiplier < 1 || multiplier > INT32_MAX) {
    return emitError() << "expected a multiplier of 1 to " << INT32_MAX
                       << ", but got " << multiplier;
  }
  if (unit == DatetimeUnit::Generic && multiplier != 1) {
    return emitError() << "expected a unit behind the multiplier "
                       << multiplier;
  }
  return success();
}

std::string mlir::dtyp::formatDatetime(StringRef prefix, DatetimeUnit unit,
                                       int64_t multiplier) {
  std::string text = formatUnit(unit, multiplier);
  return text.empty() ? prefix.str() : (prefix + "[" + text + "]").str();
}

//===- ElementTypes.cpp - Dtypes that are no builtin type -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the dtypes that memrefs store as another type: datetimes
// and sub-arrays.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Datetime64Type, Timedelta64Type
//===----------------------------------------------------------------------===//

/// Prints what NumPy writes between brackets: `25s`; nothing for the generic
/// unit.
static std::string formatUnit(DatetimeUnit unit, int64_t multiplier) {
  if (unit == DatetimeUnit::Generic) {
    return "";
  }
  std::string count = multiplier == 1 ? "" : std::to_string(multiplier);
  return count + stringifyDatetimeUnit(unit).str();
}

/// Parses `(< multiplier? unit >)?`.
static ParseResult parseUnit(AsmParser &parser, DatetimeUnit &unit,
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

static void printUnit(AsmPrinter &printer, DatetimeUnit unit,
                      int64_t multiplier) {
  if (unit != DatetimeUnit::Generic) {
    printer << '<' << formatUnit(unit, multiplier) << '>';
  }
}

static LogicalResult verifyUnit(function_ref<InFlightDiagnostic()> emitError,
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

static std::string formatDatetime(StringRef prefix, DatetimeUnit unit,
                                  int64_t multiplier) {
  std::string text = formatUnit(unit, multiplier);
  return text.empty() ? prefix.str() : (prefix + "[" + text + "]").str();
}

Type Datetime64Type::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  DatetimeUnit unit;
  int64_t multiplier;
  if (parseUnit(parser, unit, multiplier)) {
    return {};
  }
  auto emitError = [&] { return parser.emitError(loc); };
  return Datetime64Type::getChecked(
      function_ref<InFlightDiagnostic()>(emitError), parser.getContext(), unit,
      multiplier);
}

void Datetime64Type::print(AsmPrinter &printer) const {
  printUnit(printer, getUnit(), getMultiplier());
}

LogicalResult
Datetime64Type::verify(function_ref<InFlightDiagnostic()> emitError,
                       DatetimeUnit unit, int64_t multiplier) {
  return verifyUnit(emitError, unit, multiplier);
}

std::string Datetime64Type::getDTypeName() const {
  return formatDatetime("datetime64", getUnit(), getMultiplier());
}

DTypeKind Datetime64Type::getDTypeKind() const { return DTypeKind::Datetime; }

std::optional<int64_t> Datetime64Type::getItemSize() const { return 8; }

std::optional<int64_t> Datetime64Type::getAlignment(AlignmentModel) const {
  return 8;
}

Type Datetime64Type::getValueType() const {
  return IntegerType::get(getContext(), 64);
}

Type Datetime64Type::getStorageType() const { return getValueType(); }

std::optional<std::string> Datetime64Type::getTypestr() const {
  return formatDatetime("<M8", getUnit(), getMultiplier());
}

std::optional<DLPackDataType> Datetime64Type::getDLPackDataType() const {
  return std::nullopt;
}

Type Timedelta64Type::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  DatetimeUnit unit;
  int64_t multiplier;
  if (parseUnit(parser, unit, multiplier)) {
    return {};
  }
  auto emitError = [&] { return parser.emitError(loc); };
  return Timedelta64Type::getChecked(
      function_ref<InFlightDiagnostic()>(emitError), parser.getContext(), unit,
      multiplier);
}

void Timedelta64Type::print(AsmPrinter &printer) const {
  printUnit(printer, getUnit(), getMultiplier());
}

LogicalResult
Timedelta64Type::verify(function_ref<InFlightDiagnostic()> emitError,
                        DatetimeUnit unit, int64_t multiplier) {
  return verifyUnit(emitError, unit, multiplier);
}

std::string Timedelta64Type::getDTypeName() const {
  return formatDatetime("timedelta64", getUnit(), getMultiplier());
}

DTypeKind Timedelta64Type::getDTypeKind() const { return DTypeKind::Timedelta; }

std::optional<int64_t> Timedelta64Type::getItemSize() const { return 8; }

std::optional<int64_t> Timedelta64Type::getAlignment(AlignmentModel) const {
  return 8;
}

Type Timedelta64Type::getValueType() const {
  return IntegerType::get(getContext(), 64);
}

Type Timedelta64Type::getStorageType() const { return getValueType(); }

std::optional<std::string> Timedelta64Type::getTypestr() const {
  return formatDatetime("<m8", getUnit(), getMultiplier());
}

std::optional<DLPackDataType> Timedelta64Type::getDLPackDataType() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// SubArrayType
//===----------------------------------------------------------------------===//

Type SubArrayType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type base;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(base) || parser.parseGreater()) {
    return {};
  }
  auto emitError = [&] { return parser.emitError(loc); };
  return SubArrayType::getChecked(function_ref<InFlightDiagnostic()>(emitError),
                                  parser.getContext(), ArrayRef<int64_t>(shape),
                                  base);
}

void SubArrayType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << 'x' << getBase() << '>';
}

LogicalResult SubArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> shape, Type base) {
  DTypeInterface dtype = verifyDType(base, emitError);
  if (!dtype) {
    return failure();
  }
  if (!dtype.getItemSize()) {
    return emitError() << "expected a base of known size, but got " << base;
  }
  if (shape.empty()) {
    return emitError() << "expected at least one extent; a sub-array without "
                          "is its base, so write "
                       << base;
  }
  size_t rank = shape.size() + dtype.getSubArrayShape().size();
  if (rank > kMaxRank) {
    return emitError() << "expected at most " << kMaxRank
                       << " dimensions, but got " << rank;
  }
  int64_t size = *dtype.getItemSize();
  for (int64_t extent : shape) {
    if (extent < 0 || extent > kMaxItemSize) {
      return emitError() << "expected extents of 0 to " << kMaxItemSize
                         << ", but got " << extent;
    }
    // Both are less than 2^31. As in NumPy, not even a zero elsewhere in the
    // shape excuses an overflow.
    size = std::max<int64_t>(size, 1) * std::max<int64_t>(extent, 1);
    if (size > kMaxItemSize) {
      return emitError() << "expected a sub-array of at most " << kMaxItemSize
                         << " bytes";
    }
  }
  return success();
}

std::string SubArrayType::getDTypeName() const {
  int64_t size = *getItemSize();
  return size == 0 ? "void" : llvm::formatv("void{0}", 8 * size).str();
}

DTypeKind SubArrayType::getDTypeKind() const { return DTypeKind::Void; }

std::optional<int64_t> SubArrayType::getItemSize() const {
  return ShapedType::getNumElements(getShape()) *
         *cast<DTypeInterface>(getBase()).getItemSize();
}

std::optional<int64_t> SubArrayType::getAlignment(AlignmentModel model) const {
  return cast<DTypeInterface>(getBase()).getAlignment(model);
}

Type SubArrayType::getValueType() const {
  return cast<DTypeInterface>(getBase()).getValueType();
}

Type SubArrayType::getStorageType() const {
  return cast<DTypeInterface>(getBase()).getStorageType();
}

std::optional<std::string> SubArrayType::getTypestr() const {
  return std::nullopt;
}

std::optional<DLPackDataType> SubArrayType::getDLPackDataType() const {
  return std::nullopt;
}

SmallVector<int64_t> SubArrayType::getSubArrayShape() const {
  SmallVector<int64_t> shape(getShape());
  llvm::append_range(shape, cast<DTypeInterface>(getBase()).getSubArrayShape());
  return shape;
}

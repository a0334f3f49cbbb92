//===- DTypeStringParser.cpp - Dtypes that are spelled as strings ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the parser of NumPy's dtype strings. It follows
// `_convert_from_str` in NumPy's descriptor.c: what has a comma or starts with
// a digit is a list of formats; else comes an optional byte order, then a type
// character or a kind and a size; failing that, the whole text is looked up as
// a name.
//
//===----------------------------------------------------------------------===//

#include "DTypeStringParser.h"

#include "DTypeHints.h"
#include "ScalarTable.h"
#include "dtyp/Support/RecordLayout.h"
#include "dtyp/Support/StrCat.h"

#include <optional>

using namespace mlir::dtyp;

/// Returns whether the dtype is `S`, `U` or `V` without a size.
static bool isUnsized(const NumPyDType &dtype) {
  return dtype.itemsize == 0 && !dtype.isRecord() && !dtype.isSubArray();
}

static bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// Reads the size in a typestr as NumPy does, by `strtol`: blanks, a plus sign
/// and zeros may precede it.
static bool parseItemSize(std::string_view text, int64_t &size) {
  size_t pos = text.find_first_not_of(" \t\n\v\f\r");
  if (pos == std::string_view::npos)
    return false;
  if (text[pos] == '+')
    ++pos;
  if (pos == text.size())
    return false;
  size = 0;
  for (; pos != text.size(); ++pos) {
    if (text[pos] < '0' || text[pos] > '9')
      return false;
    size = size * 10 + (text[pos] - '0');
    if (size > maxItemSize)
      return false;
  }
  return true;
}

/// Parses `datetime64[25s]`, `M8[25s]` and their like, of which the prefix
/// decides. Returns whether it does.
static bool parseTime(std::string_view text, ByteOrder order, size_t column,
                      Result<NumPyDType> &result) {
  struct {
    std::string_view prefix;
    bool isDatetime;
  } static constexpr prefixes[] = {{"M8", true},
                                   {"m8", false},
                                   {"datetime64", true},
                                   {"timedelta64", false}};
  for (auto [prefix, isDatetime] : prefixes) {
    if (!startsWith(text, prefix))
      continue;
    Result<DatetimeStep> step =
        parseDatetimeStep(text.substr(prefix.size()), column + prefix.size());
    if (!step)
      result = step.error();
    else
      result = isDatetime ? getDatetimeDType(*step, order)
                          : getTimedeltaDType(*step, order);
    return true;
  }
  return false;
}

/// Returns the dtype of a type character alone, or of a kind and a size.
static std::optional<NumPyDType> parseCharacterAndSize(std::string_view text,
                                                       ByteOrder order) {
  int64_t size = 0;
  bool isAlone = text.size() == 1;
  if (!isAlone && (text.size() < 2 || !parseItemSize(text.substr(1), size)))
    return std::nullopt;
  switch (text[0]) {
  case 'S':
    return getBytesDType(size);
  case 'U':
    if (size > maxItemSize / 4)
      return std::nullopt;
    return getStrDType(size, order);
  case 'V':
    return getVoidDType(size);
  case 'M':
  case 'm':
    if (!isAlone && size != 8)
      return std::nullopt;
    return text[0] == 'M' ? getDatetimeDType({}, order)
                          : getTimedeltaDType({}, order);
  case 'c':
    // NumPy's old character dtype; with a size it is complex.
    if (isAlone)
      return getBytesDType(1);
    break;
  default:
    break;
  }
  const ScalarRow *row = isAlone ? findScalarByCharacter(text[0])
                                 : findScalarByKindAndSize(text[0], size);
  if (!row)
    return std::nullopt;
  return makeScalar(*row, order);
}

/// Returns the dtype of a name, which takes no byte order.
static std::optional<NumPyDType> findByName(std::string_view name) {
  if (const ScalarRow *row = findScalarByName(name))
    return makeScalar(*row);
  if (name == "bytes" || name == "bytes_")
    return getBytesDType(0);
  if (name == "str" || name == "str_" || name == "unicode")
    return getStrDType(0);
  if (name == "void")
    return getVoidDType(0);
  return std::nullopt;
}

Result<NumPyDType> mlir::dtyp::parseDTypeString(std::string_view spelling,
                                                size_t column, bool align,
                                                bool allowUnsized) {
  if (isCommaString(spelling))
    return parseCommaString(spelling, column, align);
  std::string_view rest = spelling;
  ByteOrder order = ByteOrder::Little;
  if (rest.size() > 1 &&
      std::string_view("<>=|").find(rest[0]) != std::string_view::npos) {
    if (rest[0] == '>')
      order = ByteOrder::Big;
    rest.remove_prefix(1);
  }
  Result<NumPyDType> time = NumPyDType();
  if (parseTime(rest, order, column + (spelling.size() - rest.size()), time))
    return time;
  std::optional<NumPyDType> dtype;
  if (!rest.empty())
    dtype = parseCharacterAndSize(rest, order);
  if (!dtype)
    dtype = findByName(spelling);
  if (!dtype || (!allowUnsized && isUnsized(*dtype)))
    return Error(explainRejectedDType(spelling, rest), column);
  return std::move(*dtype);
}

Result<NumPyDType> mlir::dtyp::applyShape(NumPyDType base,
                                          std::vector<int64_t> shape,
                                          bool isInteger,
                                          std::string_view spelling,
                                          size_t column) {
  Result<NumPyDType> dtype = [&]() -> Result<NumPyDType> {
    if (!isUnsized(base))
      return makeSubArray(std::move(base), std::move(shape));
    if (!isInteger)
      return Error(strCat("expected the length of '", spelling,
                          "', an integer, got a shape"));
    int64_t unit = base.kind == NumPyKind::Str ? 4 : 1;
    if (shape[0] < 1 || shape[0] > maxItemSize / unit)
      return Error(strCat("expected a length of '", spelling, "' from 1 to ",
                          maxItemSize / unit, ", got ", shape[0]));
    if (base.kind == NumPyKind::Str)
      return getStrDType(shape[0], base.byteOrder);
    return base.kind == NumPyKind::Bytes ? getBytesDType(shape[0])
                                         : getVoidDType(shape[0]);
  }();
  if (!dtype)
    return Error(dtype.error().message, column);
  return dtype;
}

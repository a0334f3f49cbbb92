//===- ElementParse.cpp - One element from text or a number -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements storing text and integers as elements of an array.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/Element.h"

#include "DatetimeText.h"
#include "ElementBits.h"
#include "ElementText.h"
#include "Literal.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/StrCat.h"

#include <charconv>
#include <cmath>
#include <cstring>

using namespace mlir::dtyp;

static Error expected(const NumPyDType &dtype, std::string_view what,
                      std::string_view text, size_t column) {
  return Error(
      strCat("expected ", what, " for ", dtype.name, ", got '", text, "'"),
      column);
}

static Status parseBool(const NumPyDType &dtype, std::string_view text,
                        uint8_t *element, size_t column) {
  if (text == "true" || text == "True" || text == "1")
    *element = 1;
  else if (text == "false" || text == "False" || text == "0")
    *element = 0;
  else
    return expected(dtype, "true or false", text, column);
  return Status::success();
}

static Status parseInteger(const NumPyDType &dtype, std::string_view text,
                           uint8_t *element, size_t column) {
  std::string_view digits = text;
  bool negative = !digits.empty() && digits[0] == '-';
  if (!digits.empty() && (digits[0] == '-' || digits[0] == '+'))
    digits.remove_prefix(1);
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0' &&
      (digits[1] == 'x' || digits[1] == 'X')) {
    base = 16;
    digits.remove_prefix(2);
  }
  uint64_t magnitude = 0;
  const char *end = digits.data() + digits.size();
  auto [stop, errc] = std::from_chars(digits.data(), end, magnitude, base);
  if (errc == std::errc::invalid_argument || stop != end)
    return expected(dtype, "an integer", text, column);

  unsigned bits = getValueBits(dtype);
  bool isSigned = dtype.kind == NumPyKind::Int;
  uint64_t max =
      isSigned ? (uint64_t(1) << (bits - 1)) - 1 : ~uint64_t(0) >> (64 - bits);
  uint64_t limit = !negative ? max : isSigned ? max + 1 : 0;
  if (errc == std::errc::result_out_of_range || magnitude > limit)
    return Error(strCat("expected an integer from ", isSigned ? "-" : "",
                        isSigned ? max + 1 : 0, " to ", max, " for ",
                        dtype.name, ", got '", text, "'"),
                 column);
  uint64_t value = negative ? 0 - magnitude : magnitude;
  storeBits(dtype, value, element);
  return Status::success();
}

/// Reads one real number, all of `text`; false where it is none.
static bool readReal(std::string_view text, double &value, bool &outOfRange) {
  if (!text.empty() && text[0] == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text[0] == '-')
      return false;
  }
  // Python writes no `nan(...)`.
  if (text.find('(') != std::string_view::npos)
    return false;
  const char *end = text.data() + text.size();
  auto [stop, errc] = std::from_chars(text.data(), end, value);
  outOfRange = errc == std::errc::result_out_of_range;
  return errc != std::errc::invalid_argument && stop == end;
}

static Status parseReal(const NumPyDType &dtype, std::string_view text,
                        unsigned part, uint8_t *element, size_t column) {
  double value = 0;
  bool outOfRange = false;
  if (!readReal(text, value, outOfRange))
    return expected(dtype, "a number", text, column);
  const FloatFormat *format = getFloatFormat(dtype);
  bool overflows = outOfRange;
  if (!outOfRange && format)
    overflows = overflowsFormat(value, *format);
  else if (!outOfRange && std::isfinite(value) && getPartSize(dtype) == 4)
    overflows = std::isinf(static_cast<float>(value));
  if (overflows) {
    bool hasInfinity = !format || format->hasInfinity();
    return Error(strCat("expected a number in the range of ", dtype.name,
                        ", got '", text, "'",
                        hasInfinity ? "; an infinity is written inf" : ""),
                 column);
  }
  storeReal(dtype, value, part, element);
  return Status::success();
}

/// Parses `a`, `bj` or `a+bj`, in parentheses or not.
static Status parseComplex(const NumPyDType &dtype, std::string_view text,
                           uint8_t *element, size_t column) {
  std::string_view inner = text;
  if (inner.size() > 1 && inner.front() == '(' && inner.back() == ')')
    inner = inner.substr(1, inner.size() - 2);
  std::string_view real = inner, imaginary;
  if (!inner.empty() && inner.back() == 'j') {
    inner.remove_suffix(1);
    // The last sign that starts a number, not an exponent.
    size_t split = inner.size();
    while (split-- > 1)
      if ((inner[split] == '+' || inner[split] == '-') &&
          inner[split - 1] != 'e' && inner[split - 1] != 'E')
        break;
    if (split == 0 || split >= inner.size())
      split = 0;
    real = inner.substr(0, split);
    imaginary = inner.substr(split);
  }
  double ignored = 0;
  bool outOfRange = false;
  if ((!real.empty() && !readReal(real, ignored, outOfRange)) ||
      (!imaginary.empty() && !readReal(imaginary, ignored, outOfRange)) ||
      (real.empty() && imaginary.empty()))
    return expected(dtype, "a number such as 1.5 or 1+2j", text, column);
  std::memset(element, 0, dtype.itemsize);
  if (!real.empty())
    if (Status status = parseReal(dtype, real, /*part=*/0, element, column);
        !status)
      return status;
  if (imaginary.empty())
    return Status::success();
  return parseReal(dtype, imaginary, /*part=*/1, element, column);
}

//===----------------------------------------------------------------------===//
// Times and text
//===----------------------------------------------------------------------===//

static Status parseTime(const NumPyDType &dtype, std::string_view text,
                        uint8_t *element, size_t column) {
  if (dtype.kind == NumPyKind::Timedelta &&
      (text.empty() || (text[0] | 0x20) != 'n')) {
    NumPyDType steps = getScalarDType("int64");
    steps.name = dtype.name;
    return parseInteger(steps, text, element, column);
  }
  // NaT is all that is left of a timedelta.
  DatetimeStep step =
      dtype.kind == NumPyKind::Timedelta ? DatetimeStep() : dtype.step;
  Result<int64_t> value = parseDatetime(text, step, column);
  if (!value && dtype.kind == NumPyKind::Timedelta)
    return expected(dtype, "a number of steps or NaT", text, column);
  if (!value)
    return value.error();
  std::memcpy(element, &*value, sizeof(*value));
  return Status::success();
}

/// Whether a value of the dtype may be written as a literal with quotes.
static bool isText(const NumPyDType &dtype) {
  return dtype.kind == NumPyKind::Bytes || dtype.kind == NumPyKind::Str ||
         dtype.kind == NumPyKind::Void;
}

static bool isLiteral(std::string_view text) {
  if (!text.empty() && text[0] == 'b')
    text.remove_prefix(1);
  return text.size() > 1 && (text[0] == '\'' || text[0] == '"') &&
         text.back() == text[0];
}

static Status parseScalar(const NumPyDType &dtype, std::string_view text,
                          uint8_t *element, size_t column) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
    return parseBool(dtype, text, element, column);
  case NumPyKind::Int:
  case NumPyKind::UInt:
    return parseInteger(dtype, text, element, column);
  case NumPyKind::Float:
    return parseReal(dtype, text, /*part=*/0, element, column);
  case NumPyKind::Complex:
    return parseComplex(dtype, text, element, column);
  case NumPyKind::Datetime:
  case NumPyKind::Timedelta:
    return parseTime(dtype, text, element, column);
  default:
    break;
  }
  if (dtype.kind == NumPyKind::Void)
    return expected(dtype, "bytes such as b'\\x01\\x02'", text, column);
  return storeText(dtype, text, element, column);
}

//===----------------------------------------------------------------------===//
// Records and sub-arrays
//===----------------------------------------------------------------------===//

static Status storeLiteral(const NumPyDType &dtype, const Literal &literal,
                           uint8_t *element);

/// Stores the same value in all parts.
static Status storeInParts(const NumPyDType &dtype, const Literal &literal,
                           uint8_t *element) {
  for (const RecordField &field : dtype.fields)
    if (Status status =
            storeLiteral(field.dtype, literal, element + field.offset);
        !status)
      return status;
  if (!dtype.base)
    return Status::success();
  for (int64_t at = 0; at < dtype.itemsize; at += dtype.base->itemsize)
    if (Status status = storeLiteral(*dtype.base, literal, element + at);
        !status)
      return status;
  return Status::success();
}

static Status checkCount(const Literal &literal, size_t count,
                         std::string_view what) {
  if (literal.elements.size() == count)
    return Status::success();
  return Error(
      strCat("expected ", count, " ", what, ", got ", literal.elements.size()),
      literal.column);
}

static Status storeRecord(const NumPyDType &dtype, const Literal &literal,
                          uint8_t *element) {
  if (Status status = checkCount(literal, dtype.fields.size(), "fields");
      !status)
    return status;
  for (size_t i = 0; i != dtype.fields.size(); ++i) {
    const RecordField &field = dtype.fields[i];
    if (Status status = storeLiteral(field.dtype, literal.elements[i],
                                     element + field.offset);
        !status)
      return status;
  }
  return Status::success();
}

/// Stores a list of the sub-array's dimensions from `dim` on; `element` moves
/// on.
static Status storeDimension(const NumPyDType &dtype, size_t dim,
                             const Literal &literal, uint8_t *&element) {
  if (dim == dtype.shape.size()) {
    Status status = storeLiteral(*dtype.base, literal, element);
    element += dtype.base->itemsize;
    return status;
  }
  if (!literal.isSequence())
    return Error(strCat("expected a list of ", dtype.shape[dim],
                        " values, got ", literal.describe()),
                 literal.column);
  if (Status status = checkCount(literal, dtype.shape[dim], "values"); !status)
    return status;
  for (const Literal &value : literal.elements)
    if (Status status = storeDimension(dtype, dim + 1, value, element); !status)
      return status;
  return Status::success();
}

static Status storeLiteral(const NumPyDType &dtype, const Literal &literal,
                           uint8_t *element) {
  bool hasParts = dtype.isRecord() || dtype.isSubArray();
  if (hasParts && !literal.isSequence())
    return storeInParts(dtype, literal, element);
  if (dtype.isRecord())
    return storeRecord(dtype, literal, element);
  if (dtype.isSubArray()) {
    uint8_t *next = element;
    return storeDimension(dtype, 0, literal, next);
  }
  if (literal.isSequence() || literal.isDictionary())
    return Error(strCat("expected one value for ", formatDType(dtype), ", got ",
                        literal.describe()),
                 literal.column);
  bool isBytes = literal.kind == Literal::Kind::Bytes;
  Status status =
      isText(dtype) && (isBytes || literal.isString())
          ? storeText(dtype, literal.text, element, literal.column, isBytes)
          : parseScalar(dtype, literal.text, element, literal.column);
  swapBytes(dtype, element);
  return status;
}

Status mlir::dtyp::parseElement(const NumPyDType &dtype, std::string_view text,
                                uint8_t *element, size_t column) {
  bool hasParts = dtype.isRecord() || dtype.isSubArray();
  if (hasParts || (isText(dtype) && isLiteral(text))) {
    Result<Literal> literal = parseLiteral(text, column);
    if (!literal)
      return literal.error();
    return storeLiteral(dtype, *literal, element);
  }
  Status status = parseScalar(dtype, text, element, column);
  swapBytes(dtype, element);
  return status;
}

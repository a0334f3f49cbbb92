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

#include "dtyp/Support/FloatFormat.h"
#include "dtyp/Support/StrCat.h"

#include <charconv>
#include <cmath>
#include <cstring>

using namespace mlir::dtyp;

/// Stores the real number at `element`, rounded to the nearest.
static void storeReal(const NumPyDType &dtype, double value, int64_t itemsize,
                      uint8_t *element) {
  if (itemsize == 8) {
    std::memcpy(element, &value, 8);
  } else if (itemsize == 4) {
    auto narrow = static_cast<float>(value);
    std::memcpy(element, &narrow, 4);
  } else {
    uint16_t narrow =
        encodeFloat(value, dtype.isBFloat16() ? bfloat16Format : float16Format);
    std::memcpy(element, &narrow, 2);
  }
}

void mlir::dtyp::storeInteger(const NumPyDType &dtype, int64_t value,
                              uint8_t *element) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
    *element = value != 0;
    return;
  case NumPyKind::Int:
  case NumPyKind::UInt:
    std::memcpy(element, &value, dtype.itemsize);
    return;
  case NumPyKind::Float:
  case NumPyKind::Complex:
    break;
  }
  int64_t realSize =
      dtype.kind == NumPyKind::Complex ? dtype.itemsize / 2 : dtype.itemsize;
  std::memset(element, 0, dtype.itemsize);
  if (realSize == 4) {
    // Once, not by way of double.
    auto narrow = static_cast<float>(value);
    std::memcpy(element, &narrow, 4);
    return;
  }
  storeReal(dtype, static_cast<double>(value), realSize, element);
}

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

  unsigned bits = dtype.itemsize * 8;
  bool isSigned = dtype.kind == NumPyKind::Int;
  uint64_t max = ~uint64_t(0) >> (64 - bits + (isSigned ? 1 : 0));
  uint64_t limit = !negative ? max : isSigned ? max + 1 : 0;
  if (errc == std::errc::result_out_of_range || magnitude > limit)
    return Error(strCat("expected an integer from ", isSigned ? "-" : "",
                        isSigned ? max + 1 : 0, " to ", max, " for ",
                        dtype.name, ", got '", text, "'"),
                 column);
  uint64_t value = negative ? 0 - magnitude : magnitude;
  std::memcpy(element, &value, dtype.itemsize);
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
                        int64_t itemsize, uint8_t *element, size_t column) {
  double value = 0;
  bool outOfRange = false;
  if (!readReal(text, value, outOfRange))
    return expected(dtype, "a number", text, column);
  bool overflows = outOfRange;
  if (!outOfRange && std::isfinite(value)) {
    if (itemsize == 4)
      overflows = std::isinf(static_cast<float>(value));
    else if (itemsize == 2) {
      FloatFormat format = dtype.isBFloat16() ? bfloat16Format : float16Format;
      overflows = std::isinf(decodeFloat(encodeFloat(value, format), format));
    }
  }
  if (overflows)
    return Error(strCat("expected a number in the range of ", dtype.name,
                        ", got '", text, "'; an infinity is written inf"),
                 column);
  storeReal(dtype, value, itemsize, element);
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
  int64_t half = dtype.itemsize / 2;
  std::memset(element, 0, dtype.itemsize);
  if (!real.empty())
    if (Status status = parseReal(dtype, real, half, element, column); !status)
      return status;
  if (imaginary.empty())
    return Status::success();
  return parseReal(dtype, imaginary, half, element + half, column);
}

Status mlir::dtyp::parseElement(const NumPyDType &dtype, std::string_view text,
                                uint8_t *element, size_t column) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
    return parseBool(dtype, text, element, column);
  case NumPyKind::Int:
  case NumPyKind::UInt:
    return parseInteger(dtype, text, element, column);
  case NumPyKind::Float:
    return parseReal(dtype, text, dtype.itemsize, element, column);
  case NumPyKind::Complex:
    return parseComplex(dtype, text, element, column);
  }
  return expected(dtype, "a value", text, column);
}

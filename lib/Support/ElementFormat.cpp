//===- ElementFormat.cpp - One element as text ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements printing elements of an array the way `str` prints NumPy
// scalars: the fewest digits that give the same number back, with an exponent
// below 1e-4 and from a power of ten that depends on the precision.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/Element.h"

#include "DatetimeText.h"
#include "ElementBits.h"
#include "ElementText.h"
#include "dtyp/Support/StrCat.h"

#include <charconv>
#include <cmath>
#include <cstring>

using namespace mlir::dtyp;

namespace {

/// A positive number 0.d1d2d3... * 10**point.
struct Decimal {
  std::string digits;
  int point = 0;
};

} // namespace

/// Takes apart `d.ddde+xx`, as `std::to_chars` writes it.
static Decimal takeApart(std::string_view text) {
  Decimal decimal;
  size_t exponent = text.find('e');
  for (char c : text.substr(0, exponent))
    if (c != '.')
      decimal.digits += c;
  std::string_view power = text.substr(exponent + 1);
  if (power[0] == '+')
    power.remove_prefix(1);
  std::from_chars(power.data(), power.data() + power.size(), decimal.point);
  ++decimal.point;
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0')
    decimal.digits.pop_back();
  return decimal;
}

template <typename Float>
static Decimal getShortest(Float value) {
  char buffer[64];
  char *end = std::to_chars(buffer, buffer + sizeof(buffer), value,
                            std::chars_format::scientific)
                  .ptr;
  return takeApart(std::string_view(buffer, end - buffer));
}

/// Adds one to the last digit of `d.ddde+xx`; false where that would carry out
/// of the first one.
static bool increment(char *text) {
  char *digit = std::strchr(text, 'e');
  while (digit != text) {
    --digit;
    if (*digit == '.')
      continue;
    if (*digit != '9') {
      ++*digit;
      return true;
    }
    *digit = '0';
  }
  return false;
}

/// The narrow formats have no `std::to_chars`: tries more digits until they
/// round to the same element. Below a power of two the numbers are closer than
/// above it, so there the next text above may do where the nearest, which lies
/// below, does not.
static Decimal getShortest(double value, FloatFormat format) {
  uint16_t bits = encodeFloat(value, format);
  char buffer[64];
  auto roundTrips = [&] {
    double back = 0;
    std::from_chars(buffer, buffer + std::strlen(buffer), back);
    return encodeFloat(back, format) == bits;
  };
  for (int precision = 0;; ++precision) {
    char *end = std::to_chars(buffer, buffer + sizeof(buffer) - 1, value,
                              std::chars_format::scientific, precision)
                    .ptr;
    *end = 0;
    // So many digits always do.
    if (precision >= 17 || roundTrips() || (increment(buffer) && roundTrips()))
      return takeApart(buffer);
  }
}

/// The fewest digits of a number with a bit or two of mantissa say little: 448
/// would be 4e+02. Six always lead back.
static Decimal getSixDigits(double value) {
  char buffer[32];
  char *end = std::to_chars(buffer, buffer + sizeof(buffer), value,
                            std::chars_format::scientific, /*precision=*/5)
                  .ptr;
  return takeApart(std::string_view(buffer, end - buffer));
}

/// Returns where NumPy starts to write an exponent.
static double getPositionalLimit(int64_t itemsize) {
  return itemsize == 8 ? 1e16 : itemsize == 4 ? 1e6 : 1e3;
}

/// Lays out a finite number as NumPy's scalars do. `trim` drops a `.0`.
static std::string layOut(const Decimal &decimal, double magnitude,
                          double limit, bool trim) {
  const std::string &digits = decimal.digits;
  int count = digits.size(), point = decimal.point;
  if (magnitude < 1e-4 || magnitude >= limit) {
    std::string text = digits.substr(0, 1);
    if (count > 1)
      text += "." + digits.substr(1);
    int exponent = point - 1;
    std::string power = std::to_string(exponent < 0 ? -exponent : exponent);
    return strCat(text, exponent < 0 ? "e-" : "e+", power.size() < 2 ? "0" : "",
                  power);
  }
  std::string text;
  if (point <= 0)
    text = "0." + std::string(-point, '0') + digits;
  else if (count <= point)
    text = digits + std::string(point - count, '0') + (trim ? "" : ".0");
  else
    text = digits.substr(0, point) + "." + digits.substr(point);
  return text;
}

/// Prints a real number without its sign.
static std::string formatMagnitude(const NumPyDType &dtype, double value,
                                   bool trim) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return "inf";
  double magnitude = std::fabs(value);
  if (magnitude == 0)
    return trim ? "0" : "0.0";
  int64_t size = getPartSize(dtype);
  const FloatFormat *format = getFloatFormat(dtype);
  if (format && format->getWidth() <= 8)
    return layOut(getSixDigits(magnitude), magnitude, /*limit=*/1e6, trim);
  Decimal decimal = format      ? getShortest(magnitude, *format)
                    : size == 8 ? getShortest(magnitude)
                                : getShortest(static_cast<float>(magnitude));
  return layOut(decimal, magnitude, getPositionalLimit(size), trim);
}

static bool isNegative(double value) {
  return std::signbit(value) && !std::isnan(value);
}

static std::string formatComplex(const NumPyDType &dtype,
                                 const uint8_t *element) {
  double real = loadReal(dtype, 0, element);
  double imaginary = loadReal(dtype, 1, element);
  std::string imaginaryText =
      formatMagnitude(dtype, imaginary, /*trim=*/true) + "j";
  if (real == 0 && !std::signbit(real))
    return (isNegative(imaginary) ? "-" : "") + imaginaryText;
  return strCat("(", isNegative(real) ? "-" : "",
                formatMagnitude(dtype, real, /*trim=*/true),
                isNegative(imaginary) ? "-" : "+", imaginaryText, ")");
}

//===----------------------------------------------------------------------===//
// Records and sub-arrays
//===----------------------------------------------------------------------===//

/// Returns an element as a part of another: there, times have quotes.
static std::string formatPart(const NumPyDType &dtype, const uint8_t *element) {
  std::string text = formatElement(dtype, element);
  return dtype.kind == NumPyKind::Datetime ? "'" + text + "'" : text;
}

static std::string formatRecord(const NumPyDType &dtype,
                                const uint8_t *element) {
  std::string text;
  for (const RecordField &field : dtype.fields)
    text += strCat(text.empty() ? "" : ", ",
                   formatPart(field.dtype, element + field.offset));
  return strCat("(", text, dtype.fields.size() == 1 ? ",)" : ")");
}

/// Prints the dimensions of a sub-array from `dim` on; `element` moves on.
static std::string formatDimension(const NumPyDType &dtype, size_t dim,
                                   const uint8_t *&element) {
  if (dim == dtype.shape.size()) {
    std::string text = formatPart(*dtype.base, element);
    element += dtype.base->itemsize;
    return text;
  }
  std::string text;
  for (int64_t i = 0; i != dtype.shape[dim]; ++i)
    text += strCat(i ? ", " : "", formatDimension(dtype, dim + 1, element));
  return strCat("[", text, "]");
}

//===----------------------------------------------------------------------===//
// All dtypes
//===----------------------------------------------------------------------===//

static std::string formatNative(const NumPyDType &dtype,
                                const uint8_t *element) {
  switch (dtype.kind) {
  case NumPyKind::Bool:
    // NumPy's rule: any byte but zero is True.
    return *element ? "True" : "False";
  case NumPyKind::Int:
    return std::to_string(loadInteger(dtype, element));
  case NumPyKind::UInt:
    return std::to_string(static_cast<uint64_t>(loadInteger(dtype, element)));
  case NumPyKind::Float: {
    double value = loadReal(dtype, 0, element);
    return (isNegative(value) ? "-" : "") +
           formatMagnitude(dtype, value, /*trim=*/false);
  }
  case NumPyKind::Complex:
    return formatComplex(dtype, element);
  case NumPyKind::Datetime:
    return formatDatetime(loadInteger(dtype, element), dtype.step);
  case NumPyKind::Timedelta: {
    int64_t value = loadInteger(dtype, element);
    return value == notATime ? "NaT" : std::to_string(value);
  }
  case NumPyKind::Bytes:
  case NumPyKind::Str:
  case NumPyKind::Void:
    return formatText(dtype, element);
  case NumPyKind::Record:
    return formatRecord(dtype, element);
  case NumPyKind::SubArray:
    // It may have any number of elements without a byte.
    if (dtype.itemsize == 0)
      return "[]";
    return formatDimension(dtype, 0, element);
  }
  return "?";
}

std::string mlir::dtyp::formatElement(const NumPyDType &dtype,
                                      const uint8_t *element) {
  return readNative(dtype, element, [&](const uint8_t *bytes) {
    return formatNative(dtype, bytes);
  });
}

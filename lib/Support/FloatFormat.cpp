//===- FloatFormat.cpp - Floating-point formats narrower than C's ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements rounding a double to a narrower format, and back.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/FloatFormat.h"

#include "dtyp/Support/NumPyDType.h"

#include <cmath>
#include <string_view>

using namespace mlir::dtyp;

namespace {

struct FormatRow {
  std::string_view name;
  FloatFormat format;
};

} // namespace

static constexpr FormatRow formats[] = {
    {"float16", float16Format},
    {"bfloat16", bfloat16Format},
    {"complex32", float16Format},
    {"bcomplex32", bfloat16Format},
    {"float8_e3m4", {3, 4, 3}},
    {"float8_e4m3", {4, 3, 7}},
    {"float8_e4m3b11fnuz", {4, 3, 11, FloatSpecials::NaNIsNegativeZero}},
    {"float8_e4m3fn", {4, 3, 7, FloatSpecials::NaNOnly}},
    {"float8_e4m3fnuz", {4, 3, 8, FloatSpecials::NaNIsNegativeZero}},
    {"float8_e5m2", {5, 2, 15}},
    {"float8_e5m2fnuz", {5, 2, 16, FloatSpecials::NaNIsNegativeZero}},
    {"float8_e8m0fnu", {8, 0, 127, FloatSpecials::PowersOfTwo}},
    {"float6_e2m3fn", {2, 3, 1, FloatSpecials::None}},
    {"float6_e3m2fn", {3, 2, 3, FloatSpecials::None}},
    {"float4_e2m1fn", {2, 1, 1, FloatSpecials::None}},
};

const FloatFormat *mlir::dtyp::getFloatFormat(const NumPyDType &dtype) {
  if (dtype.kind != NumPyKind::Float && dtype.kind != NumPyKind::Complex)
    return nullptr;
  // Asked for each element of an array, so that names are compared last.
  if (dtype.itemsize > (dtype.kind == NumPyKind::Complex ? 4 : 2))
    return nullptr;
  for (const FormatRow &row : formats)
    if (dtype.name == row.name)
      return &row.format;
  return nullptr;
}

static uint16_t encodePowerOfTwo(double value) {
  constexpr uint16_t nan = 0xff;
  // ml_dtypes converts by way of float, to which less than this is zero.
  auto narrow = static_cast<float>(value);
  if (!(narrow > 0) || std::isinf(narrow))
    return nan;
  int exponent = std::ilogb(narrow);
  if (exponent < -127)
    return 0;
  if (std::scalbn(narrow, -exponent) >= 1.5f)
    ++exponent;
  return exponent > 127 ? nan : exponent + 127;
}

/// Rounds the magnitude of a finite number as if exponents had no end: the
/// result is an encoding where it is no larger than the largest one.
static uint32_t roundMagnitude(double value, FloatFormat format) {
  if (value == 0)
    return 0;
  // The value in units of the last place that the format has at its exponent;
  // below the smallest normal number, that place stays where it is. The scaling
  // is exact, so nearbyint (ties to even) rounds once.
  int mantissaBits = format.mantissaBits;
  int exponent = std::ilogb(value);
  int minExponent = 1 - format.bias;
  int place = (exponent < minExponent ? minExponent : exponent) - mantissaBits;
  auto units = static_cast<uint32_t>(
      std::nearbyint(std::scalbn(std::fabs(value), -place)));
  // A carry out of the mantissa moves into the exponent by itself, from the
  // subnormals to the normals and beyond the largest number.
  uint32_t biased = exponent < minExponent ? 0 : exponent - minExponent;
  return (biased << mantissaBits) + units;
}

/// Returns all bits but the sign.
static uint16_t getMagnitudeMask(FloatFormat format) {
  return (1u << (format.exponentBits + format.mantissaBits)) - 1;
}

/// Returns the encoding of the largest number.
static uint16_t getLargest(FloatFormat format) {
  uint16_t allOnes = getMagnitudeMask(format);
  switch (format.specials) {
  case FloatSpecials::IEEE:
    return (allOnes >> format.mantissaBits << format.mantissaBits) - 1;
  case FloatSpecials::NaNOnly:
  case FloatSpecials::PowersOfTwo:
    return allOnes - 1;
  case FloatSpecials::NaNIsNegativeZero:
  case FloatSpecials::None:
    break;
  }
  return allOnes;
}

/// Returns the encoding of a NaN, and of what is too large for a number.
static uint16_t getNaN(bool negative, FloatFormat format) {
  uint16_t signBit = getMagnitudeMask(format) + 1;
  switch (format.specials) {
  case FloatSpecials::IEEE:
    return (negative ? signBit : 0) | (getLargest(format) + 1) |
           (1u << (format.mantissaBits - 1));
  case FloatSpecials::NaNOnly:
  case FloatSpecials::PowersOfTwo:
    break;
  case FloatSpecials::NaNIsNegativeZero:
    return signBit;
  case FloatSpecials::None:
    return negative ? 0 : signBit;
  }
  return (negative ? signBit : 0) | getMagnitudeMask(format);
}

static uint16_t getTooLarge(bool negative, FloatFormat format) {
  uint16_t sign = negative ? getMagnitudeMask(format) + 1 : 0;
  switch (format.specials) {
  case FloatSpecials::IEEE:
    return sign | (getLargest(format) + 1);
  case FloatSpecials::None:
    return sign | getLargest(format);
  case FloatSpecials::NaNOnly:
  case FloatSpecials::NaNIsNegativeZero:
  case FloatSpecials::PowersOfTwo:
    break;
  }
  return getNaN(negative, format);
}

uint16_t mlir::dtyp::encodeFloat(double value, FloatFormat format) {
  if (format.specials == FloatSpecials::PowersOfTwo)
    return encodePowerOfTwo(value);
  bool negative = std::signbit(value);
  if (std::isnan(value))
    return getNaN(negative, format);
  if (std::isinf(value))
    return getTooLarge(negative, format);
  uint32_t magnitude = roundMagnitude(value, format);
  if (magnitude > getLargest(format))
    return getTooLarge(negative, format);
  if (magnitude == 0 && format.specials == FloatSpecials::NaNIsNegativeZero)
    return 0;
  return (negative ? getMagnitudeMask(format) + 1 : 0) | magnitude;
}

bool mlir::dtyp::overflowsFormat(double value, FloatFormat format) {
  if (std::isnan(value))
    return format.specials == FloatSpecials::None;
  if (std::isinf(value))
    return !format.hasInfinity();
  if (format.specials == FloatSpecials::PowersOfTwo)
    return encodePowerOfTwo(value) == 0xff;
  return roundMagnitude(value, format) > getLargest(format);
}

double mlir::dtyp::decodeFloat(uint16_t bits, FloatFormat format) {
  if (format.specials == FloatSpecials::PowersOfTwo)
    return bits == 0xff ? NAN : std::scalbn(1.0, bits - 127);
  int mantissaBits = format.mantissaBits;
  int exponentMask = (1 << format.exponentBits) - 1;
  int mantissaMask = (1 << mantissaBits) - 1;
  int exponent = (bits >> mantissaBits) & exponentMask;
  int mantissa = bits & mantissaMask;
  // Of a float6 or float4, any bit above the magnitude is the sign, as in
  // ml_dtypes.
  bool negative = (bits >> (format.exponentBits + mantissaBits)) != 0;
  bool isLastExponent = exponent == exponentMask;
  double value;
  if (format.specials == FloatSpecials::IEEE && isLastExponent)
    value = mantissa ? NAN : INFINITY;
  else if (format.specials == FloatSpecials::NaNOnly && isLastExponent &&
           mantissa == mantissaMask)
    value = NAN;
  else if (format.specials == FloatSpecials::NaNIsNegativeZero && negative &&
           exponent == 0 && mantissa == 0)
    value = NAN;
  else if (exponent == 0)
    value = std::scalbn(mantissa, 1 - format.bias - mantissaBits);
  else
    value = std::scalbn(mantissa + (1 << mantissaBits),
                        exponent - format.bias - mantissaBits);
  return std::copysign(value, negative ? -1.0 : 1.0);
}

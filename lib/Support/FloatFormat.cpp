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

#include <cmath>

using namespace mlir::dtyp;

uint16_t mlir::dtyp::encodeFloat(double value, FloatFormat format) {
  int mantissaBits = format.mantissaBits;
  int maxExponent = (1 << (format.exponentBits - 1)) - 1;
  uint16_t sign = std::signbit(value)
                      ? 1u << (format.exponentBits + format.mantissaBits)
                      : 0;
  uint16_t infinity = ((1u << format.exponentBits) - 1) << format.mantissaBits;
  if (std::isnan(value))
    return sign | infinity | (1u << (format.mantissaBits - 1));
  if (std::isinf(value))
    return sign | infinity;
  if (value == 0)
    return sign;

  // The value in units of the last place that the format has at its exponent;
  // below the smallest normal number, that place stays where it is. The scaling
  // is exact, so nearbyint (ties to even) rounds once.
  int exponent = std::ilogb(value);
  if (exponent > maxExponent)
    return sign | infinity;
  int minExponent = 1 - maxExponent;
  int place = (exponent < minExponent ? minExponent : exponent) - mantissaBits;
  auto units = static_cast<uint32_t>(
      std::nearbyint(std::scalbn(std::fabs(value), -place)));
  // A carry out of the mantissa moves into the exponent by itself, from the
  // subnormals to the normals and up to the infinity.
  uint32_t biased = exponent < minExponent ? 0 : exponent - minExponent;
  return sign | static_cast<uint16_t>((biased << mantissaBits) + units);
}

double mlir::dtyp::decodeFloat(uint16_t bits, FloatFormat format) {
  int mantissaBits = format.mantissaBits;
  int bias = (1 << (format.exponentBits - 1)) - 1;
  int exponent = (bits >> mantissaBits) & ((1 << format.exponentBits) - 1);
  int mantissa = bits & ((1 << mantissaBits) - 1);
  bool negative = (bits >> (format.exponentBits + mantissaBits)) & 1;
  double value;
  if (exponent == (1 << format.exponentBits) - 1)
    value = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    value = std::scalbn(mantissa, 1 - bias - mantissaBits);
  else
    value = std::scalbn(mantissa + (1 << mantissaBits),
                        exponent - bias - mantissaBits);
  return std::copysign(value, negative ? -1.0 : 1.0);
}

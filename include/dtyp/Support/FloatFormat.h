//===- FloatFormat.h - Floating-point formats narrower than C's -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversions between `double` and the formats that
// C++17 has no type for: float16, and ml_dtypes' bfloat16, float8, float6 and
// float4.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_FLOATFORMAT_H
#define DTYP_SUPPORT_FLOATFORMAT_H

#include <cstdint>

namespace mlir::dtyp {

struct NumPyDType;

/// What the encodings are used for that IEEE 754 gives to infinities and NaNs.
enum class FloatSpecials : uint8_t {
  /// For infinities and NaNs.
  IEEE,
  /// `fn`: for numbers, but the last one is a NaN.
  NaNOnly,
  /// `fnuz`: for numbers; the only NaN is where -0 would be.
  NaNIsNegativeZero,
  /// For numbers: there is no NaN, and what is too large becomes the largest.
  None,
  /// `e8m0fnu`: powers of two without a sign, a zero or an infinity.
  PowersOfTwo,
};

/// A binary format: a sign, an exponent and a mantissa, with subnormals.
struct FloatFormat {
  unsigned exponentBits;
  unsigned mantissaBits;
  int bias;
  FloatSpecials specials = FloatSpecials::IEEE;

  bool hasInfinity() const { return specials == FloatSpecials::IEEE; }
  unsigned getWidth() const {
    return exponentBits + mantissaBits +
           (specials != FloatSpecials::PowersOfTwo);
  }
};

inline constexpr FloatFormat float16Format = {5, 10, 15};
inline constexpr FloatFormat bfloat16Format = {8, 7, 127};

/// Returns the format of a float dtype, or of the parts of a complex one; null
/// where C++ has a type for it, and for other dtypes.
const FloatFormat *getFloatFormat(const NumPyDType &dtype);

/// Rounds to nearest, ties to even; a number that is too large becomes what the
/// format has for it: an infinity, a NaN, or the largest number. The result's
/// low bits are the encoding. A NaN keeps its sign, where it has one, and
/// becomes quiet; without NaNs it becomes -0, and one with a sign 0, as in
/// ml_dtypes. `PowersOfTwo` rounds ties up.
uint16_t encodeFloat(double value, FloatFormat format);

/// Returns whether the format has no encoding for the value, rounded, so that
/// `encodeFloat` gives another one.
bool overflowsFormat(double value, FloatFormat format);

/// Returns the value, which a double holds exactly. Above the bits of the
/// format may be others of its byte, which ml_dtypes takes for the sign, too.
double decodeFloat(uint16_t bits, FloatFormat format);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_FLOATFORMAT_H

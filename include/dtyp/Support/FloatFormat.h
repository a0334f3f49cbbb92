//===- FloatFormat.h - Floating-point formats narrower than C's -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversions between `double` and the IEEE-like formats
// that C++17 has no type for: float16 and bfloat16.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_FLOATFORMAT_H
#define DTYP_SUPPORT_FLOATFORMAT_H

#include <cstdint>

namespace mlir::dtyp {

/// An IEEE-like binary format: a sign, an exponent and a mantissa, with
/// subnormals, infinities and NaNs.
struct FloatFormat {
  unsigned exponentBits;
  unsigned mantissaBits;
};

inline constexpr FloatFormat float16Format = {5, 10};
inline constexpr FloatFormat bfloat16Format = {8, 7};

/// Rounds to nearest, ties to even; overflows to an infinity. The result's
/// low bits are the encoding. A NaN keeps its sign and becomes quiet.
uint16_t encodeFloat(double value, FloatFormat format);

/// Returns the value, which a double holds exactly.
double decodeFloat(uint16_t bits, FloatFormat format);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_FLOATFORMAT_H

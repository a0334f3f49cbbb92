//===- FloatFormatTest.cpp - Tests of float16 and bfloat16 ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the conversions of the narrow floating-point formats.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/FloatFormat.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

using namespace mlir::dtyp;

TEST(FloatFormatTest, EveryEncodingRoundTrips) {
  for (FloatFormat format : {float16Format, bfloat16Format}) {
    for (unsigned bits = 0; bits != 0x10000; ++bits) {
      double value = decodeFloat(bits, format);
      uint16_t back = encodeFloat(value, format);
      if (std::isnan(value))
        EXPECT_TRUE(std::isnan(decodeFloat(back, format)));
      else
        ASSERT_EQ(back, bits) << value;
    }
  }
}

TEST(FloatFormatTest, BFloat16IsTheUpperHalfOfAFloat) {
  for (unsigned bits = 0; bits != 0x10000; ++bits) {
    uint32_t wide = bits << 16;
    float value;
    std::memcpy(&value, &wide, 4);
    double decoded = decodeFloat(bits, bfloat16Format);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(decoded));
    else
      ASSERT_EQ(decoded, value);
  }
}

TEST(FloatFormatTest, TiesGoToEven) {
  for (FloatFormat format : {float16Format, bfloat16Format}) {
    unsigned infinity = ((1u << format.exponentBits) - 1)
                        << format.mantissaBits;
    // Between all neighbours, up to the largest finite number.
    for (unsigned bits = 0; bits + 1 != infinity; ++bits) {
      double below = decodeFloat(bits, format);
      double above = decodeFloat(bits + 1, format);
      double middle = (below + above) / 2;
      ASSERT_EQ(encodeFloat(middle, format), bits % 2 ? bits + 1 : bits);
      ASSERT_EQ(encodeFloat(std::nextafter(middle, 0), format), bits);
      ASSERT_EQ(encodeFloat(std::nextafter(middle, INFINITY), format),
                bits + 1);
      ASSERT_EQ(encodeFloat(-middle, format),
                (bits % 2 ? bits + 1 : bits) | 0x8000);
    }
  }
}

TEST(FloatFormatTest, Extremes) {
  EXPECT_EQ(encodeFloat(65504, float16Format), 0x7bff);
  EXPECT_EQ(encodeFloat(65519.999, float16Format), 0x7bff);
  EXPECT_EQ(encodeFloat(65520, float16Format), 0x7c00) << "half-way overflows";
  EXPECT_EQ(encodeFloat(1e300, float16Format), 0x7c00);
  EXPECT_EQ(encodeFloat(-INFINITY, float16Format), 0xfc00);
  EXPECT_EQ(encodeFloat(-0.0, float16Format), 0x8000);
  EXPECT_EQ(encodeFloat(std::ldexp(1, -24), float16Format), 1);
  EXPECT_EQ(encodeFloat(std::ldexp(1, -25), float16Format), 0);
  EXPECT_EQ(encodeFloat(1e-320, bfloat16Format), 0);
  EXPECT_EQ(encodeFloat(NAN, bfloat16Format), 0x7fc0);
}

TEST(FloatFormatTest, BitsAboveAreTheSign) {
  constexpr FloatFormat float4 = {2, 1, 1, FloatSpecials::None};
  EXPECT_EQ(decodeFloat(0x03, float4), 1.5);
  EXPECT_EQ(decodeFloat(0x0b, float4), -1.5);
  EXPECT_EQ(decodeFloat(0x83, float4), -1.5);
}

//===- ElementTest.cpp - Tests of single elements ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the conversions between elements, numbers and text.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/Element.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace mlir::dtyp;

/// Parses a value and prints it.
static std::string convert(const char *name, std::string_view text) {
  NumPyDType dtype = getScalarDType(name);
  uint8_t element[16] = {};
  Status status = parseElement(dtype, text, element);
  return status ? formatElement(dtype, element) : status.error().message;
}

static std::string store(const char *name, int64_t value) {
  NumPyDType dtype = getScalarDType(name);
  uint8_t element[16];
  std::memset(element, 0xff, sizeof(element));
  storeInteger(dtype, value, element);
  return formatElement(dtype, element);
}

TEST(ElementTest, Integers) {
  EXPECT_EQ(convert("int8", "-128"), "-128");
  EXPECT_EQ(convert("int8", "+7"), "7");
  EXPECT_EQ(convert("uint8", "0xff"), "255");
  EXPECT_EQ(convert("int64", "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(convert("uint64", "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(convert("uint8", "256"),
            "expected an integer from 0 to 255 for uint8, got '256'");
  EXPECT_EQ(convert("int64", "9223372036854775808"),
            "expected an integer from -9223372036854775808 to "
            "9223372036854775807 for int64, got '9223372036854775808'");
  EXPECT_EQ(convert("uint64", "99999999999999999999"),
            "expected an integer from 0 to 18446744073709551615 for uint64, "
            "got '99999999999999999999'");
  EXPECT_EQ(convert("uint8", "-1"),
            "expected an integer from 0 to 255 for uint8, got '-1'");
  for (const char *text : {"", "-", "1.5", "0x", "1 ", " 1", "--1", "+-1"})
    EXPECT_EQ(convert("int32", text),
              std::string("expected an integer for int32, got '") + text + "'");
}

TEST(ElementTest, Booleans) {
  EXPECT_EQ(convert("bool", "true"), "True");
  EXPECT_EQ(convert("bool", "False"), "False");
  EXPECT_EQ(convert("bool", "1"), "True");
  EXPECT_EQ(convert("bool", "2"), "expected true or false for bool, got '2'");
  uint8_t element = 0x80;
  EXPECT_EQ(formatElement(getScalarDType("bool"), &element), "True");
}

TEST(ElementTest, Floats) {
  EXPECT_EQ(convert("float32", "0.1"), "0.1");
  EXPECT_EQ(convert("float64", "0.1"), "0.1");
  EXPECT_EQ(convert("float16", "0.1"), "0.1");
  EXPECT_EQ(convert("bfloat16", "0.1"), "0.1");
  EXPECT_EQ(convert("float32", "1"), "1.0");
  EXPECT_EQ(convert("float32", "-0"), "-0.0");
  EXPECT_EQ(convert("float32", "+1.5e-3"), "0.0015");
  EXPECT_EQ(convert("float32", "-inf"), "-inf");
  EXPECT_EQ(convert("float64", "nan"), "nan");
  EXPECT_EQ(convert("float64", "1e16"), "1e+16");
  EXPECT_EQ(convert("float64", "123456789"), "123456789.0");
  EXPECT_EQ(convert("float64", "1.25e-5"), "1.25e-05");
  EXPECT_EQ(convert("float32", "1e39"),
            "expected a number in the range of float32, got '1e39'; an "
            "infinity is written inf");
  EXPECT_NE(convert("float16", "65520").find("range of float16"),
            std::string::npos);
  EXPECT_NE(convert("float64", "1e999").find("range of float64"),
            std::string::npos);
  for (const char *text : {"", "1.5x", "0x10", "+-1", "nan(1)", "1,5", "."})
    EXPECT_EQ(convert("float32", text),
              std::string("expected a number for float32, got '") + text + "'");
}

TEST(ElementTest, ComplexNumbers) {
  EXPECT_EQ(convert("complex64", "1+2j"), "(1+2j)");
  EXPECT_EQ(convert("complex64", "(1-2j)"), "(1-2j)");
  EXPECT_EQ(convert("complex128", "1e-3-1.5e+2j"), "(0.001-150j)");
  EXPECT_EQ(convert("complex128", "-2j"), "-2j");
  EXPECT_EQ(convert("complex128", "1e5"), "(100000+0j)");
  EXPECT_EQ(convert("complex128", "-0-0j"), "(-0-0j)");
  EXPECT_EQ(convert("complex64", "nan+infj"), "(nan+infj)");
  for (const char *text : {"", "j", "1+", "1+j", "1+2", "1+2i", "()"})
    EXPECT_EQ(convert("complex64", text),
              std::string("expected a number such as 1.5 or 1+2j for "
                          "complex64, got '") +
                  text + "'");
}

TEST(ElementTest, StoredIntegersWrapAndRound) {
  EXPECT_EQ(store("int8", 200), "-56");
  EXPECT_EQ(store("uint16", -1), "65535");
  EXPECT_EQ(store("bool", 256), "True") << "not the lowest byte";
  EXPECT_EQ(store("float32", 16777217), "1.6777216e+07");
  EXPECT_EQ(store("bfloat16", 257), "256.0");
  EXPECT_EQ(store("complex64", 3), "(3+0j)");
  EXPECT_EQ(store("complex128", -3), "(-3+0j)");
}

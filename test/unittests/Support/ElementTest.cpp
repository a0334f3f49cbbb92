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

#include "dtyp/Support/DTypeParser.h"
#include "dtyp/Support/ElementCompare.h"

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

/// Parses a value of a dtype that is spelled, and prints it.
static std::string convertAny(std::string_view spelling,
                              std::string_view text) {
  NumPyDType dtype = *parseNumPyDType(spelling);
  std::vector<uint8_t> element(dtype.itemsize);
  Status status = parseElement(dtype, text, element.data(), /*column=*/1);
  return status ? formatElement(dtype, element.data()) : status.error().str();
}

TEST(ElementTest, NarrowNumbers) {
  EXPECT_EQ(convert("int4", "-8"), "-8");
  EXPECT_EQ(convert("int4", "8"),
            "expected an integer from -8 to 7 for int4, got '8'");
  EXPECT_EQ(convert("uint1", "1"), "1");
  EXPECT_EQ(convert("int1", "-1"), "-1");
  EXPECT_EQ(convert("int1", "1"),
            "expected an integer from -1 to 0 for int1, got '1'");
  EXPECT_EQ(store("int4", 9), "-7");
  EXPECT_EQ(convert("float8_e4m3fn", "448"), "448.0");
  EXPECT_NE(convert("float8_e4m3fn", "500").find("in the range of"),
            std::string::npos);
  EXPECT_NE(convert("float8_e4m3fn", "inf").find("in the range of"),
            std::string::npos);
  EXPECT_EQ(convert("float8_e5m2", "inf"), "inf");
  EXPECT_NE(convert("float4_e2m1fn", "nan").find("in the range of"),
            std::string::npos);
  EXPECT_EQ(convert("float8_e8m0fnu", "0.25"), "0.25");
  EXPECT_NE(convert("float8_e8m0fnu", "0").find("in the range of"),
            std::string::npos);
  EXPECT_EQ(convert("complex32", "1-2j"), "(1-2j)");
  EXPECT_EQ(getValueBits(getScalarDType("float6_e2m3fn")), 6u);
  EXPECT_EQ(getValueBits(getScalarDType("complex32")), 32u);
}

TEST(ElementTest, Times) {
  EXPECT_EQ(convertAny("M8[ms]", "2020-01-02T03:04:05.678"),
            "2020-01-02T03:04:05.678");
  EXPECT_EQ(convertAny("M8[D]", "2020-01-02T23:59"), "2020-01-02");
  EXPECT_EQ(convertAny("M8[W]", "1969-12-31"), "1969-12-25");
  EXPECT_EQ(convertAny("M8[s]", "nat"), "NaT");
  EXPECT_EQ(convertAny("M8[Y]", "-1"), "-001");
  EXPECT_EQ(convertAny("M8", "NaT"), "NaT");
  EXPECT_EQ(convertAny("m8[25s]", "-7"), "-7");
  EXPECT_EQ(convertAny("m8[s]", "NaT"), "NaT");
  for (const char *text :
       {"2021-02-29", "2020-13", "2020-1", "x", "2020-01-01T", "2020-01-01T24",
        "2020-01-01T05:06Z", "2020-01-01 x"})
    EXPECT_EQ(convertAny("M8[s]", text).substr(0, 7), "column ") << text;
  EXPECT_NE(convertAny("M8[ns]", "2262-04-12").find("in the range of"),
            std::string::npos);
  EXPECT_NE(convertAny("M8[as]", "99999999999999").find("in the range of"),
            std::string::npos);
  EXPECT_NE(convertAny("M8", "2020").find("write the unit"), std::string::npos);
  EXPECT_EQ(convertAny("m8[s]", "1.5"),
            "column 1: expected an integer for timedelta64[s], got '1.5'");
}

TEST(ElementTest, TextAndBytes) {
  EXPECT_EQ(convertAny("S5", "abc"), "b'abc'");
  EXPECT_EQ(convertAny("S5", "b'a\\x00b'"), "b'a\\x00b'");
  EXPECT_EQ(convertAny("S2", "abc"),
            "column 1: expected at most 2 bytes for S2, got 3");
  EXPECT_EQ(convertAny("U3", "\xc3\xa9\"'"), "'\xc3\xa9\"\\''");
  EXPECT_EQ(convertAny(">U3", "'a b'"), "'a b'");
  EXPECT_EQ(convertAny("U1", "b'a'"),
            "column 1: expected a string for U1, got bytes");
  EXPECT_EQ(convertAny("V2", "b'\\xab'"), "b'\\xAB\\x00'");
  EXPECT_NE(convertAny("V2", "ab").find("expected bytes"), std::string::npos);
}

TEST(ElementTest, RecordsAndSubArrays) {
  EXPECT_EQ(convertAny("f4,>i2,S3,?", "(1.5, -2, 'abc', True)"),
            "(1.5, -2, b'abc', True)");
  EXPECT_EQ(convertAny("u1,(2,2)u1", "(1, [[2, 3], [4, 5]])"),
            "(1, [[2, 3], [4, 5]])");
  EXPECT_EQ(convertAny("u1,(2,2)u1", "7"), "(7, [[7, 7], [7, 7]])");
  EXPECT_EQ(convertAny("[['x', 'M8[D]']]", "('2020-02-29',)"),
            "('2020-02-29',)");
  EXPECT_EQ(convertAny("[['x', 'u1,u1'], ['y', 'c8']]", "((1, 2), 1+2j)"),
            "((1, 2), (1+2j))");
  EXPECT_EQ(convertAny("u1,u1", "(1, 256)"),
            "column 5: expected an integer from 0 to 255 for uint8, got '256'");
  EXPECT_EQ(convertAny("u1,2u1", "(1, [2])"),
            "column 5: expected 2 values, got 1");
  EXPECT_EQ(convertAny("u1,u1", "(1, (2, 3))"),
            "column 5: expected one value for uint8, got a list");
  EXPECT_NE(convertAny("u1,u1", "(1").find("got the end"), std::string::npos);
}

TEST(ElementTest, Compare) {
  auto isSame = [](std::string_view spelling, std::string_view actual,
                   std::string_view expected, Tolerance tolerance = {}) {
    NumPyDType dtype = *parseNumPyDType(spelling);
    std::vector<uint8_t> lhs(dtype.itemsize, 0x55), rhs(dtype.itemsize, 0xaa);
    EXPECT_TRUE(parseElement(dtype, actual, lhs.data()));
    EXPECT_TRUE(parseElement(dtype, expected, rhs.data()));
    return isClose(dtype, lhs.data(), dtype, rhs.data(), tolerance);
  };
  std::string_view padded = "{'names': ['x', 'y'], 'formats': ['u1', 'f4'], "
                            "'offsets': [0, 4], 'itemsize': 12}";
  EXPECT_TRUE(isSame(padded, "(1, 2)", "(1, 2)")) << "padding has no value";
  EXPECT_FALSE(isSame(padded, "(1, 2)", "(1, 2.5)"));
  EXPECT_TRUE(isSame(padded, "(1, 2)", "(1, 2.5)", {0, 0.5}));
  EXPECT_FALSE(isSame(padded, "(1, nan)", "(1, nan)"));
  EXPECT_TRUE(isSame(padded, "(1, nan)", "(1, nan)", {0, 0, true}));
  EXPECT_FALSE(isSame("M8[s]", "2020", "2021", {1, 1e30})) << "no number";
  EXPECT_FALSE(isSame("(2,)S2,u1", "(['a', 'b'], 1)", "(['a', 'c'], 1)"));
  EXPECT_TRUE(isSame(">f4", "1.5", "1.5"));
  EXPECT_FALSE(isSame(">f4", "1.5", "1.25"));
}

//===- DTypeParserTest.cpp - Tests of the dtype parser and printer --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the parser and the printer of dtypes: above all the errors
// and limits. The comparison with real NumPy is test/Support/dtypes.test.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/DTypeParser.h"
#include "dtyp/Support/DTypePrinter.h"

#include "gtest/gtest.h"

using namespace mlir::dtyp;

/// Returns the canonical spelling, which must lead back to the dtype.
static std::string parse(std::string_view spelling, bool align = false) {
  Result<NumPyDType> dtype = parseNumPyDType(spelling, /*column=*/1, align);
  if (!dtype)
    return dtype.error().str();
  std::string text = formatDType(*dtype);
  Result<NumPyDType> again = parseNumPyDType(text);
  EXPECT_TRUE(again && *again == *dtype) << text;
  return text;
}

/// Returns the start of the error, as long as what is expected.
static void expectError(std::string_view spelling, std::string_view start) {
  EXPECT_EQ(parse(spelling).substr(0, start.size()), start) << spelling;
}

TEST(DTypeParserTest, CanonicalSpellings) {
  EXPECT_EQ(parse("<f4"), "float32");
  EXPECT_EQ(parse(">f4"), ">f4");
  EXPECT_EQ(parse("M8[h/4]"), "datetime64[15m]");
  EXPECT_EQ(parse(">m8[D]"), ">m8[D]");
  EXPECT_EQ(parse("|S5"), "S5");
  EXPECT_EQ(parse("<U3"), "U3");
  EXPECT_EQ(parse(">U3"), ">U3");
  EXPECT_EQ(parse("V7"), "V7");
  EXPECT_EQ(parse("3f4"), "(3,)float32");
  EXPECT_EQ(parse("(2,3)>i2"), "(2,3)>i2");
  EXPECT_EQ(parse("2M8[25s]"), "(2,)datetime64[25s]");
  EXPECT_EQ(parse("2float8"), "column 2: expected a NumPy dtype such as "
                              "float32, uint8 or <f4, got 'float8'");
  EXPECT_EQ(parse("[\"float8_e4m3fn\", [2]]"), "[\"float8_e4m3fn\",[2]]")
      << "no comma string takes the name";
  EXPECT_EQ(parse("3>4f4"), "[\"(4,)>f4\",[3]]");
}

TEST(DTypeParserTest, Records) {
  EXPECT_EQ(parse("f4,(2,)i2"),
            "[[\"f0\",\"float32\"],[\"f1\",\"int16\",[2]]]");
  EXPECT_EQ(parse("[]"), "[]");
  EXPECT_EQ(parse("[('x', '<f4'), (('t', 'y'), [('z', 'u1')], (2,))]"),
            "[[\"x\",\"float32\"],[[\"t\",\"y\"],[[\"z\",\"uint8\"]],[2]]]");
  EXPECT_EQ(parse("u1,f4", /*align=*/true),
            "{\"names\":[\"f0\",\"f1\"],\"formats\":[\"uint8\",\"float32\"],"
            "\"aligned\":true}");
  EXPECT_EQ(parse("{'names': ['a', 'b'], 'formats': ['f4', 'u1'], 'offsets': "
                  "[4, 0], 'titles': [None, 'c'], 'itemsize': 12}"),
            "{\"names\":[\"a\",\"b\"],\"formats\":[\"float32\",\"uint8\"],"
            "\"offsets\":[4,0],\"titles\":[null,\"c\"],\"itemsize\":12}");
}

TEST(DTypeParserTest, PackedInAlignedRecords) {
  std::string packed =
      "{\"names\":[\"a\",\"b\"],\"formats\":[\"uint8\",\"int32\"],\"offsets\":"
      "[0,1],\"itemsize\":5,\"alignment\":1}";
  std::string text = "{\"names\":[\"x\",\"y\"],\"formats\":[\"uint8\"," +
                     packed + "],\"aligned\":true}";
  EXPECT_EQ(parse(text), text);
  Result<NumPyDType> dtype = parseNumPyDType(text);
  ASSERT_TRUE(dtype);
  EXPECT_EQ(dtype->fields[1].offset, 1);
  EXPECT_FALSE(dtype->fields[1].dtype.isAligned);
  EXPECT_EQ(dtype->itemsize, 6);
}

TEST(DTypeParserTest, NamesAreText) {
  EXPECT_EQ(parse("[['\\u00b5\\x41\\n', 'u1']]"), "[[\"\xc2\xb5"
                                                  "A\\u000a\",\"uint8\"]]");
  EXPECT_EQ(parse("[[\"\\ud83d\\ude00\", \"u1\"]]"),
            "[[\"\xf0\x9f\x98\x80\",\"uint8\"]]");
  expectError("[[\"\\ud83d\", \"u1\"]]", "column 5: expected the number of");
  expectError("[[\"\xff\", \"u1\"]]", "column 4: expected a string of plain");
  expectError("[[\"a\x1b\", \"u1\"]]", "column 5: expected a string of plain");
  expectError("[[\"a\\q\", \"u1\"]]", "column 6: expected an escape");
  expectError("[[\"a", "column 3: expected \" at the end of the string");
}

TEST(DTypeParserTest, ErrorsKnowTheirColumn) {
  expectError("", "column 1: expected a NumPy dtype");
  expectError("f4,f5", "column 4: expected a NumPy dtype");
  expectError("f4,(2 3)i4", "column 4: expected a shape");
  expectError("(3)f4,u1", "column 1: expected a shape");
  expectError("f4;u1,u1", "column 3: expected a dtype, or a comma");
  expectError("<3>f4", "column 3: expected one byte order");
  expectError("M8[s/7]", "column 4: expected a divisor");
  expectError("M8[s/0]", "column 4: expected a positive divisor");
  expectError("M8[0s]", "column 4: expected a step of 1");
  expectError("M8[s", "column 3: expected the unit of time in brackets");
  expectError("u1,S0", "column 4: expected a dtype that a GPU kernel");
}

TEST(DTypeParserTest, LiteralErrors) {
  expectError("[", "column 2: expected a value, got the end");
  expectError("[['a', 'f4'] ['b']]", "column 14: expected ',' or ']', got '['");
  expectError("[['a', 'f4']] x", "column 15: expected the end, got 'x'");
  expectError("['f4', 'i4']", "column 2: expected a field such as");
  expectError("[['a']]", "column 2: expected a field such as [\"x\", \"<f4\"], "
                         "got a list of 1 elements");
  expectError("[['a', 'f4', 'x']]", "column 14: expected a shape");
  expectError("[['a', 'f4', [-1]]]", "column 14: expected sizes of at least 0");
  expectError("[[1, 'f4']]", "column 3: expected a field's name, a string, got "
                             "an integer");
  expectError("[['a', 'f4'], ['a', 'f4']]", "column 15: expected fields and");
  expectError("[['a', 'f4'], [['a', 'b'], 'f4']]",
              "column 15: expected fields");
  expectError("[[['', 'b'], 'f4']]", "column 4: expected a title that is not");
  expectError("[['a', None]]", "column 8: expected a dtype, got nothing");
  expectError("[['a', 'O']]", "column 9: expected a dtype that a GPU kernel");
  expectError("{'names': ['a']}", "column 1: expected the keys names and");
  expectError("{'names': ['a'], 'formats': []}", "column 29: expected as many");
  expectError("{'names': ['a'], 'names': ['a']}",
              "column 18: expected the keys");
  expectError("{'names': [], 'formats': [], 'aligned': 1}",
              "column 41: expected true or false");
  expectError("{'names': ['a'], 'formats': ['f4'], 'alignment': 4}",
              "column 50: expected the keys offsets and itemsize");
  expectError("{'names': ['a'], 'formats': ['f4'], 'offsets': [-1]}",
              "column 49: expected an offset of at least 0");
  expectError("{'names': ['a'], 'formats': ['f4'], 'itemsize': 3}",
              "column 1: expected an item size of at least 4");
  expectError("{'names': ['a'], 'formats': ['f4'], 'itemsize': 6, "
              "'aligned': True}",
              "column 1: expected an item size that is a multiple");
}

TEST(DTypeParserTest, Limits) {
  expectError("V2147483648", "column 1: expected a NumPy dtype");
  EXPECT_EQ(parse("V2147483647"), "V2147483647");
  expectError("V2147483647,u1", "column 13: expected a record of at most");
  expectError("2V2147483647", "column 1: expected a sub-array of at most");
  expectError("[['a','f4',[2147483648]]]", "column 12: expected sizes of at");
  std::string shape = "(1,";
  for (int i = 0; i != 63; ++i)
    shape += "1,";
  EXPECT_EQ(parse(shape + ")u1").substr(0, 5), "(1,1,");
  expectError(shape + "1,)u1", "column 1: expected at most 64 dimensions");

  auto nest = [](size_t depth) {
    std::string text = "'u1'";
    for (size_t i = 0; i != depth; ++i)
      text = "[['a'," + text + "]]";
    return text;
  };
  EXPECT_EQ(parse(nest(maxNesting)).substr(0, 8), "[[\"a\",[[");
  EXPECT_NE(parse(nest(maxNesting + 1)).find("nest at most 64 deep"),
            std::string::npos);
  EXPECT_NE(parse(nest(1000)).find("expected at most 800 nested brackets"),
            std::string::npos);

  std::string many = "u1";
  for (size_t i = 1; i != maxFields; ++i)
    many += ",u1";
  Result<NumPyDType> dtype = parseNumPyDType(many);
  ASSERT_TRUE(dtype);
  EXPECT_EQ(dtype->fields.size(), maxFields);
  EXPECT_NE(parse(many + ",u1").find("at most 65535 fields"),
            std::string::npos);
}

TEST(DTypeParserTest, Descr) {
  auto getDescr = [](std::string_view spelling) {
    Result<std::string> descr = formatDescr(*parseNumPyDType(spelling));
    return descr ? *descr : descr.error().message;
  };
  EXPECT_EQ(getDescr("f4"), "[('', '<f4')]");
  EXPECT_EQ(getDescr("[['it\\'s', 'f4', 2]]"), "[(\"it's\", '<f4', (2,))]");
  EXPECT_EQ(getDescr("{'names': ['x'], 'formats': ['u1'], 'offsets': [2], "
                     "'itemsize': 5}"),
            "[('', '|V2'), ('x', '|u1'), ('', '|V2')]");
  EXPECT_NE(getDescr("{'names': ['x', 'y'], 'formats': ['u4', 'u1'], "
                     "'offsets': [0, 0]}")
                .find("neither overlap nor are out of order"),
            std::string::npos);
  EXPECT_FALSE(isDescrLossless(*parseNumPyDType("bfloat16,u1")));
  EXPECT_TRUE(isDescrLossless(*parseNumPyDType("f4,u1")));
}

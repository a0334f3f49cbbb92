//===- ArgumentSpecTest.cpp - Tests of the argument language ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the argument language and the generated arrays.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/ArgumentSpec.h"
#include "dtyp/Support/ArrayPrinter.h"

#include "gtest/gtest.h"

using namespace mlir::dtyp;

static std::string getError(std::string_view text) {
  Result<ArgumentSpec> spec = parseArgumentSpec(text);
  return spec ? "no error" : spec.error().str();
}

/// Returns the start of the error, up to its column and what was expected.
static void expectError(std::string_view text, std::string_view start) {
  EXPECT_EQ(getError(text).substr(0, start.size()), start) << text;
}

static std::string load(std::string_view text) {
  Result<ArgumentSpec> spec = parseArgumentSpec(text);
  if (!spec)
    return spec.error().str();
  Result<HostArray> array = loadArgument(*spec);
  return array ? array->getTypeString() + " " + formatArray(*array)
               : array.error().str();
}

TEST(ArgumentSpecTest, Scalars) {
  Result<ArgumentSpec> spec = parseArgumentSpec("<i2:-2");
  ASSERT_TRUE(spec);
  EXPECT_TRUE(spec->isScalar());
  EXPECT_FALSE(spec->isOutput());
  EXPECT_EQ(spec->dtype->name, "int16");
  EXPECT_EQ(spec->value, (std::vector<uint8_t>{0xfe, 0xff}));
  EXPECT_EQ(load("float32:1.5"), "float32[] 1.5");
}

TEST(ArgumentSpecTest, Files) {
  Result<ArgumentSpec> spec = parseArgumentSpec("in.npy");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->source, ArgumentSpec::Source::File);
  EXPECT_EQ(spec->path, "in.npy");
  EXPECT_FALSE(spec->dtype);

  spec = parseArgumentSpec("out:bfloat16:a/b:c.npy");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->path, "a/b:c.npy");
  EXPECT_EQ(spec->dtype->name, "bfloat16");
  EXPECT_TRUE(spec->printAfterRun);

  spec = parseArgumentSpec("./a:b.npy");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->path, "./a:b.npy");
  expectError("a:b.npy", "column 1: expected a dtype that");
  expectError("float32:.npy", "column 9: expected a file name");
}

TEST(ArgumentSpecTest, Outputs) {
  Result<ArgumentSpec> spec = parseArgumentSpec("out=r.npy:uint8[4,2]=zeros");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->savePath, "r.npy");
  EXPECT_FALSE(spec->printAfterRun);
  EXPECT_TRUE(spec->isOutput());
  EXPECT_EQ(spec->shape, (std::vector<int64_t>{4, 2}));

  spec = parseArgumentSpec("out=r.npy:in.npy");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->savePath, "r.npy");
  EXPECT_EQ(spec->path, "in.npy");

  expectError("out=r.txt:uint8[4]=zeros", "column 5: expected the file");
  expectError("out=r.npy", "column 5: expected the file");
  expectError("out:int8:3", "column 5: expected an array as an output");
}

TEST(ArgumentSpecTest, Errors) {
  expectError("", "column 1: expected DTYPE:VALUE");
  expectError("f32:1", "column 1: expected a NumPy dtype");
  expectError("out:f32[4]=zeros", "column 5: expected a NumPy dtype");
  expectError("M8[q]:1", "column 4: expected a unit of time");
  expectError("f4,i4:(1, x)", "column 11: expected an integer");
  expectError("f4,i4:(1,)", "column 7: expected 2 fields, got 1");
  expectError("[[\"x\",\"f5\"]][2]=zeros", "column 8: expected a NumPy dtype");
  expectError("[[\"x\",\"f4\"]", "column 1: expected DTYPE:VALUE");
  expectError("(2,)f4:1", "column 1: expected a scalar, got a value of the");
  expectError("[]:1", "column 1: expected a dtype whose elements have a size");
  expectError("int8:300", "column 6: expected an integer from -128");
  expectError("int8[2]=full:300", "column 14: expected an integer from -128");
  expectError("int8[2", "column 7: expected ']'");
  expectError("int8[2]", "column 8: expected '='");
  expectError("int8[2,x]=zeros", "column 8: expected a size");
  expectError("int8[2,]=zeros", "column 8: expected a size");
  expectError("int8[99999999999999999999]=zeros", "column 6: expected a size");
  expectError("int8[-1]=zeros", "column 6: expected a size");
  expectError("int8[4294967296,4294967296]=zeros",
              "column 6: expected an array of less than 2**63 bytes");
  expectError("int8[2]=empty", "column 9: expected zeros, ones");
  expectError("int8[2]=random:", "column 16: expected a seed");
  expectError("int8[2]=random:-1", "column 16: expected a seed");
  expectError("int8[2]=random", "column 9: expected zeros, ones");
  std::string many = "int8[1";
  for (int i = 0; i != 64; ++i)
    many += ",1";
  expectError(many + "]=zeros", "column 6: expected at most 64 dimensions");
  EXPECT_NE(getError("1.5").find("a number needs its dtype"),
            std::string::npos);
}

TEST(ArgumentSpecTest, GeneratedArrays) {
  EXPECT_EQ(load("int8[2,2]=zeros"), "int8[2,2] [[0 0]\n [0 0]]");
  EXPECT_EQ(load("complex64[2]=ones"), "complex64[2] [(1+0j) (1+0j)]");
  EXPECT_EQ(load("bool[3]=arange"), "bool[3] [False True True]");
  EXPECT_EQ(load("float16[2]=full:nan"), "float16[2] [nan nan]");
  EXPECT_EQ(load("int32[0]=random:1"), "int32[0] []");
}

TEST(ArgumentSpecTest, DTypesWithBrackets) {
  EXPECT_EQ(load("datetime64[s][2]=arange"),
            "datetime64[s][2] [1970-01-01T00:00:00 1970-01-01T00:00:01]");
  EXPECT_EQ(load("M8[4]=zeros").substr(0, 13), "datetime64[4]")
      << "a shape, not a unit";
  EXPECT_EQ(load("m8[h/4]:3"), "timedelta64[15m][] 3");
  EXPECT_EQ(load("datetime64[D]:2020-02-29"), "datetime64[D][] 2020-02-29");
  EXPECT_EQ(load("f4,M8[D][1]=full:(1.5, '2020-02-29')"),
            "[[\"f0\",\"float32\"],[\"f1\",\"datetime64[D]\"]][1] [(1.5, "
            "'2020-02-29')]");
  EXPECT_EQ(load("[[\"a]:[\",\"u1\"]][2]=ones"),
            "[[\"a]:[\",\"uint8\"]][2] [(1,) (1,)]");
  EXPECT_EQ(load("{'names': ['x'], 'formats': ['u1']}:7"),
            "[[\"x\",\"uint8\"]][] (7,)");
  EXPECT_EQ(load("(2,)u1[2]=full:[1, 2]"), "uint8[2,2] [[1 2]\n [1 2]]");
  EXPECT_EQ(load("2u1[]=full:[1, 2]"), "uint8[2] [1 2]");
  EXPECT_EQ(load(">u2,S3[1]=arange"), "[[\"f0\",\">u2\"],[\"f1\",\"S3\"]][1] "
                                      "[(0, b'0')]");
  Result<ArgumentSpec> spec = parseArgumentSpec("M8[h/4]:x.npy");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->path, "x.npy");
  spec = parseArgumentSpec("[['a/b', 'u1']]:c/x.npy");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->path, "c/x.npy");
  spec = parseArgumentSpec("M8[s]/x:y.npy");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->path, "M8[s]/x:y.npy");
}

TEST(ArgumentSpecTest, RandomNumbers) {
  // The first draws of SplitMix64 from the seed 1234567, as published.
  EXPECT_EQ(splitMix64(1234567, 0), 6457827717110365317u);
  EXPECT_EQ(splitMix64(1234567, 1), 3203168211198807973u);
  EXPECT_EQ(load("uint64[2]=random:1234567"),
            "uint64[2] [6457827717110365317 3203168211198807973]");
  EXPECT_EQ(load("uint8[2]=random:0x12d687"), "uint8[2] [89 44]");
}

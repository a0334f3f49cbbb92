//===- NumPyDTypeTest.cpp - Tests of the dtype spec -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the dtype spec and its parser. The long comparison with real
// NumPy is test/Support/dtypes.test.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/DTypeParser.h"

#include "gtest/gtest.h"

using namespace mlir::dtyp;

static std::string parse(std::string_view spelling) {
  Result<NumPyDType> dtype = parseNumPyDType(spelling);
  return dtype ? dtype->name + " " + dtype->typestr() : "error";
}

static std::string getError(std::string_view spelling) {
  Result<NumPyDType> dtype = parseGPUDType(spelling);
  return dtype ? "no error" : dtype.error().message;
}

TEST(NumPyDTypeTest, NamesAndAliases) {
  EXPECT_EQ(parse("float32"), "float32 <f4");
  EXPECT_EQ(parse("f4"), "float32 <f4");
  EXPECT_EQ(parse("<f4"), "float32 <f4");
  EXPECT_EQ(parse("=f4"), "float32 <f4");
  EXPECT_EQ(parse("|f4"), "float32 <f4");
  EXPECT_EQ(parse("single"), "float32 <f4");
  EXPECT_EQ(parse("f"), "float32 <f4");
  EXPECT_EQ(parse("float"), "float64 <f8");
  EXPECT_EQ(parse("i8"), "int64 <i8");
  EXPECT_EQ(parse("int"), "int64 <i8");
  EXPECT_EQ(parse("|u1"), "uint8 |u1");
  EXPECT_EQ(parse("?"), "bool |b1");
  EXPECT_EQ(parse("b"), "int8 |i1");
  EXPECT_EQ(parse("bfloat16"), "bfloat16 <V2");
  EXPECT_EQ(parse("complex"), "complex128 <c16");
}

TEST(NumPyDTypeTest, ByteOrder) {
  EXPECT_EQ(parse(">f4"), "float32 >f4");
  EXPECT_EQ(parse(">u1"), "uint8 |u1") << "a byte has no order";
  EXPECT_EQ(parse("<float32"), "error") << "names take no order";
  EXPECT_EQ(parse(">bfloat16"), "error");
  EXPECT_NE(*parseNumPyDType(">f4"), *parseNumPyDType("<f4"));
  EXPECT_EQ(*parseNumPyDType("=f4"), *parseNumPyDType("<f4"));
}

TEST(NumPyDTypeTest, Layout) {
  NumPyDType complex = getScalarDType("complex128");
  EXPECT_EQ(complex.itemsize, 16);
  EXPECT_EQ(complex.alignment, 8) << "NumPy's, not the device's";
  EXPECT_EQ(complex.kind, NumPyKind::Complex);
  NumPyDType bfloat16 = getScalarDType("bfloat16");
  EXPECT_EQ(bfloat16.kind, NumPyKind::Float);
  EXPECT_EQ(bfloat16.numpyKind(), 'V');
  EXPECT_EQ(getScalarDTypeNames().size(), 34u);
}

TEST(NumPyDTypeTest, Errors) {
  EXPECT_EQ(getError("f32"),
            "expected a NumPy dtype such as float32, uint8 or <f4, got 'f32': "
            "`f32` is MLIR's spelling, NumPy's is float32");
  EXPECT_NE(getError("ui8").find("NumPy's is uint8"), std::string::npos);
  EXPECT_NE(getError("bf16").find("NumPy's is bfloat16"), std::string::npos);
  EXPECT_NE(getError("<float32").find("write <f4"), std::string::npos);
  EXPECT_NE(getError("Float32").find("did you mean float32?"),
            std::string::npos);
  EXPECT_NE(getError("longdouble").find("no GPU has longdouble"),
            std::string::npos);
  EXPECT_NE(getError("O").find("no GPU has it"), std::string::npos);
  EXPECT_NE(getError("S").find("no size"), std::string::npos);
  EXPECT_NE(getError("f8E4M3FN").find("NumPy's is float8_e4m3fn"),
            std::string::npos);
  EXPECT_EQ(getError("[]"), "expected a dtype whose elements have a size, got "
                            "one of 0 bytes");
  EXPECT_EQ(getError("f4"), "no error");
}

TEST(NumPyDTypeTest, ErrorsKnowTheirColumn) {
  Result<NumPyDType> dtype = parseNumPyDType("f32", /*column=*/5);
  ASSERT_FALSE(dtype);
  EXPECT_EQ(dtype.error().column, 5u);
  EXPECT_EQ(dtype.error().str().substr(0, 10), "column 5: ");
}

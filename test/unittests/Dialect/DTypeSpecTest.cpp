//===- DTypeSpecTest.cpp - Tests of dtypes as types and as plain data -----===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the conversions between dtypes as types and as plain data.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/DTypeSpec.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Support/DTypeParser.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/RecordLayout.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

class DTypeSpecTest : public testing::Test {
protected:
  DTypeSpecTest() { context.loadDialect<DtypDialect>(); }

  /// Converts without a word about errors.
  Type convert(const NumPyDType &dtype) {
    ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
    return getDType(&context, dtype,
                    [&] { return emitError(UnknownLoc::get(&context)); });
  }

  /// Returns the text of the type of that spelling, and checks that the way
  /// back leads to the same dtype.
  std::string convert(std::string_view spelling) {
    Result<NumPyDType> dtype = parseNumPyDType(spelling);
    if (!dtype) {
      return dtype.error().str();
    }
    Type type = convert(*dtype);
    if (!type) {
      return "no type";
    }
    Result<NumPyDType> back = getNumPyDType(cast<DTypeInterface>(type));
    EXPECT_TRUE(back && *back == *dtype) << spelling;
    EXPECT_EQ(cast<DTypeInterface>(type).getItemSize(), dtype->itemsize);
    EXPECT_EQ(cast<DTypeInterface>(type).getAlignment(AlignmentModel::NumPy),
              dtype->alignment);
    EXPECT_EQ(cast<DTypeInterface>(type).getAlignment(AlignmentModel::Device),
              getDeviceAlignment(*dtype))
        << spelling;
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  }

  MLIRContext context;
};

} // namespace

TEST_F(DTypeSpecTest, EveryScalar) {
  for (const std::string &name : getScalarDTypeNames()) {
    Type type = convert(getScalarDType(name));
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(cast<DTypeInterface>(type).getDTypeName(), name);
    convert(name);
  }
}

TEST_F(DTypeSpecTest, EveryKind) {
  EXPECT_EQ(convert("f4"), "f32");
  EXPECT_EQ(convert("?"), "i1");
  EXPECT_EQ(convert("u1"), "ui8");
  EXPECT_EQ(convert(">c16"), "!dtyp.big_endian<complex<f64>>");
  EXPECT_EQ(convert("M8"), "!dtyp.datetime64");
  EXPECT_EQ(convert("m8[25s]"), "!dtyp.timedelta64<25s>");
  for (const char *unit : {"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns",
                           "ps", "fs", "as"}) {
    EXPECT_EQ(convert(std::string("M8[") + unit + "]"),
              std::string("!dtyp.datetime64<") + unit + ">");
  }
  EXPECT_EQ(convert("S5"), "!dtyp.bytes<5>");
  EXPECT_EQ(convert(">U3"), "!dtyp.big_endian<!dtyp.str<3>>");
  EXPECT_EQ(convert("V7"), "!dtyp.void<7>");
  EXPECT_EQ(convert("(2,3)f4"), "!dtyp.subarray<2x3xf32>");
}

TEST_F(DTypeSpecTest, Records) {
  EXPECT_EQ(convert("u1,f4"), "!dtyp.record<f0: ui8, f1: f32>");
  EXPECT_EQ(convert("[['x', 'u1'], [['t', 'y'], 'f4', 3]]"),
            "!dtyp.record<x: ui8, y(\"t\"): !dtyp.subarray<3xf32>>");
  EXPECT_EQ(convert("{'names': ['x', 'y'], 'formats': ['u1', 'f4'], "
                    "'aligned': True}"),
            "!dtyp.record<aligned, x: ui8, y: f32>");
  EXPECT_EQ(convert("{'names': ['x', 'y'], 'formats': ['f4', 'u1'], "
                    "'offsets': [0, 2], 'itemsize': 9}"),
            "!dtyp.record<x: f32 at 0, y: ui8 at 2, itemsize 9>");
  EXPECT_EQ(convert("[]"), "!dtyp.record<>");
  EXPECT_EQ(convert("{'names': [''], 'formats': ['f4']}"), "no type");
}

TEST_F(DTypeSpecTest, RecordsForTheDevice) {
  Result<NumPyDType> device = layOutForDevice(*parseNumPyDType("u1,c8,c16"));
  ASSERT_TRUE(device);
  EXPECT_EQ(device->alignment, 16);
  EXPECT_EQ(convert(formatDType(*device)),
            "!dtyp.record<device, f0: ui8, f1: complex<f32>, f2: "
            "complex<f64>>");
}

TEST_F(DTypeSpecTest, VectorsAreRecords) {
  auto type = CudaVectorType::get(4, Float32Type::get(&context));
  Result<NumPyDType> dtype = getNumPyDType(cast<DTypeInterface>(Type(type)));
  ASSERT_TRUE(dtype) << dtype.error().message;
  EXPECT_EQ(dtype->fields.size(), 4u);
  EXPECT_EQ(dtype->fields[3].name, "w");
  EXPECT_EQ(dtype->itemsize, 16);
}

//===- RecordLayoutTest.cpp - Tests of record layout ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests the layout of records and sub-arrays on the host and for the
// device. The comparison with real NumPy is test/Support/dtypes.test.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/RecordLayout.h"

#include "dtyp/Support/DTypeParser.h"

#include "gtest/gtest.h"

using namespace mlir::dtyp;

/// Returns the offsets, the item size and the alignment.
static std::string describe(const NumPyDType &record) {
  std::string text;
  for (const RecordField &field : record.fields)
    text += std::to_string(field.offset) + " ";
  return text + "size " + std::to_string(record.itemsize) + " align " +
         std::to_string(record.alignment);
}

static std::string layOut(std::string_view spelling, bool align) {
  return describe(*parseNumPyDType(spelling, /*column=*/1, align));
}

static std::string layOutDevice(std::string_view spelling) {
  Result<NumPyDType> dtype = layOutForDevice(*parseNumPyDType(spelling));
  return dtype ? describe(*dtype) : dtype.error().message;
}

TEST(RecordLayoutTest, PackedAndAligned) {
  EXPECT_EQ(layOut("u1,f8,i2", false), "0 1 9 size 11 align 1");
  EXPECT_EQ(layOut("u1,f8,i2", true), "0 8 16 size 24 align 8");
  EXPECT_EQ(layOut("u1,c8,c16,u1", true), "0 4 16 32 size 40 align 8");
  EXPECT_EQ(layOut("u1,S3,U1,V5", true), "0 1 4 8 size 16 align 4");
  EXPECT_EQ(layOut("u1,0f8", true), "0 8 size 8 align 8");
}

TEST(RecordLayoutTest, Device) {
  // As CuPy's make_aligned_dtype.
  EXPECT_EQ(layOutDevice("?,c8"), "0 8 size 16 align 8");
  EXPECT_EQ(layOutDevice("?,(3,)c8"), "0 8 size 32 align 8");
  EXPECT_EQ(layOutDevice("[['a', 'c8,?'], ['b', '?']]"),
            "0 16 size 24 align 8");
  EXPECT_EQ(layOutDevice("u1,c16"), "0 16 size 32 align 16");
  EXPECT_EQ(getDeviceAlignment(getScalarDType("complex128")), 16);
  EXPECT_EQ(getDeviceAlignment(getScalarDType("complex32")), 4);
  EXPECT_EQ(getDeviceAlignment(*parseNumPyDType("3c8")), 8);
  EXPECT_EQ(getDeviceAlignment(*parseNumPyDType("u1,f8")), 1);
}

TEST(RecordLayoutTest, Overlap) {
  auto isOverlapping = [](std::string_view offsets) {
    std::string text = "{'names': ['a', 'b'], 'formats': ['f4', 'u1'], "
                       "'offsets': " +
                       std::string(offsets) + "}";
    return hasOverlap(*parseNumPyDType(text));
  };
  EXPECT_TRUE(isOverlapping("[0, 3]"));
  EXPECT_FALSE(isOverlapping("[0, 4]"));
  EXPECT_FALSE(isOverlapping("[1, 0]"));
  EXPECT_TRUE(isOverlapping("[0, 0]"));
}

TEST(RecordLayoutTest, Equality) {
  NumPyDType packed = *parseNumPyDType("f4,i4");
  NumPyDType aligned = *parseNumPyDType("f4,i4", /*column=*/1, /*align=*/true);
  EXPECT_NE(packed, aligned) << "finer than NumPy's";
  EXPECT_TRUE(haveSameElements(packed, aligned));
  EXPECT_FALSE(haveSameElements(packed, *parseNumPyDType("f4,u4")));
  EXPECT_FALSE(
      haveSameElements(*parseNumPyDType("2f4"), *parseNumPyDType("(1,2)f4")));
  EXPECT_NE(*parseNumPyDType("[['a', 'u1']]"),
            *parseNumPyDType("[[['t', 'a'], 'u1']]"));
}

TEST(RecordLayoutTest, BuilderErrors) {
  RecordBuilder builder(/*align=*/true);
  ASSERT_TRUE(builder.addField("a", "", getScalarDType("float32"), 4));
  Status status = builder.addField("b", "", getScalarDType("float32"), 2);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("multiple of its alignment, 4"),
            std::string::npos);
  Result<NumPyDType> record = std::move(builder).finish(8, /*alignment=*/3);
  ASSERT_FALSE(record);
  EXPECT_NE(record.error().message.find("power of two"), std::string::npos);
}

// A zero ends the product, which then does not matter; what is in front of it
// has to fit into 64 bits.
TEST(RecordLayoutTest, SubArraySize) {
  auto size = [](std::vector<int64_t> shape, int64_t itemsize) {
    return getSubArraySize(shape.data(), shape.size(), itemsize).value_or(-1);
  };
  EXPECT_EQ(size({2, 3}, 4), 24);
  EXPECT_EQ(size({int64_t(1) << 20, int64_t(1) << 20, 0}, 4), 0);
  EXPECT_EQ(size({maxItemSize, maxItemSize, 2, 0}, 4), 0);
  EXPECT_EQ(size({maxItemSize, maxItemSize, 3, 0}, 4), -1);
  EXPECT_EQ(size({0, maxItemSize, maxItemSize, maxItemSize}, 4), 0);
  EXPECT_EQ(size({maxItemSize}, 1), maxItemSize);
  EXPECT_EQ(size({maxItemSize}, 2), -1);
  EXPECT_EQ(size({maxItemSize}, 0), 0);
  EXPECT_EQ(size({maxItemSize, 2}, 0), -1);
}

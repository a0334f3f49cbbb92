//===- BuiltinDTypesTest.cpp - Tests of the builtin dtypes ----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares DTypeInterface on MLIR's builtin types with a table of facts, which
// test/Dialect/Dtyp/numpy-facts.test compares with NumPy.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <fstream>
#include <map>
#include <sstream>

using namespace mlir;
using namespace mlir::dtyp;

namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> splitLine(const std::string &line) {
  std::vector<std::string> cells;
  std::stringstream stream(line + ',');
  for (std::string cell; std::getline(stream, cell, ',');) {
    cells.push_back(cell);
  }
  return cells;
}

std::vector<Row> readTable() {
  std::ifstream file(DTYP_BUILTIN_DTYPES_CSV);
  std::string line;
  std::getline(file, line);
  std::vector<std::string> keys = splitLine(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    std::vector<std::string> cells = splitLine(line);
    EXPECT_EQ(cells.size(), keys.size()) << line;
    Row row;
    for (size_t i = 0; i < keys.size() && i < cells.size(); ++i) {
      row[keys[i]] = cells[i];
    }
    rows.push_back(row);
  }
  return rows;
}

class BuiltinDTypes : public ::testing::Test {
protected:
  BuiltinDTypes() { context.loadDialect<DtypDialect>(); }

  Type parse(StringRef text) { return parseType(text, &context); }

  MLIRContext context;
};

TEST_F(BuiltinDTypes, AnswerAsTheTable) {
  std::vector<Row> rows = readTable();
  ASSERT_EQ(rows.size(), 34u);
  for (Row &row : rows) {
    SCOPED_TRACE(row["type"]);
    auto dtype = dyn_cast<DTypeInterface>(parse(row["type"]));
    ASSERT_TRUE(dtype);
    EXPECT_EQ(dtype.getDTypeName(), row["name"]);
    EXPECT_EQ(stringifyDTypeKind(dtype.getDTypeKind()).str(), row["kind"]);
    EXPECT_EQ(dtype.getItemSize(), std::stoll(row["itemsize"]));
    EXPECT_EQ(dtype.getAlignment(AlignmentModel::NumPy),
              std::stoll(row["numpy_alignment"]));
    EXPECT_EQ(dtype.getAlignment(AlignmentModel::Device),
              std::stoll(row["device_alignment"]));
    EXPECT_EQ(dtype.getValueType(), parse(row["value"]));
    EXPECT_EQ(dtype.getStorageType(), parse(row["storage"]));
    EXPECT_EQ(dtype.getTypestr().value_or(""), row["typestr"]);
    EXPECT_EQ(dtype.getTypestr().has_value(), !row["typestr"].empty());
    EXPECT_TRUE(dtype.getSubArrayShape().empty());
    std::optional<DLPackDataType> dlpack = dtype.getDLPackDataType();
    ASSERT_EQ(dlpack.has_value(), !row["dlpack_code"].empty());
    if (!dlpack) {
      continue;
    }
    EXPECT_EQ(dlpack->code, std::stoi(row["dlpack_code"]));
    EXPECT_EQ(dlpack->bits, std::stoi(row["dlpack_bits"]));
    EXPECT_EQ(dlpack->lanes, 1);
    EXPECT_EQ(dlpack->isSubByteTypePadded, dlpack->bits < 8);
  }
}

// What every user of the interface relies on, whatever the dtype.
TEST_F(BuiltinDTypes, AreConsistent) {
  for (Row &row : readTable()) {
    SCOPED_TRACE(row["type"]);
    auto dtype = cast<DTypeInterface>(parse(row["type"]));
    for (AlignmentModel model :
         {AlignmentModel::NumPy, AlignmentModel::Device}) {
      int64_t alignment = *dtype.getAlignment(model);
      EXPECT_EQ(alignment & (alignment - 1), 0);
      EXPECT_EQ(*dtype.getItemSize() % alignment, 0);
    }
    EXPECT_TRUE(BaseMemRefType::isValidElementType(dtype.getStorageType()));
    if (auto integer = dyn_cast<IntegerType>(dtype.getValueType())) {
      EXPECT_TRUE(integer.isSignless());
    }
    if (auto integer = dyn_cast<IntegerType>(dtype.getStorageType())) {
      EXPECT_TRUE(integer.isSignless());
      EXPECT_EQ(integer.getWidth(), 8 * *dtype.getItemSize());
    }
  }
}

TEST_F(BuiltinDTypes, HaveDifferentNames) {
  std::map<std::string, std::string> types;
  for (Row &row : readTable()) {
    auto dtype = cast<DTypeInterface>(parse(row["type"]));
    EXPECT_TRUE(types.emplace(dtype.getDTypeName(), row["type"]).second)
        << row["type"];
  }
}

TEST_F(BuiltinDTypes, OtherTypesAreNone) {
  for (StringRef text : {"index",
                         "none",
                         "tf32",
                         "f80",
                         "f128",
                         "complex<f80>",
                         "complex<f128>",
                         "complex<i32>",
                         "complex<i1>",
                         "vector<4xf32>",
                         "vector<f32>",
                         "tensor<4xf32>",
                         "tensor<*xf32>",
                         "memref<f32>",
                         "memref<*xf32>",
                         "tuple<>",
                         "tuple<f32>",
                         "() -> ()",
                         "!dtyp.dtype<f32>",
                         "!dtyp.provider<\"Foo\", f32>"}) {
    EXPECT_FALSE(isa<DTypeInterface>(parse(text))) << text.str();
  }
}

// All integers: one type for each NumPy dtype, none for anything else.
TEST_F(BuiltinDTypes, IntegersByWidthAndSignedness) {
  for (unsigned width = 0; width <= 300; ++width) {
    bool isWidth = width == 1 || width == 2 || width == 4 || width == 8 ||
                   width == 16 || width == 32 || width == 64;
    auto isDType = [&](IntegerType::SignednessSemantics signedness) {
      return isa<DTypeInterface>(IntegerType::get(&context, width, signedness));
    };
    EXPECT_EQ(isDType(IntegerType::Signless), isWidth) << width;
    EXPECT_EQ(isDType(IntegerType::Unsigned), isWidth) << width;
    // Signless i1 is bool, so that int1 is si1.
    EXPECT_EQ(isDType(IntegerType::Signed), width == 1) << width;
  }
}

} // namespace

//===- ArrayPrinterTest.cpp - Tests of printed arrays -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests how arrays are printed.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/ArrayPrinter.h"

#include "dtyp/Support/ArgumentSpec.h"

#include "gtest/gtest.h"

using namespace mlir::dtyp;

static std::string format(std::string_view argument,
                          PrintOptions options = PrintOptions()) {
  Result<ArgumentSpec> spec = parseArgumentSpec(argument);
  if (!spec)
    return spec.error().message;
  Result<HostArray> array = loadArgument(*spec);
  return array ? formatArray(*array, options) : array.error().message;
}

TEST(ArrayPrinterTest, Dimensions) {
  EXPECT_EQ(format("int32[]=full:5"), "5");
  EXPECT_EQ(format("int32[3]=arange"), "[0 1 2]");
  EXPECT_EQ(format("int32[2,2]=arange"), "[[0 1]\n [2 3]]");
  EXPECT_EQ(format("int32[2,1,2]=arange"), "[[[0 1]]\n\n [[2 3]]]");
  EXPECT_EQ(format("int32[2,0]=arange"), "[]");
  EXPECT_EQ(format("bool[2]=ones"), "[True True]");
}

TEST(ArrayPrinterTest, LargeArraysAreSummarized) {
  EXPECT_EQ(format("uint16[1001]=arange"), "[0 1 2 ... 998 999 1000]");
  EXPECT_EQ(format("uint16[1000]=arange").find("..."), std::string::npos);
  PrintOptions options;
  options.threshold = 10;
  options.edgeItems = 1;
  EXPECT_EQ(format("uint8[3,4]=arange", options),
            "[[0 ... 3]\n ...\n [8 ... 11]]");
  options.printAll = true;
  EXPECT_EQ(format("uint8[3,4]=arange", options),
            "[[0 1 2 3]\n [4 5 6 7]\n [8 9 10 11]]");
}

//===- KernelArgumentsTest.cpp - Tests of parameter packing -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tests how arguments become kernel parameters.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Launch/KernelArguments.h"

#include "dtyp/Support/ArgumentSpec.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace mlir::dtyp;

static HostArray makeArray(std::string_view text) {
  Result<ArgumentSpec> spec = parseArgumentSpec(text);
  EXPECT_TRUE(spec) << text;
  Result<HostArray> array = loadArgument(*spec);
  EXPECT_TRUE(array) << text;
  return std::move(*array);
}

/// Returns the parameters as integers, in hexadecimal with all their digits.
static std::string dump(const KernelArguments &arguments) {
  std::string text;
  for (size_t i = 0; i != arguments.getNumParameters(); ++i) {
    text += i ? " " : "";
    for (size_t byte = arguments.getParameterSize(i); byte-- > 0;) {
      char digits[3];
      std::snprintf(digits, sizeof(digits), "%02x",
                    arguments.getParameterBytes(i)[byte]);
      text += digits;
    }
  }
  return text;
}

TEST(KernelArgumentsTest, Scalars) {
  KernelArguments arguments({KernelABI::MemRef, 64});
  arguments.addScalar(makeArray("bool:true"));
  arguments.addScalar(makeArray("float16:1"));
  arguments.addScalar(makeArray("int32:-2"));
  arguments.addScalar(makeArray("complex128:1+2j"));
  EXPECT_EQ(dump(arguments),
            "01 3c00 fffffffe 40000000000000003ff0000000000000");
}

TEST(KernelArgumentsTest, MemRefDescriptors) {
  KernelArguments arguments({KernelABI::MemRef, 64});
  ASSERT_TRUE(arguments.addArray(makeArray("int8[2,3]=zeros"), 0x1000));
  EXPECT_EQ(dump(arguments),
            "0000000000001000 0000000000001000 0000000000000000 "
            "0000000000000002 0000000000000003 "
            "0000000000000003 0000000000000001");
  KernelArguments narrow({KernelABI::MemRef, 32});
  ASSERT_TRUE(narrow.addArray(makeArray("int8[2,3]=zeros"), 0x1000));
  EXPECT_EQ(dump(narrow), "0000000000001000 0000000000001000 00000000 "
                          "00000002 00000003 00000003 00000001");
  KernelArguments rankZero({KernelABI::MemRef, 64});
  ASSERT_TRUE(rankZero.addArray(makeArray("int8[]=zeros"), 0x1000));
  EXPECT_EQ(rankZero.getNumParameters(), 3u);
}

TEST(KernelArgumentsTest, BarePointers) {
  KernelArguments arguments({KernelABI::BarePointer, 64});
  ASSERT_TRUE(arguments.addArray(makeArray("int8[2,3]=zeros"), 0x1000));
  arguments.addScalar(makeArray("uint8:7"));
  EXPECT_EQ(dump(arguments), "0000000000001000 07");
}

TEST(KernelArgumentsTest, SizesMustFitTheIndex) {
  // Empty, so that the test needs no memory.
  HostArray array = makeArray("int8[0,3000000000]=zeros");
  KernelArguments narrow({KernelABI::MemRef, 32});
  Status status = narrow.addArray(array, 0);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message,
            "expected sizes and strides that fit an index of 32 bits, got "
            "3000000000 in int8[0,3000000000]; compile the kernel with 64-bit "
            "indices");
  EXPECT_TRUE(KernelArguments({KernelABI::MemRef, 64}).addArray(array, 0));
  EXPECT_TRUE(KernelArguments({KernelABI::BarePointer, 32}).addArray(array, 0));
}

TEST(KernelArgumentsTest, PointersPointAtTheParameters) {
  KernelArguments arguments({KernelABI::MemRef, 64});
  arguments.addScalar(makeArray("int32:7"));
  ASSERT_TRUE(arguments.addArray(makeArray("int8[4]=zeros"), 0x1000));
  std::vector<void *> pointers = arguments.getPointers();
  ASSERT_EQ(pointers.size(), 6u);
  EXPECT_EQ(*static_cast<int32_t *>(pointers[0]), 7);
  EXPECT_EQ(*static_cast<uint64_t *>(pointers[2]), 0x1000u);
  EXPECT_EQ(*static_cast<int64_t *>(pointers[4]), 4);
}

TEST(KernelArgumentsTest, ComparisonWithTheKernel) {
  KernelArguments arguments({KernelABI::MemRef, 64});
  ASSERT_TRUE(arguments.addArray(makeArray("float32[64]=zeros"), 0));
  arguments.addScalar(makeArray("float32:1"));
  auto compare = [&](std::vector<size_t> sizes) -> std::string {
    Status status = arguments.checkAgainst("k", sizes);
    return status ? "no error" : status.error().message;
  };
  EXPECT_EQ(compare({8, 8, 8, 8, 8, 4}), "no error");
  EXPECT_EQ(compare({8, 8, 8, 8, 8}),
            "kernel 'k' has 5 parameters, the arguments given make 6: argument "
            "1 (float32[64]) makes 5, argument 2 (float32) makes 1");
  EXPECT_EQ(compare({8, 4}),
            "kernel 'k' has 2 parameters, the arguments given make 6: argument "
            "1 (float32[64]) makes 5, argument 2 (float32) makes 1; with --abi "
            "bare they match");
  EXPECT_EQ(compare({8, 8, 4, 4, 4, 4}),
            "parameter 3 of kernel 'k' has 4 bytes, but argument 1 "
            "(float32[64]) puts 8 bytes there (its offset); with --abi memref "
            "--index-bitwidth 32 they match");
  EXPECT_EQ(compare({8, 8, 8, 8, 8, 1}),
            "parameter 6 of kernel 'k' has 1 byte, but argument 2 (float32) "
            "puts 4 bytes there (its value)");
  EXPECT_EQ(KernelArguments({KernelABI::MemRef, 64})
                .checkAgainst("k", {8})
                .error()
                .message,
            "kernel 'k' has 1 parameter, no arguments are given");
}

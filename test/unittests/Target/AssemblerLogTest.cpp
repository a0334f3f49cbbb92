//===- AssemblerLogTest.cpp - Tests of the parser of ptxas' logs ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The logs are those of ptxas and nvJitLink of CUDA 13.0.88.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/AssemblerLog.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

TEST(AssemblerLogTest, KernelsAndFunctionsOfPtxas) {
  AssemblerLog log = parseAssemblerLog(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'k' for 'sm_80'\n"
      "ptxas info    : Function properties for k\n"
      "    1008 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads\n"
      "ptxas info    : Used 24 registers, used 1 barriers, 1016 bytes "
      "cumulative stack size, 64 bytes smem, 368 bytes cmem[0], 8 bytes "
      "cmem[2]\n"
      "ptxas info    : Compile time = 1.697 ms\n"
      "ptxas info    : Function properties for f\n"
      "    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n");
  ASSERT_EQ(log.functions.size(), 2u);
  EXPECT_TRUE(log.messages.empty());
  const FunctionResources &kernel = log.functions[0];
  EXPECT_EQ(kernel.name, "k");
  EXPECT_TRUE(kernel.isKernel);
  EXPECT_EQ(kernel.registers, 24);
  EXPECT_EQ(kernel.barriers, 1);
  EXPECT_EQ(kernel.frameBytes, 1008);
  EXPECT_EQ(kernel.stackBytes, 1016);
  EXPECT_EQ(kernel.getLocalBytes(), 1016);
  EXPECT_EQ(kernel.spillStoreBytes, 12);
  EXPECT_EQ(kernel.spillLoadBytes, 8);
  EXPECT_EQ(kernel.sharedBytes, 64);
  EXPECT_EQ(kernel.constantBytes, 376);
  const FunctionResources &function = log.functions[1];
  EXPECT_EQ(function.name, "f");
  EXPECT_FALSE(function.isKernel);
  EXPECT_EQ(function.registers, -1);
  EXPECT_EQ(function.frameBytes, 16);
  EXPECT_EQ(function.getLocalBytes(), 16);
  EXPECT_EQ(function.constantBytes, -1);
}

TEST(AssemblerLogTest, LinkedKernelsOfNvJitLink) {
  AssemblerLog log = parseAssemblerLog(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Function properties for f\n"
      "ptxas         .     1016 bytes stack frame, 0 bytes spill stores, 0 "
      "bytes spill loads\n"
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
      "ptxas info    : Function properties for k\n"
      "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes "
      "spill loads\n"
      "ptxas info    : Used 24 registers, used 1 barriers, 64 bytes smem\n"
      "info    : 0 bytes gmem\n"
      "info    : Function properties for 'k':\n"
      "info    : used 24 registers, used 1 barriers, 1016 stack, 1088 bytes "
      "smem, 536 bytes cmem[0], 0 bytes lmem\n");
  ASSERT_EQ(log.functions.size(), 2u);
  EXPECT_EQ(log.functions[0].frameBytes, 1016);
  const FunctionResources &kernel = log.functions[1];
  EXPECT_TRUE(kernel.isKernel);
  EXPECT_EQ(kernel.frameBytes, 0);
  EXPECT_EQ(kernel.stackBytes, 1016);
  EXPECT_EQ(kernel.getLocalBytes(), 1016);
  EXPECT_EQ(kernel.sharedBytes, 1088);
  EXPECT_EQ(kernel.constantBytes, 536);
}

TEST(AssemblerLogTest, Messages) {
  AssemblerLog log = parseAssemblerLog(
      "ptxas folder/x.ptx, line 30; error   : Unknown modifier '.lcal'\n"
      "ptxas warning : Stack size for entry function 'k' cannot be statically "
      "determined\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n"
      "ptxas application ptx input, line 7; error   : Unknown symbol 'a:b'\n"
      "ERROR NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (ptx)\n");
  ASSERT_EQ(log.messages.size(), 4u);
  EXPECT_TRUE(log.functions.empty());
  EXPECT_TRUE(log.messages[0].isError);
  EXPECT_EQ(log.messages[0].line, 30u);
  EXPECT_EQ(log.messages[0].text, "Unknown modifier '.lcal'");
  EXPECT_FALSE(log.messages[1].isError);
  EXPECT_EQ(log.messages[1].line, std::nullopt);
  EXPECT_TRUE(log.messages[2].isError);
  EXPECT_EQ(log.messages[3].line, 7u);
  EXPECT_EQ(log.messages[3].text, "Unknown symbol 'a:b'");
}

TEST(AssemblerLogTest, OtherText) {
  EXPECT_TRUE(parseAssemblerLog("").functions.empty());
  AssemblerLog log = parseAssemblerLog("    12 bytes stack frame\n:\n\n"
                                       "ptxas info    : Used 4 registers\n"
                                       "something else : 3 registers\n");
  EXPECT_TRUE(log.functions.empty());
  EXPECT_TRUE(log.messages.empty());
}

TEST(AssemblerLogTest, UndefinedAndDoubleSymbols) {
  AssemblerLog log = parseAssemblerLog(
      "error   : Undefined reference to 'f' in 'ptx'\n"
      "ERROR 9: finish\n"
      "ptxas fatal   : Unresolved extern function 'g'\n"
      "error   : Multiple definition of 'h' in 'a', first defined in 'b'\n");
  EXPECT_TRUE(log.hasError());
  ASSERT_EQ(log.messages.size(), 3u);
  EXPECT_EQ(log.messages[0].function, "f");
  EXPECT_TRUE(log.messages[0].isUndefined);
  EXPECT_EQ(log.messages[1].function, "g");
  EXPECT_TRUE(log.messages[1].isUndefined);
  EXPECT_EQ(log.messages[2].function, "h");
  EXPECT_FALSE(log.messages[2].isUndefined);
  EXPECT_FALSE(parseAssemblerLog("ptxas info    : 0 bytes gmem").hasError());
}

} // namespace

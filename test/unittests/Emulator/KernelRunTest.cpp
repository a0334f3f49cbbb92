//===- KernelRunTest.cpp - Tests of what a launch keeps -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/KernelRun.h"

#include "gtest/gtest.h"

using namespace mlir::dtyp::emulator;

TEST(KernelRunTest, KeepsAFaultOncePerPlace) {
  KernelRun run;
  for (int i = 0; i != 3; ++i) {
    run.report({"bad", "a:1:1", Dim3{i, 0, 0}, {}, {}});
    run.report({"bad", "a:2:1", Dim3{i, 0, 0}, {}, {}});
  }
  ASSERT_EQ(run.getFaults().size(), 2u);
  EXPECT_EQ(run.getFaults()[0].block->at(0), 0);
  EXPECT_FALSE(run.isStopped());
  run.fail({"worse", "a:1:1", {}, {}, {}});
  EXPECT_EQ(run.getFaults().size(), 3u);
  EXPECT_TRUE(run.isStopped());
}

TEST(KernelRunTest, CountsWhatIsTooMuch) {
  KernelRun run;
  for (int i = 0; i != 60; ++i) {
    run.report({"bad", "a:" + std::to_string(i) + ":1", {}, {}, {}});
  }
  EXPECT_EQ(run.getFaults().size() + run.getNumOmittedFaults(), 60u);
  EXPECT_EQ(run.getNumOmittedFaults(), 10u);
}

TEST(KernelRunTest, NamesThePlace) {
  Fault fault;
  fault.block = {1, 2, 3};
  EXPECT_EQ(fault.getPlace(), "in block (1, 2, 3)");
  fault.thread = {4, 5, 6};
  EXPECT_EQ(fault.getPlace(), "in block (1, 2, 3), thread (4, 5, 6)");
}

TEST(BlockContextTest, ThreadsAreNumberedAlongX) {
  BlockContext block;
  block.blockDim = {4, 3, 2};
  EXPECT_EQ(block.getNumThreads(), 24);
  EXPECT_EQ(block.getThreadId(0), (Dim3{0, 0, 0}));
  EXPECT_EQ(block.getThreadId(5), (Dim3{1, 1, 0}));
  EXPECT_EQ(block.getThreadId(23), (Dim3{3, 2, 1}));
}

//===- FiberTest.cpp - Tests of fibers ------------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Fiber.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace mlir::dtyp::emulator;

namespace {

constexpr size_t kStackBytes = 64 * 1024;

/// Counts its visits, with a suspension after each but the last.
struct Visitor {
  Fiber fiber;
  int visits = 0;
  int wanted = 3;

  static void run(void *argument) {
    auto *self = static_cast<Visitor *>(argument);
    // A local variable outlives suspensions.
    double sum = 0;
    for (int i = 1; i < self->wanted; ++i) {
      sum += i;
      ++self->visits;
      self->fiber.suspend();
    }
    self->visits += sum == self->wanted * (self->wanted - 1) / 2.0;
  }
};

TEST(FiberTest, RunsUntilItSuspendsItself) {
  FiberStacks stacks;
  std::string error;
  ASSERT_TRUE(stacks.reserve(1, kStackBytes, error)) << error;
  Visitor visitor;
  visitor.fiber.start(stacks.getTop(0), stacks.getSize(), Visitor::run,
                      &visitor);
  EXPECT_EQ(visitor.visits, 0);
  visitor.fiber.resume();
  EXPECT_EQ(visitor.visits, 1);
  EXPECT_FALSE(visitor.fiber.isDone());
  visitor.fiber.resume();
  EXPECT_EQ(visitor.visits, 2);
  visitor.fiber.resume();
  EXPECT_EQ(visitor.visits, 3);
  EXPECT_TRUE(visitor.fiber.isDone());
}

TEST(FiberTest, StacksAreApart) {
  constexpr int kNumFibers = 100;
  FiberStacks stacks;
  std::string error;
  ASSERT_TRUE(stacks.reserve(kNumFibers, kStackBytes, error)) << error;
  std::vector<Visitor> visitors(kNumFibers);
  for (int i = 0; i != kNumFibers; ++i) {
    visitors[i].wanted = 10 + i;
    visitors[i].fiber.start(stacks.getTop(i), stacks.getSize(), Visitor::run,
                            &visitors[i]);
  }
  for (int round = 0; round != 10 + kNumFibers; ++round) {
    for (Visitor &visitor : visitors) {
      if (!visitor.fiber.isDone()) {
        visitor.fiber.resume();
      }
    }
  }
  for (int i = 0; i != kNumFibers; ++i) {
    EXPECT_EQ(visitors[i].visits, 10 + i);
    EXPECT_TRUE(visitors[i].fiber.isDone());
  }
}

TEST(FiberTest, ARunThatHasNotEndedIsForgotten) {
  FiberStacks stacks;
  std::string error;
  ASSERT_TRUE(stacks.reserve(1, kStackBytes, error)) << error;
  Visitor first, second;
  first.fiber.start(stacks.getTop(0), stacks.getSize(), Visitor::run, &first);
  first.fiber.resume();
  second.wanted = 1;
  second.fiber.start(stacks.getTop(0), stacks.getSize(), Visitor::run, &second);
  second.fiber.resume();
  EXPECT_TRUE(second.fiber.isDone());
  EXPECT_EQ(first.visits, 1);
}

TEST(FiberStacksTest, EveryByteCanBeUsedAndGuardsAreTold) {
  FiberStacks stacks;
  std::string error;
  ASSERT_TRUE(stacks.reserve(3, 10000, error)) << error;
  EXPECT_GE(stacks.getSize(), 10000u);
  for (size_t i = 0; i != 3; ++i) {
    char *bottom = stacks.getTop(i) - stacks.getSize();
    std::memset(bottom, 1, stacks.getSize());
    EXPECT_FALSE(stacks.isGuard(bottom));
    EXPECT_FALSE(stacks.isGuard(stacks.getTop(i) - 1));
    EXPECT_TRUE(stacks.isGuard(bottom - 1));
  }
  EXPECT_FALSE(stacks.isGuard(&stacks));
}

TEST(FiberStacksTest, AnOverflowIsAFault) {
  FiberStacks stacks;
  std::string error;
  ASSERT_TRUE(stacks.reserve(2, 8192, error)) << error;
  volatile char *below = stacks.getTop(1) - stacks.getSize() - 1;
  EXPECT_DEATH(*below = 1, "");
}

TEST(FiberStacksTest, KeepsWhatIsLargeEnough) {
  FiberStacks stacks;
  std::string error;
  ASSERT_TRUE(stacks.reserve(4, 16384, error)) << error;
  char *top = stacks.getTop(0);
  ASSERT_TRUE(stacks.reserve(2, 8192, error)) << error;
  EXPECT_EQ(stacks.getTop(0), top);
  ASSERT_TRUE(stacks.reserve(2, 65536, error)) << error;
  EXPECT_GE(stacks.getSize(), 65536u);
}

TEST(FiberStacksTest, TooMuchMemoryIsAnError) {
  FiberStacks stacks;
  std::string error;
  EXPECT_FALSE(stacks.reserve(1024, size_t(1) << 44, error));
  EXPECT_NE(error.find("cannot get 1024 stacks of"), std::string::npos)
      << error;
}

} // namespace

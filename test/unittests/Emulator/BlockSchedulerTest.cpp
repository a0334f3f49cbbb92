//===- BlockSchedulerTest.cpp - Tests of the scheduler of threads ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/BlockScheduler.h"

#include "gtest/gtest.h"

#include <cstring>
#include <functional>

#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::dtyp::emulator;

namespace {

constexpr size_t kStackBytes = 64 * 1024;

/// The body of a thread: the scheduler takes a plain function, so its parameter
/// is the address of this.
using Body = std::function<void(BlockScheduler &scheduler, int64_t thread)>;

void runBody(BlockContext *block, int64_t x, int64_t y, int64_t z,
             void **parameters) {
  int64_t thread = x + block->blockDim[0] * (y + block->blockDim[1] * z);
  (*reinterpret_cast<Body *>(parameters[0]))(*block->scheduler, thread);
}

/// Runs a block and returns the faults.
class BlockSchedulerTest : public ::testing::Test {
protected:
  void runBlock(Dim3 blockDim, Body body) {
    BlockContext block;
    block.blockDim = blockDim;
    block.blockId = {4, 0, 0};
    block.run = &run;
    void *parameters[] = {&body};
    scheduler.runBlock(block, runBody, parameters, kStackBytes);
  }

  static int32_t wait(BlockScheduler &scheduler, const char *location = "a:1:1",
                      unsigned barrier = 0, int64_t count = 0) {
    return scheduler.waitAtBarrier(barrier, count, BarrierReduction::None,
                                   false, location);
  }

  std::string getFault() {
    return run.getFaults().empty() ? "" : run.getFaults().front().message;
  }

  BlockScheduler scheduler;
  KernelRun run;
};

TEST_F(BlockSchedulerTest, RunsEveryThreadOnce) {
  std::vector<int> visits(3 * 5 * 2);
  runBlock({3, 5, 2},
           [&](BlockScheduler &, int64_t thread) { ++visits[thread]; });
  EXPECT_EQ(visits, std::vector<int>(30, 1));
  EXPECT_EQ(getFault(), "");
}

#if defined(__x86_64__) || defined(__aarch64__)
TEST_F(BlockSchedulerTest, RunsCodeWithoutMemoryBeforeIt) {
#ifdef __x86_64__
  const unsigned char code[] = {0xc3};
#else
  const unsigned char code[] = {0xc0, 0x03, 0x5f, 0xd6};
#endif
  size_t pageBytes = sysconf(_SC_PAGESIZE);
  void *pages = mmap(nullptr, 2 * pageBytes, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  char *entry = static_cast<char *>(pages) + pageBytes;
  ASSERT_EQ(mprotect(entry, pageBytes, PROT_READ | PROT_WRITE), 0);
  std::memcpy(entry, code, sizeof(code));
  __builtin___clear_cache(entry, entry + sizeof(code));
  ASSERT_EQ(mprotect(entry, pageBytes, PROT_READ | PROT_EXEC), 0);

  BlockContext block;
  block.run = &run;
  scheduler.runBlock(block,
                     reinterpret_cast<BlockScheduler::ThreadFunction>(entry),
                     nullptr, kStackBytes);
  EXPECT_EQ(getFault(), "");
  munmap(pages, 2 * pageBytes);
}
#endif

TEST_F(BlockSchedulerTest, NoThreadPassesABarrierBeforeAllHaveCome) {
  int numBefore = 0, numEarly = 0;
  for (int round = 0; round != 2; ++round) {
    numBefore = 0;
    runBlock({64, 1, 1}, [&](BlockScheduler &scheduler, int64_t) {
      for (int i = 1; i != 5; ++i) {
        ++numBefore;
        wait(scheduler);
        numEarly += numBefore < 64 * i;
      }
    });
    EXPECT_EQ(numEarly, 0);
    EXPECT_EQ(numBefore, 4 * 64);
    EXPECT_EQ(scheduler.getBarrierEpoch(), 4u);
  }
}

TEST_F(BlockSchedulerTest, ThreadsThatEndAreNotWaitedFor) {
  int numAfter = 0;
  runBlock({10, 1, 1}, [&](BlockScheduler &scheduler, int64_t thread) {
    // Those that end do so after the others have come to the barrier.
    if (thread >= 7) {
      return;
    }
    wait(scheduler);
    ++numAfter;
  });
  EXPECT_EQ(numAfter, 7);
  EXPECT_EQ(getFault(), "");
}

TEST_F(BlockSchedulerTest, BarriersWithACountLetGoThatMany) {
  int numAfter = 0;
  runBlock({96, 1, 1}, [&](BlockScheduler &scheduler, int64_t thread) {
    if (thread < 64) {
      wait(scheduler, "a:1:1", 3, 64);
      ++numAfter;
    }
    wait(scheduler);
  });
  EXPECT_EQ(numAfter, 64);
  EXPECT_EQ(getFault(), "");
}

TEST_F(BlockSchedulerTest, ArrivingDoesNotWait) {
  bool consumerWasLate = false, produced = false;
  runBlock({64, 1, 1}, [&](BlockScheduler &scheduler, int64_t thread) {
    if (thread < 32) {
      wait(scheduler, "a:1:1", 1, 64);
      consumerWasLate |= !produced;
    } else {
      produced = true;
      scheduler.arriveAtBarrier(1, 64, "a:2:1");
    }
  });
  EXPECT_FALSE(consumerWasLate);
  EXPECT_EQ(getFault(), "");
}

TEST_F(BlockSchedulerTest, BarriersReducePredicates) {
  std::vector<int32_t> counts(40), all(40), any(40);
  runBlock({40, 1, 1}, [&](BlockScheduler &scheduler, int64_t thread) {
    counts[thread] = scheduler.waitAtBarrier(0, 0, BarrierReduction::Popc,
                                             thread % 4 == 0, "a:1:1");
    all[thread] = scheduler.waitAtBarrier(0, 0, BarrierReduction::And,
                                          thread != 39, "a:2:1");
    any[thread] = scheduler.waitAtBarrier(0, 0, BarrierReduction::Or,
                                          thread == 39, "a:3:1");
  });
  EXPECT_EQ(counts, std::vector<int32_t>(40, 10));
  EXPECT_EQ(all, std::vector<int32_t>(40, 0));
  EXPECT_EQ(any, std::vector<int32_t>(40, 1));
}

TEST_F(BlockSchedulerTest, DeadlocksAreReportedWithAllPlaces) {
  runBlock({4, 1, 1}, [&](BlockScheduler &scheduler, int64_t thread) {
    wait(scheduler, thread == 2 ? "a:9:9" : "a:1:1", thread == 2 ? 5 : 0);
  });
  EXPECT_TRUE(run.isStopped());
  ASSERT_EQ(run.getFaults().size(), 1u);
  const Fault &fault = run.getFaults()[0];
  EXPECT_EQ(fault.message, "deadlock: every thread that is left waits, this "
                           "one at barrier 0");
  EXPECT_EQ(fault.location, "a:1:1");
  EXPECT_EQ(fault.getPlace(), "in block (4, 0, 0), thread (0, 0, 0)");
  ASSERT_EQ(fault.notes.size(), 1u);
  EXPECT_EQ(fault.notes[0].first, "a:9:9");
  EXPECT_EQ(fault.notes[0].second, "another waits at barrier 5, in block (4, "
                                   "0, 0), thread (2, 0, 0)");
}

TEST_F(BlockSchedulerTest, WarpsWaitForTheirOwnLanesOnly) {
  static const WarpOperation sum = {
      "a sum", [](std::array<WarpSlot, kWarpSize> &slots, uint32_t lanes) {
        uint64_t total = 0;
        for (int lane = 0; lane != kWarpSize; ++lane) {
          total += lanes >> lane & 1 ? slots[lane].value : 0;
        }
        for (WarpSlot &slot : slots) {
          slot.result = total;
        }
      }};
  // 70 threads: the last warp has six. Those of the second end at once, but
  // for four.
  std::vector<uint64_t> sums(70);
  runBlock({70, 1, 1}, [&](BlockScheduler &scheduler, int64_t thread) {
    if (thread >= 36 && thread < 64) {
      return;
    }
    WarpSlot slot;
    slot.value = 1;
    scheduler.joinWarp(sum, uint32_t(-1), slot, "a:1:1");
    sums[thread] = slot.result;
  });
  EXPECT_EQ(getFault(), "");
  EXPECT_EQ(sums[0], 32u);
  EXPECT_EQ(sums[31], 32u);
  EXPECT_EQ(sums[32], 4u);
  EXPECT_EQ(sums[69], 6u);
}

TEST_F(BlockSchedulerTest, DivergentHalvesOfAWarpDoNotMeet) {
  static const WarpOperation count = {
      "a count", [](std::array<WarpSlot, kWarpSize> &slots, uint32_t lanes) {
        for (WarpSlot &slot : slots) {
          slot.result = __builtin_popcount(lanes);
        }
      }};
  std::vector<uint64_t> counts(32);
  runBlock({32, 1, 1}, [&](BlockScheduler &scheduler, int64_t thread) {
    WarpSlot slot;
    scheduler.joinWarp(count, thread < 12 ? 0xfff : 0xfffff000, slot, "a:1:1");
    counts[thread] = slot.result;
  });
  EXPECT_EQ(getFault(), "");
  EXPECT_EQ(counts[0], 12u);
  EXPECT_EQ(counts[31], 20u);
}

TEST_F(BlockSchedulerTest, AStoppedLaunchEndsTheBlock) {
  int numAfter = 0;
  runBlock({8, 1, 1}, [&](BlockScheduler &scheduler, int64_t thread) {
    if (thread == 3) {
      run.fail({"planted", "a:7:7", {}, {}, {}});
      scheduler.abandonThread();
    }
    wait(scheduler);
    ++numAfter;
  });
  EXPECT_EQ(numAfter, 0);
  EXPECT_EQ(getFault(), "planted");
}

TEST_F(BlockSchedulerTest, DivergentBarriersAreFaultsWhenChecked) {
  auto body = [&](BlockScheduler &scheduler, int64_t thread) {
    wait(scheduler, thread < 2 ? "a:1:1" : "a:2:2");
  };
  runBlock({4, 1, 1}, body);
  EXPECT_EQ(getFault(), "");
  run.checkBarriers = true;
  runBlock({4, 1, 1}, body);
  EXPECT_EQ(getFault(), "divergent barrier: threads of the block arrive at "
                        "different barriers");
  EXPECT_FALSE(run.isStopped());
}

} // namespace

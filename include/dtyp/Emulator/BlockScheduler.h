//===- BlockScheduler.h - The threads of a block as fibers ------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the scheduler that runs the threads of a block as fibers
// on one system thread, so that they can wait for one another at barriers and
// in operations of their warps. Threads diverge as they please: each has a
// stack of its own. The blocks of a cluster take turns, with a scheduler each.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_BLOCKSCHEDULER_H
#define DTYP_EMULATOR_BLOCKSCHEDULER_H

#include "dtyp/Emulator/Fiber.h"
#include "dtyp/Emulator/KernelRun.h"

#include <array>
#include <vector>

namespace mlir::dtyp::emulator {

/// What a thread hands to an operation of its warp, and gets back.
struct WarpSlot {
  uint64_t value = 0;
  uint32_t argument = 0;
  uint32_t control = 0;
  uint64_t result = 0;
  bool isValid = false;
};

/// Computes the results of a warp's operation from the slots of its lanes, of
/// which `lanes` has one bit each.
using WarpFunction = void (*)(std::array<WarpSlot, kWarpSize> &slots,
                              uint32_t lanes);

/// An operation that a thread executes with others of its warp.
struct WarpOperation {
  const char *name;
  WarpFunction function;
  /// Whether accesses to memory before it are over for those behind it.
  bool ordersMemory = false;
};

/// How a barrier combines the predicates of the threads that arrive.
enum class BarrierReduction : int32_t { None = 0, Popc = 1, And = 2, Or = 3 };

/// The barriers that a block has.
inline constexpr unsigned kNumBarriers = 16;

/// Runs blocks, one after the other.
class BlockScheduler {
public:
  /// Compiled code of one thread.
  using ThreadFunction = void (*)(BlockContext *block, int64_t x, int64_t y,
                                  int64_t z, void **parameters);

  /// Runs all threads of a block, each on a stack of `stackBytes`. Returns
  /// early if the launch is stopped; a deadlock stops it.
  void runBlock(BlockContext &block, ThreadFunction function, void **parameters,
                size_t stackBytes);

  //===--------------------------------------------------------------------===//
  // For blocks that run together.
  //===--------------------------------------------------------------------===//

  /// Prepares the threads of a block. Returns false after a fault.
  bool startBlock(BlockContext &block, ThreadFunction function,
                  void **parameters, size_t stackBytes);

  /// Lets each thread that need not wait go on until it has to. Returns whether
  /// there was one.
  bool runReadyThreads();

  /// Returns whether all threads have ended.
  bool hasEnded() const { return numLiving == 0; }

  /// Stops the launch, since no thread can go on.
  void reportDeadlock();

  /// Lets go the threads that wait for the cluster.
  void releaseClusterWaits();

  //===--------------------------------------------------------------------===//
  // For the thread that runs.
  //===--------------------------------------------------------------------===//

  /// Waits until as many threads as `numThreads` says, or all that have not
  /// ended where it is 0, have arrived at the barrier. Returns the reduction of
  /// their predicates.
  int32_t waitAtBarrier(unsigned barrier, int64_t numThreads,
                        BarrierReduction reduction, bool predicate,
                        const char *location);

  /// Arrives at the barrier without waiting.
  void arriveAtBarrier(unsigned barrier, int64_t numThreads,
                       const char *location);

  /// Executes an operation together with the lanes in `mask` that have not
  /// ended, once all of them have come to it.
  void joinWarp(const WarpOperation &operation, uint32_t mask, WarpSlot &slot,
                const char *location);

  /// Arrives at the barrier of the cluster without waiting.
  void arriveAtCluster(const char *location);

  /// Waits until all threads of the cluster that have not ended have arrived.
  void waitForCluster(const char *location);

  /// Lets the other threads run for a turn.
  void yieldThread();

  /// Ends the thread before the end of its function.
  [[noreturn]] void exitThread();

  /// Leaves the thread for good, after a fault that stopped the launch.
  [[noreturn]] void abandonThread();

  /// Returns the number of the thread that runs.
  int64_t getCurrentThread() const { return current; }

  /// Returns how often threads of the block were let go at a barrier. Accesses
  /// with different numbers cannot race.
  uint64_t getBarrierEpoch() const { return epoch; }

  /// The same for the barriers of one warp.
  uint64_t getWarpEpoch(int64_t warp) const { return warpEpochs[warp]; }

  /// Returns the phase of the cluster's barrier that the thread that runs knows
  /// to have begun, and whether it has arrived for the next.
  uint64_t getClusterPhase() const;
  bool hasArrivedInCluster() const {
    return threads[current].hasArrivedInCluster;
  }

  /// Whether the address lies below the stack of a thread.
  bool isStackOverflow(const void *address) const {
    return stacks.isGuard(address);
  }

private:
  enum class State : uint8_t { Ready, AtBarrier, InWarp, InCluster, Done };

  struct Thread {
    Fiber fiber;
    State state = State::Done;
    uint8_t barrier = 0;
    int32_t barrierResult = 0;
    BarrierReduction reduction = BarrierReduction::None;
    /// Of the operation of the warp that it waits in.
    const WarpOperation *operation = nullptr;
    uint32_t mask = 0;
    WarpSlot *slot = nullptr;
    const char *location = nullptr;
    /// Whether it has arrived at the barrier of the cluster and not yet waited,
    /// and in which of the barrier's phases.
    bool hasArrivedInCluster = false;
    uint64_t clusterPhase = 0;
    BlockScheduler *scheduler = nullptr;
    int64_t index = 0;
  };

  struct Barrier {
    int64_t numArrived = 0;
    /// The number of threads to wait for; 0 for all that live.
    int64_t numExpected = 0;
    int64_t numTrue = 0;
    const char *location = nullptr;
    bool isDivergent = false;
  };

  static void runThread(void *argument);
  void arrive(unsigned barrier, int64_t numThreads, bool predicate,
              const char *location);
  bool isComplete(const Barrier &barrier) const;
  /// Returns what a number of threads to wait for means in words: all of the
  /// block where none is named.
  int64_t getNumExpected(int64_t number) const {
    return number != 0 ? number : numThreads;
  }
  void completeBarrier(unsigned number);
  bool tryWarpOperation(int64_t warp, const WarpOperation *operation,
                        uint32_t mask);
  void endThread(Thread &thread);
  void checkDivergence(const Barrier &barrier);
  [[noreturn]] void failThread(std::string message, const char *location);
  static std::string describeWait(const Thread &thread);

  BlockContext *block = nullptr;
  ThreadFunction function = nullptr;
  void **parameters = nullptr;
  FiberStacks stacks;
  std::vector<Thread> threads;
  std::array<Barrier, kNumBarriers> barriers;
  int64_t numThreads = 0;
  int64_t numLiving = 0;
  int64_t current = 0;
  uint64_t epoch = 0;
  std::vector<uint64_t> warpEpochs;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_EMULATOR_BLOCKSCHEDULER_H

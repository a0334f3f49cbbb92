//===- Runtime.cpp - What compiled kernels call ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements barriers, assertions and output. What the threads of a
// warp do together is in WarpRuntime.cpp.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include "FormatPrintf.h"
#include "WarpRuntime.h"
#include "dtyp/Emulator/Cluster.h"

#include <chrono>
#include <cstdio>
#include <mutex>

using namespace mlir::dtyp::emulator;

[[noreturn]] static void stopThread(BlockContext &block, int64_t thread,
                                    std::string message, const char *location) {
  Fault fault;
  fault.message = std::move(message);
  fault.location = location;
  fault.block = block.blockId;
  fault.thread = block.getThreadId(thread);
  block.run->fail(std::move(fault));
  KernelRun::leaveThread(block);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Stops the launch for a number of barrier or of threads that no GPU takes.
static void checkBarrier(BlockContext &block, int32_t barrier, int32_t count,
                         const char *location) {
  std::string message;
  if (barrier < 0 || barrier >= static_cast<int32_t>(kNumBarriers)) {
    message = "expected a barrier from 0 to 15, got " + std::to_string(barrier);
  } else if (count < 0 || count % kWarpSize != 0) {
    message = "expected a multiple of 32 threads at a barrier, got " +
              std::to_string(count);
  } else {
    return;
  }
  stopThread(block, block.scheduler->getCurrentThread(), std::move(message),
             location);
}

static int32_t waitAtBarrier(BlockContext *block, int32_t barrier,
                             int32_t count, int32_t reduction,
                             int32_t predicate, const char *location) {
  checkBarrier(*block, barrier, count, location);
  return block->scheduler->waitAtBarrier(
      barrier, count, static_cast<BarrierReduction>(reduction), predicate != 0,
      location);
}

static void arriveAtBarrier(BlockContext *block, int32_t barrier, int32_t count,
                            const char *location) {
  checkBarrier(*block, barrier, count, location);
  block->scheduler->arriveAtBarrier(barrier, count, location);
}

static void arriveAtCluster(BlockContext *block, const char *location) {
  block->scheduler->arriveAtCluster(location);
}

static void waitForCluster(BlockContext *block, const char *location) {
  block->scheduler->waitForCluster(location);
}

static void yieldThread(BlockContext *block) {
  block->scheduler->yieldThread();
}

static void exitThread(BlockContext *block, const char * /*location*/) {
  block->scheduler->exitThread();
}

/// Returns the place in the shared memory of another block of the cluster that
/// `address` is in the block's own.
static char *mapShared(BlockContext *block, char *address, uint32_t rank,
                       const char *location) {
  llvm::ArrayRef<BlockContext *> blocks = block->cluster->getBlocks();
  if (rank < blocks.size()) {
    return blocks[rank]->staticShared + (address - block->staticShared);
  }
  stopThread(*block, block->scheduler->getCurrentThread(),
             "expected a block of the cluster from 0 to " +
                 std::to_string(blocks.size() - 1) + ", got " +
                 std::to_string(rank),
             location);
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

static int64_t readClock() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}

static int64_t readGlobalTimer() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

static void checkAssertion(BlockContext *block, int64_t thread,
                           int32_t condition, const char *message,
                           const char *location) {
  if (condition == 0) {
    stopThread(*block, thread, std::string("assertion failed: ") + message,
               location);
  }
}

static void trap(BlockContext *block, int64_t thread, const char *location) {
  stopThread(*block, thread, "the kernel executes a trap", location);
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// Prints as the kernel's printf does. A line is not torn by other blocks.
static void printFormatted(const char *format, const char *kinds,
                           const uint64_t *arguments) {
  static std::mutex mutex;
  std::string text = formatPrintf(format, kinds, arguments);
  std::scoped_lock<std::mutex> lock(mutex);
  std::fwrite(text.data(), 1, text.size(), stdout);
  // Who debugs by output wants to see it before the kernel ends, or crashes.
  std::fflush(stdout);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void mlir::dtyp::emulator::forEachRuntimeFunction(
    void (*add)(void *state, RuntimeFunction function), void *state) {
  auto addFunction = [&](llvm::StringRef name, auto *function) {
    add(state, {name, reinterpret_cast<void *>(function)});
  };
  addFunction("dtyp_emu_barrier", waitAtBarrier);
  addFunction("dtyp_emu_barrier_arrive", arriveAtBarrier);
  addFunction("dtyp_emu_cluster_arrive", arriveAtCluster);
  addFunction("dtyp_emu_cluster_wait", waitForCluster);
  addFunction("dtyp_emu_mapa", mapShared);
  addFunction("dtyp_emu_yield", yieldThread);
  addFunction("dtyp_emu_exit", exitThread);
  addFunction("dtyp_emu_clock", readClock);
  addFunction("dtyp_emu_global_timer", readGlobalTimer);
  addFunction("dtyp_emu_assert", checkAssertion);
  addFunction("dtyp_emu_trap", trap);
  addFunction("dtyp_emu_printf", printFormatted);
  forEachWarpFunction(add, state);
}

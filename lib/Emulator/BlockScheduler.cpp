//===- BlockScheduler.cpp - The threads of a block as fibers --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/BlockScheduler.h"

#include "CompiledCode.h"
#include "Recovery.h"
#include "dtyp/Emulator/Cluster.h"

#include <algorithm>
#include <cassert>
#include <cstring>

using namespace mlir::dtyp::emulator;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void BlockScheduler::runThread(void *argument) {
  auto *thread = static_cast<Thread *>(argument);
  BlockScheduler &scheduler = *thread->scheduler;
  Dim3 id = scheduler.block->getThreadId(thread->index);
  callCompiled(scheduler.function, scheduler.block, id[0], id[1], id[2],
               scheduler.parameters);
  scheduler.endThread(*thread);
}

bool BlockScheduler::startBlock(BlockContext &newBlock,
                                ThreadFunction newFunction,
                                void **newParameters, size_t stackBytes) {
  block = &newBlock;
  function = newFunction;
  parameters = newParameters;
  numThreads = numLiving = block->getNumThreads();
  epoch = 0;
  barriers.fill(Barrier());
  warpEpochs.assign((numThreads + kWarpSize - 1) / kWarpSize, 0);
  std::string error;
  if (!stacks.reserve(numThreads, stackBytes, error)) {
    Fault fault;
    fault.message = error;
    fault.block = block->blockId;
    block->run->fail(std::move(fault));
    return false;
  }
  if (threads.size() < static_cast<size_t>(numThreads)) {
    threads.resize(numThreads);
  }
  block->scheduler = this;
  for (int64_t i = 0; i != numThreads; ++i) {
    Thread &thread = threads[i];
    thread.scheduler = this;
    thread.index = i;
    thread.state = State::Ready;
    thread.hasArrivedInCluster = false;
    thread.fiber.start(stacks.getTop(i), stacks.getSize(), runThread, &thread);
  }
  return true;
}

bool BlockScheduler::runReadyThreads() {
  bool anyReady = false;
  for (current = 0; current != numThreads; ++current) {
    if (threads[current].state == State::Ready) {
      anyReady = true;
      threads[current].fiber.resume();
      if (block->run->isStopped()) {
        break;
      }
    }
  }
  return anyReady;
}

void BlockScheduler::runBlock(BlockContext &newBlock,
                              ThreadFunction newFunction, void **newParameters,
                              size_t stackBytes) {
  if (!startBlock(newBlock, newFunction, newParameters, stackBytes)) {
    return;
  }
  // One recovery point serves all fibers: it lies on this stack.
  runRecoverably(*block, [this] {
    while (numLiving != 0 && !block->run->isStopped()) {
      if (!runReadyThreads()) {
        reportDeadlock();
        return;
      }
    }
  });
}

void BlockScheduler::endThread(Thread &thread) {
  thread.state = State::Done;
  --numLiving;
  if (block->cluster) {
    block->cluster->endThread(thread.hasArrivedInCluster &&
                              thread.clusterPhase ==
                                  block->cluster->getPhase());
  }
  if (numLiving == 0) {
    return;
  }
  // Who waits for all that live may now have waited long enough.
  for (unsigned i = 0; i != kNumBarriers; ++i) {
    if (barriers[i].numArrived != 0 && isComplete(barriers[i])) {
      completeBarrier(i);
    }
  }
  int64_t warp = thread.index / kWarpSize;
  int64_t end = std::min(numThreads, (warp + 1) * kWarpSize);
  for (int64_t i = warp * kWarpSize; i != end; ++i) {
    if (threads[i].state == State::InWarp) {
      tryWarpOperation(warp, threads[i].operation, threads[i].mask);
    }
  }
}

void BlockScheduler::yieldThread() { threads[current].fiber.suspend(); }

void BlockScheduler::exitThread() {
  endThread(threads[current]);
  abandonThread();
}

void BlockScheduler::abandonThread() {
  // It has ended, or the launch is stopped: nobody resumes it.
  threads[current].fiber.suspend();
  assert(false && "an abandoned thread was resumed");
  std::abort();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

bool BlockScheduler::isComplete(const Barrier &barrier) const {
  return barrier.numArrived ==
         (barrier.numExpected != 0 ? barrier.numExpected : numLiving);
}

void BlockScheduler::arrive(unsigned number, int64_t numExpected,
                            bool predicate, const char *location) {
  Barrier &barrier = barriers[number];
  if (barrier.numArrived == 0) {
    barrier.location = location;
    barrier.numExpected = numExpected;
  } else if (getNumExpected(barrier.numExpected) !=
             getNumExpected(numExpected)) {
    failThread("expected all threads at barrier " + std::to_string(number) +
                   " to wait for the same number of threads, " +
                   std::to_string(getNumExpected(barrier.numExpected)) +
                   ", got " + std::to_string(getNumExpected(numExpected)),
               location);
  } else if (barrier.location != location &&
             std::strcmp(barrier.location, location) != 0) {
    barrier.isDivergent = true;
  }
  ++barrier.numArrived;
  barrier.numTrue += predicate;
}

void BlockScheduler::completeBarrier(unsigned number) {
  Barrier &barrier = barriers[number];
  checkDivergence(barrier);
  for (int64_t i = 0; i != numThreads; ++i) {
    Thread &thread = threads[i];
    if (thread.state != State::AtBarrier || thread.barrier != number) {
      continue;
    }
    thread.state = State::Ready;
    switch (thread.reduction) {
    case BarrierReduction::None:
      break;
    case BarrierReduction::Popc:
      thread.barrierResult = static_cast<int32_t>(barrier.numTrue);
      break;
    case BarrierReduction::And:
      thread.barrierResult = barrier.numTrue == barrier.numArrived;
      break;
    case BarrierReduction::Or:
      thread.barrierResult = barrier.numTrue != 0;
      break;
    }
  }
  barrier = Barrier();
  ++epoch;
}

int32_t BlockScheduler::waitAtBarrier(unsigned number, int64_t numExpected,
                                      BarrierReduction reduction,
                                      bool predicate, const char *location) {
  Thread &thread = threads[current];
  arrive(number, numExpected, predicate, location);
  thread.state = State::AtBarrier;
  thread.barrier = static_cast<uint8_t>(number);
  thread.reduction = reduction;
  thread.location = location;
  if (isComplete(barriers[number])) {
    completeBarrier(number);
  } else {
    thread.fiber.suspend();
  }
  return thread.barrierResult;
}

void BlockScheduler::arriveAtBarrier(unsigned number, int64_t numExpected,
                                     const char *location) {
  arrive(number, numExpected, /*predicate=*/false, location);
  if (isComplete(barriers[number])) {
    completeBarrier(number);
  }
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

bool BlockScheduler::tryWarpOperation(int64_t warp,
                                      const WarpOperation *operation,
                                      uint32_t mask) {
  int64_t first = warp * kWarpSize;
  int64_t end = std::min(numThreads, first + kWarpSize);
  uint32_t lanes = 0;
  for (int64_t i = first; i != end; ++i) {
    uint32_t bit = uint32_t(1) << (i - first);
    if (!(mask & bit) || threads[i].state == State::Done) {
      continue;
    }
    if (threads[i].state != State::InWarp ||
        threads[i].operation != operation || threads[i].mask != mask) {
      return false;
    }
    lanes |= bit;
  }
  std::array<WarpSlot, kWarpSize> slots;
  for (int64_t i = first; i != end; ++i) {
    if (lanes >> (i - first) & 1) {
      slots[i - first] = *threads[i].slot;
    }
  }
  operation->function(slots, lanes);
  warpEpochs[warp] += operation->ordersMemory;
  for (int64_t i = first; i != end; ++i) {
    if (lanes >> (i - first) & 1) {
      *threads[i].slot = slots[i - first];
      threads[i].state = State::Ready;
    }
  }
  return true;
}

void BlockScheduler::joinWarp(const WarpOperation &operation, uint32_t mask,
                              WarpSlot &slot, const char *location) {
  Thread &thread = threads[current];
  uint32_t bit = uint32_t(1) << (current % kWarpSize);
  if (!(mask & bit)) {
    // Not defined, and of no effect on others on hardware.
    slot.result = slot.value;
    slot.isValid = false;
    return;
  }
  thread.state = State::InWarp;
  thread.operation = &operation;
  thread.mask = mask;
  thread.slot = &slot;
  thread.location = location;
  if (!tryWarpOperation(current / kWarpSize, &operation, mask)) {
    thread.fiber.suspend();
  }
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

void BlockScheduler::failThread(std::string message, const char *location) {
  Fault fault;
  fault.message = std::move(message);
  fault.location = location;
  fault.block = block->blockId;
  fault.thread = block->getThreadId(current);
  block->run->fail(std::move(fault));
  abandonThread();
}

void BlockScheduler::arriveAtCluster(const char *location) {
  Thread &thread = threads[current];
  if (thread.hasArrivedInCluster) {
    failThread("expected a wait between two arrivals of a thread at the "
               "barrier of its cluster",
               location);
  }
  thread.hasArrivedInCluster = true;
  thread.clusterPhase = block->cluster->getPhase();
  block->cluster->arrive();
}

void BlockScheduler::waitForCluster(const char *location) {
  Thread &thread = threads[current];
  if (!thread.hasArrivedInCluster) {
    failThread("expected the thread to arrive at the barrier of its cluster "
               "before it waits there",
               location);
  }
  thread.hasArrivedInCluster = false;
  if (thread.clusterPhase == block->cluster->getPhase()) {
    thread.state = State::InCluster;
    thread.location = location;
    thread.fiber.suspend();
  }
}

uint64_t BlockScheduler::getClusterPhase() const {
  const Thread &thread = threads[current];
  return thread.hasArrivedInCluster ? thread.clusterPhase
                                    : block->cluster->getPhase();
}

void BlockScheduler::releaseClusterWaits() {
  for (int64_t i = 0; i != numThreads; ++i) {
    if (threads[i].state == State::InCluster) {
      threads[i].state = State::Ready;
    }
  }
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

std::string BlockScheduler::describeWait(const Thread &thread) {
  if (thread.state == State::AtBarrier) {
    return "at barrier " + std::to_string(thread.barrier);
  }
  if (thread.state == State::InCluster) {
    return "for its cluster";
  }
  return std::string("for its warp in ") + thread.operation->name;
}

void BlockScheduler::reportDeadlock() {
  Fault fault;
  fault.block = block->blockId;
  // The first thread stands for those that wait where it does; notes say where
  // the others wait.
  std::vector<std::string> seen;
  for (int64_t i = 0; i != numThreads; ++i) {
    const Thread &thread = threads[i];
    if (thread.state == State::Done) {
      continue;
    }
    std::string what = describeWait(thread);
    std::string key = what + thread.location;
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
      continue;
    }
    seen.push_back(key);
    if (seen.size() == 1) {
      fault.message =
          "deadlock: every thread that is left waits, this one " + what;
      fault.location = thread.location;
      fault.thread = block->getThreadId(i);
      continue;
    }
    Fault other;
    other.block = block->blockId;
    other.thread = block->getThreadId(i);
    fault.notes.push_back(
        {thread.location, "another waits " + what + ", " + other.getPlace()});
  }
  block->run->fail(std::move(fault));
}

void BlockScheduler::checkDivergence(const Barrier &barrier) {
  if (!block->run->checkBarriers) {
    return;
  }
  bool anyEnded = barrier.numExpected == 0 && numLiving != numThreads;
  if (!barrier.isDivergent && !anyEnded) {
    return;
  }
  Fault fault;
  fault.block = block->blockId;
  fault.location = barrier.location;
  fault.message = "divergent barrier: ";
  if (anyEnded) {
    fault.message += "a thread ended without coming to it";
    auto ended = std::find_if(
        threads.begin(), threads.begin() + numThreads,
        [](const Thread &thread) { return thread.state == State::Done; });
    fault.thread = block->getThreadId(ended - threads.begin());
    block->run->report(std::move(fault));
    return;
  }
  fault.message += "threads of the block arrive at different barriers";
  for (int64_t i = 0; i != numThreads; ++i) {
    const Thread &thread = threads[i];
    if (thread.state == State::AtBarrier &&
        std::strcmp(thread.location, barrier.location) != 0) {
      fault.thread = block->getThreadId(i);
      fault.notes.push_back({thread.location, "this thread arrives here"});
      break;
    }
  }
  block->run->report(std::move(fault));
}

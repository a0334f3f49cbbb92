//===- WorkerPool.cpp - System threads that run blocks --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/WorkerPool.h"

#include <algorithm>

using namespace mlir::dtyp::emulator;

WorkerPool::WorkerPool(unsigned numWorkers)
    : numWorkers(std::max(1u, numWorkers)) {}

WorkerPool::~WorkerPool() {
  {
    std::scoped_lock<std::mutex> lock(mutex);
    isEnding = true;
  }
  hasWork.notify_all();
  for (std::thread &thread : threads) {
    thread.join();
  }
}

void WorkerPool::waitForWork(unsigned worker) {
  uint64_t seen = 0;
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    hasWork.wait(lock, [&] { return isEnding || generation != seen; });
    if (isEnding) {
      return;
    }
    seen = generation;
    if (worker >= numWanted) {
      continue;
    }
    lock.unlock();
    (*work)(worker);
    lock.lock();
    if (--numRunning == 0) {
      isDone.notify_all();
    }
  }
}

void WorkerPool::run(unsigned count,
                     const std::function<void(unsigned)> &newWork) {
  count = std::clamp(count, 1u, numWorkers);
  if (count == 1) {
    newWork(0);
    return;
  }
  // Threads begin when they are first needed.
  {
    std::scoped_lock<std::mutex> lock(mutex);
    work = &newWork;
    numWanted = count;
    numRunning = count - 1;
    ++generation;
  }
  hasWork.notify_all();
  for (unsigned i = threads.size() + 1; i < count; ++i) {
    threads.emplace_back([this, i] { waitForWork(i); });
  }
  newWork(0);
  std::unique_lock<std::mutex> lock(mutex);
  isDone.wait(lock, [&] { return numRunning == 0; });
}

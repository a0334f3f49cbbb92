//===- WorkerPool.h - System threads that run blocks ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the system threads over which the blocks of a launch are
// distributed.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_WORKERPOOL_H
#define DTYP_EMULATOR_WORKERPOOL_H

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mlir::dtyp::emulator {

/// Threads that wait for work. The one that calls is the first of them.
class WorkerPool {
public:
  explicit WorkerPool(unsigned numWorkers);
  ~WorkerPool();

  unsigned getNumWorkers() const { return numWorkers; }

  /// Runs `work` on the first `count` workers at once, with the number of each,
  /// and waits until all have returned.
  void run(unsigned count, const std::function<void(unsigned)> &work);

private:
  void waitForWork(unsigned worker);

  unsigned numWorkers;
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::condition_variable hasWork;
  std::condition_variable isDone;
  /// Counts the calls of `run`.
  uint64_t generation = 0;
  const std::function<void(unsigned)> *work = nullptr;
  unsigned numWanted = 0;
  unsigned numRunning = 0;
  bool isEnding = false;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_EMULATOR_WORKERPOOL_H

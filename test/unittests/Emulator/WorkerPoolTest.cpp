//===- WorkerPoolTest.cpp - Tests of the pool of system threads -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/WorkerPool.h"

#include "gtest/gtest.h"

#include <atomic>
#include <set>

using namespace mlir::dtyp::emulator;

TEST(WorkerPoolTest, RunsOnAsManyWorkersAsAsked) {
  WorkerPool pool(4);
  for (unsigned wanted : {3u, 1u, 4u, 9u, 2u, 4u}) {
    std::mutex mutex;
    std::multiset<unsigned> workers;
    std::set<std::thread::id> threads;
    pool.run(wanted, [&](unsigned worker) {
      std::scoped_lock<std::mutex> lock(mutex);
      workers.insert(worker);
      threads.insert(std::this_thread::get_id());
    });
    unsigned expected = std::min(wanted, 4u);
    EXPECT_EQ(workers.size(), expected);
    EXPECT_EQ(threads.size(), expected);
    EXPECT_EQ(*workers.rbegin(), expected - 1);
    EXPECT_TRUE(threads.count(std::this_thread::get_id()));
  }
}

TEST(WorkerPoolTest, ManyRunsInARow) {
  WorkerPool pool(3);
  std::atomic<int> total{0};
  for (int i = 0; i != 1000; ++i) {
    pool.run(3, [&](unsigned) { ++total; });
    ASSERT_EQ(total, 3 * (i + 1));
  }
}

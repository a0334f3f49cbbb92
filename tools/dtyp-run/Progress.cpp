//===- Progress.cpp - How far a long run is -------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include <atomic>
#include <chrono>
#include <cstdio>

#include <unistd.h>

using namespace mlir::dtyp;

/// Whether there is something to erase.
static std::atomic<bool> isShown{false};

static void write(const char *text, size_t size) {
  (void)!::write(STDERR_FILENO, text, size);
}

void Progress::eraseInSignalHandler() {
  // A line is at most this long.
  static const char blank[] = "\r                                        \r";
  if (isShown.exchange(false)) {
    write(blank, sizeof(blank) - 1);
  }
}

void Progress::show() {
  Count current = count();
  if (current.numAll <= 0) {
    return;
  }
  double percent = 100.0 * static_cast<double>(current.numDone) /
                   static_cast<double>(current.numAll);
  char line[40];
  int size = std::snprintf(line, sizeof(line), "\r%3.0f %% of %s", percent,
                           what.c_str());
  isShown = true;
  write(line, static_cast<size_t>(size));
}

Progress::Progress(std::string what, std::function<Count()> count)
    : what(std::move(what)), count(std::move(count)) {
  if (!isatty(STDERR_FILENO)) {
    return;
  }
  thread = std::thread([this] {
    std::unique_lock<std::mutex> lock(mutex);
    auto delay = std::chrono::milliseconds(1000);
    while (!ending.wait_for(lock, delay, [this] { return isEnding; })) {
      show();
      delay = std::chrono::milliseconds(200);
    }
  });
}

Progress::~Progress() {
  if (!thread.joinable()) {
    return;
  }
  {
    std::scoped_lock<std::mutex> lock(mutex);
    isEnding = true;
  }
  ending.notify_one();
  thread.join();
  eraseInSignalHandler();
}

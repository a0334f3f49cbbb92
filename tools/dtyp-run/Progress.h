//===- Progress.h - How far a long run is -----------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYP_RUN_PROGRESS_H
#define DTYP_TOOLS_DTYP_RUN_PROGRESS_H

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace mlir::dtyp {

/// Shows, while it lives, how much is done, if that takes more than a second
/// and standard error is a terminal. What was shown is erased at the end.
class Progress {
public:
  struct Count {
    int64_t numDone;
    int64_t numAll;
  };

  /// `what` is counted by `count`, which is called on another thread.
  Progress(std::string what, std::function<Count()> count);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Erases what is shown, by what a signal handler may call.
  static void eraseInSignalHandler();

private:
  void show();

  std::string what;
  std::function<Count()> count;
  std::mutex mutex;
  std::condition_variable ending;
  bool isEnding = false;
  std::thread thread;
};

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYP_RUN_PROGRESS_H

//===- Processes.h - Work in processes of its own --------------------*- C++
//-*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_BENCHMARKS_SCALE_PROCESSES_H
#define DTYP_BENCHMARKS_SCALE_PROCESSES_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <sched.h>
#include <sys/types.h>

namespace mlir::dtyp {

/// A copy of this process that does some work and hands the result back as
/// bytes.
class ChildProcess {
public:
  /// Starts a child, which writes the `size` bytes that `work` leaves in
  /// `value`.
  ChildProcess(void *value, size_t size, llvm::function_ref<void()> work);

  /// Waits for its end; returns the peak of its memory in KiB. Ends this
  /// process with an error if the child failed.
  long finish();

private:
  void *value;
  size_t size;
  pid_t id;
  int result;
};

/// Keeps this process, and those that it starts, on the processor on which it
/// runs, as long as the object lives.
class PinnedProcess {
public:
  PinnedProcess();
  ~PinnedProcess();
  PinnedProcess(const PinnedProcess &) = delete;
  PinnedProcess &operator=(const PinnedProcess &) = delete;

private:
  cpu_set_t before;
};

/// Runs `work` in a process of its own; returns its value and the peak of the
/// process's memory in KiB.
template <typename T>
std::pair<T, long> runInProcess(llvm::function_ref<T()> work) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value{};
  long peak =
      ChildProcess(&value, sizeof(value), [&] { value = work(); }).finish();
  return {value, peak};
}

/// Runs `work(0)` and `work(1)` at the same time in two processes that share
/// one processor, which gives either a few milliseconds in turn: what changes
/// its speed in the meantime changes both. `first` is started first.
template <typename T>
std::array<T, 2> runSideBySide(int first, llvm::function_ref<T(int)> work) {
  static_assert(std::is_trivially_copyable_v<T>);
  PinnedProcess pinned;
  std::array<T, 2> values{};
  auto start = [&](int side) {
    return ChildProcess(&values[side], sizeof(T),
                        [&values, side, work] { values[side] = work(side); });
  };
  ChildProcess one = start(first);
  ChildProcess other = start(1 - first);
  one.finish();
  other.finish();
  return values;
}

} // namespace mlir::dtyp

#endif // DTYP_BENCHMARKS_SCALE_PROCESSES_H

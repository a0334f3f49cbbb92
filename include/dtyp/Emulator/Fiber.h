//===- Fiber.h - Functions that can be left and resumed ---------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares fibers over Boost.Context, and the memory of their stacks.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_FIBER_H
#define DTYP_EMULATOR_FIBER_H

#include <cstddef>
#include <string>

namespace mlir::dtyp::emulator {

/// Stacks of one size in one piece of memory. Below each lies a page that
/// cannot be accessed, so that an overflow is a fault and not a corruption.
/// Pages become real when they are touched.
class FiberStacks {
public:
  FiberStacks() = default;
  FiberStacks(const FiberStacks &) = delete;
  FiberStacks &operator=(const FiberStacks &) = delete;
  ~FiberStacks() { release(); }

  /// Makes sure that there are `count` stacks of at least `size` bytes. Stacks
  /// that are there are kept if they do. Returns false, and a text in `error`,
  /// where the system has not that much memory.
  bool reserve(size_t count, size_t size, std::string &error);

  /// Returns the address where a stack begins: its end in memory.
  char *getTop(size_t index) const {
    return memory + (index + 1) * (guardSize + size);
  }
  size_t getSize() const { return size; }

  /// Returns whether an address lies in the page below one of the stacks.
  bool isGuard(const void *address) const;

private:
  void release();

  char *memory = nullptr;
  size_t count = 0;
  size_t size = 0;
  size_t guardSize = 0;
};

/// A function on a stack of its own. It is not bound to a system thread, but
/// runs on the one that resumes it.
class Fiber {
public:
  using Body = void (*)(void *argument);

  /// Prepares a run of `body` on the stack that begins at `stackTop`. A run
  /// that has not ended is forgotten.
  void start(char *stackTop, size_t stackSize, Body body, void *argument);

  /// Runs until the body suspends itself or ends.
  void resume();

  /// Leaves the body; to be called in it.
  void suspend();

  /// Returns whether the body has ended.
  bool isDone() const { return done; }

private:
  static void enter(void *resumer, Fiber *fiber);
  friend struct FiberEntry;

  void *context = nullptr;
  void *resumer = nullptr;
  Body body = nullptr;
  void *argument = nullptr;
  bool done = true;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_EMULATOR_FIBER_H

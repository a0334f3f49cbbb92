//===- Recovery.cpp - Leaving compiled code after a fault -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recovery.h"

#include "dtyp/Emulator/BlockScheduler.h"

#include <csetjmp>
#include <csignal>
#include <memory>
#include <mutex>

using namespace mlir::dtyp::emulator;

namespace {

/// Where a worker returns to, and what it learns there.
struct RecoveryPoint {
  sigjmp_buf buffer;
  RecoveryPoint *outer = nullptr;
  int signal = 0;
  void *address = nullptr;
};

/// A stack for signals: the one that overflowed is of no use.
struct SignalStack {
  static constexpr size_t kBytes = 64 * 1024;

  SignalStack() : memory(new char[kBytes]) {
    stack_t stack = {};
    stack.ss_sp = memory.get();
    stack.ss_size = kBytes;
    sigaltstack(&stack, nullptr);
  }
  ~SignalStack() {
    stack_t stack = {};
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
  }

  std::unique_ptr<char[]> memory;
};

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE};

/// The guards that live, and what the signals did without them.
std::mutex guardMutex;
int numGuards = 0;
struct sigaction oldActions[std::size(kSignals)];

} // namespace

static thread_local RecoveryPoint *innermost = nullptr;

static void handleSignal(int signal, siginfo_t *info, void * /*context*/) {
  RecoveryPoint *point = innermost;
  if (!point) {
    // Not ours: on return it happens again, and does what it did before.
    for (size_t i = 0; i != std::size(kSignals); ++i) {
      if (kSignals[i] == signal) {
        sigaction(signal, &oldActions[i], nullptr);
      }
    }
    return;
  }
  point->signal = signal;
  point->address = info->si_addr;
  siglongjmp(point->buffer, 1);
}

static void reportSignal(const BlockContext &block, int signal, void *address) {
  Fault fault;
  fault.block = block.blockId;
  if (block.scheduler) {
    fault.thread = block.getThreadId(block.scheduler->getCurrentThread());
  }
  if (signal == SIGFPE) {
    fault.message = "an integer is divided by zero, or the quotient overflows";
  } else if (block.scheduler && block.scheduler->isStackOverflow(address)) {
    fault.message = "the stack of the thread overflows";
  } else {
    fault.message = "an access to memory that does not exist; --sanitize says "
                    "which access of which array it is";
  }
  block.run->fail(std::move(fault));
}

bool mlir::dtyp::emulator::runRecoverably(const BlockContext &block,
                                          llvm::function_ref<void()> body) {
  return runRecoverably(body, [&](int signal, void *address) {
    reportSignal(block, signal, address);
  });
}

bool mlir::dtyp::emulator::runRecoverably(
    llvm::function_ref<void()> body,
    llvm::function_ref<void(int, void *)> reportSignal) {
  static thread_local SignalStack signalStack;
  RecoveryPoint point;
  point.outer = innermost;
  // The signal mask is saved: a handler that is left has its signal blocked.
  if (sigsetjmp(point.buffer, /*savemask=*/1) == 0) {
    innermost = &point;
    body();
    innermost = point.outer;
    return true;
  }
  innermost = point.outer;
  if (point.signal != 0) {
    reportSignal(point.signal, point.address);
  }
  return false;
}

void mlir::dtyp::emulator::returnToRecoveryPoint() {
  innermost->signal = 0;
  siglongjmp(innermost->buffer, 1);
}

SignalGuard::SignalGuard() {
  std::scoped_lock<std::mutex> lock(guardMutex);
  if (numGuards++ != 0) {
    return;
  }
  for (size_t i = 0; i != std::size(kSignals); ++i) {
    struct sigaction action = {};
    action.sa_sigaction = handleSignal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(kSignals[i], &action, &oldActions[i]);
  }
}

SignalGuard::~SignalGuard() {
  std::scoped_lock<std::mutex> lock(guardMutex);
  if (--numGuards != 0) {
    return;
  }
  for (size_t i = 0; i != std::size(kSignals); ++i) {
    sigaction(kSignals[i], &oldActions[i], nullptr);
  }
}

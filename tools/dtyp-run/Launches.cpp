//===- Launches.cpp - Launches from this process --------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements launches whose arguments are memory of this process: of
// kernels on the emulator, and of host functions.
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "Run.h"

#include "dtyp/Support/StrCat.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>

#include <unistd.h>

using namespace mlir;
using namespace mlir::dtyp;
using emulator::KernelRun;

//===----------------------------------------------------------------------===//
// Interruption
//===----------------------------------------------------------------------===//

/// The launch that Ctrl-C ends.
static std::atomic<KernelRun *> currentRun{nullptr};
static volatile std::sig_atomic_t wasInterrupted = 0;

static void handleInterrupt(int) {
  KernelRun *run = currentRun.load();
  if (!run || wasInterrupted) {
    // Nothing runs, or it does not end: the second Ctrl-C is the default one.
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
    return;
  }
  wasInterrupted = 1;
  run->cancel();
}

static void handleInterruptByExit(int) {
  Progress::eraseInSignalHandler();
  static const char message[] = "dtyp-run: error: interrupted\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  _exit(130);
}

void mlir::dtyp::exitWhenInterrupted() {
  std::signal(SIGINT, handleInterruptByExit);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static Result<KernelArguments>
packArguments(std::vector<LaunchArgument> &arguments) {
  KernelArguments packed{CallingConvention()};
  for (LaunchArgument &argument : arguments) {
    if (argument.isScalar) {
      packed.addScalar(argument.array);
      continue;
    }
    auto address = reinterpret_cast<uintptr_t>(argument.array.getData());
    if (Status status = packed.addArray(argument.array, address); !status) {
      return status.error();
    }
  }
  return packed;
}

/// Launches once. Returns the time in microseconds.
static double launchOnce(LaunchFunction launch, KernelArguments &arguments,
                         KernelRun &run) {
  std::vector<void *> pointers = arguments.getPointers();
  currentRun = &run;
  auto start = std::chrono::steady_clock::now();
  launch(pointers.data(), run);
  auto end = std::chrono::steady_clock::now();
  currentRun = nullptr;
  return std::chrono::duration<double, std::micro>(end - start).count();
}

/// Copies the arguments, so that timed launches leave the outputs alone.
static Result<std::vector<LaunchArgument>>
copyArguments(const std::vector<LaunchArgument> &arguments) {
  std::vector<LaunchArgument> copies;
  for (const LaunchArgument &argument : arguments) {
    Result<HostArray> copy =
        HostArray::create(argument.array.getDType(), argument.array.getShape());
    if (!copy) {
      return copy.error();
    }
    std::memcpy(copy->getData(), argument.array.getData(), copy->getNumBytes());
    copies.push_back({std::move(*copy), argument.isScalar, argument.isOutput});
  }
  return copies;
}

static LaunchTimes summarize(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  size_t middle = all.size() / 2;
  double median =
      all.size() % 2 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
  return {all.front(), median, all.back()};
}

/// Launches, and reports what went wrong.
static Outcome launchAndReport(ModuleOp module, LaunchFunction launch,
                               KernelArguments &arguments, KernelRun &run,
                               double &microseconds) {
  microseconds = launchOnce(launch, arguments, run);
  reportFaults(module, run);
  if (wasInterrupted) {
    return Outcome::Interrupted;
  }
  return run.getFaults().empty() ? Outcome::Success : Outcome::Failure;
}

static Outcome measure(ModuleOp module, const CommandLine &commandLine,
                       const std::vector<LaunchArgument> &arguments,
                       LaunchFunction launch,
                       std::optional<LaunchTimes> &times) {
  Result<std::vector<LaunchArgument>> copies = copyArguments(arguments);
  if (!copies) {
    return reportFailure(copies.error());
  }
  Result<KernelArguments> packed = packArguments(*copies);
  std::atomic<int64_t> numDone{0};
  Progress progress("launches", [&] {
    return Progress::Count{numDone, commandLine.timedLaunches};
  });
  std::vector<double> all(commandLine.timedLaunches);
  for (double &each : all) {
    KernelRun run;
    Outcome outcome = launchAndReport(module, launch, *packed, run, each);
    if (outcome != Outcome::Success) {
      return outcome;
    }
    ++numDone;
  }
  times = summarize(std::move(all));
  return Outcome::Success;
}

Outcome mlir::dtyp::runLaunches(ModuleOp module, const CommandLine &commandLine,
                                std::vector<LaunchArgument> &arguments,
                                LaunchFunction launch,
                                std::optional<LaunchTimes> &times) {
  std::signal(SIGINT, handleInterrupt);
  Result<KernelArguments> packed = packArguments(arguments);
  if (!packed) {
    return reportFailure(packed.error());
  }
  KernelRun run;
  run.checkBarriers = commandLine.sanitize;
  run.checkAllocations = commandLine.sanitize;
  // A host function has a device that knows the arrays.
  if (commandLine.function.empty()) {
    run.knowsGlobalArrays = true;
    for (const LaunchArgument &argument : arguments) {
      auto address = reinterpret_cast<uintptr_t>(argument.array.getData());
      run.globalArrays[address] = {address + argument.array.getNumBytes()};
    }
  }
  Outcome outcome = Outcome::Success;
  {
    Progress progress("blocks", [&] {
      return Progress::Count{run.numBlocksDone, run.numBlocks};
    });
    double ignored = 0;
    outcome = launchAndReport(module, launch, *packed, run, ignored);
  }
  if (outcome != Outcome::Success || commandLine.timedLaunches == 0) {
    return outcome;
  }
  return measure(module, commandLine, arguments, launch, times);
}

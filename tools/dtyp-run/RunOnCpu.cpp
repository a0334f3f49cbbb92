//===- RunOnCpu.cpp - Running a kernel on the CPU -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "dtyp/Emulator/Emulator.h"
#include "dtyp/Emulator/Passes.h"
#include "dtyp/Support/StrCat.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>

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

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// Turns `file:line:column` into a location.
static Location parseLocation(MLIRContext *context, StringRef text) {
  auto [rest, columnText] = text.rsplit(':');
  auto [file, lineText] = rest.rsplit(':');
  unsigned line = 0, column = 0;
  if (lineText.getAsInteger(10, line) || columnText.getAsInteger(10, column)) {
    return UnknownLoc::get(context);
  }
  return FileLineColLoc::get(context, file, line, column);
}

/// Reports what the kernel did wrong, each where it did it.
static void reportFaults(ModuleOp module, const KernelRun &run) {
  MLIRContext *context = module.getContext();
  for (const emulator::Fault &fault : run.getFaults()) {
    if (fault.location.empty()) {
      reportError(fault.message + ", " + fault.getPlace());
      continue;
    }
    InFlightDiagnostic diagnostic =
        emitError(parseLocation(context, fault.location));
    diagnostic << fault.message << ", " << fault.getPlace();
    for (const auto &[location, text] : fault.notes) {
      diagnostic.attachNote(parseLocation(context, location)) << text;
    }
  }
  if (run.getNumOmittedFaults() != 0) {
    reportError(strCat(run.getNumOmittedFaults(), " more faults"));
  }
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

static emulator::LaunchSizes getSizes(const CommandLine &commandLine) {
  emulator::LaunchSizes sizes;
  std::copy(commandLine.grid.begin(), commandLine.grid.end(),
            sizes.grid.begin());
  std::copy(commandLine.block.begin(), commandLine.block.end(),
            sizes.block.begin());
  std::copy(commandLine.cluster.begin(), commandLine.cluster.end(),
            sizes.cluster.begin());
  sizes.dynamicSharedBytes =
      static_cast<int64_t>(commandLine.dynamicSharedBytes);
  return sizes;
}

/// Launches once. Returns the time in microseconds.
static double launchOnce(emulator::Emulator &emulator,
                         const CommandLine &commandLine, StringRef name,
                         KernelArguments &arguments, KernelRun &run) {
  std::vector<void *> pointers = arguments.getPointers();
  currentRun = &run;
  auto start = std::chrono::steady_clock::now();
  if (commandLine.function.empty()) {
    emulator.launch(name, getSizes(commandLine), pointers.data(), run);
  } else {
    emulator.callHostFunction(name, pointers.data(), run);
  }
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

static Outcome measure(ModuleOp module, emulator::Emulator &emulator,
                       const CommandLine &commandLine,
                       const Signature &signature,
                       const std::vector<LaunchArgument> &arguments,
                       std::optional<LaunchTimes> &times) {
  Result<std::vector<LaunchArgument>> copies = copyArguments(arguments);
  if (!copies) {
    reportError(copies.error().message);
    return Outcome::Failure;
  }
  Result<KernelArguments> packed = packArguments(*copies);
  std::vector<double> all;
  for (unsigned i = 0; i != commandLine.timedLaunches; ++i) {
    KernelRun run;
    all.push_back(
        launchOnce(emulator, commandLine, signature.name, *packed, run));
    if (run.isStopped()) {
      reportFaults(module, run);
      return wasInterrupted ? Outcome::Interrupted : Outcome::Failure;
    }
  }
  times = summarize(std::move(all));
  return Outcome::Success;
}

Outcome mlir::dtyp::runOnCpu(ModuleOp module, const CommandLine &commandLine,
                             const Signature &signature,
                             std::vector<LaunchArgument> &arguments,
                             std::optional<LaunchTimes> &times) {
  std::signal(SIGINT, handleInterrupt);
  FunctionOpInterface function = signature.function;
  if (auto device = function->getParentOfType<gpu::GPUModuleOp>()) {
    keepOnly(module, device);
    // What is not run need not be compiled.
    for (auto kernel :
         llvm::make_early_inc_range(device.getOps<gpu::GPUFuncOp>())) {
      if (kernel != function.getOperation()) {
        kernel.erase();
      }
    }
  } else if (function.getNumResults() != 0) {
    reportError("expected a host function without results, got '" +
                signature.name + "', which has some; let it write to an array");
    return Outcome::Failure;
  }
  if (failed(runPasses(module, [&](OpPassManager &manager) {
        emulator::buildEmulatorPipeline(manager, commandLine.sanitize);
      }))) {
    return Outcome::Failure;
  }
  if (commandLine.printIR) {
    module->print(llvm::errs());
  }
  emulator::EmulatorOptions options;
  options.optLevel = commandLine.optLevel;
  options.numWorkers = commandLine.numWorkers;
  std::string llvmIR;
  options.llvmIR = commandLine.emit.empty() ? nullptr : &llvmIR;
  FailureOr<std::unique_ptr<emulator::Emulator>> emulator =
      emulator::Emulator::create(module, options);
  if (failed(emulator)) {
    return Outcome::Failure;
  }
  if (Status status = emitCompiled(commandLine, llvmIR); !status) {
    reportError(status.error().message);
    return Outcome::Failure;
  }
  Result<KernelArguments> packed = packArguments(arguments);
  if (!packed) {
    reportError(packed.error().message);
    return Outcome::Failure;
  }
  KernelRun run;
  run.checkBarriers = commandLine.sanitize;
  // A host function makes arrays of its own.
  run.knowsGlobalArrays = commandLine.function.empty();
  for (const LaunchArgument &argument : arguments) {
    auto address = reinterpret_cast<uintptr_t>(argument.array.getData());
    run.globalArrays.push_back(
        {address, address + argument.array.getNumBytes()});
  }
  launchOnce(**emulator, commandLine, signature.name, *packed, run);
  reportFaults(module, run);
  if (wasInterrupted) {
    return Outcome::Interrupted;
  }
  if (!run.getFaults().empty()) {
    return Outcome::Failure;
  }
  if (commandLine.timedLaunches == 0) {
    return Outcome::Success;
  }
  return measure(module, **emulator, commandLine, signature, arguments, times);
}

//===- RunOnCpu.cpp - Running a kernel on the CPU -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "dtyp/Emulator/HostFunction.h"
#include "dtyp/Emulator/Passes.h"
#include "dtyp/Target/GpuPasses.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::dtyp;
using emulator::KernelRun;

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

Outcome mlir::dtyp::runOnCpu(ModuleOp module, const CommandLine &commandLine,
                             const Signature &signature,
                             std::vector<LaunchArgument> &arguments,
                             std::optional<LaunchTimes> &times) {
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
  } else if (failed(keepReachable(module, function))) {
    return Outcome::Failure;
  }
  if (failed(runPasses(module, [&](OpPassManager &manager) {
        emulator::buildEmulatorPipeline(manager, commandLine.sanitize,
                                        commandLine.gpuOptimizations);
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
  if (commandLine.gpuOptimizations) {
    options.registerPasses = cudax::registerGpuPassesForCpu;
  }
  FailureOr<std::unique_ptr<emulator::Emulator>> emulator =
      emulator::Emulator::create(module, options);
  if (failed(emulator)) {
    return Outcome::Failure;
  }
  if (Status status = emitCompiled(commandLine, llvmIR); !status) {
    return reportFailure(status.error());
  }
  if (commandLine.function.empty()) {
    return runLaunches(
        module, commandLine, arguments,
        [&](void **parameters, KernelRun &run) {
          (*emulator)->launch(signature.name, getSizes(commandLine), parameters,
                              run);
        },
        times);
  }
  void *entry = (*emulator)->lookupHostFunction(signature.name);
  return runLaunches(
      module, commandLine, arguments,
      [&](void **parameters, KernelRun &run) {
        emulator::EmulatorDevice device(**emulator, run);
        emulator::callHostFunction(entry, parameters, device, run);
      },
      times);
}

//===- Run.h - Running a kernel ---------------------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the two ways to run a kernel or a host function. Both take
// the resolved module, compile it in this process, and leave in the output
// arguments what the first launch did.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYP_RUN_RUN_H
#define DTYP_TOOLS_DTYP_RUN_RUN_H

#include "CommandLine.h"
#include "Signature.h"

#include "dtyp/Emulator/KernelRun.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::dtyp {

/// How a run ended. Errors have been reported.
enum class Outcome { Success, Failure, Interrupted };

/// Runs on the CPU emulator.
Outcome runOnCpu(ModuleOp module, const CommandLine &commandLine,
                 const Signature &signature,
                 std::vector<LaunchArgument> &arguments,
                 std::optional<LaunchTimes> &times);

/// Runs on a GPU.
Outcome runOnGpu(ModuleOp module, const CommandLine &commandLine,
                 const Signature &signature, const CudaDriver &driver,
                 std::vector<LaunchArgument> &arguments,
                 std::optional<LaunchTimes> &times);

/// A launch: of a kernel on the emulator, or of a host function. The parameters
/// are addresses, those of arrays of memory of this process.
using LaunchFunction =
    function_ref<void(void **parameters, emulator::KernelRun &run)>;

/// Launches once for the outputs, and then, with copies of the arguments, as
/// often as is timed. Ctrl-C ends the launch.
Outcome runLaunches(ModuleOp module, const CommandLine &commandLine,
                    std::vector<LaunchArgument> &arguments,
                    LaunchFunction launch, std::optional<LaunchTimes> &times);

/// Lets Ctrl-C end the process, with a word: nothing that a GPU does can be
/// ended in another way.
void exitWhenInterrupted();

/// Reports what a launch did wrong, each where it did it.
void reportFaults(ModuleOp module, const emulator::KernelRun &run);

/// Runs the passes that `build` adds, with the options for debugging that the
/// command line has.
LogicalResult runPasses(ModuleOp module,
                        function_ref<void(OpPassManager &)> build);

/// Erases the host code, and the gpu.modules that the kernel is not in.
void keepOnly(ModuleOp module, Operation *kept);

/// Erases what a host function and the kernels that it launches do not need.
LogicalResult keepReachable(ModuleOp module, FunctionOpInterface function);

/// Writes what was compiled to the file of --emit, if there is one.
Status emitCompiled(const CommandLine &commandLine, StringRef contents);

/// Prints `dtyp-run: error: ...`.
void reportError(const std::string &message);

/// The same for an error that ends the run.
Outcome reportFailure(const Error &error);

/// Compares an output with a file as numpy.allclose does. The error says where
/// they differ.
Status checkAllClose(const HostArray &actual, const std::string &path,
                     const CheckOptions &options);

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYP_RUN_RUN_H

//===- Emulator.h - Kernels on the CPU --------------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the emulator: it compiles lowered kernels in memory, and
// launches them on all cores of the CPU. What a kernel does wrong can be
// reported as errors in its source.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_EMULATOR_H
#define DTYP_EMULATOR_EMULATOR_H

#include "dtyp/Emulator/KernelRun.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>

namespace llvm {
class PassBuilder;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace mlir::dtyp::emulator {

class WorkerPool;

struct EmulatorOptions {
  /// LLVM's optimization level, 0 to 3.
  unsigned optLevel = 3;
  /// The system threads that run blocks; as many as the machine has cores if 0.
  unsigned numWorkers = 0;
  /// Gets the optimized LLVM IR, as text, where it is not null.
  std::string *llvmIR = nullptr;
  /// Registers further passes with LLVM's optimizer, where it is not null.
  std::function<void(llvm::PassBuilder &)> registerPasses;
};

/// The sizes of a launch.
struct LaunchSizes {
  Dim3 grid = {1, 1, 1};
  Dim3 block = {1, 1, 1};
  Dim3 cluster = {1, 1, 1};
  int64_t dynamicSharedBytes = 0;
};

/// Compiled kernels.
class Emulator {
public:
  ~Emulator();

  /// Compiles what `buildEmulatorPipeline` has made of `module`. Fails after an
  /// error.
  static FailureOr<std::unique_ptr<Emulator>>
  create(ModuleOp module, const EmulatorOptions &options = {});

  /// Runs a kernel, named `MODULE::KERNEL`, and waits for its end. The
  /// parameters are addresses, as for cuLaunchKernel. What goes wrong is in
  /// `run` afterwards; a launch with sizes that no GPU takes, or of a kernel
  /// that is not there, is reported there, too.
  void launch(StringRef kernel, const LaunchSizes &sizes, void **parameters,
              KernelRun &run);

  /// Returns whether there is a kernel of that name.
  bool hasKernel(StringRef kernel) const { return kernels.contains(kernel); }

  /// Returns whether the threads of a block run as a plain loop.
  bool runsAsLoop(StringRef kernel) const;

  /// Returns the entry of a compiled host function, or null.
  void *lookupHostFunction(StringRef function);

private:
  struct Kernel;

  Emulator();

  bool checkSizes(const Kernel &kernel, const LaunchSizes &sizes,
                  KernelRun &run) const;
  LogicalResult findKernels(ModuleOp module);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::unique_ptr<WorkerPool> workers;
  llvm::StringMap<std::unique_ptr<Kernel>> kernels;
};

/// Reports a fault of a launch as an error of the context, with its notes, each
/// where in the source it is.
void emitFault(const Fault &fault, MLIRContext *context);

} // namespace mlir::dtyp::emulator

#endif // DTYP_EMULATOR_EMULATOR_H

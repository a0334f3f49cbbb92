//===- HostFunction.h - Functions that drive a device -----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares compiled host functions: they allocate memory on a device,
// copy, and launch kernels. Which device that is, the caller says.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_HOSTFUNCTION_H
#define DTYP_EMULATOR_HOSTFUNCTION_H

#include "dtyp/Emulator/Emulator.h"
#include "dtyp/Support/HostDevice.h"

namespace mlir::dtyp::emulator {

/// Compiled host functions of a module without kernels.
class HostProgram {
public:
  ~HostProgram();

  /// Compiles what `buildHostFunctionPipeline` has made of `module`. Fails
  /// after an error.
  static FailureOr<std::unique_ptr<HostProgram>> create(ModuleOp module,
                                                        unsigned optLevel);

  /// Returns the entry of a host function, or null.
  void *lookup(StringRef function);

private:
  HostProgram();

  std::unique_ptr<llvm::orc::LLJIT> jit;
};

/// Runs the host function with that entry, of a HostProgram or an Emulator. The
/// parameters are addresses, as for a kernel; arrays are memory of the host.
/// What goes wrong is in `run` afterwards; the function is left there. Memory
/// that the function leaves allocated on the device is freed.
void callHostFunction(void *entry, void **parameters, HostDevice &device,
                      KernelRun &run);

/// The emulator as the device of a host function. Faults of kernels are in
/// `run`, which is told what memory there is. Memory is not where its addresses
/// say, so that the host cannot access it, as on a GPU.
class EmulatorDevice : public HostDevice {
public:
  EmulatorDevice(Emulator &emulator, KernelRun &run)
      : emulator(emulator), run(run) {
    run.knowsGlobalArrays = true;
  }
  ~EmulatorDevice() override;

  Result<void *> allocate(uint64_t numBytes, bool isShared) override;
  Status deallocate(void *address) override;
  Status registerMemory(void *address, uint64_t numBytes) override;
  Status unregisterMemory(void *address) override;
  Status copy(void *to, const void *from, uint64_t numBytes) override;
  Status fill(void *to, const void *element, uint64_t elementBytes,
              uint64_t count) override;
  Status launch(const HostLaunch &launch) override;
  std::vector<HostFault> wait() override;

private:
  /// Two stretches of pages, one behind the other, of which one is accessible.
  struct Allocation {
    uint64_t pageBytes = 0;
    /// Where the contents are from the address on.
    uint64_t offset = 0;
  };

  /// Where an address of the device is in this process.
  char *translate(const void *address) const;

  Emulator &emulator;
  KernelRun &run;
  /// Those that are freed are here as long as their addresses are not to be
  /// used again.
  std::map<uintptr_t, Allocation> allocations;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_EMULATOR_HOSTFUNCTION_H

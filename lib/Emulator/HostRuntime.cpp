//===- HostRuntime.cpp - What compiled host code calls --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements launches by host functions.
//
//===----------------------------------------------------------------------===//

#include "HostRuntime.h"

#include "KernelEntry.h"
#include "dtyp/Emulator/Emulator.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

namespace {

/// The host function that runs on this system thread.
struct HostCall {
  Emulator *emulator;
  KernelRun *run;
};

} // namespace

static thread_local HostCall *currentCall = nullptr;

static void launchKernel(const char *kernel, int64_t gridX, int64_t gridY,
                         int64_t gridZ, int64_t blockX, int64_t blockY,
                         int64_t blockZ, int64_t clusterX, int64_t clusterY,
                         int64_t clusterZ, int64_t dynamicSharedBytes,
                         void **parameters) {
  // Nothing is launched after a fault.
  if (currentCall->run->isStopped()) {
    return;
  }
  LaunchSizes sizes;
  sizes.grid = {gridX, gridY, gridZ};
  sizes.block = {blockX, blockY, blockZ};
  sizes.cluster = {clusterX, clusterY, clusterZ};
  sizes.dynamicSharedBytes = dynamicSharedBytes;
  currentCall->emulator->launch(kernel, sizes, parameters, *currentCall->run);
}

void Emulator::callHostFunction(StringRef function, void **parameters,
                                KernelRun &run) {
  void *entry = lookup((function + kEntrySuffix).str());
  if (!entry) {
    Fault fault;
    fault.message = "there is no host function '" + function.str() + "'";
    run.fail(std::move(fault));
    return;
  }
  HostCall call = {this, &run};
  currentCall = &call;
  using HostFunction = void (*)(void **);
  reinterpret_cast<HostFunction>(entry)(parameters);
  currentCall = nullptr;
}

void mlir::dtyp::emulator::forEachHostFunction(
    void (*add)(void *state, RuntimeFunction function), void *state) {
  add(state, {"dtyp_emu_launch", reinterpret_cast<void *>(launchKernel)});
}

//===- Launch.h - Running a kernel ---------------------------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYARRAY_LAUNCH_H
#define TINYARRAY_LAUNCH_H

#include "Frontend.h"

#include "dtyp/Launch/KernelLauncher.h"

namespace tiny {

enum class Device { Auto, Cpu, Gpu };

/// Runs a kernel with that many threads: on a GPU or, with Device::Auto where
/// there is none, on dtyp's CPU emulator, which finds accesses out of bounds.
/// Leaves what it computes in the arguments. Fails after an error.
mlir::LogicalResult launch(Program &program, const Kernel &kernel,
                           uint64_t numThreads, Device device,
                           std::vector<mlir::dtyp::LaunchArgument> &arguments);

} // namespace tiny

#endif // TINYARRAY_LAUNCH_H

//===- LaunchConfig.h - Grid, block and shared memory -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the checks of a launch's sizes against the limits of the
// device and the kernel (the driver answers all of them with "invalid value"),
// and the launch itself.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_LAUNCH_LAUNCHCONFIG_H
#define DTYP_LIB_LAUNCH_LAUNCHCONFIG_H

#include "dtyp/Launch/KernelLauncher.h"

namespace mlir::dtyp {

/// Checks grid, block and shared memory, and lets the kernel have as much
/// dynamic shared memory as it asks for.
Status prepareLaunch(const CudaDriver &driver, cu::Device device,
                     cu::Function function, const std::string &kernel,
                     const LaunchShape &shape);

/// Starts a kernel whose launch was prepared. It runs when this returns.
Status launchFunction(const CudaDriver &driver, cu::Function function,
                      const std::string &kernel, const LaunchShape &shape,
                      void **parameters);

/// Explains the faults of a kernel's accesses; empty for others.
const char *getFaultHint(cu::Status status);

} // namespace mlir::dtyp

#endif // DTYP_LIB_LAUNCH_LAUNCHCONFIG_H

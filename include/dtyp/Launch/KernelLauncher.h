//===- KernelLauncher.h - Running one kernel --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the launcher: it loads an image on a device, moves the
// arguments there, runs a kernel, and brings the outputs back.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LAUNCH_KERNELLAUNCHER_H
#define DTYP_LAUNCH_KERNELLAUNCHER_H

#include "dtyp/Launch/CudaDriver.h"
#include "dtyp/Launch/KernelArguments.h"
#include "dtyp/Launch/KernelImage.h"
#include "dtyp/Support/HostArray.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace mlir::dtyp {

using Dim3 = std::array<uint64_t, 3>;

/// The sizes of a launch.
struct LaunchShape {
  Dim3 grid = {1, 1, 1};
  Dim3 block = {1, 1, 1};
  /// The blocks in a cluster.
  Dim3 cluster = {1, 1, 1};
  uint64_t dynamicSharedBytes = 0;

  bool hasClusters() const { return cluster != Dim3{1, 1, 1}; }
};

struct LaunchOptions : LaunchShape {
  int device = 0;
  /// The kernel's name; empty where the image's only kernel is meant.
  std::string kernel;
  CallingConvention convention;
  /// How many launches are timed, after the one that computes the outputs and
  /// some more to warm up; 0 for none.
  unsigned timedLaunches = 0;
  /// How many launches in a row make one of the timed ones, whose time is their
  /// mean: a short kernel alone is timed with the start of its launch.
  unsigned launchesPerTime = 1;
  /// Counts the timed launches as they end, where it is not null.
  std::atomic<int64_t> *launchesDone = nullptr;
};

/// One argument of the kernel. An output is overwritten with what the first
/// launch left on the device.
struct LaunchArgument {
  HostArray array;
  bool isScalar = false;
  bool isOutput = false;
};

/// The times of the timed launches, in microseconds.
struct LaunchTimes {
  double min = 0, median = 0, max = 0;
};

/// Runs a kernel. Times are returned if asked for.
Result<std::optional<LaunchTimes>>
launchKernel(const CudaDriver &driver, const KernelImage &image,
             std::vector<LaunchArgument> &arguments,
             const LaunchOptions &options);

} // namespace mlir::dtyp

#endif // DTYP_LAUNCH_KERNELLAUNCHER_H

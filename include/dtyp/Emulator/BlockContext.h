//===- BlockContext.h - A block as compiled kernels see it ------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the state of a block that the emulator hands to compiled
// kernels. Both sides know its layout: the passes make loads from the offsets
// of its members.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_BLOCKCONTEXT_H
#define DTYP_EMULATOR_BLOCKCONTEXT_H

#include <array>
#include <cstdint>

namespace mlir::dtyp::emulator {

class BlockScheduler;
class Cluster;
class KernelRun;
class Sanitizer;

/// Three sizes, or three indices: x, y and z.
using Dim3 = std::array<int64_t, 3>;

/// A block that is being emulated. What lies behind the first pointer is for
/// the runtime library only.
struct BlockContext {
  Dim3 blockId = {0, 0, 0};
  Dim3 gridDim = {1, 1, 1};
  Dim3 blockDim = {1, 1, 1};
  /// The blocks in a cluster.
  Dim3 clusterDim = {1, 1, 1};

  /// The memory of the block's shared arrays, static and dynamic.
  char *staticShared = nullptr;
  char *dynamicShared = nullptr;
  int64_t dynamicSharedBytes = 0;

  /// What the special registers tell of the machine and of the launch: the
  /// worker that runs the block stands for a multiprocessor.
  int64_t worker = 0;
  int64_t numWorkers = 1;
  int64_t launchNumber = 0;

  /// The scheduler of the block's threads; null where they do not wait for one
  /// another and run as a loop.
  BlockScheduler *scheduler = nullptr;
  /// The launch that the block belongs to.
  KernelRun *run = nullptr;
  /// What is known of the block's memory; null unless accesses are checked.
  Sanitizer *sanitizer = nullptr;
  /// The cluster whose blocks run together; null unless they wait for one
  /// another.
  Cluster *cluster = nullptr;
  /// The number of the block in its cluster.
  int64_t clusterRank = 0;

  int64_t getNumThreads() const {
    return blockDim[0] * blockDim[1] * blockDim[2];
  }

  /// Returns the three indices of the thread that is `thread`th in the block.
  Dim3 getThreadId(int64_t thread) const {
    return {thread % blockDim[0], thread / blockDim[0] % blockDim[1],
            thread / (blockDim[0] * blockDim[1])};
  }
};

/// The threads in a warp.
inline constexpr int64_t kWarpSize = 32;

/// The alignment of the memory of shared arrays: as much as any of them can ask
/// for.
inline constexpr int64_t kSharedAlignment = 1024;

/// Shared memory comes in pieces of so many bytes; dynamic memory begins with
/// the next one behind the static arrays.
inline constexpr int64_t kSharedGranularity = 128;

} // namespace mlir::dtyp::emulator

#endif // DTYP_EMULATOR_BLOCKCONTEXT_H

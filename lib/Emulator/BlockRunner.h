//===- BlockRunner.h - How a worker runs blocks --------------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a worker needs to run the blocks of a launch: the
// memory of shared arrays, schedulers of threads, and what is known of memory.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_BLOCKRUNNER_H
#define DTYP_LIB_EMULATOR_BLOCKRUNNER_H

#include "Sanitizer.h"
#include "dtyp/Emulator/Cluster.h"
#include "dtyp/Emulator/Emulator.h"

#include <memory>

namespace mlir::dtyp::emulator {

/// A launch, the same for all workers.
struct Launch {
  const LaunchSizes &sizes;
  void *entry;
  void **parameters;
  KernelRun &run;
  /// Whether the entry runs one thread, or all of a block.
  bool waits;
  bool isSanitized;
  size_t stackBytes;
  int64_t staticSharedBytes;
  llvm::ArrayRef<SharedArray> sharedArrays;
  int64_t number;
  int64_t numWorkers;

  int64_t getClusterSize() const {
    return sizes.cluster[0] * sizes.cluster[1] * sizes.cluster[2];
  }
};

/// Runs blocks of one launch on the system thread that makes it.
class BlockRunner {
public:
  /// Makes room for `numBlocks` that run together.
  BlockRunner(const Launch &launch, int64_t numBlocks, int64_t worker);
  ~BlockRunner();

  /// Runs the block of that number.
  void runBlock(int64_t number);

  /// Runs all blocks of the cluster of that number together.
  void runCluster(int64_t number);

  /// The block that runs, for who reports what happens in it.
  const BlockContext &getBlock() const;

private:
  /// A block, and the memory of its shared arrays.
  struct Place;

  bool start(Place &place, const Dim3 &blockId);

  const Launch &launch;
  std::vector<std::unique_ptr<Place>> places;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_BLOCKRUNNER_H

//===- Cluster.h - Blocks that run together ------------------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a cluster of blocks: on one system thread, they take turns
// until all have ended, so that they can wait for one another and access one
// another's shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_CLUSTER_H
#define DTYP_EMULATOR_CLUSTER_H

#include "dtyp/Emulator/BlockScheduler.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::dtyp::emulator {

/// The blocks of one cluster, and their barrier (PTX ISA, "barrier.cluster"):
/// a phase of it ends when all threads of the cluster that have not ended have
/// arrived.
class Cluster {
public:
  /// Runs blocks together, block by block on the scheduler of the same number.
  /// Returns early if the launch is stopped; a deadlock stops it.
  void run(llvm::ArrayRef<BlockContext *> blocks,
           llvm::ArrayRef<BlockScheduler *> schedulers,
           BlockScheduler::ThreadFunction function, void **parameters,
           size_t stackBytes);

  /// The blocks, in the order of their ranks.
  llvm::ArrayRef<BlockContext *> getBlocks() const { return blocks; }

  /// Returns the number of phases of the barrier that have ended.
  uint64_t getPhase() const { return phase; }

  /// Counts a thread that arrives in this phase.
  void arrive();

  /// Forgets a thread that has ended; `hasArrived` says whether it has arrived
  /// in this phase.
  void endThread(bool hasArrived);

private:
  void endPhaseIfComplete();

  llvm::ArrayRef<BlockContext *> blocks;
  llvm::ArrayRef<BlockScheduler *> schedulers;
  uint64_t phase = 0;
  int64_t numArrived = 0;
  int64_t numLiving = 0;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_EMULATOR_CLUSTER_H

//===- Cluster.cpp - Blocks that run together -----------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Cluster.h"

#include "Recovery.h"
#include "Sanitizer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::dtyp::emulator;

void Cluster::run(llvm::ArrayRef<BlockContext *> newBlocks,
                  llvm::ArrayRef<BlockScheduler *> newSchedulers,
                  BlockScheduler::ThreadFunction function, void **parameters,
                  size_t stackBytes) {
  blocks = newBlocks;
  schedulers = newSchedulers;
  phase = 0;
  numArrived = numLiving = 0;
  KernelRun &run = *blocks.front()->run;
  for (auto [block, scheduler] : llvm::zip(blocks, schedulers)) {
    block->cluster = this;
    numLiving += block->getNumThreads();
    if (!scheduler->startBlock(*block, function, parameters, stackBytes)) {
      return;
    }
  }
  while (numLiving != 0 && !run.isStopped()) {
    bool anyReady = false;
    for (auto [block, scheduler] : llvm::zip(blocks, schedulers)) {
      Sanitizer::setCurrentBlock(block);
      runRecoverably(*block, [&, scheduler = scheduler] {
        anyReady |= scheduler->runReadyThreads();
      });
      if (run.isStopped()) {
        return;
      }
    }
    if (!anyReady) {
      BlockScheduler *stuck =
          *llvm::find_if(schedulers, [](BlockScheduler *scheduler) {
            return !scheduler->hasEnded();
          });
      stuck->reportDeadlock();
    }
  }
}

void Cluster::arrive() {
  ++numArrived;
  endPhaseIfComplete();
}

void Cluster::endThread(bool hasArrived) {
  --numLiving;
  numArrived -= hasArrived;
  endPhaseIfComplete();
}

void Cluster::endPhaseIfComplete() {
  if (numArrived == 0 || numArrived != numLiving) {
    return;
  }
  ++phase;
  numArrived = 0;
  for (BlockScheduler *scheduler : schedulers) {
    scheduler->releaseClusterWaits();
  }
}

//===- BlockRunner.cpp - How a worker runs blocks -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockRunner.h"

#include "CompiledCode.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>

using namespace mlir::dtyp::emulator;

namespace {

/// Memory of a block's shared arrays.
class SharedBuffer {
public:
  explicit SharedBuffer(int64_t size)
      : size(llvm::alignTo(std::max<int64_t>(size, 1), kSharedAlignment)),
        memory(static_cast<char *>(
            std::aligned_alloc(kSharedAlignment, this->size))) {}
  SharedBuffer(const SharedBuffer &) = delete;
  SharedBuffer &operator=(const SharedBuffer &) = delete;
  ~SharedBuffer() { std::free(memory); }

  char *getMemory() const { return memory; }

private:
  size_t size;
  char *memory;
};

/// What a system thread keeps from launch to launch, for each block that it
/// runs at a time.
struct Tools {
  BlockScheduler scheduler;
  Sanitizer sanitizer;
};

} // namespace

struct BlockRunner::Place {
  explicit Place(int64_t sharedBytes, Tools &tools)
      : buffer(sharedBytes), sharedBytes(sharedBytes), tools(tools) {}

  SharedBuffer buffer;
  int64_t sharedBytes;
  Tools &tools;
  BlockContext context;
  std::vector<SharedArray> sharedArrays;
};

BlockRunner::BlockRunner(const Launch &launch, int64_t numBlocks,
                         int64_t worker)
    : launch(launch) {
  static thread_local std::vector<std::unique_ptr<Tools>> tools;
  const LaunchSizes &sizes = launch.sizes;
  int64_t dynamicOffset =
      llvm::alignTo(launch.staticSharedBytes, kSharedGranularity);
  for (int64_t i = 0; i != numBlocks; ++i) {
    if (tools.size() == static_cast<size_t>(i)) {
      tools.push_back(std::make_unique<Tools>());
    }
    places.push_back(std::make_unique<Place>(
        dynamicOffset + sizes.dynamicSharedBytes, *tools[i]));
    Place &place = *places.back();
    BlockContext &block = place.context;
    block.gridDim = sizes.grid;
    block.blockDim = sizes.block;
    block.clusterDim = sizes.cluster;
    block.staticShared = place.buffer.getMemory();
    block.dynamicShared = place.buffer.getMemory() + dynamicOffset;
    block.dynamicSharedBytes = sizes.dynamicSharedBytes;
    block.worker = worker;
    block.numWorkers = launch.numWorkers;
    block.launchNumber = launch.number;
    block.run = &launch.run;
    block.sanitizer = &place.tools.sanitizer;
    block.clusterRank = i;
    place.sharedArrays = launch.sharedArrays.vec();
    place.sharedArrays.push_back({dynamicOffset, sizes.dynamicSharedBytes, ""});
  }
}

BlockRunner::~BlockRunner() = default;

const BlockContext &BlockRunner::getBlock() const {
  return places.front()->context;
}

bool BlockRunner::start(Place &place, const Dim3 &blockId) {
  place.context.blockId = blockId;
  return !launch.isSanitized ||
         place.tools.sanitizer.startBlock(place.context, place.sharedBytes,
                                          place.sharedArrays);
}

/// Returns the three indices of the `number`th of `sizes`.
static Dim3 getIndices(int64_t number, const Dim3 &sizes) {
  return {number % sizes[0], number / sizes[0] % sizes[1],
          number / (sizes[0] * sizes[1])};
}

void BlockRunner::runBlock(int64_t number) {
  Place &place = *places.front();
  if (!start(place, getIndices(number, launch.sizes.grid))) {
    return;
  }
  if (launch.waits) {
    place.tools.scheduler.runBlock(
        place.context,
        reinterpret_cast<BlockScheduler::ThreadFunction>(launch.entry),
        launch.parameters, launch.stackBytes);
    return;
  }
  using LoopFunction = void (*)(BlockContext *, void **);
  callCompiled(reinterpret_cast<LoopFunction>(launch.entry), &place.context,
               launch.parameters);
}

void BlockRunner::runCluster(int64_t number) {
  const Dim3 &size = launch.sizes.cluster;
  Dim3 numClusters;
  for (int i = 0; i != 3; ++i) {
    numClusters[i] = launch.sizes.grid[i] / size[i];
  }
  Dim3 first = getIndices(number, numClusters);
  std::vector<BlockContext *> blocks;
  std::vector<BlockScheduler *> schedulers;
  for (auto &place : places) {
    Dim3 blockId =
        getIndices(static_cast<int64_t>(blocks.size()), launch.sizes.cluster);
    for (int i = 0; i != 3; ++i) {
      blockId[i] += first[i] * size[i];
    }
    if (!start(*place, blockId)) {
      return;
    }
    blocks.push_back(&place->context);
    schedulers.push_back(&place->tools.scheduler);
  }
  Cluster cluster;
  cluster.run(blocks, schedulers,
              reinterpret_cast<BlockScheduler::ThreadFunction>(launch.entry),
              launch.parameters, launch.stackBytes);
}

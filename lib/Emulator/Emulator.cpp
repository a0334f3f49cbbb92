//===- Emulator.cpp - Kernels on the CPU ----------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements launches. Kernels are compiled by JitCompiler.cpp.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Emulator.h"

#include "BlockRunner.h"
#include "JitCompiler.h"
#include "KernelEntry.h"
#include "Recovery.h"
#include "dtyp/Emulator/WorkerPool.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::dtyp::emulator;

/// The limits of CUDA's GPUs, which are the same for all that there are today.
static constexpr int64_t kMaxBlockThreads = 1024;
static constexpr Dim3 kMaxBlock = {1024, 1024, 64};
static constexpr Dim3 kMaxGrid = {std::numeric_limits<int32_t>::max(), 65535,
                                  65535};
static constexpr int64_t kMaxClusterBlocks = 16;
/// The shared memory that a block can have at most, static and dynamic: that of
/// the chips with the most.
static constexpr int64_t kMaxSharedBytes = 227 * 1024;
/// What a fiber needs besides its arrays: frames of functions, spills, and what
/// the runtime library calls.
static constexpr int64_t kBaseStackBytes = 64 * 1024;
/// More stacks than these are not made at once: each takes two of the memory
/// mappings that the system has (65,530 by default).
static constexpr int64_t kMaxStacks = 28000;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// A compiled kernel.
struct Emulator::Kernel : KernelProperties {
  void *entry = nullptr;
};

Emulator::Emulator() = default;
Emulator::~Emulator() = default;

void *Emulator::lookupHostFunction(StringRef function) {
  llvm::Expected<llvm::orc::ExecutorAddr> address =
      jit->lookup((function + kEntrySuffix).str());
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return address->toPtr<void *>();
}

LogicalResult Emulator::findKernels(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto attribute = function->getAttrOfType<DictionaryAttr>(
        KernelProperties::kAttributeName);
    if (!attribute) {
      continue;
    }
    auto kernel = std::make_unique<Kernel>();
    static_cast<KernelProperties &>(*kernel) =
        KernelProperties::fromAttribute(attribute);
    llvm::Expected<llvm::orc::ExecutorAddr> address =
        jit->lookup(function.getName().str());
    if (!address) {
      return function.emitError() << "cannot compile it for the CPU: "
                                  << llvm::toString(address.takeError());
    }
    kernel->entry = address->toPtr<void *>();
    kernels[function.getName().drop_back(kEntrySuffix.size())] =
        std::move(kernel);
  }
  return success();
}

bool Emulator::runsAsLoop(StringRef kernel) const {
  auto found = kernels.find(kernel);
  return found != kernels.end() && !found->second->waits;
}

FailureOr<std::unique_ptr<Emulator>>
Emulator::create(ModuleOp module, const EmulatorOptions &options) {
  std::unique_ptr<Emulator> emulator(new Emulator());
  FailureOr<std::unique_ptr<llvm::orc::LLJIT>> jit =
      compileInMemory(module, options);
  if (failed(jit)) {
    return failure();
  }
  emulator->jit = std::move(*jit);
  if (failed(emulator->findKernels(module))) {
    return failure();
  }
  unsigned numWorkers = options.numWorkers;
  if (numWorkers == 0) {
    numWorkers = std::max(1u, std::thread::hardware_concurrency());
  }
  emulator->workers = std::make_unique<WorkerPool>(numWorkers);
  return emulator;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Checks three sizes against their limits. Returns a text if one is wrong.
static std::string checkDim3(const char *what, const Dim3 &sizes,
                             const Dim3 &limits) {
  for (int i = 0; i != 3; ++i) {
    if (sizes[i] < 1 || sizes[i] > limits[i]) {
      return std::string("expected a ") + what + " size from 1 to " +
             std::to_string(limits[i]) + " in " + "xyz"[i] + ", got " +
             std::to_string(sizes[i]);
    }
  }
  return "";
}

bool Emulator::checkSizes(const Kernel &kernel, const LaunchSizes &sizes,
                          KernelRun &run) const {
  std::string message = checkDim3("grid", sizes.grid, kMaxGrid);
  if (message.empty()) {
    message = checkDim3("block", sizes.block, kMaxBlock);
  }
  int64_t numThreads = sizes.block[0] * sizes.block[1] * sizes.block[2];
  if (message.empty() && numThreads > kMaxBlockThreads) {
    message = "expected at most 1024 threads per block, got " +
              std::to_string(numThreads);
  }
  // Without the gaps between arrays that are checked.
  int64_t staticBytes = 0;
  for (const SharedArray &array : kernel.sharedArrays) {
    staticBytes += llvm::alignTo(array.numBytes, 16);
  }
  int64_t available = kMaxSharedBytes - staticBytes;
  if (message.empty() && available < 0) {
    message = "expected at most " + std::to_string(kMaxSharedBytes) +
              " bytes of static shared memory, got " +
              std::to_string(staticBytes);
  }
  if (message.empty() &&
      (sizes.dynamicSharedBytes < 0 || sizes.dynamicSharedBytes > available)) {
    message = "expected at most " + std::to_string(available) +
              " bytes of dynamic shared memory, got " +
              std::to_string(sizes.dynamicSharedBytes);
  }
  int64_t numTogether = sizes.cluster[0] * sizes.cluster[1] * sizes.cluster[2];
  if (message.empty() && numTogether > kMaxClusterBlocks) {
    message = "expected at most 16 blocks per cluster, got " +
              std::to_string(numTogether);
  }
  for (int i = 0; message.empty() && i != 3; ++i) {
    if (sizes.cluster[i] < 1 || sizes.grid[i] % sizes.cluster[i] != 0) {
      message = "expected the grid to consist of whole clusters of " +
                std::to_string(sizes.cluster[i]) + " blocks in " + "xyz"[i] +
                ", got " + std::to_string(sizes.grid[i]) + " blocks";
    }
  }
  if (message.empty()) {
    return true;
  }
  Fault fault;
  fault.message = std::move(message);
  run.fail(std::move(fault));
  return false;
}

void Emulator::launch(StringRef name, const LaunchSizes &sizes,
                      void **parameters, KernelRun &run) {
  auto found = kernels.find(name);
  if (found == kernels.end()) {
    Fault fault;
    fault.message = "there is no kernel '" + name.str() + "'";
    run.fail(std::move(fault));
    return;
  }
  const Kernel &kernel = *found->second;
  if (!checkSizes(kernel, sizes, run)) {
    return;
  }

  static std::atomic<int64_t> numLaunches{0};
  Launch launch = {sizes,
                   kernel.entry,
                   parameters,
                   run,
                   kernel.waits,
                   kernel.isSanitized,
                   static_cast<size_t>(kBaseStackBytes + kernel.stackBytes * 2),
                   kernel.sharedBytes,
                   kernel.sharedArrays,
                   numLaunches.fetch_add(1, std::memory_order_relaxed),
                   workers->getNumWorkers()};
  // What is run at a time: a block, or a cluster.
  int64_t numTogether = kernel.usesCluster ? launch.getClusterSize() : 1;
  int64_t count = sizes.grid[0] * sizes.grid[1] * sizes.grid[2] / numTogether;
  run.numBlocks.fetch_add(count * numTogether, std::memory_order_relaxed);
  int64_t numStacks =
      sizes.block[0] * sizes.block[1] * sizes.block[2] * numTogether;
  int64_t numWorkers = std::min<int64_t>(workers->getNumWorkers(), count);
  if (kernel.waits) {
    numWorkers = std::clamp<int64_t>(kMaxStacks / numStacks, 1, numWorkers);
  }
  // Small blocks are taken several at a time.
  int64_t chunk = std::clamp<int64_t>(count / (numWorkers * 16), 1, 1024);
  std::atomic<int64_t> next{0};

  auto work = [&](unsigned worker) {
    BlockRunner runner(launch, numTogether, worker);
    auto runChunks = [&] {
      while (!run.isStopped()) {
        int64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
        int64_t end = std::min(first + chunk, count);
        for (int64_t i = first; i < end && !run.isStopped(); ++i) {
          if (kernel.usesCluster) {
            runner.runCluster(i);
          } else {
            runner.runBlock(i);
          }
        }
        run.numBlocksDone.fetch_add(std::max<int64_t>(end - first, 0) *
                                        numTogether,
                                    std::memory_order_relaxed);
        if (first + chunk >= count) {
          return;
        }
      }
    };
    if (kernel.waits) {
      runChunks();
    } else {
      runRecoverably(runner.getBlock(), runChunks);
    }
  };
  SignalGuard guard;
  workers->run(static_cast<unsigned>(numWorkers), work);
}

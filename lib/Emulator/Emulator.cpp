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

#include "JitCompiler.h"
#include "KernelEntry.h"
#include "Recovery.h"
#include "Sanitizer.h"
#include "dtyp/Emulator/BlockScheduler.h"
#include "dtyp/Emulator/WorkerPool.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::dtyp::emulator;

/// The limits of CUDA's GPUs, which are the same for all that there are today.
static constexpr int64_t kMaxBlockThreads = 1024;
static constexpr Dim3 kMaxBlock = {1024, 1024, 64};
static constexpr Dim3 kMaxGrid = {std::numeric_limits<int32_t>::max(), 65535,
                                  65535};
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

Emulator::Emulator() = default;
Emulator::~Emulator() = default;

void *Emulator::lookup(StringRef function) {
  llvm::Expected<llvm::orc::ExecutorAddr> address = jit->lookup(function.str());
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
    KernelProperties properties = KernelProperties::fromAttribute(attribute);
    Kernel &kernel = kernels[function.getName().drop_back(kEntrySuffix.size())];
    kernel.waits = properties.waits;
    kernel.sharedBytes = properties.sharedBytes;
    kernel.stackBytes = properties.stackBytes;
    kernel.isSanitized = properties.isSanitized;
    llvm::Expected<llvm::orc::ExecutorAddr> address =
        jit->lookup(function.getName().str());
    if (!address) {
      return function.emitError() << "cannot compile it for the CPU: "
                                  << llvm::toString(address.takeError());
    }
    kernel.entry = address->toPtr<void *>();
  }
  return success();
}

FailureOr<std::unique_ptr<Emulator>>
Emulator::create(ModuleOp module, const EmulatorOptions &options) {
  std::unique_ptr<Emulator> emulator(new Emulator());
  FailureOr<std::unique_ptr<llvm::orc::LLJIT>> jit =
      compileInMemory(module, options.optLevel, options.llvmIR);
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
  int64_t available = kMaxSharedBytes - kernel.sharedBytes;
  if (message.empty() && available < 0) {
    message = "expected at most " + std::to_string(kMaxSharedBytes) +
              " bytes of static shared memory, got " +
              std::to_string(kernel.sharedBytes);
  }
  if (message.empty() &&
      (sizes.dynamicSharedBytes < 0 || sizes.dynamicSharedBytes > available)) {
    message = "expected at most " + std::to_string(available) +
              " bytes of dynamic shared memory, got " +
              std::to_string(sizes.dynamicSharedBytes);
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

namespace {

/// Memory of a block's shared arrays.
class SharedBuffer {
public:
  explicit SharedBuffer(int64_t size)
      : size(llvm::alignTo(std::max<int64_t>(size, 1), kSharedAlignment)),
        memory(static_cast<char *>(
            std::aligned_alloc(kSharedAlignment, this->size))) {}
  ~SharedBuffer() { std::free(memory); }

  char *getMemory() const { return memory; }

private:
  size_t size;
  char *memory;
};

} // namespace

void Emulator::launch(StringRef name, const LaunchSizes &sizes,
                      void **parameters, KernelRun &run) {
  auto found = kernels.find(name);
  if (found == kernels.end()) {
    Fault fault;
    fault.message = "there is no kernel '" + name.str() + "'";
    run.fail(std::move(fault));
    return;
  }
  const Kernel &kernel = found->second;
  if (!checkSizes(kernel, sizes, run)) {
    return;
  }

  int64_t numBlocks = sizes.grid[0] * sizes.grid[1] * sizes.grid[2];
  int64_t numThreads = sizes.block[0] * sizes.block[1] * sizes.block[2];
  int64_t numWorkers = std::min<int64_t>(workers->getNumWorkers(), numBlocks);
  if (kernel.waits) {
    numWorkers = std::clamp<int64_t>(kMaxStacks / numThreads, 1, numWorkers);
  }
  // Small blocks are taken several at a time.
  int64_t chunk = std::clamp<int64_t>(numBlocks / (numWorkers * 16), 1, 1024);
  std::atomic<int64_t> nextBlock{0};
  int64_t dynamicOffset = llvm::alignTo(kernel.sharedBytes, kSharedAlignment);

  auto work = [&](unsigned /*worker*/) {
    static thread_local BlockScheduler scheduler;
    static thread_local Sanitizer sanitizer;
    int64_t sharedBytes = dynamicOffset + sizes.dynamicSharedBytes;
    SharedBuffer shared(sharedBytes);
    BlockContext block;
    block.gridDim = sizes.grid;
    block.blockDim = sizes.block;
    block.clusterDim = sizes.cluster;
    block.staticShared = shared.getMemory();
    block.dynamicShared = shared.getMemory() + dynamicOffset;
    block.dynamicSharedBytes = sizes.dynamicSharedBytes;
    block.run = &run;
    block.sanitizer = &sanitizer;
    auto runBlock = [&](int64_t number) {
      block.blockId = {number % sizes.grid[0],
                       number / sizes.grid[0] % sizes.grid[1],
                       number / (sizes.grid[0] * sizes.grid[1])};
      if (kernel.isSanitized) {
        sanitizer.startBlock(block, sharedBytes);
      }
      if (kernel.waits) {
        scheduler.runBlock(
            block,
            reinterpret_cast<BlockScheduler::ThreadFunction>(kernel.entry),
            parameters, kBaseStackBytes + kernel.stackBytes * 2);
        return;
      }
      using LoopFunction = void (*)(BlockContext *, void **);
      reinterpret_cast<LoopFunction>(kernel.entry)(&block, parameters);
    };
    auto runChunks = [&] {
      while (!run.isStopped()) {
        int64_t first = nextBlock.fetch_add(chunk, std::memory_order_relaxed);
        int64_t end = std::min(first + chunk, numBlocks);
        for (int64_t i = first; i < end && !run.isStopped(); ++i) {
          runBlock(i);
        }
        if (first + chunk >= numBlocks) {
          return;
        }
      }
    };
    if (kernel.waits) {
      runChunks();
    } else {
      runRecoverably(block, runChunks);
    }
  };
  SignalGuard guard;
  workers->run(static_cast<unsigned>(numWorkers), work);
}

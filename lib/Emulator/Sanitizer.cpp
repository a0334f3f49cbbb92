//===- Sanitizer.cpp - What is known of a block's memory ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sanitizer.h"

#include "dtyp/Emulator/Cluster.h"

using namespace mlir::dtyp::emulator;

/// The block that runs on this system thread, for code that is not told.
static thread_local BlockContext *currentBlock = nullptr;
/// The thread of it that runs, where threads are a loop.
static thread_local int64_t currentThread = 0;

static const char *getName(AccessKind kind) {
  switch (kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::Write:
    return "write";
  case AccessKind::AtomicUpdate:
    return "atomic update";
  case AccessKind::AtomicRead:
    return "atomic read";
  case AccessKind::AtomicWrite:
    return "atomic write";
  }
  return "access";
}

static bool isAtomic(AccessKind kind) {
  return kind != AccessKind::Read && kind != AccessKind::Write;
}

static bool reads(AccessKind kind) {
  return kind != AccessKind::Write && kind != AccessKind::AtomicWrite;
}

static bool writes(AccessKind kind) {
  return kind != AccessKind::Read && kind != AccessKind::AtomicRead;
}

static Fault makeFault(const BlockContext &block, const CheckedAccess &access,
                       const std::string &message) {
  Fault fault;
  fault.message = getName(access.kind) + message;
  fault.location = access.location;
  fault.block = block.blockId;
  fault.thread = block.getThreadId(access.thread);
  fault.notes.push_back({access.origin, "the array is from here"});
  return fault;
}

/// Reports an access that would do damage, and leaves the thread: nothing that
/// wants to be destroyed may be alive in the caller but `message`.
[[noreturn]] static void failAccess(const BlockContext &block,
                                    const CheckedAccess &access,
                                    std::string message) {
  {
    std::string text = std::move(message);
    block.run->fail(makeFault(block, access, text));
  }
  KernelRun::leaveThread(block);
}

static std::string describeBounds(const CheckedAccess &access, uint64_t begin,
                                  uint64_t end, const char *array) {
  bool isBefore = access.address < begin;
  uint64_t distance = isBefore ? begin - access.address
                               : access.address + access.numBytes - end;
  return std::string(" out of bounds: it ") + (isBefore ? "begins " : "ends ") +
         std::to_string(distance) + " bytes " +
         (isBefore ? "before" : "beyond") + " a " + array + " array of " +
         std::to_string(end - begin) + " bytes";
}

/// Stops if not all of the access lies in an array.
static void checkBounds(const BlockContext &block, const CheckedAccess &access,
                        uint64_t begin, uint64_t end, const char *array) {
  if (access.address < begin || access.address + access.numBytes > end) {
    failAccess(block, access, describeBounds(access, begin, end, array));
  }
}

bool Sanitizer::startBlock(BlockContext &block, int64_t sharedBytes,
                           llvm::ArrayRef<SharedArray> newSharedArrays) {
  sharedBegin = reinterpret_cast<uint64_t>(block.staticShared);
  shared.assign(sharedBytes, SharedByte());
  sharedArrays = newSharedArrays;
  constants.clear();
  setCurrentBlock(&block);
  if (locals.reset(block.getNumThreads())) {
    return true;
  }
  Fault fault;
  fault.message = "cannot reserve memory for the local arrays of a block";
  fault.block = block.blockId;
  block.run->fail(std::move(fault));
  return false;
}

void Sanitizer::setCurrentBlock(BlockContext *block) { currentBlock = block; }

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

Sanitizer::Trace Sanitizer::makeTrace(const BlockContext &block,
                                      const CheckedAccess &access) {
  Trace now;
  now.thread = static_cast<int32_t>(access.thread);
  now.clusterRank = static_cast<int16_t>(block.clusterRank);
  now.location = access.location;
  now.isAtomic = isAtomic(access.kind);
  if (block.scheduler) {
    now.epoch = block.scheduler->getBarrierEpoch();
    now.warpEpoch = block.scheduler->getWarpEpoch(access.thread / kWarpSize);
  }
  if (block.cluster) {
    // Between arrival and wait, an access is part of both phases.
    now.firstPhase = block.scheduler->getClusterPhase();
    now.lastPhase = now.firstPhase + block.scheduler->hasArrivedInCluster();
  }
  return now;
}

/// Returns whether a barrier lies between two accesses of different threads.
bool Sanitizer::areOrdered(const Trace &before, const Trace &now) {
  if (before.thread < 0 || before.lastPhase < now.firstPhase) {
    return true;
  }
  if (before.clusterRank != now.clusterRank) {
    return false;
  }
  if (before.thread == now.thread || before.epoch != now.epoch) {
    return true;
  }
  bool sameWarp = before.thread / kWarpSize == now.thread / kWarpSize;
  return sameWarp && before.warpEpoch != now.warpEpoch;
}

bool Sanitizer::reportRace(const BlockContext &block,
                           const CheckedAccess &access, const Trace &before,
                           const Trace &now, const char *beforeKind) {
  if (areOrdered(before, now) || (before.isAtomic && now.isAtomic)) {
    return false;
  }
  Fault fault = makeFault(block, access,
                          std::string(" of a shared array and a ") +
                              beforeKind + " by another thread");
  fault.message = "race: no barrier between this " + fault.message;
  Fault other;
  other.block = block.cluster
                    ? block.cluster->getBlocks()[before.clusterRank]->blockId
                    : block.blockId;
  other.thread = block.getThreadId(before.thread);
  fault.notes.push_back(
      {before.location, "the other access, " + other.getPlace()});
  block.run->report(std::move(fault));
  return true;
}

void Sanitizer::checkShared(const BlockContext &block, CheckedAccess access) {
  uint64_t first = access.address - sharedBegin;
  const SharedArray *array = nullptr;
  for (const SharedArray &candidate : sharedArrays) {
    if (candidate.offset <= static_cast<int64_t>(first) || !array) {
      array = &candidate;
    }
  }
  if (array) {
    if (!array->origin.empty()) {
      access.origin = array->origin.c_str();
    }
    uint64_t begin = sharedBegin + array->offset;
    checkBounds(block, access, begin, begin + array->numBytes, "shared");
  }
  Trace now = makeTrace(block, access);
  for (uint64_t i = first; i != first + access.numBytes; ++i) {
    SharedByte &byte = shared[i];
    if (reads(access.kind) && !byte.isWritten) {
      Fault fault = makeFault(block, access,
                              " of a shared array: nothing was written there");
      fault.message = "uninitialized " + fault.message;
      block.run->report(std::move(fault));
      byte.isWritten = true;
    }
    bool isRace = reportRace(block, access, byte.lastWrite, now, "write");
    if (writes(access.kind) && !isRace) {
      isRace = reportRace(block, access, byte.lastRead, now, "read") ||
               reportRace(block, access, byte.otherRead, now, "read");
    }
    if (writes(access.kind)) {
      byte.isWritten = true;
      byte.lastWrite = now;
    } else {
      if (byte.lastRead.thread != now.thread) {
        byte.otherRead = byte.lastRead;
      }
      byte.lastRead = now;
    }
    if (isRace) {
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

void Sanitizer::checkLocal(const BlockContext &block, CheckedAccess access) {
  LocalArray *array = locals.find(access.address);
  if (!array) {
    failAccess(block, access, " out of bounds: no local array is there");
  }
  access.origin = array->origin;
  checkBounds(block, access, array->begin, array->end, "local");
  if (array->thread != access.thread) {
    Fault fault =
        makeFault(block, access, " of a local array of another thread");
    Fault owner;
    owner.block = block.blockId;
    owner.thread = block.getThreadId(array->thread);
    fault.notes.back().second += ", " + owner.getPlace();
    block.run->report(std::move(fault));
    return;
  }
  if (!array->isInScope) {
    block.run->report(makeFault(
        block, access, " of a local array after the end of its scope"));
    return;
  }
  uint64_t first = access.address - array->begin;
  for (uint64_t i = first; i != first + access.numBytes; ++i) {
    if (reads(access.kind) && !array->isWritten[i]) {
      Fault fault = makeFault(block, access,
                              " of a local array: nothing was written there");
      fault.message = "uninitialized " + fault.message;
      block.run->report(std::move(fault));
    }
    array->isWritten[i] = true;
  }
}

//===----------------------------------------------------------------------===//
// All memory
//===----------------------------------------------------------------------===//

void Sanitizer::checkGlobal(const BlockContext &block,
                            const CheckedAccess &access) {
  if (!block.run->knowsGlobalArrays) {
    return;
  }
  uint64_t end = access.address + access.numBytes;
  const std::map<uint64_t, GlobalArray> &arrays = block.run->globalArrays;
  auto next = arrays.upper_bound(access.address);
  if (next != arrays.begin() && end <= std::prev(next)->second.end) {
    if (std::prev(next)->second.isFreed) {
      failAccess(block, access, " of an array that the host has freed");
    }
    return;
  }
  auto after = constants.upper_bound(access.address);
  if (after != constants.begin() && end <= std::prev(after)->second) {
    return;
  }
  failAccess(block, access,
             " out of bounds: no array of the kernel is there, or not all of "
             "it lies in one");
}

void Sanitizer::check(const BlockContext &block, const CheckedAccess &access) {
  if (access.numBytes == 0) {
    return;
  }
  if (containsShared(access.address)) {
    return checkShared(block, access);
  }
  if (locals.contains(access.address)) {
    return checkLocal(block, access);
  }
  if (block.cluster) {
    for (BlockContext *other : block.cluster->getBlocks()) {
      if (other->sanitizer->containsShared(access.address)) {
        return other->sanitizer->checkShared(block, access);
      }
    }
  }
  checkGlobal(block, access);
}

//===----------------------------------------------------------------------===//
// Functions that compiled code calls
//===----------------------------------------------------------------------===//

static BlockContext *getBlock() { return currentBlock; }

static int64_t getThread(BlockContext *block) {
  return block->scheduler ? block->scheduler->getCurrentThread()
                          : currentThread;
}

static void enterThread(int64_t thread) { currentThread = thread; }

static void enterScope(BlockContext *block, int64_t thread) {
  block->sanitizer->getLocals().enterScope(thread);
}

static void leaveScope(BlockContext *block, int64_t thread) {
  block->sanitizer->getLocals().leaveScope(thread);
}

static char *makeLocal(BlockContext *block, int64_t thread, int64_t numBytes,
                       int64_t alignment, const char *origin) {
  LocalArray *array =
      block->sanitizer->getLocals().make(thread, numBytes, alignment, origin);
  if (!array) {
    Fault fault;
    fault.message = "the local arrays of a thread take more than " +
                    std::to_string(kMaxLocalBytes) + " bytes";
    fault.location = origin;
    fault.block = block->blockId;
    fault.thread = block->getThreadId(thread);
    block->run->fail(std::move(fault));
    KernelRun::leaveThread(*block);
  }
  return reinterpret_cast<char *>(array->begin);
}

/// Begins or ends the lifetime of a local array within its scope.
static void setLifetime(BlockContext *block, uint64_t address,
                        int32_t isInScope) {
  LocalArrays &locals = block->sanitizer->getLocals();
  LocalArray *array = locals.contains(address) ? locals.find(address) : nullptr;
  if (array && array->begin == address) {
    array->isInScope = isInScope != 0;
    array->isWritten.assign(array->isWritten.size(), false);
  }
}

static void addConstant(BlockContext *block, uint64_t address,
                        int64_t numBytes) {
  block->sanitizer->addConstant(address, numBytes);
}

static std::string describeIndex(int64_t index, int64_t size, int64_t extent,
                                 int32_t dimension) {
  std::string last =
      extent == 1 ? "" : " to " + std::to_string(index + extent - 1);
  return " out of bounds: index " + std::to_string(index) + last +
         " in dimension " + std::to_string(dimension) + " of size " +
         std::to_string(size);
}

/// Stops where `extent` elements in a row are not in their dimension.
static void checkIndex(BlockContext *block, int64_t thread, int64_t index,
                       int64_t size, int64_t extent, int32_t dimension,
                       int32_t kind, const char *location, const char *origin) {
  if (index >= 0 && index <= size - extent) {
    return;
  }
  CheckedAccess access = {thread,   0,     0, static_cast<AccessKind>(kind),
                          location, origin};
  failAccess(*block, access, describeIndex(index, size, extent, dimension));
}

static void checkAccess(BlockContext *block, int64_t thread, uint64_t address,
                        int64_t numBytes, int64_t alignment, int32_t kind,
                        const char *location, const char *origin) {
  CheckedAccess access = {thread,   address,
                          numBytes, static_cast<AccessKind>(kind),
                          location, origin};
  if (address % alignment != 0) {
    Fault fault =
        makeFault(*block, access,
                  ": the address is " + std::to_string(address % alignment) +
                      " beyond a multiple of " + std::to_string(alignment));
    fault.message = "misaligned " + fault.message;
    block->run->fail(std::move(fault));
    KernelRun::leaveThread(*block);
  }
  block->sanitizer->check(*block, access);
}

void mlir::dtyp::emulator::forEachSanitizerFunction(
    void (*add)(void *state, RuntimeFunction function), void *state) {
  auto addFunction = [&](llvm::StringRef name, auto *function) {
    add(state, {name, reinterpret_cast<void *>(function)});
  };
  addFunction("dtyp_emu_get_block", getBlock);
  addFunction("dtyp_emu_get_thread", getThread);
  addFunction("dtyp_emu_enter_thread", enterThread);
  addFunction("dtyp_emu_enter_scope", enterScope);
  addFunction("dtyp_emu_leave_scope", leaveScope);
  addFunction("dtyp_emu_make_local", makeLocal);
  addFunction("dtyp_emu_set_lifetime", setLifetime);
  addFunction("dtyp_emu_add_constant", addConstant);
  addFunction("dtyp_emu_check_index", checkIndex);
  addFunction("dtyp_emu_check_access", checkAccess);
}

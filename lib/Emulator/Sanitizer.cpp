//===- Sanitizer.cpp - What is known of a block's memory ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sanitizer.h"

#include "dtyp/Emulator/BlockScheduler.h"

using namespace mlir::dtyp::emulator;

static const char *getName(AccessKind kind) {
  switch (kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::Write:
    return "write";
  case AccessKind::Atomic:
    return "atomic update";
  }
  return "access";
}

static Fault makeFault(const BlockContext &block, const CheckedAccess &access,
                       std::string message) {
  Fault fault;
  fault.message = std::move(message);
  fault.location = access.location;
  fault.block = block.blockId;
  fault.thread = block.getThreadId(access.thread);
  fault.notes.push_back({access.origin, "the array is from here"});
  return fault;
}

void Sanitizer::startBlock(const BlockContext &block, int64_t sharedBytes) {
  sharedBegin = reinterpret_cast<uint64_t>(block.staticShared);
  shared.assign(sharedBytes, SharedByte());
  locals.clear();
}

void Sanitizer::makeLocal(uint64_t address, int64_t numBytes) {
  uint64_t end = address + numBytes;
  // What lay there before is gone: its function has returned.
  auto next = locals.lower_bound(address);
  if (next != locals.begin() && std::prev(next)->second.end > address) {
    --next;
  }
  while (next != locals.end() && next->first < end) {
    next = locals.erase(next);
  }
  LocalArray &array = locals[address];
  array.end = end;
  array.isWritten.assign(numBytes, false);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Returns whether a barrier lies between two accesses of different threads.
bool Sanitizer::areOrdered(const Trace &before, const Trace &now) const {
  if (before.thread < 0 || before.thread == now.thread ||
      before.epoch != now.epoch) {
    return true;
  }
  bool sameWarp = before.thread / kWarpSize == now.thread / kWarpSize;
  return sameWarp && before.warpEpoch != now.warpEpoch;
}

bool Sanitizer::reportRace(const BlockContext &block,
                           const CheckedAccess &access, const Trace &before,
                           const Trace &now, bool beforeWrites) {
  if (areOrdered(before, now) || (before.isAtomic && now.isAtomic)) {
    return false;
  }
  Fault fault =
      makeFault(block, access,
                std::string("race: no barrier between this ") +
                    getName(access.kind) + " of a shared array and a " +
                    (beforeWrites ? "write" : "read") + " by another thread");
  Fault other;
  other.block = block.blockId;
  other.thread = block.getThreadId(before.thread);
  fault.notes.push_back(
      {before.location, "the other access, " + other.getPlace()});
  block.run->report(std::move(fault));
  return true;
}

void Sanitizer::checkShared(const BlockContext &block,
                            const CheckedAccess &access) {
  Trace now;
  now.thread = access.thread;
  now.location = access.location;
  now.isAtomic = access.kind == AccessKind::Atomic;
  if (block.scheduler) {
    now.epoch = block.scheduler->getBarrierEpoch();
    now.warpEpoch = block.scheduler->getWarpEpoch(access.thread / kWarpSize);
  }
  bool reads = access.kind != AccessKind::Write;
  bool writes = access.kind != AccessKind::Read;
  uint64_t first = access.address - sharedBegin;
  for (uint64_t i = first; i != first + access.numBytes; ++i) {
    SharedByte &byte = shared[i];
    if (reads && !byte.isWritten) {
      block.run->report(makeFault(block, access,
                                  std::string("uninitialized ") +
                                      getName(access.kind) +
                                      " of a shared array: nothing was written "
                                      "there"));
      byte.isWritten = true;
    }
    bool isRace = reportRace(block, access, byte.lastWrite, now, true);
    if (writes && !isRace) {
      isRace = reportRace(block, access, byte.lastRead, now, false) ||
               reportRace(block, access, byte.otherRead, now, false);
    }
    if (writes) {
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

void Sanitizer::checkLocal(const BlockContext &block,
                           const CheckedAccess &access, uint64_t begin,
                           LocalArray &array) {
  for (uint64_t i = access.address - begin,
                end = i + static_cast<uint64_t>(access.numBytes);
       i != end && i != array.isWritten.size(); ++i) {
    if (access.kind != AccessKind::Write && !array.isWritten[i]) {
      block.run->report(makeFault(block, access,
                                  std::string("uninitialized ") +
                                      getName(access.kind) +
                                      " of a local array: nothing was written "
                                      "there"));
    }
    array.isWritten[i] = true;
  }
}

void Sanitizer::check(const BlockContext &block, const CheckedAccess &access) {
  uint64_t end = access.address + access.numBytes;
  if (access.address >= sharedBegin && end <= sharedBegin + shared.size()) {
    checkShared(block, access);
    return;
  }
  auto next = locals.upper_bound(access.address);
  if (next != locals.begin()) {
    auto &[begin, array] = *std::prev(next);
    if (access.address < array.end) {
      checkLocal(block, access, begin, array);
    }
  }
}

//===----------------------------------------------------------------------===//
// Functions that compiled code calls
//===----------------------------------------------------------------------===//

static void makeLocal(BlockContext *block, uint64_t address, int64_t numBytes) {
  block->sanitizer->makeLocal(address, numBytes);
}

/// Checks an index against the size of its dimension, and stops at the first
/// that is wrong: the access itself would do damage.
static void checkIndex(BlockContext *block, int64_t thread, int64_t index,
                       int64_t size, int64_t extent, int32_t dimension,
                       int32_t kind, const char *location, const char *origin) {
  if (index >= 0 && index <= size - extent) {
    return;
  }
  CheckedAccess access = {thread,   0,     0, static_cast<AccessKind>(kind),
                          location, origin};
  std::string what = std::to_string(index);
  if (extent != 1) {
    what += " to " + std::to_string(index + extent - 1);
  }
  block->run->fail(makeFault(*block, access,
                             std::string(getName(access.kind)) +
                                 " out of bounds: index " + what +
                                 " in dimension " + std::to_string(dimension) +
                                 " of size " + std::to_string(size)));
  KernelRun::leaveThread(*block);
}

static void checkAccess(BlockContext *block, int64_t thread, uint64_t address,
                        int64_t numBytes, int64_t alignment, int32_t kind,
                        const char *location, const char *origin) {
  CheckedAccess access = {thread,   address,
                          numBytes, static_cast<AccessKind>(kind),
                          location, origin};
  if (address % alignment != 0) {
    block->run->fail(makeFault(
        *block, access,
        std::string("misaligned ") + getName(access.kind) +
            ": the address is " + std::to_string(address % alignment) +
            " beyond a multiple of " + std::to_string(alignment)));
    KernelRun::leaveThread(*block);
  }
  block->sanitizer->check(*block, access);
}

void mlir::dtyp::emulator::forEachSanitizerFunction(
    void (*add)(void *state, RuntimeFunction function), void *state) {
  auto addFunction = [&](llvm::StringRef name, auto *function) {
    add(state, {name, reinterpret_cast<void *>(function)});
  };
  addFunction("dtyp_emu_make_local", makeLocal);
  addFunction("dtyp_emu_check_index", checkIndex);
  addFunction("dtyp_emu_check_access", checkAccess);
}

//===- Sanitizer.h - What is known of a block's memory -------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the state behind the checks of accesses that --sanitize
// makes: which bytes of a block's shared and local memory hold a value, and who
// accessed shared memory since the last barrier.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_SANITIZER_H
#define DTYP_LIB_EMULATOR_SANITIZER_H

#include "LocalArrays.h"
#include "Runtime.h"
#include "dtyp/Emulator/BlockContext.h"
#include "dtyp/Emulator/KernelRun.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::dtyp::emulator {

/// How memory is accessed. The atomic kinds do not race with one another.
enum class AccessKind : int32_t {
  Read = 0,
  Write = 1,
  AtomicUpdate = 2,
  AtomicRead = 3,
  AtomicWrite = 4
};

/// An access of a thread to bytes in a row.
struct CheckedAccess {
  int64_t thread;
  uint64_t address;
  int64_t numBytes;
  AccessKind kind;
  const char *location;
  /// Where the array was made, as far as the code tells.
  const char *origin;
};

/// A shared array of a kernel.
struct SharedArray {
  int64_t offset = 0;
  int64_t numBytes = 0;
  /// Where it was made.
  std::string origin;
};

/// The memory of one block.
class Sanitizer {
public:
  /// Forgets all and begins with a block that has this much shared memory, in
  /// which the arrays lie. Returns false after a fault.
  bool startBlock(BlockContext &block, int64_t sharedBytes,
                  llvm::ArrayRef<SharedArray> sharedArrays);

  /// Makes `block` the one that runs on this system thread.
  static void setCurrentBlock(BlockContext *block);

  /// Checks an access, and takes note of it. Faults are reported to the run;
  /// one that would do damage ends the thread.
  void check(const BlockContext &block, const CheckedAccess &access);

  /// Takes note of a constant, which kernels may read.
  void addConstant(uint64_t address, int64_t numBytes) {
    constants[address] = address + numBytes;
  }

  LocalArrays &getLocals() { return locals; }

private:
  /// Who accessed a byte last, and when.
  struct Trace {
    int32_t thread = -1;
    int16_t clusterRank = 0;
    bool isAtomic = false;
    uint32_t epoch = 0;
    uint32_t warpEpoch = 0;
    /// The phases of the cluster's barrier: the last of those before it, and
    /// the first of those behind it.
    uint32_t firstPhase = 0;
    uint32_t lastPhase = 0;
    const char *location = nullptr;
  };
  struct SharedByte {
    bool isWritten = false;
    Trace lastWrite;
    /// The last read, and one by another thread than that.
    Trace lastRead, otherRead;
  };

  static Trace makeTrace(const BlockContext &block,
                         const CheckedAccess &access);
  static bool areOrdered(const Trace &before, const Trace &now);
  static bool reportRace(const BlockContext &block, const CheckedAccess &access,
                         const Trace &before, const Trace &now,
                         const char *beforeKind);
  bool containsShared(uint64_t address) const {
    return address - sharedBegin < shared.size();
  }
  void checkShared(const BlockContext &block, CheckedAccess access);
  void checkLocal(const BlockContext &block, CheckedAccess access);
  void checkGlobal(const BlockContext &block, const CheckedAccess &access);

  uint64_t sharedBegin = 0;
  std::vector<SharedByte> shared;
  llvm::ArrayRef<SharedArray> sharedArrays;
  LocalArrays locals;
  /// The constants that the kernel used, by their addresses, with their ends.
  std::map<uint64_t, uint64_t> constants;
};

/// Calls `add` with each function for compiled code that is checked.
void forEachSanitizerFunction(void (*add)(void *state,
                                          RuntimeFunction function),
                              void *state);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_SANITIZER_H

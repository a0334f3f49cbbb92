//===- Sanitizer.h - What is known of a block's memory ----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the shadow of a block's shared and local memory: for each
// byte whether it was written, and who accessed it last.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_SANITIZER_H
#define DTYP_LIB_EMULATOR_SANITIZER_H

#include "Runtime.h"
#include "dtyp/Emulator/BlockContext.h"

#include <map>
#include <vector>

namespace mlir::dtyp::emulator {

enum class AccessKind : int32_t { Read = 0, Write = 1, Atomic = 2 };

/// An access that is checked.
struct CheckedAccess {
  int64_t thread;
  uint64_t address;
  int64_t numBytes;
  AccessKind kind;
  const char *location;
  /// Where the array was made.
  const char *origin;
};

/// The shadow of one block after the other.
class Sanitizer {
public:
  /// Forgets all and begins with a block that has this much shared memory.
  void startBlock(const BlockContext &block, int64_t sharedBytes);

  /// Takes note of a local array, which holds nothing yet.
  void makeLocal(uint64_t address, int64_t numBytes);

  /// Checks an access, and takes note of it. Faults are reported to the run.
  void check(const BlockContext &block, const CheckedAccess &access);

private:
  /// Who accessed a byte last, and when.
  struct Trace {
    int64_t thread = -1;
    uint64_t epoch = 0;
    uint64_t warpEpoch = 0;
    const char *location = nullptr;
    bool isAtomic = false;
  };
  struct SharedByte {
    bool isWritten = false;
    Trace lastWrite;
    /// The last read, and one by another thread than that.
    Trace lastRead, otherRead;
  };
  struct LocalArray {
    uint64_t end = 0;
    std::vector<bool> isWritten;
  };

  void checkShared(const BlockContext &block, const CheckedAccess &access);
  void checkLocal(const BlockContext &block, const CheckedAccess &access,
                  uint64_t begin, LocalArray &array);
  bool areOrdered(const Trace &before, const Trace &now) const;
  bool reportRace(const BlockContext &block, const CheckedAccess &access,
                  const Trace &before, const Trace &now, bool beforeWrites);

  uint64_t sharedBegin = 0;
  std::vector<SharedByte> shared;
  std::map<uint64_t, LocalArray> locals;
};

/// Calls `add` with each function of this part of the runtime library.
void forEachSanitizerFunction(void (*add)(void *state,
                                          RuntimeFunction function),
                              void *state);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_SANITIZER_H

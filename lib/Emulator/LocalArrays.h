//===- LocalArrays.h - What is known of local arrays ---------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the memory of the local arrays of a block whose accesses
// are checked. An array that has gone out of scope keeps its place for as long
// as there is room, so that a later access to it is seen as one.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_LOCALARRAYS_H
#define DTYP_LIB_EMULATOR_LOCALARRAYS_H

#include <cstdint>
#include <map>
#include <vector>

namespace mlir::dtyp::emulator {

/// The local memory that a thread can have, on all of CUDA's GPUs.
inline constexpr int64_t kMaxLocalBytes = 512 * 1024;

struct LocalArray {
  uint64_t begin = 0;
  uint64_t end = 0;
  /// The number of the thread that made it.
  int64_t thread = 0;
  bool isInScope = true;
  /// Where it was made.
  const char *origin = nullptr;
  /// Whether something was written, byte by byte.
  std::vector<bool> isWritten;
};

class LocalArrays {
public:
  LocalArrays() = default;
  LocalArrays(const LocalArrays &) = delete;
  LocalArrays &operator=(const LocalArrays &) = delete;
  ~LocalArrays();

  /// Forgets all arrays and begins with as many threads. Returns false where
  /// the system has no memory.
  bool reset(int64_t numThreads);

  void enterScope(int64_t thread);
  /// Ends the scope that was entered last, and the arrays made in it.
  void leaveScope(int64_t thread);
  /// Ends all scopes of a thread.
  void endThread(int64_t thread);

  /// Makes an array in the innermost scope of the thread, which holds nothing
  /// yet. Returns null if the thread would have more than `kMaxLocalBytes`.
  LocalArray *make(int64_t thread, int64_t numBytes, int64_t alignment,
                   const char *origin);

  /// Returns whether an address lies in the memory of local arrays.
  bool contains(uint64_t address) const {
    return address >= memory && address - memory < kReservedBytes;
  }

  /// Returns the array that the address lies in, or else one that it lies next
  /// to; null if there is none.
  LocalArray *find(uint64_t address);

private:
  /// Virtual memory; pages become real when they are touched.
  static constexpr uint64_t kReservedBytes = uint64_t(2) << 30;
  /// From here on, places of arrays that are out of scope are taken again.
  static constexpr uint64_t kReuseBytes = uint64_t(64) << 20;
  /// What lies between arrays.
  static constexpr uint64_t kGapBytes = 32;

  struct Thread {
    std::vector<LocalArray *> arrays;
    /// The number of arrays that there were when a scope was entered.
    std::vector<size_t> scopes;
    int64_t numBytes = 0;
  };

  void endArrays(Thread &thread, size_t numKept);
  uint64_t findPlace(uint64_t numBytes, uint64_t alignment);

  uint64_t memory = 0;
  /// The next place to try, and where to begin again.
  uint64_t next = 0;
  uint64_t limit = kReuseBytes;
  std::map<uint64_t, LocalArray> arrays;
  /// The array that was found last: often the next one, too.
  LocalArray *lastFound = nullptr;
  std::vector<Thread> threads;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_LOCALARRAYS_H

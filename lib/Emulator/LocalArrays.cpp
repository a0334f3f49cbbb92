//===- LocalArrays.cpp - What is known of local arrays --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalArrays.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <sys/mman.h>

using namespace mlir::dtyp::emulator;

LocalArrays::~LocalArrays() {
  if (memory != 0) {
    munmap(reinterpret_cast<void *>(memory), kReservedBytes);
  }
}

bool LocalArrays::reset(int64_t numThreads) {
  if (memory == 0) {
    void *mapped = mmap(nullptr, kReservedBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) {
      return false;
    }
    memory = reinterpret_cast<uint64_t>(mapped);
  }
  arrays.clear();
  lastFound = nullptr;
  next = kGapBytes;
  limit = kReuseBytes;
  threads.resize(std::max(threads.size(), static_cast<size_t>(numThreads)));
  for (Thread &thread : threads) {
    thread.arrays.clear();
    thread.scopes.clear();
    thread.numBytes = 0;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

void LocalArrays::enterScope(int64_t thread) {
  threads[thread].scopes.push_back(threads[thread].arrays.size());
}

void LocalArrays::endArrays(Thread &thread, size_t numKept) {
  for (size_t i = numKept; i != thread.arrays.size(); ++i) {
    LocalArray &array = *thread.arrays[i];
    array.isInScope = false;
    thread.numBytes -= array.end - array.begin;
  }
  thread.arrays.resize(numKept);
}

void LocalArrays::leaveScope(int64_t number) {
  Thread &thread = threads[number];
  endArrays(thread, thread.scopes.back());
  thread.scopes.pop_back();
}

void LocalArrays::endThread(int64_t number) {
  endArrays(threads[number], 0);
  threads[number].scopes.clear();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

uint64_t LocalArrays::findPlace(uint64_t numBytes, uint64_t alignment) {
  bool beganAgain = false;
  while (true) {
    uint64_t begin = llvm::alignTo(memory + next, alignment);
    uint64_t end = begin + numBytes + kGapBytes;
    if (end > memory + limit) {
      // All threads together need less than what is reserved, so that there is
      // a place once all of it may be used.
      if (beganAgain) {
        limit = kReservedBytes;
      }
      beganAgain = true;
      next = kGapBytes;
      continue;
    }
    auto other = arrays.upper_bound(begin);
    if (other != arrays.begin() &&
        std::prev(other)->second.end + kGapBytes > begin) {
      --other;
    }
    bool isFree = true;
    while (other != arrays.end() && other->first < end) {
      if (other->second.isInScope) {
        next = other->second.end + kGapBytes - memory;
        isFree = false;
        break;
      }
      other = arrays.erase(other);
      lastFound = nullptr;
    }
    if (isFree) {
      next = end - memory;
      return begin;
    }
  }
}

LocalArray *LocalArrays::make(int64_t number, int64_t numBytes,
                              int64_t alignment, const char *origin) {
  Thread &thread = threads[number];
  if (numBytes < 0 || numBytes > kMaxLocalBytes - thread.numBytes) {
    return nullptr;
  }
  uint64_t begin = findPlace(numBytes, std::max<int64_t>(alignment, 16));
  LocalArray &array = arrays[begin];
  array.begin = begin;
  array.end = begin + numBytes;
  array.thread = number;
  array.isInScope = true;
  array.origin = origin;
  array.isWritten.assign(numBytes, false);
  thread.arrays.push_back(&array);
  thread.numBytes += numBytes;
  return &array;
}

LocalArray *LocalArrays::find(uint64_t address) {
  if (lastFound &&
      address - lastFound->begin < lastFound->end - lastFound->begin) {
    return lastFound;
  }
  auto after = arrays.upper_bound(address);
  if (after == arrays.begin()) {
    return after == arrays.end() ? nullptr : &after->second;
  }
  LocalArray &before = std::prev(after)->second;
  if (address < before.end) {
    lastFound = &before;
    return lastFound;
  }
  if (after == arrays.end() || address - before.end < after->first - address) {
    return &before;
  }
  return &after->second;
}

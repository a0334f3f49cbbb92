//===- SharedMemory.h - Where shared arrays lie -----------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the layout of the static shared arrays of a gpu.module in
// the memory of a block.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_SHAREDMEMORY_H
#define DTYP_LIB_EMULATOR_SHAREDMEMORY_H

#include "Sanitizer.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <optional>

namespace mlir::dtyp::emulator {

/// Returns whether the array is in the memory space `workgroup`.
bool isSharedArray(MemRefType type);

/// Returns the bytes that an array of static shape takes.
int64_t getByteSize(MemRefType type);

/// Returns the alignment of the accesses to an element.
int64_t getElementAlignment(MemRefType type);

/// Gives arrays their place.
class SharedMemory {
public:
  /// Leaves `gapBytes` behind each array, a multiple of 16.
  explicit SharedMemory(int64_t gapBytes) : gapBytes(gapBytes) {}

  /// Returns the offset of a new array. Fails after an error if its shape is
  /// not static.
  FailureOr<int64_t> allocate(MemRefType type, Location location,
                              int64_t alignment = 1);

  /// Gives a memref.global its place.
  LogicalResult allocateGlobal(memref::GlobalOp global);

  /// Returns the offset of the memref.global of that name, if it has one.
  std::optional<int64_t> lookup(StringRef global) const;

  /// Makes the array at an offset in the memory of `block`.
  Value makeArray(OpBuilder &builder, Location location, Value block,
                  int64_t offset, MemRefType type) const;

  /// Returns the arrays, in the order of their offsets.
  ArrayRef<SharedArray> getArrays() const { return arrays; }

  /// Makes the dynamic memory, which follows the arrays, begin at a multiple of
  /// `alignment`.
  void alignEnd(int64_t alignment) {
    numBytes = llvm::alignTo(numBytes, alignment);
  }

  /// Returns the size of all arrays, and of what lies between them.
  int64_t getNumBytes() const { return numBytes; }

private:
  int64_t gapBytes;
  int64_t numBytes = 0;
  std::vector<SharedArray> arrays;
  llvm::StringMap<int64_t> globals;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_SHAREDMEMORY_H

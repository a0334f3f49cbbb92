//===- AccessChecks.h - Calls that check accesses to arrays --- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the instrumentation of kernels for --sanitize.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_ACCESSCHECKS_H
#define DTYP_LIB_EMULATOR_ACCESSCHECKS_H

#include "RuntimeCalls.h"
#include "Sanitizer.h"

namespace mlir::dtyp::emulator {

/// Makes calls of the runtime library in front of ops that access memory.
class AccessChecker {
public:
  /// `block` is the block's context, `thread` the number of the thread, an i64.
  /// Accesses to the arrays in `uncheckedArrays` are left alone.
  AccessChecker(Value block, Value thread,
                const llvm::DenseSet<Value> &uncheckedArrays,
                RuntimeCalls &runtime)
      : block(block), thread(thread), uncheckedArrays(uncheckedArrays),
        runtime(runtime) {}

  /// Makes the calls for `op`, if it accesses memory.
  void add(Operation *op);

  /// The same for an op of the dialect llvm.
  void addPointerChecks(Operation *op);

private:
  /// An access of an op to an array.
  struct Access {
    Value array;
    SmallVector<Value> indices;
    AccessKind kind = AccessKind::Read;
    /// The elements that are accessed along the last dimension.
    int64_t numElements = 1;
    /// In bytes; that of an element if it is smaller.
    int64_t alignment = 1;
    /// Where only a part of an element is accessed: where it begins in it, and
    /// its size. The alignment is the part's. In bytes.
    Value partOffset = {};
    int64_t partSize = 0;
  };

  void check(OpBuilder &builder, Location location, const Access &access);
  void checkElements(Operation *op, Access access, Value mask, Value indices,
                     bool isPacked);
  void checkBytes(OpBuilder &builder, Location location, Value address,
                  Value numBytes, int64_t alignment, AccessKind kind,
                  Location origin);
  void checkPointer(Operation *op, Value pointer, Value numBytes,
                    int64_t alignment, AccessKind kind);
  void addConstant(OpBuilder &builder, Location location, Value address,
                   int64_t numBytes);
  void checkValue(Operation *op, Value pointer, Type type, int64_t alignment,
                  AccessKind kind);

  Value block;
  Value thread;
  const llvm::DenseSet<Value> &uncheckedArrays;
  RuntimeCalls &runtime;
};

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_ACCESSCHECKS_H

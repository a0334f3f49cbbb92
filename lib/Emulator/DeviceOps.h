//===- DeviceOps.h - Lowering of GPU ops for the emulator -------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the lowering of the ops that only a GPU has, one by one,
// to loads from the block's context and calls of the runtime library.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_DEVICEOPS_H
#define DTYP_LIB_EMULATOR_DEVICEOPS_H

#include "RuntimeCalls.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::dtyp::emulator {

/// Returns whether a thread that executes `op` may wait for others, so that the
/// threads of the block cannot run one after the other.
bool mayWait(Operation *op);

/// Returns whether a thread that executes `op` needs the blocks of its cluster
/// to run with its own.
bool usesCluster(Operation *op);

/// Lowers the ops of one function, whose first arguments are the context ones.
class DeviceOpLowering {
public:
  DeviceOpLowering(func::FuncOp function, RuntimeCalls &runtime)
      : function(function), runtime(runtime) {}

  /// Replaces `op` if it is one of the gpu or nvvm dialect, or an assertion.
  /// Fails after an error if it is one that is not known.
  LogicalResult lower(Operation *op);

  /// Makes the number of the thread in its block, an i64.
  Value getThreadNumber(OpBuilder &builder, Location location);

private:
  Value getBlock() { return function.getArgument(0); }
  Value getThreadId(unsigned dimension) {
    return function.getArgument(1 + dimension);
  }
  /// Indices and sizes, as index.
  Value load(OpBuilder &builder, Location location, size_t member,
             unsigned dimension);
  Value getIndex(OpBuilder &builder, Location location, StringRef what,
                 unsigned dimension);
  Value getLinearThreadId(OpBuilder &builder, Location location);

  LogicalResult lowerIndexOp(Operation *op, StringRef what);
  LogicalResult lowerSpecialRegister(Operation *op, StringRef name);
  LogicalResult lowerGpuOp(Operation *op);
  LogicalResult lowerNvvmOp(Operation *op);
  void lowerBarrier(Operation *op, Value barrier, Value numThreads,
                    int32_t reduction, Value predicate);
  void lowerShuffle(gpu::ShuffleOp op);
  void lowerRotate(gpu::RotateOp op);
  LogicalResult lowerBroadcast(gpu::SubgroupBroadcastOp op);
  void lowerPrintf(gpu::PrintfOp op);
  void lowerDynamicShared(gpu::DynamicSharedMemoryOp op);
  LogicalResult lowerWarpOp(Operation *op);
  /// Makes a call that returns a value and a flag.
  std::pair<Value, Value> callForPair(OpBuilder &builder, Location location,
                                      StringRef function, ValueRange arguments);

  func::FuncOp function;
  RuntimeCalls &runtime;
};

/// Reinterprets an integer, a float or a vector of at most 64 bits as an i64,
/// and back.
Value toBits(OpBuilder &builder, Location location, Value value);
Value fromBits(OpBuilder &builder, Location location, Value bits, Type type);

/// Returns the number of bits that `toBits` takes of a type, or 0 where it is
/// none that it knows.
unsigned getNumBits(Type type);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_DEVICEOPS_H

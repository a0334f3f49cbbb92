//===- KernelEntry.h - Where the runtime enters kernels ---------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the entry of a kernel: the function that the runtime
// library calls for a block or for a thread.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_KERNELENTRY_H
#define DTYP_LIB_EMULATOR_KERNELENTRY_H

#include "Sanitizer.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::dtyp::emulator {

/// What the runtime library must know of a kernel.
struct KernelProperties {
  /// Whether threads wait for one another: then the entry runs one thread, else
  /// all of a block.
  bool waits = false;
  /// Whether the blocks of a cluster must run together.
  bool usesCluster = false;
  /// The bytes of static shared memory that a block needs.
  int64_t sharedBytes = 0;
  /// The bytes that the local arrays of a thread need.
  int64_t stackBytes = 0;
  /// Whether accesses to arrays are checked.
  bool isSanitized = false;
  /// The static shared arrays.
  std::vector<SharedArray> sharedArrays;

  /// Name of the attribute of an entry that holds the properties.
  static constexpr llvm::StringLiteral kAttributeName = "emulated_kernel";

  DictionaryAttr toAttribute(MLIRContext *context) const;
  static KernelProperties fromAttribute(DictionaryAttr attribute);
};

/// The suffix of the names of entries.
inline constexpr llvm::StringLiteral kEntrySuffix = ".entry";

/// Makes the entry of `kernel`, a function of one thread. It takes the block's
/// context, the indices of the thread if threads wait, and the address of an
/// array with the addresses of the parameters. A memref has the parameters into
/// which its descriptor is expanded.
void makeKernelEntry(func::FuncOp kernel, const KernelProperties &properties);

/// Makes loads of the arguments of these types from such an array.
SmallVector<Value> readParameters(OpBuilder &builder, Location location,
                                  Value parameters, TypeRange types);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_KERNELENTRY_H

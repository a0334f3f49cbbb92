//===- Cudax.h - The cudax dialect ------------------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the cudax dialect and its operations.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAX_H
#define DTYP_DIALECT_CUDAX_IR_CUDAX_H

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::cudax {

/// Local memory of one thread in bytes (CUDA C++ Programming Guide, table of
/// technical specifications).
inline constexpr int64_t kMaxLocalMemoryBytes = 512 * 1024;

/// Constant memory of one module in bytes (the same table).
inline constexpr int64_t kMaxConstantMemoryBytes = 64 * 1024;

/// An array of constants has at most as many bytes: PTX spells all of them out.
inline constexpr int64_t kMaxConstArrayBytes = 64 * 1024 * 1024;
/// Static shared memory of a kernel in bytes, on every chip.
inline constexpr int64_t kMaxStaticSharedBytes = 48 * 1024;

/// The most shared memory that a block has on any chip, in bytes.
inline constexpr int64_t kMaxSharedBytes = 227 * 1024;

/// The largest alignment that an array in shared memory can have, in bytes:
/// later chips keep the first 1024 bytes for themselves, and ptxas aligns
/// within the rest. It takes 2048 without a word and places the array at 3072.
inline constexpr int64_t kMaxSharedAlignment = 1024;

/// The shared memory of a block.
struct SharedMemoryResource
    : public SideEffects::Resource::Base<SharedMemoryResource> {
  StringRef getName() final { return "SharedMemory"; }
};

/// The most bytes that an array may have.
struct MemoryLimit {
  int64_t bytes;
  /// What has them (`the local memory of a thread`).
  StringRef memory;
};

class ArrayOpInterface;

namespace detail {
int64_t getResolvedAlignment(ArrayOpInterface op);
} // namespace detail

} // namespace mlir::cudax

MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::cudax::SharedMemoryResource)

#include "dtyp/Dialect/Cudax/IR/CudaxDialect.h.inc"

#include "dtyp/Dialect/Cudax/IR/CudaxInterfaces.h.inc"

#define GET_OP_CLASSES
#include "dtyp/Dialect/Cudax/IR/CudaxOps.h.inc"

#endif // DTYP_DIALECT_CUDAX_IR_CUDAX_H

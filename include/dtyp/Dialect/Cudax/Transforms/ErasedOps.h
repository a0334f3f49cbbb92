//===- ErasedOps.h - Ops that are freed later -------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the owner of ops that passes have erased but not freed.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_TRANSFORMS_ERASEDOPS_H
#define DTYP_DIALECT_CUDAX_TRANSFORMS_ERASEDOPS_H

#include "mlir/IR/Operation.h"

#include <mutex>
#include <vector>

namespace mlir::cudax {

/// Owns ops that passes have erased, until it is cleared or goes. What is made
/// in the meantime, by these passes or by later ones, is not put into the gaps
/// that the ops would leave all over the memory of a large module, and lies
/// side by side. The context must live longer. Passes of several threads may
/// add ops at the same time.
///
/// ```c++
/// ErasedOps erased;
/// pm.addPass(createResolveSharedArraysPass(&erased));
/// ```
class ErasedOps {
public:
  ErasedOps() = default;
  ErasedOps(const ErasedOps &) = delete;
  ErasedOps &operator=(const ErasedOps &) = delete;
  ~ErasedOps() { clear(); }

  /// Takes `op` from its block. No other op may use its results.
  void add(Operation *op);

  /// Frees the ops.
  void clear();

private:
  std::mutex mutex;
  std::vector<Operation *> ops;
};

} // namespace mlir::cudax

#endif // DTYP_DIALECT_CUDAX_TRANSFORMS_ERASEDOPS_H

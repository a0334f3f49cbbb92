//===- CheckedLocalArrays.h - Arrays that stay in their scope ---*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how the pass that checks local arrays spares the one that
// resolves them the same work.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_CHECKEDLOCALARRAYS_H
#define DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_CHECKEDLOCALARRAYS_H

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::cudax {

/// The arrays that `cudax-check-local-arrays` found to stay in their scope: an
/// analysis that the pass fills, and that lasts until a pass changes something.
class CheckedLocalArrays {
public:
  explicit CheckedLocalArrays(Operation *) {}

  void insert(LocalAllocaOp array) { arrays.insert(array); }
  bool contains(LocalAllocaOp array) const { return arrays.contains(array); }

private:
  llvm::DenseSet<Operation *> arrays;
};

} // namespace mlir::cudax

#endif // DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_CHECKEDLOCALARRAYS_H

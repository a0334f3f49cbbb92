//===- RecursiveArrays.h - Local arrays in recursion ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_RECURSIVEARRAYS_H
#define DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_RECURSIVEARRAYS_H

#include "mlir/Support/LLVM.h"

namespace mlir::cudax {

/// Warns of each local array below `root` whose function calls itself, by way
/// of others or not, with a note at each call of the cycle.
void warnOfRecursiveArrays(Operation *root);

} // namespace mlir::cudax

#endif // DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_RECURSIVEARRAYS_H

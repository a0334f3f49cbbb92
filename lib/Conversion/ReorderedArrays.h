//===- ReorderedArrays.h - Arrays that change an order ----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_CONVERSION_REORDEREDARRAYS_H
#define DTYP_LIB_CONVERSION_REORDEREDARRAYS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::cudax {

/// Returns whether all that `array` does is to bring values into another order:
/// one loop nest loads each of them from memory that nothing writes to, and
/// another, straight behind it, reads each at most once. With these loops
/// unrolled no value has to be kept, as each can be loaded where it is used.
/// `getTripCount` returns the most iterations of a loop, if they have a limit.
bool isReordering(
    memref::AllocaOp array,
    function_ref<std::optional<uint64_t>(scf::ForOp)> getTripCount);

} // namespace mlir::cudax

#endif // DTYP_LIB_CONVERSION_REORDEREDARRAYS_H

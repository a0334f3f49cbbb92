//===- ByteOrder.h - Numbers in another byte order --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the change of a number's byte order.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_TRANSFORMS_BYTEORDER_H
#define DTYP_LIB_DIALECT_DTYP_TRANSFORMS_BYTEORDER_H

#include "mlir/IR/Builders.h"

namespace mlir::dtyp {

/// Reverses the bytes of an integer. LLVM finds the instruction for it.
Value swapBytes(OpBuilder &builder, Location loc, Value value);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_TRANSFORMS_BYTEORDER_H

//===- CastFolding.h - Casts of constants -----------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the evaluation of casts at compile time.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_IR_CASTFOLDING_H
#define DTYP_LIB_DIALECT_DTYP_IR_CASTFOLDING_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"

namespace mlir::dtyp {

/// Whether a cast between dtypes in native byte order leaves every value as it
/// is.
bool keepsValue(Type source, Type target);

/// Returns the constant that `dtyp.cast` makes of `value`, which may be null,
/// between dtypes in native byte order; null if it is left to the lowering.
Attribute foldCast(Attribute value, Type source, Type target);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_IR_CASTFOLDING_H

//===- CastLowering.h - Parts of the lowering of casts ----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what casts of numbers and of times become.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_TRANSFORMS_CASTLOWERING_H
#define DTYP_LIB_DIALECT_DTYP_TRANSFORMS_CASTLOWERING_H

#include "dtyp/Dialect/Dtyp/IR/DatetimeUnits.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::dtyp {

/// Returns the value of the number `target` for one of the number `source`,
/// where i64 also stands for a count of units of time.
Value castNumber(ImplicitLocOpBuilder &builder, Value value, Type source,
                 Type target);

/// Returns a time in `target` for one in `source`, neither of them generic.
Value castTime(ImplicitLocOpBuilder &builder, Value value, UnitMultiple source,
               UnitMultiple target, bool isTimedelta);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_TRANSFORMS_CASTLOWERING_H

//===- Casting.h - Casts between dtypes -------------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares which casts between dtypes there are, which needs no
// operations.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_CASTING_H
#define DTYP_DIALECT_DTYP_IR_CASTING_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

namespace mlir::dtyp {

/// Returns the lowest level at which `source` can be cast to `target`, or
/// nothing if there is no such cast.
std::optional<CastingLevel> getCastingLevel(DTypeInterface source,
                                            DTypeInterface target);

/// Returns what `numpy.can_cast` does.
bool canCast(DTypeInterface source, DTypeInterface target, CastingLevel level);

/// Fails with an error that says why unless a value of `source` can be cast to
/// one of `target` at this level. Of the casts that NumPy has for arrays, some
/// have no place in a kernel: those that format or parse text, for example.
LogicalResult verifyCast(DTypeInterface source, DTypeInterface target,
                         CastingLevel level,
                         function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_CASTING_H

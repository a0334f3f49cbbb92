//===- LocalArrayDiagnostics.h - Messages about local arrays ----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the checks of local arrays that several passes report in
// the same words.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_LOCALARRAYDIAGNOSTICS_H
#define DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_LOCALARRAYDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Value.h"

namespace mlir::cudax {
class ArrayOpInterface;
class LocalAllocaOp;
struct LocalArrayEscape;

/// Fails with an error, and a note at the extent, if a constant is an extent
/// that no array has.
LogicalResult verifyConstantExtents(ArrayOpInterface op);

/// Notes where the value of an extent that is not constant comes from.
void attachExtentOrigin(InFlightDiagnostic &diagnostic, Value extent);

/// Returns the local array that `op` makes, resolved or not, or null.
Value getLocalArray(Operation *op);

/// Reports that the array which `op` makes leaves the scope in which it is
/// made, with notes where that happens.
LogicalResult reportEscape(Operation *op, const LocalArrayEscape &escape);

/// Fails with that error if the array leaves its scope in its own function.
LogicalResult verifyStaysInScope(LocalAllocaOp op);

/// Fails with an error, and a note at the origin of each extent that is not a
/// constant, if the array has a dynamic shape.
LogicalResult verifyStaticShape(LocalAllocaOp op);

} // namespace mlir::cudax

#endif // DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_LOCALARRAYDIAGNOSTICS_H

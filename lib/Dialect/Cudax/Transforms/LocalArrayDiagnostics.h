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

#include "mlir/Support/LLVM.h"

namespace mlir::cudax {
class ArrayOpInterface;
class LocalAllocaOp;

/// Fails with an error, and a note at the extent, if a constant is an extent
/// that no array has.
LogicalResult verifyConstantExtents(ArrayOpInterface op);

/// Fails with an error, and a note at the place where it happens, if the array
/// leaves the scope in which it is made.
LogicalResult verifyStaysInScope(LocalAllocaOp op);

/// Fails with an error, and a note at the origin of each extent that is not a
/// constant, if the array has a dynamic shape.
LogicalResult verifyStaticShape(LocalAllocaOp op);

} // namespace mlir::cudax

#endif // DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_LOCALARRAYDIAGNOSTICS_H

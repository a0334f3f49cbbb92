//===- LowerLocalArrays.h - Local arrays that are checked ----- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the replacement of the local arrays of kernels that
// --sanitize checks.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_LOWERLOCALARRAYS_H
#define DTYP_LIB_EMULATOR_LOWERLOCALARRAYS_H

#include "RuntimeCalls.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::dtyp::emulator {

/// Makes the local arrays of a function by calls of the runtime library, which
/// is also told where their scopes begin and end. `block` is the block's
/// context, `thread` the number of the thread, an i64; both are values of the
/// entry block.
void lowerLocalArrays(FunctionOpInterface function, Value block, Value thread,
                      RuntimeCalls &runtime);

/// Replaces each memref.alloca_scope by what is in it: control flow in it is to
/// become blocks, of which the op takes one only. The stack is restored at its
/// end if `restoresStack`.
void inlineAllocaScopes(FunctionOpInterface function, bool restoresStack);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_LOWERLOCALARRAYS_H

//===- AccessChecks.h - Calls that check accesses to arrays -----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the instrumentation of kernels for --sanitize.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_ACCESSCHECKS_H
#define DTYP_LIB_EMULATOR_ACCESSCHECKS_H

#include "RuntimeCalls.h"

namespace mlir::dtyp::emulator {

/// Makes calls of the runtime library in front of `op` if it accesses an array,
/// and behind it if it makes a local one. `block` is the block's context,
/// `thread` the number of the thread, an i64. Accesses to the arrays in
/// `uncheckedArrays` are left alone.
void addAccessChecks(Operation *op, Value block, Value thread,
                     const llvm::DenseSet<Value> &uncheckedArrays,
                     RuntimeCalls &runtime);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_ACCESSCHECKS_H

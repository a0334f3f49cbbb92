//===- SpinLoops.h - Loops that wait for other threads -------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the analysis that finds loops that go on until another
// thread has written something.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_SPINLOOPS_H
#define DTYP_LIB_EMULATOR_SPINLOOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::dtyp::emulator {

/// Returns whether `op` reads memory atomically, or as volatile, and a loop
/// around it goes on or not by what it read: then other threads must be able to
/// run in between.
bool isSpinRead(Operation *op);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_SPINLOOPS_H

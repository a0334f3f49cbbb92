//===- HostOpChecks.h - What host code may hold -----------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_HOSTOPCHECKS_H
#define DTYP_LIB_EMULATOR_HOSTOPCHECKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::dtyp::emulator {

/// Checks that the ops of the gpu dialect in a host function are ones that the
/// runtime library can do. Fails after an error.
LogicalResult checkHostOps(func::FuncOp function);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_HOSTOPCHECKS_H

//===- DeviceCalls.h - Calls with arrays of any memory space ----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how front ends pass arrays to device functions that take
// them in any memory space.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_TRANSFORMS_DEVICECALLS_H
#define DTYP_DIALECT_CUDAX_TRANSFORMS_DEVICECALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::cudax {

/// Makes a call of `callee`. An array in a memory space, local or shared, that
/// is passed to a parameter without one is cast to it: the parameter then takes
/// arrays from anywhere. An array in another space than the parameter's is an
/// error that names the right one. All else is up to the verifier of the call.
FailureOr<func::CallOp> createDeviceCall(OpBuilder &builder, Location loc,
                                         func::FuncOp callee,
                                         ValueRange operands);

} // namespace mlir::cudax

#endif // DTYP_DIALECT_CUDAX_TRANSFORMS_DEVICECALLS_H

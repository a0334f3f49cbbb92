//===- DeviceCalls.cpp - Calls with arrays of any memory space ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements calls of device functions with arrays of any memory
// space.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/DeviceCalls.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::cudax;

static Type getInSpace(BaseMemRefType type, Attribute space) {
  if (auto ranked = dyn_cast<MemRefType>(type)) {
    return MemRefType::get(ranked.getShape(), ranked.getElementType(),
                           ranked.getLayout(), space);
  }
  return UnrankedMemRefType::get(type.getElementType(), space);
}

FailureOr<func::CallOp> mlir::cudax::createDeviceCall(OpBuilder &builder,
                                                      Location loc,
                                                      func::FuncOp callee,
                                                      ValueRange operands) {
  SmallVector<Value> arguments(operands);
  for (auto [i, argument, parameter] :
       llvm::enumerate(arguments, callee.getArgumentTypes())) {
    auto from = dyn_cast<BaseMemRefType>(argument.getType());
    auto to = dyn_cast<BaseMemRefType>(parameter);
    if (!from || !to || from.getMemorySpace() == to.getMemorySpace()) {
      continue;
    }
    if (to.getMemorySpace()) {
      InFlightDiagnostic diagnostic =
          emitError(loc) << "expected an array in " << to.getMemorySpace()
                         << " for argument #" << i << " of "
                         << callee.getSymNameAttr() << ", but got " << from;
      diagnostic.attachNote(callee.getLoc()) << "the function is here";
      return diagnostic;
    }
    argument = memref::MemorySpaceCastOp::create(
        builder, loc, getInSpace(from, Attribute()), argument);
  }
  return func::CallOp::create(builder, loc, callee, arguments);
}

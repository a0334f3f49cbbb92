//===- VerifyTranslatable.cpp - What becomes LLVM IR ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/ModuleSerializer.h"

#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"

using namespace mlir;
using namespace mlir::cudax;

static LogicalResult verifyTranslatable(Operation *op) {
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op)) {
    return op->emitError() << "expected all types to be converted to those of "
                              "LLVM, but a conversion of "
                           << cast.getOperandTypes() << " to "
                           << cast.getResultTypes()
                           << " is left; it has no lowering to the GPU";
  }
  Dialect *dialect = op->getDialect();
  if (dialect && !isa<gpu::GPUDialect>(dialect) &&
      dialect->getRegisteredInterface<LLVMTranslationDialectInterface>()) {
    return success();
  }
  return op->emitError()
         << "expected only ops that have a lowering to the GPU, "
            "but got '"
         << op->getName() << "' with operands (" << op->getOperandTypes()
         << ") and results (" << op->getResultTypes() << ")";
}

LogicalResult cudax::verifyTranslatable(gpu::GPUModuleOp module) {
  // A conversion of types that is left follows from an op that is left, so it
  // is worth an error only where there is no such op.
  SmallVector<Operation *> casts;
  bool isValid = true;
  module.getBodyRegion().walk([&](Operation *op) {
    if (isa<UnrealizedConversionCastOp>(op)) {
      casts.push_back(op);
    } else {
      isValid &= succeeded(::verifyTranslatable(op));
    }
  });
  for (Operation *cast : casts) {
    isValid = isValid && succeeded(::verifyTranslatable(cast));
  }
  return success(isValid);
}

//===- RestoreNoAlias.cpp - Mark pointers that are not aliased ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_RESTORENOALIASPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

static LogicalResult restoreNoAlias(LLVM::LLVMFuncOp function) {
  CudaxDialect::NoaliasParametersAttrHelper helper(function.getContext());
  DenseI64ArrayAttr parameters = helper.getAttr(function);
  if (!parameters) {
    return success();
  }
  // The conversion copies attributes to the C interface, whose parameters are
  // pointers to descriptors.
  if (function.getName().starts_with("_mlir_ciface_")) {
    helper.removeAttr(function);
    return success();
  }
  for (int64_t parameter : parameters.asArrayRef()) {
    if (parameter >= static_cast<int64_t>(function.getNumArguments()) ||
        !isa<LLVM::LLVMPointerType>(
            function.getArgumentTypes()[static_cast<unsigned>(parameter)])) {
      return function.emitError()
             << "expected a pointer as parameter " << parameter << ", which '"
             << helper.getName().getValue()
             << "' names, but got none; is the attribute from "
                "cudax-prepare-kernels?";
    }
    function.setArgAttr(static_cast<unsigned>(parameter),
                        LLVM::LLVMDialect::getNoAliasAttrName(),
                        UnitAttr::get(function.getContext()));
  }
  helper.removeAttr(function);
  return success();
}

namespace {

struct RestoreNoAliasPass
    : public cudax::impl::RestoreNoAliasPassBase<RestoreNoAliasPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (failed(restoreNoAlias(function))) {
        return signalPassFailure();
      }
    }
  }
};

} // namespace

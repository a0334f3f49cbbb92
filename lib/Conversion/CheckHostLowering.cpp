//===- CheckHostLowering.cpp - Refuse host code that is not lowered -------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that reports host code which the conversions to
// LLVM left behind.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_CHECKHOSTLOWERINGPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// Whether the translation to LLVM IR knows `op`.
static bool isLowered(Operation *op) {
  return isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()) ||
         isa<gpu::BinaryOp, gpu::LaunchFuncOp>(op);
}

namespace {

struct CheckHostLoweringPass
    : public cudax::impl::CheckHostLoweringPassBase<CheckHostLoweringPass> {
  void runOnOperation() override {
    for (Operation &top : *getOperation().getBody()) {
      if (!isa<gpu::GPUModuleOp>(top)) {
        check(&top);
      }
    }
    markAllAnalysesPreserved();
  }

  /// Reports the first op that is left in `top`. A conversion of types that is
  /// left follows from an op that is left, so it is named only without one.
  void check(Operation *top) {
    Operation *left = nullptr;
    top->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isLowered(op) || (left && isa<UnrealizedConversionCastOp>(op))) {
        return WalkResult::advance();
      }
      left = op;
      return isa<UnrealizedConversionCastOp>(op) ? WalkResult::advance()
                                                 : WalkResult::interrupt();
    });
    if (left) {
      left->emitError() << "expected host code that is lowered to LLVM, but '"
                        << left->getName()
                        << "' is left; nothing in the pipeline lowers it";
      signalPassFailure();
    }
  }
};

} // namespace

//===- ResolveArrays.cpp - Turn cudax arrays into memrefs -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that resolves cudax arrays and reports those
// that cannot be resolved.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "LocalArrayDiagnostics.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_RESOLVEARRAYSPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

void mlir::cudax::populateArrayResolutionPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  LocalAllocaOp::getCanonicalizationPatterns(patterns, context);
  // An extent that becomes static leaves a cast behind, which folds away.
  memref::CastOp::getCanonicalizationPatterns(patterns, context);
}

namespace {

struct ResolveArraysPass
    : public cudax::impl::ResolveArraysPassBase<ResolveArraysPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateArrayResolutionPatterns(set);
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    // Unreachable blocks go, as nothing resolves their arrays; merging equal
    // blocks is not this pass's business.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config))) {
      getOperation()->emitError("resolution of arrays does not converge");
      return signalPassFailure();
    }
    bool isResolved = true;
    getOperation()->walk([&](LocalAllocaOp op) {
      // An array of static shape is left only if it leaves its scope.
      isResolved = false;
      if (succeeded(verifyStaticShape(op))) {
        (void)verifyStaysInScope(op);
      }
    });
    if (!isResolved) {
      signalPassFailure();
    }
  }

  FrozenRewritePatternSet patterns;
};

} // namespace

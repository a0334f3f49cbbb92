//===- LowerCopies.cpp - From memref.copy to linalg -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that turns copies of memrefs into linalg ops.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERCOPIESPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

struct CopyToLinalg : public OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<MemRefType>(op.getSource().getType()) ||
        !isa<MemRefType>(op.getTarget().getType())) {
      return rewriter.notifyMatchFailure(op, "copies an unranked memref");
    }
    linalg::makeMemRefCopyOp(rewriter, op.getLoc(), op.getSource(),
                             op.getTarget());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerCopiesPass
    : public cudax::impl::LowerCopiesPassBase<LowerCopiesPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMemRefCopyToLinalgPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));

    bool isValid = true;
    getOperation()->walk([&](memref::CopyOp op) {
      isValid = false;
      op.emitError() << "expected a copy of ranked memrefs in device code, but "
                        "got "
                     << op.getSource().getType() << " to "
                     << op.getTarget().getType()
                     << "; cast them by memref.cast first";
    });
    if (!isValid) {
      signalPassFailure();
    }
  }
};

} // namespace

void cudax::populateMemRefCopyToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<CopyToLinalg>(patterns.getContext());
}

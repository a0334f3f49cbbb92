//===- LowerLocalArrays.cpp - Local arrays in a conversion ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pattern that lowers local arrays within a dialect
// conversion, where no pass for them runs before or behind.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "LocalArrayDiagnostics.h"
#include "StorageBlock.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// Makes the alloca where it is executed once, as that is what becomes of it
/// behind the conversion: LLVM would grow the stack in a loop.
struct LowerLocalArray : public OpRewritePattern<LocalAllocaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LocalAllocaOp op,
                                PatternRewriter &rewriter) const override {
    MemRefType type = op.getArrayType();
    if (!type.hasStaticShape()) {
      return op.emitOpError("expected a static shape in the conversion to "
                            "LLVM; run `cudax-resolve-arrays` before, or "
                            "`canonicalize`");
    }
    if (failed(verifyStaysInScope(op))) {
      return failure();
    }
    rewriter.setInsertionPointToStart(getStorageBlock(op->getParentRegion()));
    auto alloca = memref::AllocaOp::create(
        rewriter, op.getLoc(), type,
        rewriter.getI64IntegerAttr(op.getResolvedAlignment()));
    rewriter.replaceOp(op, alloca);
    return success();
  }
};

} // namespace

void mlir::cudax::populateLowerLocalArrayPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerLocalArray>(patterns.getContext());
}

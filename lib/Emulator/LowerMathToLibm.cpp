//===- LowerMathToLibm.cpp - Functions that libm computes best ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that makes calls of libm of the functions which
// the conversion to LLVM only approximates.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::dtyp::emulator {
#define GEN_PASS_DEF_LOWERMATHTOLIBMPASS
#include "dtyp/Emulator/Passes.h.inc"
} // namespace mlir::dtyp::emulator

using namespace mlir;
using namespace mlir::dtyp;

/// Returns whether there are no calls for the type of the op.
static bool isLeftAlone(Operation *op) {
  Type type = op->getResult(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  return (vector && vector.isScalable()) ||
         !isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
             getElementTypeOrSelf(type));
}

namespace {

struct LowerMathToLibmPass
    : public emulator::impl::LowerMathToLibmPassBase<LowerMathToLibmPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                           math::MathDialect, vector::VectorDialect>();
    target.addDynamicallyLegalOp<math::ExpM1Op, math::Log1pOp>(isLeftAlone);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns)))) {
      signalPassFailure();
    }
  }
};

} // namespace

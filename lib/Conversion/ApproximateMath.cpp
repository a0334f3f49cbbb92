//===- ApproximateMath.cpp - Allow approximate functions ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

struct ApproximateMathPass
    : public cudax::impl::ApproximateMathPassBase<ApproximateMathPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([](arith::ArithFastMathInterface op) {
      bool isFloat32 = llvm::any_of(op->getResultTypes(), [](Type type) {
        return getElementTypeOrSelf(type).isF32();
      });
      if (!isFloat32 || !isa<math::MathDialect>(op->getDialect())) {
        return;
      }
      arith::FastMathFlags flags = op.getFastMathFlagsAttr()
                                       ? op.getFastMathFlagsAttr().getValue()
                                       : arith::FastMathFlags::none;
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(
                      op->getContext(), flags | arith::FastMathFlags::afn));
    });
  }
};

} // namespace

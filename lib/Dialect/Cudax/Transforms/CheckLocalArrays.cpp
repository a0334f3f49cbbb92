//===- CheckLocalArrays.cpp - Refuse local arrays that leave their scope --===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that reports local arrays which leave the scope
// in which they are made.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "CalleeEscape.h"
#include "CheckedLocalArrays.h"
#include "LocalArrayDiagnostics.h"
#include "RecursiveArrays.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_CHECKLOCALARRAYSPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

struct CheckLocalArraysPass
    : public cudax::impl::CheckLocalArraysPassBase<CheckLocalArraysPass> {
  void runOnOperation() override {
    bool isValid = true;
    CalleeEscapeAnalysis analysis(getOperation());
    auto &checked = getAnalysis<CheckedLocalArrays>();
    getOperation()->walk([&](Operation *op) {
      Value array = getLocalArray(op);
      if (!array) {
        return;
      }
      std::optional<LocalArrayEscape> escape = analysis.findEscape(array);
      // An array that is resolved was checked in its own function, and may have
      // been moved since.
      if (escape && (escape->isCall || isa<LocalAllocaOp>(op))) {
        isValid &= succeeded(reportEscape(op, *escape));
      } else if (auto local = dyn_cast<LocalAllocaOp>(op)) {
        checked.insert(local);
      }
    });
    warnOfRecursiveArrays(getOperation());
    if (!isValid) {
      signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};

} // namespace

//===- EraseProviders.cpp - Replace providers by their fields -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that replaces providers by the values of their
// run-time fields, across functions, calls and kernel launches.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "ProviderErasure.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::dtyp {
#define GEN_PASS_DEF_ERASEPROVIDERSPASS
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h.inc"
} // namespace mlir::dtyp

using namespace mlir;
using namespace mlir::dtyp;

static bool isProvider(Type type) {
  return isa<DTypeProviderTypeInterface>(type);
}

/// Fails with an error where `op` hands providers on in a way that the patterns
/// cannot follow: as results of a structure that they do not know, or in the
/// type of a function that is a value.
static LogicalResult verifyConvertible(Operation *op) {
  if (auto function = dyn_cast<func::ConstantOp>(op)) {
    auto type = cast<FunctionType>(function.getType());
    if (llvm::any_of(type.getInputs(), isProvider) ||
        llvm::any_of(type.getResults(), isProvider)) {
      return op->emitOpError(
          "expected a function without objects that provide a dtype, as its "
          "signature changes when they are erased; call it directly");
    }
  }
  if (isa<RegionBranchOpInterface>(op) &&
      !isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp,
           scf::ExecuteRegionOp>(op) &&
      llvm::any_of(op->getResultTypes(), isProvider)) {
    return op->emitOpError(
        "expected no results that are objects which provide a dtype; only scf "
        "and cf hand them on, so lower the op to these first");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct EraseProvidersPass
    : public dtyp::impl::EraseProvidersPassBase<EraseProvidersPass> {
  void runOnOperation() override {
    bool isConvertible = true;
    bool hasCalls = false;
    getOperation()->walk([&](Operation *op) {
      isConvertible &= succeeded(verifyConvertible(op));
      hasCalls |= isa<func::CallOp, gpu::LaunchFuncOp>(op);
    });
    if (!isConvertible) {
      return signalPassFailure();
    }

    // The conversion leaves unreachable blocks as they are, with terminators
    // that no longer fit the function.
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());

    TypeConverter converter;
    populateProviderErasureTypeConversions(converter);
    // Most objects are parameters of kernels whose arrays are resolved.
    if (!hasCalls) {
      getOperation()->walk([&](FunctionOpInterface function) {
        eraseUnusedProviders(function, converter);
      });
    }
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populateProviderErasurePatternsAndLegality(converter, patterns, target);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns)))) {
      signalPassFailure();
    }
  }
};

} // namespace

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

#include "dtyp/Dialect/Cudax/Transforms/ErasedOps.h"

#include "CheckedLocalArrays.h"
#include "LocalArrayDiagnostics.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_RESOLVEARRAYSPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

void mlir::cudax::populateArrayResolutionPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  LocalAllocaOp::getCanonicalizationPatterns(patterns, context);
  DeviceAllocOp::getCanonicalizationPatterns(patterns, context);
  ConstArrayOp::getCanonicalizationPatterns(patterns, context);
  SharedAllocaOp::getCanonicalizationPatterns(patterns, context);
  // An extent that becomes static leaves a cast behind, which folds away.
  memref::CastOp::getCanonicalizationPatterns(patterns, context);
}

namespace {

/// Gives the ops that it erases to an owner who frees them later.
class LateFreeingRewriter : public IRRewriter {
public:
  LateFreeingRewriter(MLIRContext *context, ErasedOps &erased)
      : IRRewriter(context), erased(erased) {}

  void eraseOp(Operation *op) override { erased.add(op); }

private:
  ErasedOps &erased;
};

} // namespace

/// Resolves the local arrays of static shape below `root` that stay in their
/// scope, which is known of those that were `checked`. Erases the dtypes that
/// only they used.
static void resolveStaticLocalArrays(Operation *root,
                                     const CheckedLocalArrays *checked,
                                     ErasedOps &erased) {
  LateFreeingRewriter rewriter(root->getContext(), erased);
  // In a block that is never reached, a dtype may be behind the array, where
  // the walk goes next.
  SmallVector<Operation *> deadDtypes;
  root->walk([&](LocalAllocaOp array) {
    Operation *dtype = array.getDtype().getDefiningOp();
    bool staysInScope = checked && checked->contains(array);
    if (succeeded(array.resolve(rewriter, staysInScope)) && dtype &&
        isOpTriviallyDead(dtype)) {
      deadDtypes.push_back(dtype);
    }
  });
  for (Operation *dtype : deadDtypes) {
    rewriter.eraseOp(dtype);
  }
}

/// Moves arrays of constants into the launches that use them, so that they are
/// no arguments.
static LogicalResult sinkConstArrays(Operation *root) {
  WalkResult result = root->walk([](gpu::LaunchOp launch) {
    return failed(sinkOperationsIntoLaunchOp(
               launch,
               [](Operation *op) {
                 return isa<ConstArrayOp, dtyp::ConstantOp>(op);
               }))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult verifyIsOnDevice(ConstArrayOp array) {
  if (array->getParentOfType<gpu::GPUModuleOp>() ||
      array->getParentOfType<gpu::LaunchOp>()) {
    return success();
  }
  return array.emitOpError(
      "expected device code around it, a gpu.module or a "
      "gpu.launch, as the host has no constant memory; use "
      "`memref.global`");
}

/// Replaces each extent below `root` of which one value only is possible, as
/// integer ranges tell, by a constant. Fails if the analysis does.
static LogicalResult foldExtentsByRange(Operation *root) {
  SmallVector<OpOperand *> extents;
  root->walk([&](LocalAllocaOp op) {
    for (OpOperand &extent : op.getDynamicSizesMutable()) {
      if (!matchPattern(extent.get(), m_Constant())) {
        extents.push_back(&extent);
      }
    }
  });
  if (extents.empty()) {
    return success();
  }
  DataFlowSolver solver;
  dataflow::loadBaselineAnalyses(solver);
  solver.load<dataflow::IntegerRangeAnalysis>();
  if (failed(solver.initializeAndRun(root))) {
    return failure();
  }
  for (OpOperand *extent : extents) {
    const auto *range =
        solver.lookupState<dataflow::IntegerValueRangeLattice>(extent->get());
    if (!range || range->getValue().isUninitialized()) {
      continue;
    }
    if (auto value = range->getValue().getValue().getConstantValue()) {
      OpBuilder builder(extent->getOwner());
      extent->set(arith::ConstantIndexOp::create(
          builder, extent->get().getLoc(), value->getSExtValue()));
    }
  }
  return success();
}

/// Whether the patterns have anything to do below `root`: canonicalization, of
/// which they are a part, may have done it.
static bool hasUnresolvedArray(Operation *root) {
  auto isUnresolved = [](ArrayOpInterface array) {
    return isa<LocalAllocaOp, DeviceAllocOp>(array) ||
           !isa<dtyp::DTypeType>(array.getDtypeMutable().get().getType()) ||
           llvm::any_of(array.getDynamicSizes(), [](Value extent) {
             return matchPattern(extent, m_Constant());
           });
  };
  return root
      ->walk([&](ArrayOpInterface array) {
        return isUnresolved(array) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

struct ResolveArraysPass
    : public cudax::impl::ResolveArraysPassBase<ResolveArraysPass> {
  using ResolveArraysPassBase::ResolveArraysPassBase;

  ResolveArraysPass(ResolveArraysPassOptions options, ErasedOps *owner)
      : ResolveArraysPassBase(options), owner(owner) {}

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateArrayResolutionPatterns(set);
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    if (onlyStatic) {
      auto checked = getCachedAnalysis<CheckedLocalArrays>();
      // The ops are freed when all arrays are resolved, at the earliest.
      ErasedOps erased;
      return resolveStaticLocalArrays(getOperation(),
                                      checked ? &checked->get() : nullptr,
                                      owner ? *owner : erased);
    }
    if (hasUnresolvedArray(getOperation()) && failed(resolveArrays())) {
      return signalPassFailure();
    }
    if (failed(sinkConstArrays(getOperation()))) {
      return signalPassFailure();
    }
    bool isResolved = true;
    getOperation()->walk([&](Operation *op) {
      isResolved &=
          succeeded(llvm::TypeSwitch<Operation *, LogicalResult>(op)
                        .Case([](LocalAllocaOp array) -> LogicalResult {
                          // One of static shape is left only if it leaves its
                          // scope.
                          if (succeeded(verifyStaticShape(array))) {
                            (void)verifyStaysInScope(array);
                          }
                          return failure();
                        })
                        .Case([](DeviceAllocOp array) {
                          // One is left only if it has an extent that no array
                          // has.
                          (void)verifyConstantExtents(array);
                          return failure();
                        })
                        .Case([](ConstArrayOp array) -> LogicalResult {
                          if (array.use_empty()) {
                            array.erase();
                            return success();
                          }
                          return verifyIsOnDevice(array);
                        })
                        .Default(success()));
    });
    if (!isResolved) {
      signalPassFailure();
    }
  }

private:
  /// Resolves by patterns what can be resolved.
  LogicalResult resolveArrays() {
    if (failed(foldExtentsByRange(getOperation()))) {
      return getOperation()->emitError("the analysis of integer ranges failed");
    }
    // Unreachable blocks go, as nothing resolves their arrays; merging equal
    // blocks is not this pass's business.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config))) {
      return getOperation()->emitError(
          "resolution of arrays does not converge");
    }
    return success();
  }

  FrozenRewritePatternSet patterns;
  ErasedOps *owner = nullptr;
};

} // namespace

std::unique_ptr<Pass>
cudax::createResolveArraysPass(ResolveArraysPassOptions options,
                               ErasedOps *erased) {
  return std::make_unique<ResolveArraysPass>(options, erased);
}

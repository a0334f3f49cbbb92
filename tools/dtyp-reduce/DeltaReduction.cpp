//===- DeltaReduction.cpp - Reduction op by op ----------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements delta debugging: changes are tried on many ops at once,
// then on halves of them, down to single ops, until none is left that keeps the
// program interesting. A change erases ops, folds them, or applies one of the
// dialects' reduction patterns.
//
//===----------------------------------------------------------------------===//

#include "DeltaReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace mlir;

namespace {

/// Changes ops, the users of a value before the value; returns whether it did.
using Change = function_ref<bool(ArrayRef<Operation *>)>;

/// The smallest program so far that is interesting.
class Reduction {
public:
  Reduction(ModuleOp program, const Tester &tester)
      : best(program.clone()), tester(tester) {}

  bool isInteresting(ModuleOp program) const {
    // That a program is not valid any more is no news to anybody.
    ScopedDiagnosticHandler silence(program.getContext(), [](Diagnostic &) {});
    return succeeded(verify(program)) &&
           tester.isInteresting(program).first == Tester::Interestingness::True;
  }

  /// Tries a change on parts of the program, from all of it to single ops.
  /// Returns whether one of them was kept.
  bool tryChange(Change change) {
    bool isKept = false;
    for (size_t size = getOps(*best).size(); size != 0; size /= 2) {
      for (size_t start = 0; start < getOps(*best).size();) {
        OwningOpRef<ModuleOp> copy = best->clone();
        SmallVector<Operation *> ops = getOps(*copy);
        bool isSmaller = false;
        if (change(ArrayRef(ops).slice(start).take_front(size)) &&
            isInteresting(*copy)) {
          isSmaller = getOps(*copy).size() < ops.size();
          best = std::move(copy);
          isKept = true;
        }
        // Other ops are in the place of those that are gone.
        if (!isSmaller) {
          start += size;
        }
      }
    }
    return isKept;
  }

  ModuleOp getBest() { return *best; }

private:
  /// Returns the ops from the last to the first, those in regions before the op
  /// that has them.
  static SmallVector<Operation *> getOps(ModuleOp program) {
    SmallVector<Operation *> ops;
    program->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (op != program) {
        ops.push_back(op);
      }
    });
    return ops;
  }

  OwningOpRef<ModuleOp> best;
  const Tester &tester;
};

struct DeltaReductionPass
    : public PassWrapper<DeltaReductionPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DeltaReductionPass)

  DeltaReductionPass() = default;
  DeltaReductionPass(const DeltaReductionPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "delta-reduction"; }
  StringRef getDescription() const final {
    return "make the program smaller, op by op, while a test finds it "
           "interesting";
  }

  void runOnOperation() final;

  Option<std::string> test{
      *this, "test",
      llvm::cl::desc("Program that exits with 1 if the file that is its last "
                     "argument is interesting, else with 0")};
  ListOption<std::string> testArguments{
      *this, "test-arg", llvm::cl::desc("Arguments in front of the file")};
};

} // namespace

/// Erases ops, whose results become zeros where they are used. Those of which
/// there are none stay.
static bool eraseOps(ArrayRef<Operation *> ops) {
  auto getZero = [](OpBuilder &builder, Value value) {
    TypedAttr zero = builder.getZeroAttr(value.getType());
    return zero && arith::ConstantOp::isBuildableWith(zero, value.getType())
               ? zero
               : TypedAttr();
  };
  bool isChanged = false;
  for (Operation *op : ops) {
    OpBuilder builder(op);
    bool isStuck = llvm::any_of(op->getResults(), [&](Value result) {
      return !result.use_empty() && !getZero(builder, result);
    });
    if (op->hasTrait<OpTrait::IsTerminator>() || isStuck ||
        (isa<arith::ConstantOp>(op) && !op->use_empty())) {
      continue;
    }
    for (Value result : op->getResults()) {
      if (!result.use_empty()) {
        result.replaceAllUsesWith(arith::ConstantOp::create(
            builder, op->getLoc(), getZero(builder, result)));
      }
    }
    op->erase();
    isChanged = true;
  }
  return isChanged;
}

/// Applies patterns to ops, or folds them.
static bool applyPatterns(ArrayRef<Operation *> ops,
                          const FrozenRewritePatternSet &patterns, bool folds) {
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps)
      .enableFolding(folds)
      .enableConstantCSE(false);
  bool isChanged = false;
  (void)applyOpPatternsGreedily(ops, patterns, config, &isChanged);
  return isChanged;
}

void DeltaReductionPass::runOnOperation() {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(test);
  if (!program || !llvm::sys::fs::can_execute(*program)) {
    emitError(UnknownLoc::get(&getContext()))
        << "expected a program that tells what is interesting (test=PROGRAM), "
           "but '"
        << test << "' is not there or cannot be executed";
    return signalPassFailure();
  }
  SmallVector<std::string> arguments(testArguments.begin(),
                                     testArguments.end());
  Tester tester(*program, arguments);
  Reduction reduction(getOperation(), tester);
  if (!reduction.isInteresting(getOperation())) {
    getOperation().emitError("expected an interesting program, but the test "
                             "does not exit with 1 for it");
    return signalPassFailure();
  }

  RewritePatternSet all(&getContext());
  DialectInterfaceCollection<DialectReductionPatternInterface> interfaces(
      &getContext());
  for (const DialectReductionPatternInterface &interface : interfaces) {
    interface.populateReductionPatterns(all);
  }
  // One after the other: what one makes uninteresting does not hinder another.
  std::vector<FrozenRewritePatternSet> patterns;
  for (std::unique_ptr<RewritePattern> &pattern : all.getNativePatterns()) {
    patterns.emplace_back(RewritePatternSet(&getContext(), std::move(pattern)));
  }
  FrozenRewritePatternSet none;

  bool isChanged = true;
  while (isChanged) {
    isChanged = reduction.tryChange(eraseOps);
    for (const FrozenRewritePatternSet &pattern : patterns) {
      isChanged |= reduction.tryChange([&](ArrayRef<Operation *> ops) {
        return applyPatterns(ops, pattern, /*folds=*/false);
      });
    }
    isChanged |= reduction.tryChange([&](ArrayRef<Operation *> ops) {
      return applyPatterns(ops, none, /*folds=*/true);
    });
  }
  getOperation().getBodyRegion().takeBody(reduction.getBest().getBodyRegion());
}

void mlir::dtyp::registerDeltaReductionPass() {
  PassRegistration<DeltaReductionPass>();
}

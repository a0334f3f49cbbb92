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
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"

using namespace mlir;

namespace {

/// Changes ops, the users of a value before the value; returns whether it did.
using Change = function_ref<bool(ArrayRef<Operation *>)>;

/// A program that tells what is interesting. Upstream's `Tester` takes every
/// status but 0 for interest, such as that of a shell that does not find a
/// command, and ends this process where the program cannot be run.
class Test {
public:
  Test(StringRef program, ArrayRef<std::string> arguments)
      : program(program), arguments(arguments.begin(), arguments.end()) {}

  /// Returns why the module is not interesting; empty if it is.
  std::string run(ModuleOp module) const {
    int file;
    SmallString<128> path;
    if (std::error_code error = llvm::sys::fs::createTemporaryFile(
            "dtyp-reduce", "mlir", file, path)) {
      return "no temporary file can be made: " + error.message();
    }
    llvm::FileRemover remover(path);
    llvm::raw_fd_ostream output(file, /*shouldClose=*/true);
    module.print(output);
    output.close();
    if (std::error_code error = output.error()) {
      output.clear_error();
      return "'" + path.str().str() + "' cannot be written: " + error.message();
    }
    SmallVector<StringRef> words = {program};
    words.append(arguments.begin(), arguments.end());
    words.push_back(path);
    std::string error;
    int status = llvm::sys::ExecuteAndWait(program, words, std::nullopt, {},
                                           /*SecondsToWait=*/0,
                                           /*MemoryLimit=*/0, &error);
    if (status < 0) {
      return "the test was not run to its end: " + error;
    }
    return status == 1 ? ""
                       : "the test exits with " + std::to_string(status) +
                             " for it, and not with 1";
  }

private:
  std::string program;
  std::vector<std::string> arguments;
};

/// The smallest program so far that is interesting.
class Reduction {
public:
  Reduction(ModuleOp program, const Test &test)
      : best(program.clone()), test(test) {}

  bool isInteresting(ModuleOp program) const {
    // That a program is not valid any more is no news to anybody.
    ScopedDiagnosticHandler silence(program.getContext(), [](Diagnostic &) {});
    return succeeded(verify(program)) && test.run(program).empty();
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
  const Test &test;
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
  Test runner(*program, arguments);
  if (std::string reason = runner.run(getOperation()); !reason.empty()) {
    getOperation().emitError()
        << "expected an interesting program, but " << reason;
    return signalPassFailure();
  }
  Reduction reduction(getOperation(), runner);

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

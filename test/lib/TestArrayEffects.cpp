//===- TestArrayEffects.cpp - What arrays tell optimisations --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements a pass that remarks what the ops which make arrays
// answer to upstream's questions: their memory effects, whether they can be
// executed speculatively, and which of them alias.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

/// Prints an effect as its kind, where it is, and on which resource.
static void printEffect(const MemoryEffects::EffectInstance &effect,
                        Operation *op, Diagnostic &diagnostic) {
  StringRef kind = isa<MemoryEffects::Allocate>(effect.getEffect()) ? "allocate"
                   : isa<MemoryEffects::Free>(effect.getEffect())   ? "free"
                   : isa<MemoryEffects::Read>(effect.getEffect())   ? "read"
                                                                    : "write";
  diagnostic << kind;
  if (auto result = dyn_cast_or_null<OpResult>(effect.getValue())) {
    if (result.getOwner() == op) {
      diagnostic << " result #" << result.getResultNumber();
    }
  }
  diagnostic << " in " << effect.getResource()->getName();
}

static void remarkEffects(Operation *op) {
  InFlightDiagnostic remark = op->emitRemark();
  Diagnostic &diagnostic = *remark.getUnderlyingDiagnostic();
  auto memory = dyn_cast<MemoryEffectOpInterface>(op);
  if (!memory) {
    diagnostic << "unknown effects";
    return;
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  memory.getEffects(effects);
  diagnostic << "effects: ";
  llvm::interleave(
      effects,
      [&](const MemoryEffects::EffectInstance &effect) {
        printEffect(effect, op, diagnostic);
      },
      [&] { diagnostic << ", "; });
  diagnostic << (effects.empty() ? "none" : "")
             << (isSpeculatable(op) ? "; speculatable" : "; not speculatable")
             << (isOpTriviallyDead(op)        ? "; dead"
                 : wouldOpBeTriviallyDead(op) ? "; dead if unused"
                                              : "; never dead");
}

namespace {

struct TestArrayEffectsPass
    : public PassWrapper<TestArrayEffectsPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestArrayEffectsPass)

  StringRef getArgument() const final { return "test-array-effects"; }
  StringRef getDescription() const final {
    return "Remark the effects of ops that make arrays, and which alias";
  }

  void runOnOperation() override {
    auto &aliases = getAnalysis<AliasAnalysis>();
    SmallVector<Value> arrays;
    getOperation()->walk([&](Operation *op) {
      if (!isa<memref::AllocaOp>(op) &&
          op->getName().getDialectNamespace() != "cudax") {
        return;
      }
      remarkEffects(op);
      for (Value result : op->getResults()) {
        if (isa<BaseMemRefType>(result.getType())) {
          arrays.push_back(result);
        }
      }
    });
    for (size_t i = 0; i < arrays.size(); ++i) {
      for (size_t j = i + 1; j < arrays.size(); ++j) {
        if (arrays[i].getParentRegion() != arrays[j].getParentRegion()) {
          continue;
        }
        AliasResult result = aliases.alias(arrays[i], arrays[j]);
        InFlightDiagnostic remark = emitRemark(arrays[j].getLoc());
        remark << (result.isNo() ? "is no alias of the array"
                                 : "may be an alias of the array");
        remark.attachNote(arrays[i].getLoc()) << "that is made here";
      }
    }
  }
};

} // namespace

void mlir::test::registerTestArrayEffectsPass() {
  PassRegistration<TestArrayEffectsPass>();
}

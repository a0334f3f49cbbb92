//===- CheckUninitializedReads.cpp - Warn of arrays that nobody writes ----===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that warns of reads of local arrays that are
// never written.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "LocalArrayDiagnostics.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_CHECKUNINITIALIZEDREADSPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// What an op does with a reference to an array.
enum class ArrayUse {
  /// Nothing with the elements.
  None,
  Read,
  /// Writes elements, or does what is not known.
  Write,
  /// Makes a view.
  View
};

} // namespace

static ArrayUse classifyUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<ViewLikeOpInterface, CastOpInterface>(user) &&
      llvm::all_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>)) {
    return ArrayUse::View;
  }
  auto memory = dyn_cast<MemoryEffectOpInterface>(user);
  // Whoever hands the reference on may write through it.
  if (!memory || user->getNumRegions() != 0 ||
      user->hasTrait<OpTrait::IsTerminator>() ||
      !llvm::none_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>) ||
      isa<memref::ExtractAlignedPointerAsIndexOp, CastOpInterface>(user)) {
    return ArrayUse::Write;
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  memory.getEffects(effects);
  if (effects.empty()) {
    return isa<memref::DimOp, memref::RankOp>(user) ? ArrayUse::None
                                                    : ArrayUse::Write;
  }
  bool isRead = false;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    auto *operand = effect.getEffectValue<OpOperand *>();
    if (operand ? operand != &use : effect.getValue() != use.get()) {
      continue;
    }
    if (!isa<MemoryEffects::Read>(effect.getEffect())) {
      return ArrayUse::Write;
    }
    isRead = true;
  }
  // An op without an effect here writes the reference itself, or is not known.
  return isRead ? ArrayUse::Read : ArrayUse::Write;
}

/// Warns of the reads of `array` if nothing in the program may write it.
static void warnOfReads(Value array) {
  llvm::SetVector<Value> views;
  views.insert(array);
  SmallVector<Operation *> reads;
  for (size_t i = 0; i < views.size(); ++i) {
    for (OpOperand &use : views[i].getUses()) {
      switch (classifyUse(use)) {
      case ArrayUse::None:
        break;
      case ArrayUse::Write:
        return;
      case ArrayUse::View:
        views.insert_range(use.getOwner()->getResults());
        break;
      case ArrayUse::Read:
        reads.push_back(use.getOwner());
        break;
      }
    }
  }
  for (Operation *read : reads) {
    InFlightDiagnostic diagnostic =
        read->emitWarning()
        << "reads a local array that nothing writes: its contents are "
           "undefined, and what depends on them may be deleted";
    diagnostic.attachNote(array.getLoc()) << "the array is made here";
  }
}

namespace {

struct CheckUninitializedReadsPass
    : public cudax::impl::CheckUninitializedReadsPassBase<
          CheckUninitializedReadsPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (Value array = getLocalArray(op)) {
        warnOfReads(array);
      }
    });
    markAllAnalysesPreserved();
  }
};

} // namespace

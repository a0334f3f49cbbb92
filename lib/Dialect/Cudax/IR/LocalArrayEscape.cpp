//===- LocalArrayEscape.cpp - Local arrays that leave their scope ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the analysis that finds where an array in private memory
// leaves the scope in which it was made. It follows the array through views,
// selects, region arguments and results, and branches.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

using Views = ArrayReferences;

/// Follows one array through the values that may be views of it.
class EscapeFinder {
public:
  EscapeFinder(Value array, CallFollower followCall,
               llvm::SmallBitVector *returned = nullptr)
      : array(array), scope(array.getParentRegion()), followCall(followCall),
        returned(returned) {}

  std::optional<LocalArrayEscape> find() {
    Views views;
    views.insert(array);
    if (auto escape = followUses(views)) {
      return escape;
    }
    // The storage behind a parameter is its caller's.
    if (isa<BlockArgument>(array)) {
      return std::nullopt;
    }
    for (Value view : views) {
      if (OpOperand *use = findUseAfterReexecution(view)) {
        return LocalArrayEscape{use, "is kept until it is made again"};
      }
    }
    return std::nullopt;
  }

private:
  /// Adds to `views` all views of its members. Stops at the first place where
  /// one of them leaves the scope of the array, and returns it.
  std::optional<LocalArrayEscape> followUses(Views &views);

  /// Adds the views that the user of `use` makes. Returns what happens if the
  /// array leaves its scope there.
  std::optional<LocalArrayEscape> visitUse(OpOperand &use, Views &views);
  std::optional<LocalArrayEscape> visitTerminator(OpOperand &use, Views &views);

  /// Returns a use of `view`, a block argument, or of a view of it, that a path
  /// reaches from the array's op without entering the block of `view` again:
  /// there an older array is used while a new one has been made in the same
  /// storage.
  OpOperand *findUseAfterReexecution(Value view);

  /// Whether `view` is an argument of a block on the array's own level.
  bool isBlockArgumentInScope(Value view) const {
    return isa<BlockArgument>(view) && view.getParentRegion() == scope;
  }

  Value array;
  Region *scope;
  CallFollower followCall;
  /// The results of its function that refer to a parameter, if they are no
  /// escape.
  llvm::SmallBitVector *returned;
};

} // namespace

/// Whether a value of `type` can refer to the memory of an array.
static bool isReference(Type type) {
  return isa<BaseMemRefType, LLVM::LLVMPointerType, PtrLikeTypeInterface,
             TensorType>(type);
}

/// Whether `result` of the user of `use`, which holds a reference, may hold it
/// too: as a reference, or as the integer, struct, ... that was made of one.
static bool mayHoldReference(OpOperand &use, Value result) {
  Operation *user = use.getOwner();
  if (isReference(result.getType()) ||
      isa<CastOpInterface, memref::ExtractAlignedPointerAsIndexOp>(user)) {
    return true;
  }
  // What is not a reference and comes out of a memref or a tensor is an
  // element.
  return !isa<BaseMemRefType, TensorType>(use.get().getType()) &&
         !result.getType().isInteger(1) && isMemoryEffectFree(user);
}

/// Whether `op` ends its block, as far as that is known of an op that is not
/// registered.
static bool isTerminator(Operation *op) {
  if (op->isRegistered()) {
    return op->hasTrait<OpTrait::IsTerminator>();
  }
  return op == &op->getBlock()->back() &&
         !op->getParentOp()->hasTrait<OpTrait::NoTerminator>();
}

/// Whether `use` writes the reference itself into memory: its op writes through
/// another operand, and has no effect on the memory behind this one.
static bool isStoredReference(OpOperand &use) {
  auto op = dyn_cast<MemoryEffectOpInterface>(use.getOwner());
  if (!op) {
    return false;
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  op.getEffects(effects);
  bool writesThroughOther = false;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    auto *operand = effect.getEffectValue<OpOperand *>();
    if (operand ? operand == &use : effect.getValue() == use.get()) {
      return false;
    }
    writesThroughOther |=
        effect.getValue() && isa<MemoryEffects::Write>(effect.getEffect());
  }
  return writesThroughOther;
}

/// Adds the values that `branch` makes of `use` when control comes from
/// `point`.
static void addForwarded(OpOperand &use, RegionBranchOpInterface branch,
                         RegionBranchPoint point, Views &views) {
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(mapping, point);
  for (Value input : mapping.lookup(&use)) {
    views.insert(input);
  }
}

std::optional<LocalArrayEscape> EscapeFinder::followUses(Views &views) {
  for (size_t i = 0; i < views.size(); ++i) {
    for (OpOperand &use : views[i].getUses()) {
      if (auto escape = visitUse(use, views)) {
        return escape;
      }
    }
  }
  return std::nullopt;
}

std::optional<LocalArrayEscape> EscapeFinder::visitUse(OpOperand &use,
                                                       Views &views) {
  Operation *user = use.getOwner();
  if (auto launch = user->getParentOfType<gpu::LaunchOp>();
      launch && !launch.getBody().isAncestor(scope)) {
    return LocalArrayEscape{
        &use, "is made on the host and captured into a gpu.launch"};
  }
  if (isa<gpu::LaunchFuncOp>(user)) {
    return LocalArrayEscape{&use, "is made on the host and passed to a kernel"};
  }
  if (isStoredReference(use)) {
    return LocalArrayEscape{&use, "is stored"};
  }

  if (auto branch = dyn_cast<BranchOpInterface>(user)) {
    if (auto argument =
            branch.getSuccessorBlockArgument(use.getOperandNumber())) {
      views.insert(*argument);
    }
    return std::nullopt;
  }
  if (isTerminator(user)) {
    return visitTerminator(use, views);
  }
  if (auto branch = dyn_cast<RegionBranchOpInterface>(user)) {
    addForwarded(use, branch, RegionBranchPoint::parent(), views);
    return std::nullopt;
  }
  for (Value result : user->getResults()) {
    if (mayHoldReference(use, result)) {
      views.insert(result);
    }
  }
  if (auto call = dyn_cast<CallOpInterface>(user); call && followCall) {
    return followCall(call, use, views);
  }
  return std::nullopt;
}

/// A terminator hands its operands to the results or the other regions of its
/// parent, or out of the function.
std::optional<LocalArrayEscape> EscapeFinder::visitTerminator(OpOperand &use,
                                                              Views &views) {
  Operation *terminator = use.getOwner();
  Operation *parent = terminator->getParentOp();
  if (isa<FunctionOpInterface>(parent)) {
    if (!returned) {
      return LocalArrayEscape{&use, "is returned"};
    }
    unsigned result = use.getOperandNumber();
    if (returned->size() <= result) {
      returned->resize(result + 1);
    }
    returned->set(result);
    return std::nullopt;
  }
  if (terminator->getParentRegion()->isAncestor(scope)) {
    return LocalArrayEscape{&use,
                            "is yielded by the region in which it is made"};
  }
  auto branch = dyn_cast<RegionBranchOpInterface>(parent);
  auto point = dyn_cast<RegionBranchTerminatorOpInterface>(terminator);
  if (!branch || !point) {
    return LocalArrayEscape{
        &use, "is yielded to an op whose control flow is unknown"};
  }
  addForwarded(use, branch, point, views);
  return std::nullopt;
}

OpOperand *EscapeFinder::findUseAfterReexecution(Value view) {
  if (!isBlockArgumentInScope(view)) {
    return nullptr;
  }
  Block *start = array.getParentBlock();
  llvm::SetVector<Block *> reached;
  auto addSuccessors = [&](Block *block) {
    for (Block *successor : block->getSuccessors()) {
      if (successor != cast<BlockArgument>(view).getOwner()) {
        reached.insert(successor);
      }
    }
  };
  addSuccessors(start);
  for (size_t i = 0; i < reached.size(); ++i) {
    addSuccessors(reached[i]);
  }

  Views older;
  older.insert(view);
  (void)followUses(older);
  for (Value value : older) {
    if (value != view && isBlockArgumentInScope(value)) {
      continue; // It is judged on its own.
    }
    for (OpOperand &use : value.getUses()) {
      Operation *user = scope->findAncestorOpInRegion(*use.getOwner());
      if (reached.contains(user->getBlock()) ||
          (user->getBlock() == start &&
           array.getDefiningOp()->isBeforeInBlock(user))) {
        return &use;
      }
    }
  }
  return nullptr;
}

std::optional<LocalArrayEscape>
mlir::cudax::findLocalArrayEscape(Value array, CallFollower followCall) {
  return EscapeFinder(array, followCall).find();
}

std::optional<LocalArrayEscape>
mlir::cudax::findParameterEscape(BlockArgument parameter,
                                 CallFollower followCall,
                                 llvm::SmallBitVector &returned) {
  return EscapeFinder(parameter, followCall, &returned).find();
}

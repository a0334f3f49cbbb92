//===- KnownBranches.cpp - Branches that an edge decides ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownBranches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>

using namespace llvm;

/// A block that decides may compute as much besides.
static constexpr unsigned kMaxCopiedInstructions = 4;

using BlockSet = SmallPtrSet<const BasicBlock *, 8>;

/// Returns the instructions of `block` between its phis and its end.
static auto getComputations(BasicBlock &block) {
  return make_range(block.getFirstNonPHIIt(),
                    block.getTerminator()->getIterator());
}

/// Returns the phi on which `block` branches, if little else is computed there.
static PHINode *getDecision(BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional()) {
    return nullptr;
  }
  auto *decision = dyn_cast<PHINode>(branch->getCondition());
  if (!decision || decision->getParent() != &block) {
    return nullptr;
  }
  auto computations = getComputations(block);
  bool isSmall = std::distance(computations.begin(), computations.end()) <=
                     kMaxCopiedInstructions &&
                 all_of(computations, [](const Instruction &instruction) {
                   return isSafeToSpeculativelyExecute(&instruction) &&
                          !isa<CallBase>(instruction) &&
                          !instruction.mayReadFromMemory();
                 });
  return isSmall ? decision : nullptr;
}

/// Returns where `block` goes if it is entered from `predecessor`, if that is
/// known and the way there may be cut short.
static BasicBlock *getKnownTarget(PHINode &decision, BasicBlock &predecessor,
                                  const BlockSet &loopHeaders,
                                  const PostDominatorTree &postDominators) {
  BasicBlock &block = *decision.getParent();
  auto *value =
      dyn_cast<ConstantInt>(decision.getIncomingValueForBlock(&predecessor));
  auto *end = dyn_cast<BranchInst>(predecessor.getTerminator());
  // A predecessor with two edges to the block has two values of one phi; that
  // of a block with one predecessor is no decision.
  if (!value || !end || count(successors(&predecessor), &block) != 1 ||
      block.getUniquePredecessor()) {
    return nullptr;
  }
  auto *branch = cast<BranchInst>(block.getTerminator());
  BasicBlock *target = branch->getSuccessor(value->isOne() ? 0 : 1);
  // Loops keep their one entry. Threads that part at the predecessor must meet
  // again ahead of what they ran together, such as a barrier.
  return target == &block || loopHeaders.contains(target) ||
                 !postDominators.dominates(target, &predecessor)
             ? nullptr
             : target;
}

/// Gives the uses of what `block` defines, behind it, the value of either way.
static void repairUses(BasicBlock &block, BasicBlock &edge,
                       const ValueToValueMapTy &valuesOnEdge) {
  SSAUpdater updater;
  for (Instruction &instruction : block) {
    SmallVector<Use *> outside;
    for (Use &use : instruction.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(user);
      if ((phi ? phi->getIncomingBlock(use) : user->getParent()) != &block) {
        outside.push_back(&use);
      }
    }
    if (outside.empty()) {
      continue;
    }
    updater.Initialize(instruction.getType(), instruction.getName());
    updater.AddAvailableValue(&block, &instruction);
    updater.AddAvailableValue(&edge, valuesOnEdge.lookup(&instruction));
    for (Use *use : outside) {
      updater.RewriteUse(*use);
    }
  }
}

/// Leads the edge from `predecessor` to `block` on to `target`. The tree is not
/// made anew: that would take a time which grows with the square of the blocks.
static void leadTo(BasicBlock &predecessor, BasicBlock &block,
                   BasicBlock &target, PostDominatorTree &postDominators) {
  BasicBlock &edge = *SplitEdge(&predecessor, &block);
  ValueToValueMapTy values;
  for (PHINode &phi : block.phis()) {
    values[&phi] = phi.getIncomingValueForBlock(&edge);
  }
  Instruction *end = edge.getTerminator();
  for (Instruction &instruction : getComputations(block)) {
    Instruction *copy = instruction.clone();
    copy->insertBefore(end->getIterator());
    RemapInstruction(copy, values,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    values[&instruction] = copy;
  }
  for (PHINode &phi : target.phis()) {
    Value *value = phi.getIncomingValueForBlock(&block);
    Value *onEdge = values.lookup(value);
    phi.addIncoming(onEdge ? onEdge : value, &edge);
  }
  block.removePredecessor(&edge, /*KeepOneInputPHIs=*/true);
  end->setSuccessor(0, &target);
  repairUses(block, edge, values);
  postDominators.applyUpdates({{DominatorTree::Insert, &predecessor, &edge},
                               {DominatorTree::Insert, &edge, &target},
                               {DominatorTree::Delete, &predecessor, &block}});
}

PreservedAnalyses
mlir::cudax::KnownBranchesPass::run(Function &function,
                                    FunctionAnalysisManager &) {
  BlockSet loopHeaders;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> backEdges;
  FindFunctionBackedges(function, backEdges);
  for (auto [latch, header] : backEdges) {
    loopHeaders.insert(header);
  }
  bool isChanged = false;
  std::optional<PostDominatorTree> postDominators;
  for (BasicBlock &block : function) {
    PHINode *decision = getDecision(block);
    if (!decision || loopHeaders.contains(&block)) {
      continue;
    }
    for (BasicBlock *predecessor : to_vector(predecessors(&block))) {
      if (!postDominators) {
        postDominators.emplace(function);
      }
      if (BasicBlock *target = getKnownTarget(*decision, *predecessor,
                                              loopHeaders, *postDominators)) {
        leadTo(*predecessor, block, *target, *postDominators);
        isChanged = true;
      }
    }
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

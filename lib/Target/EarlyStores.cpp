//===- EarlyStores.cpp - Store what is computed ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyStores.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// The most instructions ahead of which a store is moved: the time for a block
/// with stores alone would grow with the square of their number.
static constexpr unsigned kMaxDistance = 1000;

/// Whether `store` may be moved ahead of `other`, but for operands.
static bool mayPass(StoreInst &store, Instruction &other, AAResults &aliases) {
  if (auto *earlier = dyn_cast<StoreInst>(&other)) {
    return earlier->isSimple() &&
           aliases.isNoAlias(MemoryLocation::get(&store),
                             MemoryLocation::get(earlier));
  }
  return !other.mayReadOrWriteMemory() && !other.mayHaveSideEffects();
}

/// Returns the instructions of the block that add up to the address of `store`,
/// the last one first.
static SmallVector<Instruction *, 4> getAddressChain(StoreInst &store) {
  SmallVector<Instruction *, 4> chain;
  Value *address = store.getPointerOperand();
  while (auto *element = dyn_cast<GetElementPtrInst>(address)) {
    if (element->getParent() != store.getParent()) {
      break;
    }
    chain.push_back(element);
    address = element->getPointerOperand();
  }
  return chain;
}

/// Moves `store`, and its address, up to the last instruction that it needs.
/// Returns whether it was moved.
static bool moveUp(StoreInst &store, AAResults &aliases) {
  auto *value = dyn_cast<Instruction>(store.getValueOperand());
  if (!value || value->getParent() != store.getParent()) {
    return false;
  }
  SmallVector<Instruction *, 4> chain = getAddressChain(store);
  SmallVector<Instruction *, 4> passed;
  auto isOperand = [&](Instruction *instruction) {
    return is_contained(store.operands(), instruction) ||
           any_of(chain, [&](Instruction *address) {
             return is_contained(address->operands(), instruction);
           });
  };
  Instruction *place = &store;
  for (unsigned distance = 0; distance != kMaxDistance; ++distance) {
    Instruction *previous = place->getPrevNode();
    if (!previous || isa<PHINode>(previous)) {
      break;
    }
    if (is_contained(chain, previous)) {
      passed.push_back(previous);
    } else if (isOperand(previous) || !mayPass(store, *previous, aliases)) {
      break;
    }
    place = previous;
  }
  // Stores keep their order.
  while (place != &store && isa<StoreInst, GetElementPtrInst>(place)) {
    llvm::erase(passed, place);
    place = place->getNextNode();
  }
  if (place == &store) {
    return false;
  }
  for (Instruction *address : reverse(passed)) {
    address->moveBefore(place->getIterator());
  }
  store.moveBefore(place->getIterator());
  return true;
}

PreservedAnalyses
mlir::cudax::EarlyStoresPass::run(Function &function,
                                  FunctionAnalysisManager &analyses) {
  AAResults &aliases = analyses.getResult<AAManager>(function);
  bool isChanged = false;
  for (BasicBlock &block : function) {
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (store && store->isSimple() &&
          store->getPointerAddressSpace() == globalSpace) {
        isChanged |= moveUp(*store, aliases);
      }
    }
  }
  return isChanged ? PreservedAnalyses::allInSet<CFGAnalyses>()
                   : PreservedAnalyses::all();
}

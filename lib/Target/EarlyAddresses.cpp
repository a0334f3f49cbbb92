//===- EarlyAddresses.cpp - Compute addresses early -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyAddresses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

/// Returns the last operand of `address` that is computed in its block.
static Instruction *getLastOperand(GetElementPtrInst &address) {
  Instruction *last = nullptr;
  for (Value *operand : address.operands()) {
    auto *instruction = dyn_cast<Instruction>(operand);
    if (instruction && instruction->getParent() == address.getParent() &&
        (!last || last->comesBefore(instruction))) {
      last = instruction;
    }
  }
  return last;
}

/// Whether the index of `address` is one of an array in another memory as well.
static bool sharesIndex(GetElementPtrInst &address) {
  return any_of(address.indices(), [&](Value *index) {
    return !isa<Constant>(index) && any_of(index->users(), [&](User *user) {
      auto *other = dyn_cast<GetElementPtrInst>(user);
      return other &&
             other->getPointerAddressSpace() != NVPTXAS::ADDRESS_SPACE_GLOBAL;
    });
  });
}

PreservedAnalyses
mlir::cudax::EarlyAddressesPass::run(Function &function,
                                     FunctionAnalysisManager &) {
  bool isChanged = false;
  for (BasicBlock &block : function) {
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *address = dyn_cast<GetElementPtrInst>(&instruction);
      if (!address || address->hasAllConstantIndices() ||
          address->getPointerAddressSpace() != NVPTXAS::ADDRESS_SPACE_GLOBAL ||
          none_of(address->users(),
                  [](User *user) { return isa<StoreInst>(user); }) ||
          !sharesIndex(*address)) {
        continue;
      }
      Instruction *last = getLastOperand(*address);
      if (last && !isa<PHINode>(last) && last->getNextNode() != address) {
        address->moveAfter(last);
        isChanged = true;
      }
    }
  }
  return isChanged ? PreservedAnalyses::allInSet<CFGAnalyses>()
                   : PreservedAnalyses::all();
}

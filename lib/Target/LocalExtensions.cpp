//===- LocalExtensions.cpp - Extend indices where they are used -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalExtensions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Whether `instruction` extends an index of 32 bits.
static bool isExtension(const Instruction &instruction) {
  return isa<ZExtInst, SExtInst>(instruction) &&
         instruction.getType()->isIntegerTy(64) &&
         instruction.getOperand(0)->getType()->isIntegerTy(32);
}

/// Extends again in each block where an address is computed of `extension`.
static bool extendLocally(Instruction &extension) {
  DenseMap<BasicBlock *, Instruction *> copies;
  for (Use &use : make_early_inc_range(extension.uses())) {
    auto *user = cast<Instruction>(use.getUser());
    BasicBlock *block = user->getParent();
    if (block == extension.getParent() || !isa<GetElementPtrInst>(user)) {
      continue;
    }
    Instruction *&copy = copies[block];
    if (!copy) {
      copy = extension.clone();
      copy->insertBefore(block->getFirstInsertionPt());
    }
    use.set(copy);
  }
  if (extension.use_empty()) {
    extension.eraseFromParent();
  }
  return !copies.empty();
}

PreservedAnalyses
mlir::cudax::LocalExtensionsPass::run(Function &function,
                                      FunctionAnalysisManager &) {
  bool isChanged = false;
  for (BasicBlock &block : function) {
    for (Instruction &instruction : make_early_inc_range(block)) {
      isChanged |= isExtension(instruction) && extendLocally(instruction);
    }
  }
  return isChanged ? PreservedAnalyses::allInSet<CFGAnalyses>()
                   : PreservedAnalyses::all();
}

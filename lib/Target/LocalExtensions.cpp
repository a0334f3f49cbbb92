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
#include "llvm/Pass.h"

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

namespace {

class LocalExtensions : public FunctionPass {
public:
  LocalExtensions() : FunctionPass(identifier) {}

  StringRef getPassName() const override { return "Local extensions"; }

  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesCFG();
  }

  bool runOnFunction(Function &function) override {
    bool isChanged = false;
    for (BasicBlock &block : function) {
      for (Instruction &instruction : make_early_inc_range(block)) {
        isChanged |= isExtension(instruction) && extendLocally(instruction);
      }
    }
    return isChanged;
  }

private:
  static char identifier;
};

} // namespace

char LocalExtensions::identifier = 0;

FunctionPass *mlir::cudax::createLocalExtensionsPass() {
  return new LocalExtensions;
}

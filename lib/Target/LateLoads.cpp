//===- LateLoads.cpp - Load where the value is used -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateLoads.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

/// The registers that a thread has at most.
static constexpr uint64_t maxRegisters = 255;

static uint64_t countRegisters(Type *type, const DataLayout &layout) {
  return type->isSized()
             ? divideCeil(layout.getTypeStoreSize(type).getKnownMinValue(), 4)
             : 0;
}

/// Returns the most registers that the values which `block` computes take at
/// once. Addresses do not count: they are made again where they are used.
static uint64_t getMaxPressure(BasicBlock &block, const DataLayout &layout) {
  DenseSet<Instruction *> live;
  uint64_t pressure = 0;
  auto use = [&](Instruction &value) {
    if (!isa<GetElementPtrInst>(value) && live.insert(&value).second) {
      pressure += countRegisters(value.getType(), layout);
    }
  };
  for (Instruction &value : block) {
    if (value.isUsedOutsideOfBlock(&block)) {
      use(value);
    }
  }
  uint64_t maxPressure = pressure;
  for (Instruction &instruction : reverse(block)) {
    if (live.erase(&instruction)) {
      pressure -= countRegisters(instruction.getType(), layout);
    }
    for (Value *operand : instruction.operands()) {
      auto *value = dyn_cast<Instruction>(operand);
      if (value && value->getParent() == &block) {
        use(*value);
      }
    }
    maxPressure = std::max(maxPressure, pressure);
  }
  return maxPressure;
}

/// Whether nothing writes to what `load` reads while the kernel runs.
static bool readsConstantMemory(LoadInst &load) {
  if (load.hasMetadata(LLVMContext::MD_invariant_load)) {
    return true;
  }
  auto *argument = dyn_cast<Argument>(
      getUnderlyingObject(load.getPointerOperand(), /*MaxLookup=*/0));
  return argument && argument->hasNoAliasAttr() && argument->onlyReadsMemory();
}

/// Moves the loads of `block` that may pass all instructions up to the only one
/// that uses their value.
static bool sinkLoads(BasicBlock &block) {
  // The number of writes before each instruction.
  DenseMap<Instruction *, unsigned> writes;
  unsigned numWrites = 0;
  SmallVector<LoadInst *> loads;
  for (Instruction &instruction : block) {
    writes[&instruction] = numWrites;
    numWrites += instruction.mayWriteToMemory();
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load && load->isSimple() && load->hasOneUse()) {
      loads.push_back(load);
    }
  }
  bool isChanged = false;
  for (LoadInst *load : loads) {
    auto *user = cast<Instruction>(load->user_back());
    if (user->getParent() != &block || isa<PHINode>(user) ||
        (writes.lookup(user) != writes.lookup(load) &&
         !readsConstantMemory(*load))) {
      continue;
    }
    load->moveBefore(user->getIterator());
    isChanged = true;
  }
  return isChanged;
}

PreservedAnalyses mlir::cudax::LateLoadsPass::run(Function &function,
                                                  FunctionAnalysisManager &) {
  bool isChanged = false;
  for (BasicBlock &block : function) {
    if (block.size() > maxRegisters &&
        getMaxPressure(block, function.getDataLayout()) > maxRegisters) {
      isChanged |= sinkLoads(block);
    }
  }
  return isChanged ? PreservedAnalyses::allInSet<CFGAnalyses>()
                   : PreservedAnalyses::all();
}

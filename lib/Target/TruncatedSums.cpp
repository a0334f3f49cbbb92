//===- TruncatedSums.cpp - Sums of which the lower half is used -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TruncatedSums.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Whether `truncation` takes no more than zeros away.
static bool keepsValue(const TruncInst &truncation, const DataLayout &layout) {
  const Value *value = truncation.getOperand(0);
  unsigned width = value->getType()->getScalarSizeInBits();
  unsigned kept = truncation.getType()->getScalarSizeInBits();
  return truncation.hasNoUnsignedWrap() ||
         MaskedValueIsZero(value, APInt::getHighBitsSet(width, width - kept),
                           SimplifyQuery(layout));
}

/// Lets the sums and differences wrap whose value, or a combination of whose
/// values, `truncation` takes.
static void letWrap(TruncInst &truncation,
                    SmallPtrSetImpl<Instruction *> &visited) {
  SmallVector<Value *> values = {truncation.getOperand(0)};
  while (!values.empty()) {
    auto *instruction = dyn_cast<Instruction>(values.pop_back_val());
    if (!instruction || !visited.insert(instruction).second) {
      continue;
    }
    switch (instruction->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
      instruction->setHasNoUnsignedWrap(false);
      instruction->setHasNoSignedWrap(false);
      break;
    case Instruction::Or:
    case Instruction::Trunc:
      values.append(instruction->op_begin(), instruction->op_end());
      break;
    default:
      break;
    }
  }
}

void mlir::cudax::forgetWrappingOfTruncatedSums(llvm::Module &module) {
  for (Function &function : module) {
    SmallPtrSet<Instruction *, 16> visited;
    for (Instruction &instruction : instructions(function)) {
      auto *truncation = dyn_cast<TruncInst>(&instruction);
      if (truncation && !keepsValue(*truncation, module.getDataLayout())) {
        letWrap(*truncation, visited);
      }
    }
  }
}

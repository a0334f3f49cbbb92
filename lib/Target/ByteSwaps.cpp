//===- ByteSwaps.cpp - Numbers of the other byte order --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteSwaps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Returns the load of 8 aligned bytes whose value `instruction` swaps, if
/// nothing else uses it.
static LoadInst *getSwappedLoad(Instruction &instruction) {
  auto *swap = dyn_cast<IntrinsicInst>(&instruction);
  if (!swap || swap->getIntrinsicID() != Intrinsic::bswap ||
      !swap->getType()->isIntegerTy(64)) {
    return nullptr;
  }
  auto *load = dyn_cast<LoadInst>(swap->getArgOperand(0));
  return load && load->isSimple() && load->hasOneUse() &&
                 load->getAlign() >= Align(8)
             ? load
             : nullptr;
}

static void loadHalves(Instruction &swap, LoadInst &load) {
  IRBuilder<> builder(&load);
  auto *type = FixedVectorType::get(builder.getInt32Ty(), 2);
  LoadInst *halves = builder.CreateAlignedLoad(type, load.getPointerOperand(),
                                               load.getAlign());
  for (unsigned kind : {LLVMContext::MD_invariant_load,
                        LLVMContext::MD_alias_scope, LLVMContext::MD_noalias}) {
    halves->setMetadata(kind, load.getMetadata(kind));
  }
  builder.SetInsertPoint(&swap);
  auto getSwapped = [&](uint64_t index) {
    return builder.CreateUnaryIntrinsic(
        Intrinsic::bswap, builder.CreateExtractElement(halves, index));
  };
  // The first bytes are the upper ones.
  Value *swapped = PoisonValue::get(type);
  swapped = builder.CreateInsertElement(swapped, getSwapped(1), uint64_t(0));
  swapped = builder.CreateInsertElement(swapped, getSwapped(0), uint64_t(1));
  swap.replaceAllUsesWith(builder.CreateBitCast(swapped, swap.getType()));
  swap.eraseFromParent();
  load.eraseFromParent();
}

void mlir::cudax::loadSwappedHalves(llvm::Module &module) {
  for (Function &function : module) {
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      if (LoadInst *load = getSwappedLoad(instruction)) {
        loadHalves(instruction, *load);
      }
    }
  }
}

//===- FloatBits.cpp - The bits of floats, to ptxas -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the copies that separate the bits of a float from the
// instruction that computed it.
//
//===----------------------------------------------------------------------===//

#include "FloatBits.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Copies an integer of a register's size to a register of its own.
static Value *copyRegister(IRBuilder<> &builder, Value *bits) {
  unsigned width = bits->getType()->getIntegerBitWidth();
  StringRef constraints = width == 16 ? "=h,h" : width == 32 ? "=r,r" : "=l,l";
  auto *type = FunctionType::get(bits->getType(), {bits->getType()}, false);
  std::string text = "mov.b" + std::to_string(width) + " $0, $1;";
  InlineAsm *copy =
      InlineAsm::get(type, text, constraints, /*hasSideEffects=*/false);
  return builder.CreateCall(type, copy, {bits});
}

/// Returns the bits of `value`, a float or a vector of floats, as registers
/// hold them: as one integer or a vector of integers.
static Value *copyBits(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType();
  unsigned width = type->getPrimitiveSizeInBits();
  unsigned element = type->getScalarSizeInBits();
  if (width == element || width == 32) {
    return copyRegister(builder,
                        builder.CreateBitCast(value, builder.getIntNTy(width)));
  }
  unsigned count = width / element;
  Type *integers = FixedVectorType::get(builder.getIntNTy(element), count);
  Value *bits = builder.CreateBitCast(value, integers);
  for (unsigned i = 0; i != count; ++i) {
    Value *part = builder.CreateExtractElement(bits, i);
    bits = builder.CreateInsertElement(bits, copyRegister(builder, part), i);
  }
  return bits;
}

/// Whether the elements of `type` are floats that one register holds.
static bool isFloat(Type *type) {
  Type *element = type->getScalarType();
  return !isa<ScalableVectorType>(type) &&
         (element->isHalfTy() || element->isBFloatTy() ||
          element->isFloatTy() || element->isDoubleTy());
}

/// Stores the floats in `value`, which may be a struct or an array of them, one
/// by one.
static void storeBits(IRBuilder<> &builder, const DataLayout &layout,
                      Value *value, Value *address, Align alignment,
                      const StoreInst &original) {
  Type *type = value->getType();
  if (!type->isAggregateType()) {
    Value *stored = isFloat(type) ? copyBits(builder, value) : value;
    builder.CreateAlignedStore(stored, address, alignment,
                               original.isVolatile());
    return;
  }
  unsigned count = type->isStructTy() ? type->getStructNumElements()
                                      : type->getArrayNumElements();
  for (unsigned i = 0; i != count; ++i) {
    Value *element = builder.CreateExtractValue(value, i);
    uint64_t offset =
        type->isStructTy()
            ? layout.getStructLayout(cast<StructType>(type))
                  ->getElementOffset(i)
                  .getFixedValue()
            : i * layout.getTypeAllocSize(element->getType()).getFixedValue();
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                      address, offset);
    storeBits(builder, layout, element, place,
              commonAlignment(alignment, offset), original);
  }
}

/// Whether the store is made of smaller ones, or is of an aggregate, which is.
static bool isSplit(const StoreInst &store, const DataLayout &layout) {
  Type *type = store.getValueOperand()->getType();
  if (store.isAtomic()) {
    return false;
  }
  if (type->isAggregateType()) {
    return store.getAlign() < layout.getABITypeAlign(type);
  }
  return isFloat(type) && store.getAlign().value() <
                              layout.getTypeStoreSize(type->getScalarType());
}

static void separateInModule(Module &module) {
  const DataLayout &layout = module.getDataLayout();
  for (Function &function : module) {
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      IRBuilder<> builder(&instruction);
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && isSplit(*store, layout)) {
        storeBits(builder, layout, store->getValueOperand(),
                  store->getPointerOperand(), store->getAlign(), *store);
        store->eraseFromParent();
        continue;
      }
      auto *cast = dyn_cast<BitCastInst>(&instruction);
      if (!cast || !isFloat(cast->getSrcTy()) ||
          !cast->getDestTy()->isIntOrIntVectorTy()) {
        continue;
      }
      Value *bits = copyBits(builder, cast->getOperand(0));
      cast->replaceAllUsesWith(builder.CreateBitCast(bits, cast->getDestTy()));
      cast->eraseFromParent();
    }
  }
}

void mlir::cudax::separateFloatBits(llvm::Module &module) {
  separateInModule(module);
}

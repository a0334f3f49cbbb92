//===- LoopInductions.cpp - Pointers and counters of loops ----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopInductions.h"
#include "CrowdedLoops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

/// Each pointer takes two registers. A loop that goes through more arrays keeps
/// the indices that it has.
static constexpr size_t kMaxPointers = 8;

/// The offset in an instruction for memory has 24 bits and a sign.
static constexpr int64_t kMaxOffset = (1 << 23) - 1;

/// Whether all values of `value` are in a positive number of 32 bits.
static bool fitsInt32(ScalarEvolution &evolution, Value *value) {
  return evolution.getUnsignedRange(evolution.getSCEV(value))
             .getUnsignedMax()
             .getActiveBits() < 32;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

namespace {

/// An access of a loop to an array that the loop goes through.
struct Access {
  Use *pointer;
  /// The distance from the array's pointer, in bytes.
  int64_t offset;
};

/// An array that a loop goes through.
struct Array {
  /// The address of its first access, by iteration.
  const SCEVAddRecExpr *address;
  SmallVector<Access> accesses;
};

class LoopArrays {
public:
  LoopArrays(Loop &loop, ScalarEvolution &evolution, const LoopInfo &loops)
      : loop(loop), evolution(evolution) {
    for (BasicBlock *block : loop.blocks()) {
      if (loops.getLoopFor(block) != &loop) {
        continue;
      }
      for (Instruction &instruction : *block) {
        if (getLoadStorePointerOperand(&instruction)) {
          unsigned number = isa<LoadInst>(instruction)
                                ? LoadInst::getPointerOperandIndex()
                                : StoreInst::getPointerOperandIndex();
          addAccess(instruction.getOperandUse(number));
        }
      }
    }
  }

  /// Makes the pointers. Returns whether there are any.
  bool usePointers(const TargetTransformInfo &target);

private:
  void addAccess(Use &pointer);
  void usePointer(Array &array, SCEVExpander &expander);

  Loop &loop;
  ScalarEvolution &evolution;
  SmallVector<Array> arrays;
  SmallVector<WeakTrackingVH> replaced;
};

} // namespace

/// Whether memory at addresses of `type` is accessed with addresses of 64 bits.
static bool hasWideAddresses(Type *type) {
  unsigned space = type->getPointerAddressSpace();
  return space == NVPTXAS::ADDRESS_SPACE_GENERIC ||
         space == NVPTXAS::ADDRESS_SPACE_GLOBAL;
}

void LoopArrays::addAccess(Use &pointer) {
  auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(pointer.get()));
  if (!address || address->getLoop() != &loop || !address->isAffine() ||
      !hasWideAddresses(pointer->getType()) ||
      !isa<SCEVConstant>(address->getStepRecurrence(evolution)) ||
      arrays.size() > kMaxPointers) {
    return;
  }
  for (Array &array : arrays) {
    if (array.address->getType() != address->getType() ||
        array.address->getStepRecurrence(evolution) !=
            address->getStepRecurrence(evolution)) {
      continue;
    }
    auto *distance = dyn_cast<SCEVConstant>(
        evolution.getMinusSCEV(address->getStart(), array.address->getStart()));
    if (distance && distance->getAPInt().abs().ule(kMaxOffset)) {
      array.accesses.push_back({&pointer, distance->getAPInt().getSExtValue()});
      return;
    }
  }
  arrays.push_back({address, {{&pointer, 0}}});
}

/// Computes `start` at the end of `preheader` where it only casts an argument:
/// ptxas copies a pointer in each iteration that it computes long before.
static Value *computeLate(Value *start, BasicBlock *preheader) {
  auto *cast = dyn_cast<AddrSpaceCastInst>(start);
  if (!cast || !isa<Argument>(cast->getPointerOperand())) {
    return start;
  }
  Instruction *late = cast->clone();
  late->insertBefore(preheader->getTerminator()->getIterator());
  return late;
}

void LoopArrays::usePointer(Array &array, SCEVExpander &expander) {
  BasicBlock *preheader = loop.getLoopPreheader();
  BasicBlock *latch = loop.getLoopLatch();
  Type *type = array.address->getType();
  Value *start = expander.expandCodeFor(array.address->getStart(), type,
                                        preheader->getTerminator());
  IRBuilder<> builder(loop.getHeader(), loop.getHeader()->begin());
  PHINode *pointer = builder.CreatePHI(type, 2, "pointer");
  builder.SetInsertPoint(latch->getTerminator());
  auto *step = cast<SCEVConstant>(array.address->getStepRecurrence(evolution));
  Value *next = builder.CreatePtrAdd(pointer, step->getValue(), "next");
  pointer->addIncoming(computeLate(start, preheader), preheader);
  pointer->addIncoming(next, latch);

  for (Access &access : array.accesses) {
    replaced.emplace_back(access.pointer->get());
    Value *address = pointer;
    if (access.offset != 0) {
      builder.SetInsertPoint(cast<Instruction>(access.pointer->getUser()));
      address = builder.CreatePtrAdd(
          pointer, builder.getInt64(static_cast<uint64_t>(access.offset)));
    }
    access.pointer->set(address);
  }
}

/// Whether `counter` has 32 bits, or will have, and is needed for more than
/// addresses and the end of the loop.
static bool isNeededCounter(PHINode &counter, ScalarEvolution &evolution) {
  if (!counter.getType()->isIntegerTy() ||
      !isa<SCEVAddRecExpr>(evolution.getSCEV(&counter)) ||
      !fitsInt32(evolution, &counter)) {
    return false;
  }
  SmallVector<const Value *> values = {&counter};
  SmallPtrSet<const Value *, 8> seen = {&counter};
  while (!values.empty()) {
    for (const User *user : values.pop_back_val()->users()) {
      if (isa<GetElementPtrInst, ICmpInst>(user) || !seen.insert(user).second) {
        continue;
      }
      if (!isa<CastInst>(user) && !isa<BinaryOperator>(user)) {
        return true;
      }
      values.push_back(user);
    }
  }
  return false;
}

/// Whether `address` is at a constant distance from an argument. ptxas adds an
/// argument to a product in one instruction, and no register holds it.
static bool isNearArgument(const SCEV *address) {
  if (auto *sum = dyn_cast<SCEVAddExpr>(address)) {
    if (sum->getNumOperands() != 2 || !isa<SCEVConstant>(sum->getOperand(0))) {
      return false;
    }
    address = sum->getOperand(1);
  }
  auto *unknown = dyn_cast<SCEVUnknown>(address);
  return unknown && isa<Argument>(unknown->getValue()->stripPointerCasts());
}

bool LoopArrays::usePointers(const TargetTransformInfo &target) {
  // A crowded loop would only spill the pointers.
  if (arrays.size() > kMaxPointers || mlir::cudax::isCrowded(loop)) {
    return false;
  }
  SCEVExpander expander(evolution, "address");
  Instruction *place = loop.getLoopPreheader()->getTerminator();
  bool hasCounter = any_of(loop.getHeader()->phis(), [&](PHINode &phi) {
    return isNeededCounter(phi, evolution);
  });
  erase_if(arrays, [&](const Array &array) {
    const SCEV *start = array.address->getStart();
    return (hasCounter && isNearArgument(start)) ||
           !expander.isSafeToExpandAt(start, place) ||
           expander.isHighCostExpansion(start, &loop, SCEVCheapExpansionBudget,
                                        &target, place);
  });
  for (Array &array : arrays) {
    usePointer(array, expander);
  }
  // Until here, the start of an array may be computed from one of them.
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  return !arrays.empty();
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// Gives the uses of `wide` the value `narrow`, but in `increment`.
static void replaceByNarrow(Value *wide, Instruction *narrow,
                            Instruction *increment) {
  Value *extended = nullptr;
  for (Use &use : make_early_inc_range(wide->uses())) {
    auto *user = cast<Instruction>(use.getUser());
    if (user == increment || isa<PHINode>(user)) {
      continue;
    }
    auto *comparison = dyn_cast<ICmpInst>(user);
    auto *bound = comparison && use.getOperandNo() == 0
                      ? dyn_cast<ConstantInt>(comparison->getOperand(1))
                      : nullptr;
    if (bound && bound->getValue().getActiveBits() < 32) {
      IRBuilder<> atUser(user);
      user->replaceAllUsesWith(atUser.CreateICmp(
          comparison->getPredicate(), narrow,
          atUser.getInt32(static_cast<uint32_t>(bound->getZExtValue()))));
      user->eraseFromParent();
      continue;
    }
    if (auto *truncation = dyn_cast<TruncInst>(user);
        truncation && truncation->getType() == narrow->getType()) {
      truncation->replaceAllUsesWith(narrow);
      truncation->eraseFromParent();
      continue;
    }
    if (!extended) {
      // Not sooner: what is first there may have been erased.
      IRBuilder<> behind(narrow->getParent(),
                         *narrow->getInsertionPointAfterDef());
      extended = behind.CreateZExt(narrow, wide->getType(), "",
                                   /*IsNonNeg=*/true);
    }
    use.set(extended);
  }
}

/// Makes `counter` one of 32 bits, if its values and the next ones fit.
static bool narrowCounter(PHINode &counter, Loop &loop,
                          ScalarEvolution &evolution) {
  BasicBlock *preheader = loop.getLoopPreheader();
  BasicBlock *latch = loop.getLoopLatch();
  auto *start =
      dyn_cast<ConstantInt>(counter.getIncomingValueForBlock(preheader));
  auto *increment =
      dyn_cast<BinaryOperator>(counter.getIncomingValueForBlock(latch));
  if (!counter.getType()->isIntegerTy(64) || !start || !increment ||
      increment->getOpcode() != Instruction::Add ||
      increment->getOperand(0) != &counter || !fitsInt32(evolution, &counter) ||
      !fitsInt32(evolution, increment)) {
    return false;
  }
  auto *step = dyn_cast<ConstantInt>(increment->getOperand(1));
  auto isOther = [&](Value *value, Instruction *partner) {
    return any_of(value->users(), [&](User *user) {
      return isa<PHINode>(user) && user != partner;
    });
  };
  // The value of another phi would have to be extended at the end of a block.
  if (!step || isOther(&counter, nullptr) || isOther(increment, &counter)) {
    return false;
  }
  IRBuilder<> builder(&counter);
  PHINode *narrow = builder.CreatePHI(builder.getInt32Ty(), 2);
  narrow->takeName(&counter);
  builder.SetInsertPoint(increment);
  // The step may be negative, so nothing is said of wrapping.
  auto *next = cast<Instruction>(builder.CreateAdd(
      narrow, builder.getInt32(static_cast<uint32_t>(step->getZExtValue()))));
  narrow->addIncoming(
      builder.getInt32(static_cast<uint32_t>(start->getZExtValue())),
      preheader);
  narrow->addIncoming(next, latch);
  replaceByNarrow(&counter, narrow, increment);
  replaceByNarrow(increment, next, /*increment=*/nullptr);
  evolution.forgetValue(&counter);
  counter.replaceAllUsesWith(PoisonValue::get(counter.getType()));
  counter.eraseFromParent();
  increment->eraseFromParent();
  return true;
}

//===----------------------------------------------------------------------===//
// LoopInductions
//===----------------------------------------------------------------------===//

PreservedAnalyses
mlir::cudax::LoopInductionsPass::run(Function &function,
                                     FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &target = analyses.getResult<TargetIRAnalysis>(function);
  bool isChanged = false;
  // Where an inner loop starts is an address of the outer one.
  SmallVector<Loop *, 4> outerFirst = loops.getLoopsInPreorder();
  for (Loop *loop : reverse(outerFirst)) {
    if (!loop->isLoopSimplifyForm()) {
      continue;
    }
    isChanged |= LoopArrays(*loop, evolution, loops).usePointers(target);
    for (PHINode &phi : make_early_inc_range(loop->getHeader()->phis())) {
      isChanged |= narrowCounter(phi, *loop, evolution);
    }
  }
  return isChanged ? PreservedAnalyses::allInSet<CFGAnalyses>()
                   : PreservedAnalyses::all();
}

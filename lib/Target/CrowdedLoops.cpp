//===- CrowdedLoops.cpp - Loops of more values than registers -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrowdedLoops.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// A loop that carries more has hardly a register for anything else, of the 255
/// of a thread.
static constexpr size_t kMaxCarriedValues = 240;

/// The most instructions that are repeated for a value: a number of a thread
/// takes five.
static constexpr unsigned kMaxRepeated = 8;

static constexpr StringLiteral kSpecialRegister = "llvm.nvvm.read.ptx.sreg.";

/// The special registers whose value never changes in a thread, of those that
/// PTX spells as LLVM does: `%smid` may change, and `lanemask.eq` is spelled
/// `%lanemask_eq`.
static constexpr StringLiteral kConstantRegisters[] = {
    "tid.x",    "tid.y",    "tid.z",   "ntid.x",  "ntid.y",
    "ntid.z",   "ctaid.x",  "ctaid.y", "ctaid.z", "nctaid.x",
    "nctaid.y", "nctaid.z", "laneid"};

bool mlir::cudax::isCrowded(const Loop &loop) {
  auto carried = loop.getHeader()->phis();
  return static_cast<size_t>(std::distance(carried.begin(), carried.end())) >
         kMaxCarriedValues;
}

/// Whether `value` reads a special register whose value never changes.
static bool readsSpecialRegister(const Instruction &value) {
  auto *call = dyn_cast<IntrinsicInst>(&value);
  if (!call) {
    return false;
  }
  StringRef name = call->getCalledFunction()->getName();
  return name.consume_front(kSpecialRegister) &&
         is_contained(kConstantRegisters, name);
}

/// Adds to `repeated` what computes `value` from special registers, arguments
/// and constants, operands first. Returns false if that is something else, or
/// too much.
static bool collectComputation(Value *value,
                               SmallSetVector<Instruction *, 8> &repeated) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) {
    return isa<Constant, Argument>(value);
  }
  if (repeated.contains(instruction)) {
    return true;
  }
  if (repeated.size() == kMaxRepeated) {
    return false;
  }
  if (!readsSpecialRegister(*instruction)) {
    if (!isa<BinaryOperator, CastInst>(instruction) ||
        instruction->isIntDivRem() ||
        !all_of(instruction->operands(), [&](Value *operand) {
          return collectComputation(operand, repeated);
        })) {
      return false;
    }
  }
  return repeated.insert(instruction);
}

/// Reads a special register by an instruction that LLVM does not take for the
/// same as another one.
static Value *readAgain(IRBuilder<> &builder, const Instruction &read) {
  StringRef name = cast<IntrinsicInst>(read).getCalledFunction()->getName();
  std::string text =
      ("mov.u32 $0, %" + name.drop_front(kSpecialRegister.size()) + ";").str();
  auto *type = FunctionType::get(builder.getInt32Ty(), /*isVarArg=*/false);
  CallInst *call = builder.CreateCall(
      type, InlineAsm::get(type, text, "=r", /*hasSideEffects=*/false));
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  return call;
}

/// Repeats `repeated` at `place`; returns the value of the last one.
static Value *repeat(ArrayRef<Instruction *> repeated, Instruction *place) {
  IRBuilder<> builder(place);
  DenseMap<Value *, Value *> copies;
  Value *last = nullptr;
  for (Instruction *instruction : repeated) {
    if (readsSpecialRegister(*instruction)) {
      last = readAgain(builder, *instruction);
    } else {
      Instruction *copy = builder.Insert(instruction->clone());
      for (Use &operand : copy->operands()) {
        if (Value *value = copies.lookup(operand)) {
          operand.set(value);
        }
      }
      last = copy;
    }
    copies[instruction] = last;
  }
  return last;
}

/// Computes `value` again behind `loop` if it is needed there and not in it.
static bool repeatBehind(Loop &loop, BasicBlock &exit, Instruction &value,
                         const DominatorTree &dominators) {
  SmallVector<Use *> behind;
  for (Use &use : value.uses()) {
    if (loop.contains(cast<Instruction>(use.getUser()))) {
      return false;
    }
    if (dominators.dominates(&exit,
                             cast<Instruction>(use.getUser())->getParent())) {
      behind.push_back(&use);
    }
  }
  SmallSetVector<Instruction *, 8> repeated;
  if (behind.empty() || readsSpecialRegister(value) ||
      any_of(behind, [](Use *use) { return isa<PHINode>(use->getUser()); }) ||
      !collectComputation(&value, repeated)) {
    return false;
  }
  Value *again = repeat(repeated.getArrayRef(), &*exit.getFirstInsertionPt());
  for (Use *use : behind) {
    use->set(again);
  }
  return true;
}

/// Returns the last instruction of the block that uses `address` or one that is
/// at a constant distance from it.
static Instruction *getLastUser(GetElementPtrInst &address) {
  Instruction *last = &address;
  for (User *user : address.users()) {
    auto *instruction = cast<Instruction>(user);
    if (instruction->getParent() != address.getParent()) {
      continue;
    }
    auto *other = dyn_cast<GetElementPtrInst>(instruction);
    if (other && other->hasAllConstantIndices()) {
      instruction = getLastUser(*other);
    }
    if (last->comesBefore(instruction)) {
      last = instruction;
    }
  }
  return last;
}

/// Computes those addresses of `block` first that are needed for the shortest
/// time: ptxas gives registers in the order of the code.
static bool orderAddresses(BasicBlock &block) {
  SmallVector<GetElementPtrInst *> addresses;
  for (Instruction &instruction : block) {
    auto *address = dyn_cast<GetElementPtrInst>(&instruction);
    if (address && !address->hasAllConstantIndices() &&
        none_of(address->operands(), [&](Value *operand) {
          auto *other = dyn_cast<Instruction>(operand);
          return other && other->getParent() == &block && !addresses.empty() &&
                 !other->comesBefore(addresses.front());
        })) {
      addresses.push_back(address);
    }
  }
  DenseMap<GetElementPtrInst *, Instruction *> lastUsers;
  for (GetElementPtrInst *address : addresses) {
    lastUsers[address] = getLastUser(*address);
  }
  auto isNeededShorter = [&](GetElementPtrInst *one, GetElementPtrInst *other) {
    Instruction *oneLast = lastUsers[one];
    Instruction *otherLast = lastUsers[other];
    return oneLast == otherLast ? one->comesBefore(other)
                                : oneLast->comesBefore(otherLast);
  };
  if (is_sorted(addresses, isNeededShorter)) {
    return false;
  }
  Instruction *first = addresses.front();
  llvm::sort(addresses, isNeededShorter);
  if (addresses.front() != first) {
    addresses.front()->moveBefore(first->getIterator());
  }
  for (size_t i = 1; i != addresses.size(); ++i) {
    addresses[i]->moveAfter(addresses[i - 1]);
  }
  return true;
}

PreservedAnalyses
mlir::cudax::CrowdedLoopsPass::run(Function &function,
                                   FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *exit = loop->getUniqueExitBlock();
    if (!exit || !mlir::cudax::isCrowded(*loop) ||
        !dominators.dominates(loop->getHeader(), exit)) {
      continue;
    }
    for (BasicBlock *block : loop->blocks()) {
      isChanged |= orderAddresses(*block);
    }
    for (DomTreeNode *node = dominators.getNode(loop->getHeader())->getIDom();
         node; node = node->getIDom()) {
      for (Instruction &value : *node->getBlock()) {
        isChanged |= repeatBehind(*loop, *exit, value, dominators);
      }
    }
  }
  return isChanged ? PreservedAnalyses::allInSet<CFGAnalyses>()
                   : PreservedAnalyses::all();
}

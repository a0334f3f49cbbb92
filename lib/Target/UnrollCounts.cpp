//===- UnrollCounts.cpp - How often loops are unrolled --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollCounts.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

/// LLVM's NVPTX target unrolls a loop in full that then has 300 instructions,
/// and larger ones if most of that becomes constants: this is left to LLVM.
static constexpr uint64_t maxFullSize = 512;

/// The instructions that a loop may have after it is unrolled in part, and
/// those that it may have where two iterations become one.
static constexpr uint64_t maxPartialSize = 150;
static constexpr uint64_t maxTwiceSize = 300;

/// The most iterations that become one.
static constexpr unsigned maxCount = 8;

/// Whether `instruction` computes nothing but indices and addresses, given
/// those behind it that do: most of it becomes a loop's pointers and constant
/// offsets.
static bool
computesAddress(Instruction &instruction,
                const SmallPtrSetImpl<const Instruction *> &addresses) {
  if (isa<GetElementPtrInst>(instruction)) {
    return true;
  }
  return isa<BinaryOperator, CastInst>(instruction) &&
         instruction.getType()->isIntegerTy() &&
         all_of(instruction.users(), [&](const User *user) {
           return addresses.contains(cast<Instruction>(user));
         });
}

/// Returns the number of instructions of `loop` but for those that compute
/// addresses, if it may be unrolled. A multiplication and addition counts as
/// both.
static std::optional<uint64_t> getSize(Loop &loop,
                                       const TargetTransformInfo &target) {
  InstructionCost size = 0;
  SmallPtrSet<const Instruction *, 32> addresses;
  for (BasicBlock *block : reverse(loop.blocks())) {
    for (Instruction &instruction : reverse(*block)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (call && (call->cannotDuplicate() || call->isConvergent())) {
        return std::nullopt;
      }
      if (computesAddress(instruction, addresses)) {
        addresses.insert(&instruction);
        continue;
      }
      InstructionCost cost = target.getInstructionCost(
          &instruction, TargetTransformInfo::TCK_CodeSize);
      auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      bool isFma =
          intrinsic && (intrinsic->getIntrinsicID() == Intrinsic::fma ||
                        intrinsic->getIntrinsicID() == Intrinsic::fmuladd);
      size += isFma ? 2 * cost : cost;
    }
  }
  return size.isValid() ? std::optional<uint64_t>(size.getValue())
                        : std::nullopt;
}

/// Returns how many iterations of `loop` shall become one, or nothing if that
/// is left to LLVM.
static std::optional<unsigned>
getUnrollCount(Loop &loop, ScalarEvolution &evolution,
               const TargetTransformInfo &target) {
  unsigned tripCount = evolution.getSmallConstantTripCount(&loop);
  if (tripCount == 0 || !loop.isInnermost() ||
      hasUnrollTransformation(&loop) != TM_Unspecified) {
    return std::nullopt;
  }
  std::optional<uint64_t> size = getSize(loop, target);
  if (!size || *size * tripCount <= maxFullSize) {
    return std::nullopt;
  }
  unsigned count = maxCount;
  while (count > 1 &&
         (tripCount % count != 0 ||
          *size * count > (count == 2 ? maxTwiceSize : maxPartialSize))) {
    count /= 2;
  }
  if (count == 1) {
    return std::nullopt;
  }
  return count;
}

static void setUnrollCount(Loop &loop, unsigned count) {
  addStringMetadataToLoop(&loop, "llvm.loop.unroll.count", count);
  // Without it, LLVM would forbid ptxas to unroll the loop once more.
  LLVMContext &context = loop.getHeader()->getContext();
  MDNode *identifier = loop.getLoopID();
  SmallVector<Metadata *> operands(identifier->operands());
  operands.push_back(MDNode::get(
      context, MDString::get(context, "llvm.loop.unroll.followup_all")));
  MDNode *extended = MDNode::getDistinct(context, operands);
  extended->replaceOperandWith(0, extended);
  loop.setLoopID(extended);
}

PreservedAnalyses
mlir::cudax::UnrollCountsPass::run(Function &function,
                                   FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &target = analyses.getResult<TargetIRAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    std::optional<unsigned> count = getUnrollCount(*loop, evolution, target);
    if (count) {
      setUnrollCount(*loop, *count);
    }
  }
  return PreservedAnalyses::all();
}

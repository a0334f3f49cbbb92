//===- FloatingPointLowering.cpp - Floats of LLVM IR for a mode -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatingPointLowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using mlir::cudax::FloatingPointMode;

/// The function by which libdevice asks how it is compiled, and the question
/// for which LLVM has no answer but "no".
static constexpr StringLiteral kReflectFunction = "__nvvm_reflect";
static constexpr StringLiteral kPrecSqrtQuestion = "__CUDA_PREC_SQRT";

/// The flag of a module from which LLVM answers libdevice's question for ftz.
static constexpr StringLiteral kReflectFtzFlag = "nvvm-reflect-ftz";

static void answerPrecSqrt(Module &module, bool precSqrt) {
  Function *reflect = module.getFunction(kReflectFunction);
  if (!reflect) {
    return;
  }
  for (User *user : make_early_inc_range(reflect->users())) {
    auto *call = dyn_cast<CallInst>(user);
    StringRef question;
    if (call && call->arg_size() == 1 &&
        getConstantStringInfo(call->getArgOperand(0), question) &&
        question == kPrecSqrtQuestion) {
      call->replaceAllUsesWith(ConstantInt::get(call->getType(), precSqrt));
      call->eraseFromParent();
    }
  }
}

void mlir::cudax::applyFloatingPointMode(const FloatingPointMode &mode,
                                         Module &module,
                                         TargetMachine &machine) {
  machine.Options.AllowFPOpFusion =
      mode.fmad ? FPOpFusion::Fast : FPOpFusion::Strict;
  answerPrecSqrt(module, mode.precSqrt);
  if (!mode.ftz) {
    return;
  }
  module.setModuleFlag(Module::Override, kReflectFtzFlag, 1);
  std::string denormals =
      DenormalMode(DenormalMode::PreserveSign, DenormalMode::PreserveSign)
          .str();
  for (Function &function : module) {
    function.addFnAttr("denormal-fp-math-f32", denormals);
  }
}

/// Replaces a division by PTX's `div.full`, which scales its operands so that
/// it is right within 2 ulp for all of them.
static void useFullRangeDivision(BinaryOperator &division, bool ftz) {
  IRBuilder<> builder(&division);
  Intrinsic::ID id =
      ftz ? Intrinsic::nvvm_div_full_ftz : Intrinsic::nvvm_div_full;
  division.replaceAllUsesWith(builder.CreateIntrinsic(
      division.getType(), id,
      {division.getOperand(0), division.getOperand(1)}));
  division.eraseFromParent();
}

void mlir::cudax::selectDivisionsAndRoots(const FloatingPointMode &mode,
                                          Module &module) {
  if (mode.precDiv && mode.precSqrt) {
    return;
  }
  for (Function &function : module) {
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      if (!instruction.getType()->isFloatTy()) {
        continue;
      }
      auto *division = dyn_cast<BinaryOperator>(&instruction);
      if (division && division->getOpcode() == Instruction::FDiv &&
          !mode.precDiv) {
        auto *numerator = dyn_cast<ConstantFP>(division->getOperand(0));
        if (mode.fastMath || (numerator && numerator->isExactlyValue(1.0))) {
          division->setHasApproxFunc(true);
        } else {
          useFullRangeDivision(*division, mode.ftz);
        }
        continue;
      }
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == Intrinsic::sqrt && !mode.precSqrt) {
        call->setHasApproxFunc(true);
      }
    }
  }
}

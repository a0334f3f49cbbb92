//===- GpuPasses.cpp - Passes over LLVM IR --------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/GpuPasses.h"

#include "ByteSwaps.h"
#include "CrowdedLoops.h"
#include "EarlyAddresses.h"
#include "EarlyStores.h"
#include "KnownBranches.h"
#include "LateLoads.h"
#include "LocalExtensions.h"
#include "LoopInductions.h"
#include "UnrollCounts.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace {

struct ByteSwapsPass : PassInfoMixin<ByteSwapsPass> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    mlir::cudax::loadSwappedHalves(module);
    return PreservedAnalyses::none();
  }
};

} // namespace

void mlir::cudax::registerOptimizerPasses(PassBuilder &builder) {
  // Once functions are inlined, and before loops are rotated.
  builder.registerPeepholeEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) {
        passes.addPass(KnownBranchesPass());
      });
  // Loops have been simplified by then, and unrolled in full.
  builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) {
        passes.addPass(UnrollCountsPass());
      });
}

void mlir::cudax::addAddressPasses(FunctionPassManager &passes,
                                   unsigned globalSpace) {
  passes.addPass(LateLoadsPass());
  passes.addPass(EarlyAddressesPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LoopInductionsPass());
  passes.addPass(EarlyStoresPass(globalSpace));
  passes.addPass(CrowdedLoopsPass());
}

void mlir::cudax::addSelectionPasses(FunctionPassManager &passes) {
  passes.addPass(LocalExtensionsPass());
}

void mlir::cudax::registerGpuPassesForCpu(PassBuilder &builder) {
  registerOptimizerPasses(builder);
  builder.registerOptimizerLastEPCallback([](ModulePassManager &passes,
                                             OptimizationLevel level,
                                             ThinOrFullLTOPhase) {
    passes.addPass(ByteSwapsPass());
    FunctionPassManager functionPasses;
    if (level != OptimizationLevel::O0) {
      addAddressPasses(functionPasses, /*globalSpace=*/0);
    }
    addSelectionPasses(functionPasses);
    passes.addPass(
        createModuleToFunctionPassAdaptor(std::move(functionPasses)));
  });
}

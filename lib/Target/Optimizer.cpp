//===- Optimizer.cpp - LLVM's optimizer for kernels -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Optimizer.h"

#include "dtyp/Target/GpuPasses.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

static OptimizationLevel getLevel(int level) {
  switch (level) {
  case 0:
    return OptimizationLevel::O0;
  case 1:
    return OptimizationLevel::O1;
  case 2:
    return OptimizationLevel::O2;
  default:
    return OptimizationLevel::O3;
  }
}

void mlir::cudax::optimizeForGpu(Module &module, TargetMachine &machine,
                                 int level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;

  // LLVM's pipeline has no place for a pass of others between the unrolling of
  // loops, after which arrays become values, and the first InstCombine, which
  // sinks instructions into branches. The value numbering between both is run
  // once for each function.
  PassInstrumentationCallbacks callbacks;
  callbacks.registerBeforeNonSkippedPassCallback([&](StringRef pass, Any ir) {
    if (pass != GVNPass::name()) {
      return;
    }
    auto &function = const_cast<Function &>(*any_cast<const Function *>(ir));
    functions.invalidate(function, SimplifyCFGPass().run(function, functions));
  });

  PassBuilder builder(&machine, PipelineTuningOptions(), std::nullopt,
                      &callbacks);
  registerOptimizerPasses(builder);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(getLevel(level)).run(module, modules);
}

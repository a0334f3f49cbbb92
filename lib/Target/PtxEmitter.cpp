//===- PtxEmitter.cpp - From LLVM IR to PTX -------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxEmitter.h"

#include "dtyp/Target/GpuPasses.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

namespace {

/// Passes for the code generator, which has LLVM's old pass manager.
class FunctionPasses : public llvm::FunctionPass {
public:
  FunctionPasses(llvm::TargetMachine &machine, llvm::FunctionPassManager passes)
      : FunctionPass(identifier), passes(std::move(passes)) {
    llvm::PassBuilder builder(&machine);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
  }

  StringRef getPassName() const override { return "Passes for GPUs"; }

  bool runOnFunction(llvm::Function &function) override {
    bool isChanged = !passes.run(function, functions).areAllPreserved();
    // Other passes change the function before this one sees another.
    functions.clear(function, function.getName());
    return isChanged;
  }

private:
  static char identifier;

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::FunctionPassManager passes;
};

char FunctionPasses::identifier = 0;

/// The passes that a target adds, with ours among them: a target has no options
/// for its passes but those of the whole process.
class CodeGenPasses : public llvm::legacy::PassManager {
public:
  explicit CodeGenPasses(llvm::TargetMachine &machine) : machine(machine) {}

  void add(llvm::Pass *pass) override {
    if (isPass(*pass, "loop-reduce")) {
      delete pass;
      addPasses([](llvm::FunctionPassManager &passes) {
        cudax::addAddressPasses(passes, llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL);
      });
      return;
    }
    bool isBeforeSelection = isPass(*pass, "codegenprepare");
    PassManager::add(pass);
    if (isBeforeSelection) {
      addPasses(cudax::addSelectionPasses);
    }
  }

private:
  static bool isPass(const llvm::Pass &pass, StringRef name) {
    const llvm::PassInfo *info =
        llvm::PassRegistry::getPassRegistry()->getPassInfo(name);
    return info && pass.getPassID() == info->getTypeInfo();
  }

  void addPasses(function_ref<void(llvm::FunctionPassManager &)> addTo) {
    llvm::FunctionPassManager passes;
    addTo(passes);
    PassManager::add(new FunctionPasses(machine, std::move(passes)));
  }

  llvm::TargetMachine &machine;
};

} // namespace

FailureOr<SmallString<0>>
cudax::emitPtx(llvm::Module &module, llvm::TargetMachine &machine,
               function_ref<InFlightDiagnostic()> emitError) {
  llvm::TimeTraceScope scope("emitPtx");
  SmallString<0> ptx;
  llvm::raw_svector_ostream stream(ptx);
  CodeGenPasses passes(machine);
  if (machine.addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr,
                                  llvm::CodeGenFileType::AssemblyFile)) {
    return emitError() << "LLVM's target " << machine.getTargetTriple().str()
                       << " cannot write PTX";
  }
  passes.run(module);
  return ptx;
}

//===- PtxEmitter.cpp - From LLVM IR to PTX -------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxEmitter.h"

#include "CrowdedLoops.h"
#include "EarlyAddresses.h"
#include "EarlyStores.h"
#include "LateLoads.h"
#include "LoopInductions.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

namespace {

/// The passes that a target adds, with our induction variables in the place of
/// loop strength reduction: a target has no option for it but one of the whole
/// process.
class CodeGenPasses : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *pass) override {
    const llvm::PassInfo *strengthReduction =
        llvm::PassRegistry::getPassRegistry()->getPassInfo(
            StringRef("loop-reduce"));
    if (strengthReduction &&
        pass->getPassID() == strengthReduction->getTypeInfo()) {
      delete pass;
      PassManager::add(cudax::createLateLoadsPass());
      PassManager::add(cudax::createEarlyAddressesPass());
      PassManager::add(cudax::createLoopInductionsPass());
      PassManager::add(cudax::createEarlyStoresPass());
      pass = cudax::createCrowdedLoopsPass();
    }
    PassManager::add(pass);
  }
};

} // namespace

FailureOr<SmallString<0>>
cudax::emitPtx(llvm::Module &module, llvm::TargetMachine &machine,
               function_ref<InFlightDiagnostic()> emitError) {
  llvm::TimeTraceScope scope("emitPtx");
  SmallString<0> ptx;
  llvm::raw_svector_ostream stream(ptx);
  CodeGenPasses passes;
  if (machine.addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr,
                                  llvm::CodeGenFileType::AssemblyFile)) {
    return emitError() << "LLVM's target " << machine.getTargetTriple().str()
                       << " cannot write PTX";
  }
  passes.run(module);
  return ptx;
}

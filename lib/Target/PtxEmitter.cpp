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
#include "LocalExtensions.h"
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

/// The passes that a target adds, with ours among them: a target has no options
/// for its passes but those of the whole process.
class CodeGenPasses : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *pass) override {
    if (isPass(*pass, "loop-reduce")) {
      delete pass;
      addInPlaceOfStrengthReduction();
      return;
    }
    bool isBeforeSelection = isPass(*pass, "codegenprepare");
    PassManager::add(pass);
    if (isBeforeSelection) {
      PassManager::add(cudax::createLocalExtensionsPass());
    }
  }

private:
  static bool isPass(const llvm::Pass &pass, StringRef name) {
    const llvm::PassInfo *info =
        llvm::PassRegistry::getPassRegistry()->getPassInfo(name);
    return info && pass.getPassID() == info->getTypeInfo();
  }

  void addInPlaceOfStrengthReduction() {
    PassManager::add(cudax::createLateLoadsPass());
    PassManager::add(cudax::createEarlyAddressesPass());
    PassManager::add(cudax::createLoopInductionsPass());
    PassManager::add(cudax::createEarlyStoresPass());
    PassManager::add(cudax::createCrowdedLoopsPass());
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

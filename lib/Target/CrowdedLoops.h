//===- CrowdedLoops.h - Loops of more values than registers -----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_CROWDEDLOOPS_H
#define DTYP_LIB_TARGET_CROWDEDLOOPS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
} // namespace llvm

namespace mlir::cudax {

/// Whether `loop` carries as many values as a thread has registers, so that one
/// more is spilled.
bool isCrowded(const llvm::Loop &loop);

/// Leaves the registers of crowded loops to the values that they carry, as nvcc
/// does: what is computed of the number of the thread alone and needed behind
/// the loop is computed again there.
class CrowdedLoopsPass : public llvm::PassInfoMixin<CrowdedLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_CROWDEDLOOPS_H

//===- LoopInductions.h - Pointers and counters of loops --------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_LOOPINDUCTIONS_H
#define DTYP_LIB_TARGET_LOOPINDUCTIONS_H

#include "llvm/IR/PassManager.h"

namespace mlir::cudax {

/// Gives each loop a pointer for each array that it goes through, which a
/// constant advances, and a counter of 32 bits where that is enough. It takes
/// the place of LLVM's loop strength reduction, which would have one counter of
/// 64 bits for all arrays: as no address of a GPU adds two registers, every
/// access then needs an addition in two parts.
class LoopInductionsPass : public llvm::PassInfoMixin<LoopInductionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_LOOPINDUCTIONS_H

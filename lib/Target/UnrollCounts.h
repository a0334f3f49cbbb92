//===- UnrollCounts.h - How often loops are unrolled -----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_UNROLLCOUNTS_H
#define DTYP_LIB_TARGET_UNROLLCOUNTS_H

#include "llvm/IR/PassManager.h"

namespace mlir::cudax {

/// Says how often a loop of a known number of iterations is unrolled that is
/// not unrolled in full: as often as nvcc does. LLVM allows it half of the
/// instructions, and leaves a loop with few loads in flight; or 16 iterations
/// at once if they are short, for which it takes more registers.
class UnrollCountsPass : public llvm::PassInfoMixin<UnrollCountsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_UNROLLCOUNTS_H

//===- KnownBranches.h - Branches that an edge decides ----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_KNOWNBRANCHES_H
#define DTYP_LIB_TARGET_KNOWNBRANCHES_H

#include "llvm/IR/PassManager.h"

namespace mlir::cudax {

/// Leads an edge to where a branch goes on it: `a && b` in structured control
/// flow is a branch on `a`, whose one side computes `b` and whose other side is
/// false, and then a branch on the result. A loop with such a condition
/// has one test less an iteration so, and one that can be moved to its end.
/// LLVM's jump threading does the same, but leaves functions of a GPU alone, as
/// threads may then run apart what they ran together. Here an edge is led only
/// to where all threads come anyway, such as the end of a loop, and meet.
class KnownBranchesPass : public llvm::PassInfoMixin<KnownBranchesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_KNOWNBRANCHES_H

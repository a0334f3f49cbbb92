//===- EarlyAddresses.h - Compute addresses early ---------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_EARLYADDRESSES_H
#define DTYP_LIB_TARGET_EARLYADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace mlir::cudax {

/// Computes the addresses of stores to global memory as soon as their indices
/// are known, as nvcc does: ptxas then makes the constants that several
/// addresses are computed from once.
class EarlyAddressesPass : public llvm::PassInfoMixin<EarlyAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_EARLYADDRESSES_H

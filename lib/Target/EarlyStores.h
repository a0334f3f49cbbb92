//===- EarlyStores.h - Store what is computed -------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_EARLYSTORES_H
#define DTYP_LIB_TARGET_EARLYSTORES_H

#include "llvm/IR/PassManager.h"

namespace mlir::cudax {

/// Stores a value to global memory as soon as it is computed, which ends the
/// use of its registers: a local array that has become values is otherwise
/// stored when all of them are there. A store stays behind what reads memory or
/// synchronizes threads.
class EarlyStoresPass : public llvm::PassInfoMixin<EarlyStoresPass> {
public:
  /// Moves stores to `globalSpace`, an address space.
  explicit EarlyStoresPass(unsigned globalSpace) : globalSpace(globalSpace) {}

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);

private:
  unsigned globalSpace;
};

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_EARLYSTORES_H

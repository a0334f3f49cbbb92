//===- LocalExtensions.h - Extend indices where they are used ---*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_LOCALEXTENSIONS_H
#define DTYP_LIB_TARGET_LOCALEXTENSIONS_H

#include "llvm/IR/PassManager.h"

namespace mlir::cudax {

/// Extends an index of 32 bits in each block where it becomes an address: LLVM
/// selects instructions block by block, and a GPU multiplies 32 bits to 64 and
/// adds in one.
class LocalExtensionsPass : public llvm::PassInfoMixin<LocalExtensionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_LOCALEXTENSIONS_H

//===- LateLoads.h - Load where the value is used ----------------*- C++
//-*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_LATELOADS_H
#define DTYP_LIB_TARGET_LATELOADS_H

#include "llvm/IR/PassManager.h"

namespace mlir::cudax {

/// Moves loads beside the only use of their value where a block holds more
/// values than a thread has registers: a local array that only brings what is
/// loaded into another order then needs no register at all.
class LateLoadsPass : public llvm::PassInfoMixin<LateLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_LATELOADS_H

//===- Optimizer.h - LLVM's optimizer for kernels ---------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_OPTIMIZER_H
#define DTYP_LIB_TARGET_OPTIMIZER_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::cudax {

/// Runs LLVM's default pipeline of `level`, 0 to 3, on `module`, and one pass
/// more: branches of unrolled loops become selects before instructions sink
/// into them. A GPU runs both sides of most branches anyway.
void optimizeForGpu(llvm::Module &module, llvm::TargetMachine &machine,
                    int level);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_OPTIMIZER_H

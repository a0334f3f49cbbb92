//===- GpuPasses.h - Passes over LLVM IR ------------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the passes over LLVM IR that code for GPUs gets besides
// LLVM's own, as lists for the places where they run.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_GPUPASSES_H
#define DTYP_TARGET_GPUPASSES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace mlir::cudax {

/// Registers the passes that run among those of LLVM's optimizer.
void registerOptimizerPasses(llvm::PassBuilder &builder);

/// Adds the passes that run in place of LLVM's strength reduction, the first
/// ones of code generation. `globalSpace` is the address space of global
/// memory.
void addAddressPasses(llvm::FunctionPassManager &passes, unsigned globalSpace);

/// Adds the passes that run ahead of instruction selection.
void addSelectionPasses(llvm::FunctionPassManager &passes);

/// Registers all of these for a CPU, and what makes swapped numbers faster.
/// There is one address space, and the optimizer's end takes the place of code
/// generation. So the passes can be tested without a GPU.
void registerGpuPassesForCpu(llvm::PassBuilder &builder);

} // namespace mlir::cudax

#endif // DTYP_TARGET_GPUPASSES_H

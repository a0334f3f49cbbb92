//===- FloatingPointLowering.h - Floats of LLVM IR for a mode ---*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how LLVM is told a FloatingPointMode. LLVM has options of
// the process for some of it, which a library must not set.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_FLOATINGPOINTLOWERING_H
#define DTYP_LIB_TARGET_FLOATINGPOINTLOWERING_H

#include "dtyp/Target/FloatingPointMode.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::cudax {

/// Prepares `module`, which is linked with libdevice and not optimized, and
/// `machine`.
void applyFloatingPointMode(const FloatingPointMode &mode, llvm::Module &module,
                            llvm::TargetMachine &machine);

/// Chooses the instructions of divisions and square roots of the optimized
/// `module`.
void selectDivisionsAndRoots(const FloatingPointMode &mode,
                             llvm::Module &module);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_FLOATINGPOINTLOWERING_H

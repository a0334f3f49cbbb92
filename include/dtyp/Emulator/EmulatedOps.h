//===- EmulatedOps.h - Which GPU ops the emulator knows ---------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the table of the ops of the dialects gpu, nvgpu and nvvm
// that can be emulated on the CPU.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_EMULATEDOPS_H
#define DTYP_EMULATOR_EMULATEDOPS_H

#include "mlir/IR/OperationSupport.h"

#include <optional>

namespace mlir {
class MLIRContext;

namespace dtyp::emulator {

/// Returns whether the emulator knows an op of the dialects gpu, nvgpu or nvvm;
/// nothing for any other op.
std::optional<bool> isEmulated(OperationName name);

/// Prints the table of all ops that the three dialects have, in Markdown. The
/// dialects must be loaded.
void printEmulatedOps(MLIRContext &context, llvm::raw_ostream &os);

} // namespace dtyp::emulator
} // namespace mlir

#endif // DTYP_EMULATOR_EMULATEDOPS_H

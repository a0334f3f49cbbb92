//===- Passes.h - Passes from kernels to the CPU ----------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the passes that lower kernels for the CPU emulator, and
// the pipeline that is built of them.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_EMULATOR_PASSES_H
#define DTYP_EMULATOR_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class OpPassManager;

namespace dtyp::emulator {

#define GEN_PASS_DECL
#include "dtyp/Emulator/Passes.h.inc"

/// Adds the passes that lower resolved kernels, as `buildResolvePipeline`
/// leaves them, to the LLVM dialect for the CPU. With `sanitize`, accesses to
/// arrays are checked; with `gpuOptimizations`, kernels also get the passes
/// that optimize those for a GPU, which can be tested so.
void buildEmulatorPipeline(OpPassManager &pm, bool sanitize = false,
                           bool gpuOptimizations = false);

/// Adds the passes that lower host functions alone, with what they ask of a
/// device as calls of the runtime library. Kernels may be binaries already.
void buildHostFunctionPipeline(OpPassManager &pm);

#define GEN_PASS_REGISTRATION
#include "dtyp/Emulator/Passes.h.inc"

} // namespace dtyp::emulator
} // namespace mlir

#endif // DTYP_EMULATOR_PASSES_H

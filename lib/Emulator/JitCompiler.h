//===- JitCompiler.h - From the LLVM dialect to machine code ----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the compilation of a module into this process's memory by
// LLVM's ORC.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_JITCOMPILER_H
#define DTYP_LIB_EMULATOR_JITCOMPILER_H

#include "dtyp/Emulator/Emulator.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::dtyp::emulator {

/// Translates `module` to LLVM IR, optimizes it for this machine's CPU and
/// hands it to a new JIT, which compiles it when something in it is looked up.
/// Fails after an error.
FailureOr<std::unique_ptr<llvm::orc::LLJIT>>
compileInMemory(ModuleOp module, const EmulatorOptions &options);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_JITCOMPILER_H

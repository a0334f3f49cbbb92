//===- Output.h - What dtyp-compile writes ----------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYP_COMPILE_OUTPUT_H
#define DTYP_TOOLS_DTYP_COMPILE_OUTPUT_H

#include "CommandLine.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::dtyp {

/// Writes `module` as text.
LogicalResult writeModule(ModuleOp module, const CommandLine &commandLine);

/// Writes the object in `code`. Fails after an error if it holds several, as
/// only a fatbin can.
LogicalResult writeObject(const CompiledModule &code,
                          const CommandLine &commandLine);

/// Prints what each kernel in `code` needs on each chip, as the assembler said.
void printResourceUsage(const CompiledModule &code, llvm::raw_ostream &os);

/// Prints what the cache did.
void printCacheUse(const CacheUse &use, llvm::raw_ostream &os);

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYP_COMPILE_OUTPUT_H

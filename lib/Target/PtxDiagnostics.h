//===- PtxDiagnostics.h - Errors of PTX assemblers --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_PTXDIAGNOSTICS_H
#define DTYP_LIB_TARGET_PTXDIAGNOSTICS_H

#include "dtyp/Target/PtxAssembler.h"

namespace mlir::cudax {

/// Returns the options of ptxas, without names of files, for `options`.
SmallVector<std::string> getPtxasArguments(const AssemblerOptions &options);

/// Emits the errors in `log`, which `assembler` wrote about `ptx`, as one
/// error; `text` is the whole log, for the case that it holds none that we
/// know.
LogicalResult emitAssemblerErrors(StringRef assembler, StringRef chip,
                                  StringRef ptx, const AssemblerLog &log,
                                  StringRef text,
                                  FunctionErrorEmitter emitErrorAt);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_PTXDIAGNOSTICS_H

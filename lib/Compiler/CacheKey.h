//===- CacheKey.h - What decides the code of a module -----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_COMPILER_CACHEKEY_H
#define DTYP_LIB_COMPILER_CACHEKEY_H

#include "dtyp/Compiler/Compiler.h"

namespace mlir::dtyp {

/// Returns a hash, in hexadecimal digits, of all that decides what `module`
/// becomes: its contents, the options, and the versions of this project, of
/// LLVM and of the parts of the CUDA Toolkit that are used. Locations count
/// only where the code has them. Fails, without an error, if something is
/// missing that the compilation will report.
FailureOr<std::string> computeCacheKey(ModuleOp module,
                                       const CompileOptions &options,
                                       OutputKind kind, bool isResolved);

} // namespace mlir::dtyp

#endif // DTYP_LIB_COMPILER_CACHEKEY_H

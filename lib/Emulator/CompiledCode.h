//===- CompiledCode.h - Calls of compiled code ------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how code is called that the JIT compiler made.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_COMPILEDCODE_H
#define DTYP_LIB_EMULATOR_COMPILEDCODE_H

#include "llvm/Support/Compiler.h"

namespace mlir::dtyp::emulator {

/// Calls `function`. UBSan would read its type from the bytes before its entry,
/// where compiled code has none and, at the start of a page, no memory either.
template <typename... Parameters, typename... Arguments>
LLVM_NO_SANITIZE("function")
void callCompiled(void (*function)(Parameters...), Arguments... arguments) {
  function(arguments...);
}

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_COMPILEDCODE_H

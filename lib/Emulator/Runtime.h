//===- Runtime.h - What compiled kernels call -------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the table of the functions that compiled kernels call.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_RUNTIME_H
#define DTYP_LIB_EMULATOR_RUNTIME_H

#include "llvm/ADT/StringRef.h"

namespace mlir::dtyp::emulator {

/// A function, and the name that compiled code calls it by.
struct RuntimeFunction {
  llvm::StringRef name;
  void *address;
};

/// Calls `add` with each function of the runtime library.
void forEachRuntimeFunction(void (*add)(void *state, RuntimeFunction function),
                            void *state);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_RUNTIME_H

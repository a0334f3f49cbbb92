//===- HostRuntime.h - What compiled host code calls ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the table of the functions that host functions call.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_HOSTRUNTIME_H
#define DTYP_LIB_EMULATOR_HOSTRUNTIME_H

#include "Runtime.h"

namespace mlir::dtyp::emulator {

/// Calls `add` with each function of this part of the runtime library.
void forEachHostFunction(void (*add)(void *state, RuntimeFunction function),
                         void *state);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_HOSTRUNTIME_H

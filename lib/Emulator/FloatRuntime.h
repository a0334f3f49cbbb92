//===- FloatRuntime.h - Conversions of narrow floats ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the table of the functions that LLVM's code generator
// calls for float16 and bfloat16, and that the machine's libgcc may be too old
// to have.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_FLOATRUNTIME_H
#define DTYP_LIB_EMULATOR_FLOATRUNTIME_H

#include "Runtime.h"

namespace mlir::dtyp::emulator {

/// Calls `add` with each function of this part of the runtime library.
void forEachFloatFunction(void (*add)(void *state, RuntimeFunction function),
                          void *state);

/// Calls `add` with the functions of libdevice that the C library has.
void forEachLibdeviceFunction(void (*add)(void *state,
                                          RuntimeFunction function),
                              void *state);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_FLOATRUNTIME_H

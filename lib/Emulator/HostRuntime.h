//===- HostRuntime.h - What compiled host code calls ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the functions that host functions call, and how they are
// told about the parameters of a launch.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_HOSTRUNTIME_H
#define DTYP_LIB_EMULATOR_HOSTRUNTIME_H

#include "Runtime.h"

namespace mlir::dtyp::emulator {

/// What a parameter of a launch is: a text with one of these for each. The
/// parameters of an array begin with its two addresses.
enum class ParameterKind : char {
  Array = 'a',
  ArrayData = 'd',
  ArrayIndex = 'i',
  Pointer = 'p',
  Scalar = 's'
};

/// The names of the functions. Each gets, as its last argument, the text that
/// describes the location of the op. Arrays are given as numbers of 64 bits:
/// the address of the first element, the sizes, and the strides in elements.
namespace host {
/// ptr (i64 bytes, i1 isShared, ptr location)
inline constexpr const char *kAllocate = "dtyp_host_alloc";
/// void (ptr address, ptr location)
inline constexpr const char *kDeallocate = "dtyp_host_dealloc";
/// void (i64 rank, ptr descriptor, i64 elementBytes, ptr location)
inline constexpr const char *kRegister = "dtyp_host_register";
/// void (i64 rank, ptr descriptor, i64 elementBytes, ptr location)
inline constexpr const char *kUnregister = "dtyp_host_unregister";
/// void (i64 rank, i64 elementBytes, ptr to, ptr from, i1 isAsync, ptr
/// location)
inline constexpr const char *kCopy = "dtyp_host_memcpy";
/// void (i64 rank, i64 elementBytes, ptr to, ptr element, i1 isAsync,
///       ptr location)
inline constexpr const char *kFill = "dtyp_host_memset";
/// void (ptr module, ptr kernel, ptr sizes, ptr kinds, ptr parameters,
///       i1 isAsync, ptr location): the sizes are those of the grid, of a block
/// and of a cluster, and the bytes of dynamic shared memory.
inline constexpr const char *kLaunch = "dtyp_host_launch";
/// void (ptr location)
inline constexpr const char *kWait = "dtyp_host_wait";
/// void (i32 number, ptr location)
inline constexpr const char *kSetDevice = "dtyp_host_set_device";
} // namespace host

/// Calls `add` with each function of this part of the runtime library.
void forEachHostFunction(void (*add)(void *state, RuntimeFunction function),
                         void *state);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_HOSTRUNTIME_H

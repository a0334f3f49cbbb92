//===- FormatPrintf.h - The text that a kernel prints -----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the formatting of a kernel's printf.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_FORMATPRINTF_H
#define DTYP_LIB_EMULATOR_FORMATPRINTF_H

#include <cstdint>
#include <string>

namespace mlir::dtyp::emulator {

/// Returns what C's printf would print. The arguments are 64 bits each, and
/// `kinds` has a letter for each: `f` for a double, `i` for an integer. Nothing
/// outside of the arguments is read: what the format asks for without one stays
/// as it is, and so does `%s`.
std::string formatPrintf(const char *format, const char *kinds,
                         const uint64_t *arguments);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_FORMATPRINTF_H

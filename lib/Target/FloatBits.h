//===- FloatBits.h - The bits of floats, to ptxas ---------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a rewrite that keeps ptxas from converting a float whose
// bits are meant.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_FLOATBITS_H
#define DTYP_LIB_TARGET_FLOATBITS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::cudax {

/// Copies the bits of floats to a register of their own wherever the module
/// takes them as an integer, or stores them with less than their alignment.
///
/// LLVM 22 writes `st.b8 [a], %r` for the low byte of any 32-bit register. If
/// an instruction on floats has written the register, ptxas (seen with 13.0)
/// takes it for a float, and converts its value to an integer of 8 bits. A
/// `mov` between the two has no type, and costs no instruction.
///
/// To be run behind all optimizations, which know a plain bitcast better.
void separateFloatBits(llvm::Module &module);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_FLOATBITS_H

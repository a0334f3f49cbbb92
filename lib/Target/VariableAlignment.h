//===- VariableAlignment.h - The alignment of variables ---------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a rewrite that keeps ptxas from accesses that are not
// aligned.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_VARIABLEALIGNMENT_H
#define DTYP_LIB_TARGET_VARIABLEALIGNMENT_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::cudax {

/// Aligns each variable that the module defines, in shared, constant or global
/// memory, to its size rounded up to a power of two, but no more than 16 bytes.
///
/// ptxas joins loads of bytes in a row to one of up to 16 bytes as if each
/// variable began at a multiple of 16, and then places it as the PTX says (seen
/// with 13.0): an array of records with `.align 1` behind one of 56 bytes was
/// read by `LDS.128` at a multiple of 8, an illegal address on an H200.
void raiseVariableAlignment(llvm::Module &module);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_VARIABLEALIGNMENT_H

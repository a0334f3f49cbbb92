//===- ByteSwaps.h - Numbers of the other byte order ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_BYTESWAPS_H
#define DTYP_LIB_TARGET_BYTESWAPS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::cudax {

/// Loads a number of 64 bits whose bytes are swapped as two of 32 bits, which
/// is what a GPU swaps: ptxas keeps one of 64 bits that all threads load alike
/// in uniform registers, swaps it there and copies it back for each use.
void loadSwappedHalves(llvm::Module &module);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_BYTESWAPS_H

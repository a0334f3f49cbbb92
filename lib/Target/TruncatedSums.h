//===- TruncatedSums.h - Sums of which the lower half is used ---*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a transformation of LLVM IR ahead of code generation.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_TRUNCATEDSUMS_H
#define DTYP_LIB_TARGET_TRUNCATEDSUMS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::cudax {

/// Forgets that a sum or difference does not wrap if it is truncated to what it
/// does not fit in.
///
/// SeparateConstOffsetFromGEP of LLVM 22 takes an address such as
///   p[zext(trunc(add nuw nsw i64 %i, 4294967293))]
/// apart as if the sum of 32 bits, `%i - 3`, did not wrap either, and adds
/// 4294967293 to the index.
void forgetWrappingOfTruncatedSums(llvm::Module &module);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_TRUNCATEDSUMS_H

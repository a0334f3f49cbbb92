//===- DeltaReduction.h - Reduction op by op --------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the pass that makes a program smaller while a test finds
// it interesting. Upstream's reduction-tree folds ops whose operands it has
// erased, and ends with a crash (LLVM 22.1.8); this pass tests no program that
// is not valid.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYPREDUCE_DELTAREDUCTION_H
#define DTYP_TOOLS_DTYPREDUCE_DELTAREDUCTION_H

namespace mlir::dtyp {

/// Registers the pass as `delta-reduction`.
void registerDeltaReductionPass();

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYPREDUCE_DELTAREDUCTION_H

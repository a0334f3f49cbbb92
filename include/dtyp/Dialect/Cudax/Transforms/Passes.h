//===- Passes.h - Passes of the cudax dialect -------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the passes of the cudax dialect and the pattern sets
// behind them.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_TRANSFORMS_PASSES_H
#define DTYP_DIALECT_CUDAX_TRANSFORMS_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;

namespace cudax {

#define GEN_PASS_DECL
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"

class ErasedOps;

/// Creates the pass `cudax-resolve-arrays`, which gives the ops that it erases
/// to `erased`.
std::unique_ptr<Pass> createResolveArraysPass(ResolveArraysPassOptions options,
                                              ErasedOps *erased);

/// Creates the pass `cudax-resolve-shared-arrays`, which gives the ops that it
/// erases to `erased`.
std::unique_ptr<Pass> createResolveSharedArraysPass(ErasedOps *erased);

/// Collects the patterns that turn cudax arrays into memrefs.
void populateArrayResolutionPatterns(RewritePatternSet &patterns);

/// Collects the pattern that lowers local arrays in a conversion of dialects,
/// to allocas in the entry block. It reports arrays that leave their scope.
void populateLowerLocalArrayPatterns(RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"

} // namespace cudax
} // namespace mlir

#endif // DTYP_DIALECT_CUDAX_TRANSFORMS_PASSES_H

//===- Passes.h - Passes that prepare kernels for NVVM ----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the passes that check and prepare device code for
// upstream's `convert-gpu-to-nvvm`, and the pattern sets behind them.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_CONVERSION_PASSES_H
#define DTYP_CONVERSION_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

#include <functional>

namespace mlir {
class RewritePatternSet;

namespace cudax {

/// How floats with at most 8 bits are converted.
enum class NarrowFloatConversions {
  /// By operations on bits and f32; NaNs have ml_dtypes' bits.
  Software,
  /// f8E5M2 is extended as the upper half of an f16.
  Float16,
  /// f8E4M3FN and f8E5M2 are converted by the instructions of sm_89 and later.
  Float8
};

#define GEN_PASS_DECL
#include "dtyp/Conversion/Passes.h.inc"

/// Collects the pattern that turns copies of ranked memrefs into
/// linalg.generic.
void populateMemRefCopyToLinalgPatterns(RewritePatternSet &patterns);

/// Collects the patterns that lower vector ops to those that have an equivalent
/// in LLVM IR.
void populateVectorLoweringPatterns(RewritePatternSet &patterns);

/// Collects the patterns that expand math ops which neither libdevice nor LLVM
/// has.
void populateMathLoweringPatterns(RewritePatternSet &patterns);

/// Collects the patterns that turn conversions of floats with at most 8 bits
/// for which `isLowered` holds into ops on the bytes that hold them, behind
/// casts of their types.
void populateNarrowFloatConversionPatterns(RewritePatternSet &patterns,
                                           NarrowFloatConversions conversions,
                                           std::function<bool(Type)> isLowered);

/// Collects the patterns that do the same for what passes the bits of floats
/// with at most 8 bits on.
void populateNarrowFloatBitsPatterns(RewritePatternSet &patterns);

/// Collects the patterns that lower subgroup ops to shuffles of 32 bits.
void populateSubgroupLoweringPatterns(RewritePatternSet &patterns);

/// Collects the patterns that lower atomic updates to those that LLVM has.
void populateAtomicLoweringPatterns(RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "dtyp/Conversion/Passes.h.inc"

} // namespace cudax
} // namespace mlir

#endif // DTYP_CONVERSION_PASSES_H

//===- ReductionPatterns.h - Patterns of the reducer ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the patterns by which upstream's reducer makes IR of the
// dialect cudax smaller.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_TRANSFORMS_REDUCTIONPATTERNS_H
#define DTYP_DIALECT_CUDAX_TRANSFORMS_REDUCTIONPATTERNS_H

namespace mlir {
class DialectRegistry;

namespace cudax {

/// Adds the patterns to the dialect when it is loaded.
void registerCudaxReductionPatterns(DialectRegistry &registry);

} // namespace cudax
} // namespace mlir

#endif // DTYP_DIALECT_CUDAX_TRANSFORMS_REDUCTIONPATTERNS_H

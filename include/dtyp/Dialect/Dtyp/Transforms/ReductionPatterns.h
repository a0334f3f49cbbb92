//===- ReductionPatterns.h - Patterns of the reducer ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the patterns by which upstream's reducer makes IR of the
// dialect dtyp smaller.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_TRANSFORMS_REDUCTIONPATTERNS_H
#define DTYP_DIALECT_DTYP_TRANSFORMS_REDUCTIONPATTERNS_H

namespace mlir {
class DialectRegistry;

namespace dtyp {

/// Adds the patterns to the dialect when it is loaded.
void registerDtypReductionPatterns(DialectRegistry &registry);

} // namespace dtyp
} // namespace mlir

#endif // DTYP_DIALECT_DTYP_TRANSFORMS_REDUCTIONPATTERNS_H

//===- InitAll.h - Registration of all of dtyp ------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the functions by which another compiler registers all
// dialects and passes of the project.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_INITALL_H
#define DTYP_INITALL_H

namespace mlir {
class DialectRegistry;

namespace dtyp {

/// Adds the dialects dtyp and cudax to `registry`.
void registerAllDialects(DialectRegistry &registry);

/// Adds to `registry` what the pipelines need of upstream beyond its dialects:
/// the extensions by which its dialects are lowered to LLVM, and the
/// translations of kernels to LLVM IR. A compiler that calls upstream's own
/// registerAllExtensions() and registerAllGPUToLLVMIRTranslations() has them.
void registerAllExtensions(DialectRegistry &registry);

/// Adds to `registry` the patterns by which mlirReduceMain(), upstream's
/// reducer, makes IR of the dialects smaller.
void registerAllReductionPatterns(DialectRegistry &registry);

/// Registers the passes and pipelines of the project under their command line
/// names.
void registerAllPasses();

} // namespace dtyp
} // namespace mlir

#endif // DTYP_INITALL_H

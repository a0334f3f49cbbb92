//===- DtypToLLVM.h - Arrays of dtypes in the LLVM dialect ------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversion to LLVM of memrefs whose elements are
// dtypes of the dialect, and of the ops that access them.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_CONVERSION_DTYPTOLLVM_H
#define DTYP_CONVERSION_DTYPTOLLVM_H

namespace mlir {
class DialectRegistry;
class LLVMTypeConverter;
class RewritePatternSet;

namespace dtyp {

/// Teaches `converter` that a dtype with a layout of its own is an array of
/// integers that have its size and its alignment.
void populateDtypToLLVMTypeConversions(LLVMTypeConverter &converter);

/// Collects the patterns that lower raw accesses and views of arrays.
void populateDtypToLLVMPatterns(const LLVMTypeConverter &converter,
                                RewritePatternSet &patterns);

/// Makes convert-to-llvm, convert-gpu-to-nvvm and gpu-to-llvm do both.
void registerConvertDtypToLLVMInterface(DialectRegistry &registry);

} // namespace dtyp
} // namespace mlir

#endif // DTYP_CONVERSION_DTYPTOLLVM_H

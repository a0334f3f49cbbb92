//===- CudaxToLLVM.h - Arrays in the LLVM dialect ---------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversion to LLVM of what can be converted op by op:
// arrays in shared and constant memory need passes over the whole kernel.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_CONVERSION_CUDAXTOLLVM_H
#define DTYP_CONVERSION_CUDAXTOLLVM_H

namespace mlir {
class DialectRegistry;

namespace cudax {

/// Makes convert-to-llvm, convert-gpu-to-nvvm and gpu-to-llvm lower local
/// arrays and arrays on the device, and name the pass that lowers the others.
void registerConvertCudaxToLLVMInterface(DialectRegistry &registry);

} // namespace cudax
} // namespace mlir

#endif // DTYP_CONVERSION_CUDAXTOLLVM_H

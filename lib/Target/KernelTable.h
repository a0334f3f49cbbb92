//===- KernelTable.h - Kernels of a gpu.binary ------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_KERNELTABLE_H
#define DTYP_LIB_TARGET_KERNELTABLE_H

#include "dtyp/Target/ModuleSerializer.h"
#include "dtyp/Target/PtxAssembler.h"

namespace mlir::cudax {

/// What a gpu.module becomes for one target.
struct Product {
  NVVM::NVVMTargetAttr target;
  SerializedModule serialized;
  /// Whether the text lacks definitions, which were linked into the cubin.
  bool isPartial = false;
  AssembledModule assembled;

  StringRef getText() const {
    return StringRef(serialized.text.data(), serialized.text.size());
  }
};

/// Returns the table of the kernels of `module`, which became `products`: what
/// became of the arguments that an author wrote, and what each chip needs.
gpu::KernelTableAttr makeKernelTable(gpu::GPUModuleOp module,
                                     ArrayRef<Product> products);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_KERNELTABLE_H

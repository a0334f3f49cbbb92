//===- ModuleSerializer.h - From gpu.module to bitcode and PTX --*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the part of the way to GPU code that LLVM does.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_MODULESERIALIZER_H
#define DTYP_TARGET_MODULESERIALIZER_H

#include "dtyp/Target/CudaToolkit.h"
#include "dtyp/Target/DeviceCode.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

// By name only: its header takes longer to compile than all others here.
namespace mlir::NVVM {
class NVVMTargetAttr;
} // namespace mlir::NVVM

namespace mlir::cudax {

enum class SerialFormat { Bitcode, Ptx };

/// Checks that every op in `module` can be translated to LLVM IR. Reports those
/// that cannot, which translation would do without naming their place.
LogicalResult verifyTranslatable(gpu::GPUModuleOp module);

/// What LLVM makes of a module.
struct SerializedModule {
  /// Bitcode or PTX.
  SmallVector<char, 0> text;
  /// What LLVM warns of.
  SmallVector<std::string> warnings;
};

/// Translates `module` to LLVM IR, links `libraries`, which are LLVM IR, and
/// libdevice (of `toolkit`, if the module calls it), optimizes it and returns
/// it in `format`. Fails after an error; in particular if a function of
/// libdevice stays undefined.
FailureOr<SerializedModule> serializeModule(gpu::GPUModuleOp module,
                                            NVVM::NVVMTargetAttr target,
                                            const CudaToolkit &toolkit,
                                            ArrayRef<DeviceCode> libraries,
                                            SerialFormat format);

} // namespace mlir::cudax

#endif // DTYP_TARGET_MODULESERIALIZER_H

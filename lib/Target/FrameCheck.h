//===- FrameCheck.h - Frames too large to launch ----------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_FRAMECHECK_H
#define DTYP_LIB_TARGET_FRAMECHECK_H

#include "dtyp/Target/AssemblerLog.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::cudax {

/// Checks that every kernel in `functions`, which an assembler reported for
/// `module`, can be launched. Reports those that cannot, with a note at each of
/// their arrays.
LogicalResult verifyFrames(gpu::GPUModuleOp module, StringRef chip,
                           ArrayRef<FunctionResources> functions);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_FRAMECHECK_H

//===- DeviceCodeChecks.h - Checks of device code ---------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_CONVERSION_DEVICECODECHECKS_H
#define DTYP_LIB_CONVERSION_DEVICECODECHECKS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::cudax {

/// Checks that `space` has an equivalent on the GPU.
LogicalResult verifyMemorySpace(Attribute space,
                                function_ref<InFlightDiagnostic()> emitError);

/// Returns whether `space` is that of a thread's own memory, as allocas are:
/// `#gpu.address_space<private>`, or the generic space in which it is lowered.
bool isAllocaSpace(Attribute space);

/// Returns whether `space` is local memory by any of its names.
bool isLocalSpace(Attribute space);

/// Returns whether `space` is shared memory by any of its names.
bool isSharedSpace(Attribute space);

/// Prints `space` as it is written in a memref.
void printMemorySpace(Attribute space, InFlightDiagnostic &diagnostic);

/// How large a buffer is, as LLVM's NVPTX target lays it out.
struct BufferSize {
  /// The largest integer, if it is larger than that.
  int64_t bytes;
  int64_t elementBytes;
};

/// Returns the size of a buffer of `type`, or nothing if it is not known before
/// conversion to LLVM.
std::optional<BufferSize> getBufferSize(MemRefType type,
                                        const DataLayout &dataLayout);

/// Checks an alloca in device code: its memory space, size and alignment, and
/// that its value does not leave its scope.
LogicalResult verifyDeviceAlloca(memref::AllocaOp op);

/// Checks that an alloca in host code is not passed to a kernel.
LogicalResult verifyHostAlloca(memref::AllocaOp op);

} // namespace mlir::cudax

#endif // DTYP_LIB_CONVERSION_DEVICECODECHECKS_H

//===- SharedMemoryLimits.h - Shared memory by chip -------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how much shared memory chips have.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_SHAREDMEMORYLIMITS_H
#define DTYP_DIALECT_CUDAX_IR_SHAREDMEMORYLIMITS_H

#include "mlir/Support/LLVM.h"

#include <optional>

namespace mlir::cudax {

/// Returns the bytes of shared memory, static and dynamic, that a block has on
/// `chip` (`sm_90`) when the launch asks for more than 48 KiB: CUDA C++
/// Programming Guide, table of technical specifications. Returns nothing for a
/// chip that the table does not have.
std::optional<int64_t> getMaxSharedBytes(StringRef chip);

} // namespace mlir::cudax

#endif // DTYP_DIALECT_CUDAX_IR_SHAREDMEMORYLIMITS_H

//===- HostLayout.h - Types in the memory of the host --------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how types of the dialect llvm lie in memory once LLVM has
// compiled them for the CPU. MLIR's data layout aligns 64-bit integers less.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_EMULATOR_HOSTLAYOUT_H
#define DTYP_LIB_EMULATOR_HOSTLAYOUT_H

#include "mlir/IR/Types.h"

namespace mlir::dtyp::emulator {

/// Sizes in bytes.
struct HostLayout {
  /// What an access touches.
  int64_t storeSize = 0;
  /// The distance of two in a row.
  int64_t allocSize = 0;
  int64_t alignment = 1;
};

/// Returns the layout of a type that LLVM has.
HostLayout getHostLayout(Type type);

} // namespace mlir::dtyp::emulator

#endif // DTYP_LIB_EMULATOR_HOSTLAYOUT_H

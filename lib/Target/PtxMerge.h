//===- PtxMerge.h - PTX of parts to that of the whole -----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how the PTX of a module's parts becomes one text.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_TARGET_PTXMERGE_H
#define DTYP_LIB_TARGET_PTXMERGE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallString.h"

#include <optional>

namespace mlir::cudax {

/// Returns the PTX of a module from that of its parts, as LLVM writes it: one
/// header, and each declaration and each constant once. Returns nothing if two
/// parts declare a name differently.
std::optional<SmallString<0>> mergePtx(ArrayRef<SmallString<0>> parts);

} // namespace mlir::cudax

#endif // DTYP_LIB_TARGET_PTXMERGE_H

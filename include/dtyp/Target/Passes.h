//===- Passes.h - Passes from modules to GPU code ---------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TARGET_PASSES_H
#define DTYP_TARGET_PASSES_H

#include "dtyp/Target/AssemblerKind.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::cudax {

#define GEN_PASS_DECL
#include "dtyp/Target/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "dtyp/Target/Passes.h.inc"

} // namespace mlir::cudax

#endif // DTYP_TARGET_PASSES_H

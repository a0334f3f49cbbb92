//===- CudaxOps.cpp - Operations of the cudax dialect ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file holds what TableGen makes of the operations and their interfaces.
// Each operation is implemented in a file of its own, what the arrays have in
// common in ArrayOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::cudax;

#include "dtyp/Dialect/Cudax/IR/CudaxInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "dtyp/Dialect/Cudax/IR/CudaxOps.cpp.inc"

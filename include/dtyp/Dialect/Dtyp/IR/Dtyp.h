//===- Dtyp.h - The dtyp dialect --------------------------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the dtyp dialect: its interfaces, types, attributes and
// operations.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYP_H
#define DTYP_DIALECT_DTYP_IR_DTYP_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"
#include "dtyp/Dialect/Dtyp/IR/FieldPath.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#define GET_ATTRDEF_CLASSES
#include "dtyp/Dialect/Dtyp/IR/DtypAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dtyp/Dialect/Dtyp/IR/DtypTypes.h.inc"

#include "dtyp/Dialect/Dtyp/IR/DtypDialect.h.inc"

#define GET_OP_CLASSES
#include "dtyp/Dialect/Dtyp/IR/DtypOps.h.inc"

#endif // DTYP_DIALECT_DTYP_IR_DTYP_H

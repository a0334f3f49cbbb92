//===- CastTypes.h - The dtypes in the text of a cast -----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a directive of assembly formats.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_IR_CASTTYPES_H
#define DTYP_LIB_DIALECT_DTYP_IR_CASTTYPES_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::dtyp {

/// Parses `source to target`, which say what the operand and the result are.
ParseResult parseCastTypes(OpAsmParser &parser, TypeAttr &source,
                           TypeAttr &target, Type &valueType, Type &resultType);

void printCastTypes(OpAsmPrinter &printer, Operation *op, TypeAttr source,
                    TypeAttr target, Type valueType, Type resultType);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_IR_CASTTYPES_H

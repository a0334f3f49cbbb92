//===- FieldPathSyntax.h - The text of a path to a part ---------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the parser and the printer of paths, which the assembly
// formats of the ops call.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_IR_FIELDPATHSYNTAX_H
#define DTYP_LIB_DIALECT_DTYP_IR_FIELDPATHSYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::dtyp {

/// Parses `["name"]` and `[%index, ...]`, any number of them.
ParseResult
parseFieldPath(OpAsmParser &parser, ArrayAttr &path,
               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices);
void printFieldPath(OpAsmPrinter &printer, Operation *op, ArrayAttr path,
                    OperandRange indices);

/// Parses `["name"]`, any number of them.
ParseResult parseFieldNames(OpAsmParser &parser, ArrayAttr &path);
void printFieldNames(OpAsmPrinter &printer, Operation *op, ArrayAttr path);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_IR_FIELDPATHSYNTAX_H

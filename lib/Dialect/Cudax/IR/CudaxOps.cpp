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

/// Parses `async [%a, %b]`, as the ops of the gpu dialect write it.
static ParseResult parseAsyncDependencies(
    OpAsmParser &parser, Type &tokenType,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &dependencies) {
  SMLoc location = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("async"))) {
    if (parser.getNumResults() == 0) {
      return parser.emitError(location,
                              "needs to be named when marked 'async'");
    }
    tokenType = parser.getBuilder().getType<gpu::AsyncTokenType>();
  }
  return parser.parseOperandList(dependencies,
                                 OpAsmParser::Delimiter::OptionalSquare);
}

static void printAsyncDependencies(OpAsmPrinter &printer, Operation *,
                                   Type tokenType, OperandRange dependencies) {
  if (tokenType) {
    printer << "async";
  }
  if (!dependencies.empty()) {
    printer << (tokenType ? " [" : "[") << dependencies << ']';
  }
}

#define GET_OP_CLASSES
#include "dtyp/Dialect/Cudax/IR/CudaxOps.cpp.inc"

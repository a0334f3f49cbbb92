//===- FieldPathSyntax.cpp - The text of a path to a part -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the parser and the printer of paths.
//
//===----------------------------------------------------------------------===//

#include "FieldPathSyntax.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::dtyp;

ParseResult mlir::dtyp::parseFieldPath(
    OpAsmParser &parser, ArrayAttr &path,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> steps;
  while (succeeded(parser.parseOptionalLSquare())) {
    std::string name;
    if (succeeded(parser.parseOptionalString(&name))) {
      steps.push_back(builder.getStringAttr(name));
    } else {
      size_t first = indices.size();
      if (parser.parseOperandList(indices)) {
        return failure();
      }
      steps.push_back(builder.getI64IntegerAttr(indices.size() - first));
    }
    if (parser.parseRSquare()) {
      return failure();
    }
  }
  path = builder.getArrayAttr(steps);
  return success();
}

void mlir::dtyp::printFieldPath(OpAsmPrinter &printer, Operation *,
                                ArrayAttr path, OperandRange indices) {
  for (Attribute step : path) {
    printer << '[';
    if (auto name = dyn_cast<StringAttr>(step)) {
      printer.printString(name);
    } else {
      // A path that the verifier refuses may ask for more than there is.
      auto count = dyn_cast<IntegerAttr>(step);
      size_t taken = std::min<size_t>(
          indices.size(), count ? std::max<int64_t>(count.getInt(), 0) : 0);
      printer << indices.take_front(taken);
      indices = indices.drop_front(taken);
    }
    printer << ']';
  }
}

ParseResult mlir::dtyp::parseFieldNames(OpAsmParser &parser, ArrayAttr &path) {
  Builder &builder = parser.getBuilder();
  SmallVector<Attribute> names;
  while (succeeded(parser.parseOptionalLSquare())) {
    std::string name;
    if (parser.parseString(&name) || parser.parseRSquare()) {
      return failure();
    }
    names.push_back(builder.getStringAttr(name));
  }
  path = builder.getArrayAttr(names);
  return success();
}

void mlir::dtyp::printFieldNames(OpAsmPrinter &printer, Operation *,
                                 ArrayAttr path) {
  for (auto name : path.getAsRange<StringAttr>()) {
    printer << '[';
    printer.printString(name);
    printer << ']';
  }
}

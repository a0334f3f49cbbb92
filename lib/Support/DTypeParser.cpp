//===- DTypeParser.cpp - From NumPy's spellings to dtypes -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements telling the forms of a dtype apart.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/DTypeParser.h"

#include "DTypeLiteral.h"
#include "DTypeStringParser.h"

using namespace mlir::dtyp;

/// Returns whether a text is a literal: it starts with a bracket, and not with
/// that of a comma string, behind which only numbers come.
static bool isLiteral(std::string_view text) {
  size_t start = text.find_first_not_of(" \t\n\r");
  if (start == std::string_view::npos)
    return false;
  if (text[start] == '[' || text[start] == '{')
    return true;
  size_t next = text.find_first_not_of(" \t\n\r", start + 1);
  return text[start] == '(' && next != std::string_view::npos &&
         std::string_view("'\"[{(").find(text[next]) != std::string_view::npos;
}

Result<NumPyDType> mlir::dtyp::parseNumPyDType(std::string_view spelling,
                                               size_t column, bool align) {
  if (!isLiteral(spelling))
    return parseDTypeString(spelling, column, align);
  Result<Literal> literal = parseLiteral(spelling, column);
  if (!literal)
    return literal.error();
  return parseDTypeLiteral(*literal, align);
}

Status mlir::dtyp::checkGPUSupport(const NumPyDType &dtype, size_t column) {
  if (dtype.itemsize == 0)
    return Error("expected a dtype whose elements have a size, got one of 0 "
                 "bytes",
                 column);
  return Status::success();
}

Result<NumPyDType> mlir::dtyp::parseGPUDType(std::string_view spelling,
                                             size_t column) {
  Result<NumPyDType> dtype = parseNumPyDType(spelling, column);
  if (!dtype)
    return dtype;
  if (Status status = checkGPUSupport(*dtype, column); !status)
    return status.error();
  return dtype;
}

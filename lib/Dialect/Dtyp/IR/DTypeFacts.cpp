//===- DTypeFacts.cpp - What follows from the facts of a dtype ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the questions about a dtype whose answers follow from
// those of its interface.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

std::optional<DTypeField> mlir::dtyp::lookupField(DTypeInterface dtype,
                                                  StringRef name) {
  SmallVector<DTypeField> fields;
  dtype.getFields(fields);
  for (const DTypeField &field : fields) {
    if (field.name == name || (field.title && field.title == name)) {
      return field;
    }
  }
  return std::nullopt;
}

DTypeInterface mlir::dtyp::getElementDType(DTypeInterface dtype) {
  while (Type base = dtype.getSubArrayBase()) {
    dtype = cast<DTypeInterface>(base);
  }
  return dtype;
}

SmallVector<int64_t> mlir::dtyp::getOwnShape(DTypeInterface dtype) {
  Type base = dtype.getSubArrayBase();
  if (!base) {
    return {};
  }
  SmallVector<int64_t> shape = dtype.getSubArrayShape();
  shape.pop_back_n(cast<DTypeInterface>(base).getSubArrayShape().size());
  return shape;
}

size_t mlir::dtyp::getNesting(DTypeInterface dtype) {
  if (Type base = dtype.getSubArrayBase()) {
    return 1 + getNesting(cast<DTypeInterface>(base));
  }
  // A number has no fields that have fields.
  auto record = dyn_cast<RecordType>(Type(dtype));
  if (!record) {
    return 0;
  }
  size_t nesting = 0;
  for (Type field : record.getDtypes()) {
    nesting = std::max(nesting, getNesting(cast<DTypeInterface>(field)));
  }
  return 1 + nesting;
}

DTypeInterface mlir::dtyp::getAsOwnStorage(Type type) {
  auto dtype = dyn_cast<DTypeInterface>(type);
  bool isOwn = dtype && isa<MemRefElementTypeInterface>(type) &&
               dtype.getStorageType() == type && dtype.getItemSize() &&
               dtype.getAlignment(AlignmentModel::Device);
  return isOwn ? dtype : DTypeInterface();
}

int64_t mlir::dtyp::getStorageAlignment(DTypeInterface dtype) {
  bool isBytes = isa<MemRefElementTypeInterface>(dtype.getStorageType());
  return *dtype.getAlignment(isBytes ? AlignmentModel::Device
                                     : AlignmentModel::NumPy);
}

/// Appends a Python string literal.
static void printLiteral(llvm::raw_ostream &os, StringRef text) {
  os << '\'';
  for (char c : text) {
    if (c == '\'' || c == '\\') {
      os << '\\';
    }
    os << c;
  }
  os << '\'';
}

/// Appends a shape as a Python tuple.
static void printShape(llvm::raw_ostream &os, ArrayRef<int64_t> shape) {
  os << '(';
  llvm::interleaveComma(shape, os);
  os << (shape.size() == 1 ? ",)" : ")");
}

/// Appends what a list of fields says of a dtype. Fails where that would lose
/// something.
static LogicalResult printFormat(llvm::raw_ostream &os, Type type) {
  auto dtype = cast<DTypeInterface>(type);
  if (Type base = dtype.getSubArrayBase()) {
    os << '(';
    LogicalResult result = printFormat(os, base);
    os << ", ";
    printShape(os, getOwnShape(dtype));
    os << ')';
    return result;
  }
  if (auto record = dyn_cast<RecordType>(type)) {
    std::optional<std::string> descr = getDescr(record);
    os << descr.value_or("");
    return success(descr.has_value());
  }
  std::optional<std::string> typestr = dtype.getTypestr();
  if (!typestr) {
    return failure();
  }
  printLiteral(os, *typestr);
  return success();
}

static LogicalResult printField(llvm::raw_ostream &os, StringRef name,
                                StringRef title, Type type) {
  os << '(';
  if (!title.empty()) {
    os << '(';
    printLiteral(os, title);
    os << ", ";
  }
  printLiteral(os, name);
  os << (title.empty() ? ", " : "), ");
  auto dtype = cast<DTypeInterface>(type);
  Type base = dtype.getSubArrayBase();
  if (failed(printFormat(os, base ? base : type))) {
    return failure();
  }
  if (base) {
    os << ", ";
    printShape(os, getOwnShape(dtype));
  }
  os << ')';
  return success();
}

std::optional<std::string> mlir::dtyp::getDescr(DTypeInterface dtype) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  auto record = dyn_cast<RecordType>(Type(dtype));
  if (!record) {
    if (dtype.getSubArrayBase() || failed(printField(os, "", "", dtype))) {
      return std::nullopt;
    }
    os << ']';
    return text;
  }

  int64_t end = 0;
  llvm::ListSeparator separator;
  if (record.getAligned() || record.getByteAlignment() != 1) {
    return std::nullopt;
  }
  for (auto [name, title, type, offset] :
       llvm::zip_equal(record.getNames(), record.getTitles(),
                       record.getDtypes(), record.getOffsets())) {
    os << StringRef(separator);
    if (offset != end || failed(printField(os, name, title, type))) {
      return std::nullopt;
    }
    end += *cast<DTypeInterface>(type).getItemSize();
  }
  if (end != record.getByteSize()) {
    return std::nullopt;
  }
  os << ']';
  return text;
}

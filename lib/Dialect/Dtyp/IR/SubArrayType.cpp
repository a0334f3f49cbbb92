//===- SubArrayType.cpp - Elements of a fixed shape -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the dtype whose elements are arrays.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::dtyp;

Type SubArrayType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type base;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(base) || parser.parseGreater()) {
    return {};
  }
  auto emitError = [&] { return parser.emitError(loc); };
  return SubArrayType::getChecked(function_ref<InFlightDiagnostic()>(emitError),
                                  parser.getContext(), ArrayRef<int64_t>(shape),
                                  base);
}

void SubArrayType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << 'x' << getBase() << '>';
}

LogicalResult SubArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> shape, Type base) {
  DTypeInterface dtype = verifyDType(base, emitError);
  if (!dtype) {
    return failure();
  }
  if (!dtype.getItemSize()) {
    return emitError() << "expected a base of known size, but got " << base;
  }
  if (shape.empty()) {
    return emitError() << "expected at least one extent; a sub-array without "
                          "is its base, so write "
                       << base;
  }
  // NumPy takes it for a void without a size.
  int64_t baseSize = *dtype.getItemSize();
  if (dtype.getSubArrayBase() && baseSize == 0) {
    return emitError() << "expected a base that has a size, but got the empty "
                          "sub-array "
                       << base;
  }
  size_t rank = shape.size() + dtype.getSubArrayShape().size();
  if (rank > maxRank) {
    return emitError() << "expected at most " << maxRank
                       << " dimensions, but got " << rank;
  }
  if (getNesting(dtype) >= maxNesting) {
    return emitError() << "expected records and sub-arrays nested at most "
                       << maxNesting << " deep";
  }
  for (int64_t extent : shape) {
    if (extent < 0 || extent > maxItemSize) {
      return emitError() << "expected extents of 0 to " << maxItemSize
                         << ", but got " << extent;
    }
  }
  if (!getSubArraySize(shape.data(), shape.size(), baseSize)) {
    return emitError() << "expected a sub-array of at most " << maxItemSize
                       << " bytes and elements";
  }
  return success();
}

std::string SubArrayType::getDTypeName() const {
  int64_t size = *getItemSize();
  return size == 0 ? "void" : llvm::formatv("void{0}", 8 * size).str();
}

DTypeKind SubArrayType::getDTypeKind() const { return DTypeKind::Void; }

std::optional<int64_t> SubArrayType::getItemSize() const {
  return getSubArraySize(getShape().data(), getShape().size(),
                         *cast<DTypeInterface>(getBase()).getItemSize());
}

std::optional<int64_t> SubArrayType::getAlignment(AlignmentModel model) const {
  return cast<DTypeInterface>(getBase()).getAlignment(model);
}

Type SubArrayType::getValueType() const {
  return cast<DTypeInterface>(getBase()).getValueType();
}

Type SubArrayType::getStorageType() const {
  return cast<DTypeInterface>(getBase()).getStorageType();
}

std::optional<std::string> SubArrayType::getTypestr() const {
  return std::nullopt;
}

std::optional<DLPackDataType> SubArrayType::getDLPackDataType() const {
  return std::nullopt;
}

SmallVector<int64_t> SubArrayType::getSubArrayShape() const {
  SmallVector<int64_t> shape(getShape());
  llvm::append_range(shape, cast<DTypeInterface>(getBase()).getSubArrayShape());
  return shape;
}

Type SubArrayType::getSubArrayBase() const { return getBase(); }

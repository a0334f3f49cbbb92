//===- BytesElementTypes.cpp - Dtypes with a layout of their own ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the dtypes that are themselves the elements of memrefs,
// but records: strings, void, big-endian numbers and CUDA's vectors.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// BytesType, StrType, VoidType
//===----------------------------------------------------------------------===//

/// Checks that `length` units of `unitSize` bytes are an element.
static LogicalResult verifyLength(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t length, int64_t unitSize) {
  if (length < 1) {
    return emitError() << "expected a length of at least 1, since elements of "
                          "no fixed size cannot be used on a GPU, but got "
                       << length;
  }
  if (length > maxItemSize / unitSize) {
    return emitError() << "expected a length of at most "
                       << maxItemSize / unitSize << ", but got " << length;
  }
  return success();
}

LogicalResult BytesType::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t length) {
  return verifyLength(emitError, length, 1);
}

std::string BytesType::getDTypeName() const {
  return llvm::formatv("bytes{0}", 8 * getLength());
}

DTypeKind BytesType::getDTypeKind() const { return DTypeKind::Bytes; }

std::optional<int64_t> BytesType::getItemSize() const { return getLength(); }

std::optional<int64_t> BytesType::getAlignment(AlignmentModel) const {
  return 1;
}

Type BytesType::getValueType() const { return *this; }

std::optional<std::string> BytesType::getTypestr() const {
  return llvm::formatv("|S{0}", getLength());
}

std::optional<DLPackDataType> BytesType::getDLPackDataType() const {
  return std::nullopt;
}

LogicalResult StrType::verify(function_ref<InFlightDiagnostic()> emitError,
                              int64_t length) {
  return verifyLength(emitError, length, 4);
}

std::string StrType::getDTypeName() const {
  return llvm::formatv("str{0}", 32 * getLength());
}

DTypeKind StrType::getDTypeKind() const { return DTypeKind::Str; }

std::optional<int64_t> StrType::getItemSize() const { return 4 * getLength(); }

std::optional<int64_t> StrType::getAlignment(AlignmentModel) const { return 4; }

Type StrType::getValueType() const { return *this; }

std::optional<std::string> StrType::getTypestr() const {
  return llvm::formatv("<U{0}", getLength());
}

std::optional<DLPackDataType> StrType::getDLPackDataType() const {
  return std::nullopt;
}

LogicalResult VoidType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t length) {
  return verifyLength(emitError, length, 1);
}

std::string VoidType::getDTypeName() const {
  return llvm::formatv("void{0}", 8 * getLength());
}

DTypeKind VoidType::getDTypeKind() const { return DTypeKind::Void; }

std::optional<int64_t> VoidType::getItemSize() const { return getLength(); }

std::optional<int64_t> VoidType::getAlignment(AlignmentModel) const {
  return 1;
}

Type VoidType::getValueType() const { return *this; }

std::optional<std::string> VoidType::getTypestr() const {
  return llvm::formatv("|V{0}", getLength());
}

std::optional<DLPackDataType> VoidType::getDLPackDataType() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// BigEndianType
//===----------------------------------------------------------------------===//

/// Whether the bytes of an element can be in another order: it is a number of
/// more than one byte, or is made of such.
static bool hasByteOrder(DTypeInterface dtype) {
  if (isa<StrType>(dtype)) {
    return true;
  }
  Type value = dtype.getValueType();
  return isa_and_nonnull<IntegerType, FloatType, ComplexType>(value) &&
         dtype.getItemSize().value_or(1) > 1 && dtype.getStorageType() == value;
}

LogicalResult
BigEndianType::verify(function_ref<InFlightDiagnostic()> emitError,
                      Type dtype) {
  DTypeInterface native = verifyDType(dtype, emitError);
  if (!native) {
    return failure();
  }
  if (isa<RecordType>(dtype)) {
    return emitError() << "expected the byte order at each field of a record, "
                          "but got it at the record "
                       << dtype;
  }
  if (native.getSubArrayBase()) {
    return emitError() << "expected the byte order at the base of a sub-array, "
                          "but got it at "
                       << dtype;
  }
  if (!hasByteOrder(native)) {
    return emitError() << "expected a dtype whose bytes have an order, but got "
                       << dtype << "; write it without one";
  }
  return success();
}

std::string BigEndianType::getDTypeName() const {
  return cast<DTypeInterface>(getDtype()).getDTypeName();
}

DTypeKind BigEndianType::getDTypeKind() const {
  return cast<DTypeInterface>(getDtype()).getDTypeKind();
}

std::optional<int64_t> BigEndianType::getItemSize() const {
  return cast<DTypeInterface>(getDtype()).getItemSize();
}

/// CUDA has no such types: only the parts of a complex number are aligned.
std::optional<int64_t> BigEndianType::getAlignment(AlignmentModel) const {
  return cast<DTypeInterface>(getDtype()).getAlignment(AlignmentModel::NumPy);
}

Type BigEndianType::getValueType() const {
  // The characters of a string are not computed with: they stay as they are.
  if (isa<StrType>(getDtype())) {
    return *this;
  }
  return cast<DTypeInterface>(getDtype()).getValueType();
}

std::optional<std::string> BigEndianType::getTypestr() const {
  std::optional<std::string> native =
      cast<DTypeInterface>(getDtype()).getTypestr();
  if (native) {
    native->front() = '>';
  }
  return native;
}

std::optional<DLPackDataType> BigEndianType::getDLPackDataType() const {
  return std::nullopt;
}

void BigEndianType::getFields(SmallVectorImpl<DTypeField> &fields) const {
  size_t first = fields.size();
  cast<DTypeInterface>(getDtype()).getFields(fields);
  for (DTypeField &field : llvm::drop_begin(fields, first)) {
    field.dtype = BigEndianType::get(field.dtype);
  }
}

//===----------------------------------------------------------------------===//
// CudaVectorType
//===----------------------------------------------------------------------===//

/// Returns the name of CUDA's type without the number of lanes; empty if CUDA
/// has no vectors of the dtype.
static StringRef getCudaName(Type dtype) {
  if (dtype.isF16()) {
    return "half";
  }
  if (dtype.isBF16()) {
    return "__nv_bfloat16";
  }
  if (dtype.isF32()) {
    return "float";
  }
  if (dtype.isF64()) {
    return "double";
  }
  auto integer = dyn_cast<IntegerType>(dtype);
  if (!integer || integer.isSigned()) {
    return "";
  }
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 8:
    return isUnsigned ? "uchar" : "char";
  case 16:
    return isUnsigned ? "ushort" : "short";
  case 32:
    return isUnsigned ? "uint" : "int";
  case 64:
    return isUnsigned ? "ulonglong" : "longlong";
  default:
    return "";
  }
}

Type CudaVectorType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type dtype;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(dtype) || parser.parseGreater()) {
    return {};
  }
  if (shape.size() != 1) {
    parser.emitError(loc, "expected one number of lanes, as in "
                          "'!dtyp.vector<4xf32>', but got ")
        << shape.size() << " dimensions";
    return {};
  }
  auto emitError = [&] { return parser.emitError(loc); };
  return CudaVectorType::getChecked(
      function_ref<InFlightDiagnostic()>(emitError), parser.getContext(),
      shape.front(), dtype);
}

void CudaVectorType::print(AsmPrinter &printer) const {
  printer << '<' << getLanes() << 'x' << getDtype() << '>';
}

LogicalResult
CudaVectorType::verify(function_ref<InFlightDiagnostic()> emitError,
                       int64_t lanes, Type dtype) {
  StringRef name = getCudaName(dtype);
  if (name.empty()) {
    return emitError() << "expected a number that CUDA has vectors of (8- to "
                          "64-bit integers, f16, bf16, f32, f64), but got "
                       << dtype;
  }
  int64_t maxLanes = dtype.isF16() || dtype.isBF16() ? 2 : 4;
  if (lanes < 2 || lanes > maxLanes) {
    return emitError() << "expected 2 to " << maxLanes
                       << " lanes, as CUDA's vectors of '" << name
                       << "' have, but got " << lanes;
  }
  return success();
}

std::string CudaVectorType::getDTypeName() const {
  return llvm::formatv("{0}{1}", getCudaName(getDtype()), getLanes());
}

DTypeKind CudaVectorType::getDTypeKind() const { return DTypeKind::Void; }

std::optional<int64_t> CudaVectorType::getItemSize() const {
  return getLanes() * *cast<DTypeInterface>(getDtype()).getItemSize();
}

std::optional<int64_t>
CudaVectorType::getAlignment(AlignmentModel model) const {
  auto dtype = cast<DTypeInterface>(getDtype());
  if (model == AlignmentModel::NumPy || getLanes() == 3) {
    return dtype.getAlignment(model);
  }
  return std::min<int64_t>(16, *getItemSize());
}

Type CudaVectorType::getValueType() const {
  return VectorType::get(getLanes(),
                         cast<DTypeInterface>(getDtype()).getValueType());
}

std::optional<std::string> CudaVectorType::getTypestr() const {
  return std::nullopt;
}

std::optional<DLPackDataType> CudaVectorType::getDLPackDataType() const {
  std::optional<DLPackDataType> lane =
      cast<DTypeInterface>(getDtype()).getDLPackDataType();
  if (lane) {
    lane->lanes = getLanes();
  }
  return lane;
}

void CudaVectorType::getFields(SmallVectorImpl<DTypeField> &fields) const {
  static constexpr llvm::StringLiteral kNames[] = {"x", "y", "z", "w"};
  int64_t laneBytes = *cast<DTypeInterface>(getDtype()).getItemSize();
  for (int64_t lane = 0; lane != getLanes(); ++lane) {
    fields.push_back({StringAttr::get(getContext(), kNames[lane]),
                      {},
                      getDtype(),
                      lane * laneBytes});
  }
}

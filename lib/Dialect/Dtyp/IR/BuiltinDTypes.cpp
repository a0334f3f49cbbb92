//===- BuiltinDTypes.cpp - The builtin types that are dtypes --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file attaches DTypeInterface to MLIR's builtin scalars. The DLPack codes
// are those of dlpack.h's DLDataTypeCode.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

constexpr uint8_t kDLInt = 0;
constexpr uint8_t kDLUInt = 1;
constexpr uint8_t kDLFloat = 2;
constexpr uint8_t kDLBfloat = 4;
constexpr uint8_t kDLComplex = 5;
constexpr uint8_t kDLBool = 6;

/// Returns the string of NumPy's array interface for a native-order dtype of a
/// little-endian machine. NumPy writes `|` where byte order means nothing.
std::string formatTypestr(char kind, int64_t itemSize) {
  return llvm::formatv("{0}{1}{2}", itemSize == 1 ? '|' : '<', kind, itemSize);
}

/// bool (`i1`) and the integers: signless is signed, as one NumPy dtype is one
/// MLIR type, and NumPy has no signless integers.
struct IntegerDType
    : public DTypeInterface::ExternalModel<IntegerDType, IntegerType> {
  static bool isBool(Type type) { return type.isSignlessInteger(1); }

  static int64_t getBytes(Type type) {
    return isBool(type) ? 1 : type.getIntOrFloatBitWidth() / 8;
  }

  bool isDType(Type type) const {
    unsigned width = type.getIntOrFloatBitWidth();
    return isBool(type) ||
           (!type.isSignedInteger() &&
            (width == 8 || width == 16 || width == 32 || width == 64));
  }

  std::string getDTypeName(Type type) const {
    if (isBool(type)) {
      return "bool";
    }
    return llvm::formatv("{0}int{1}", type.isUnsignedInteger() ? "u" : "",
                         type.getIntOrFloatBitWidth());
  }

  DTypeKind getDTypeKind(Type type) const {
    if (isBool(type)) {
      return DTypeKind::Boolean;
    }
    return type.isUnsignedInteger() ? DTypeKind::UnsignedInteger
                                    : DTypeKind::SignedInteger;
  }

  std::optional<int64_t> getItemSize(Type type) const { return getBytes(type); }

  std::optional<int64_t> getAlignment(Type type, AlignmentModel) const {
    return getBytes(type);
  }

  Type getValueType(Type type) const {
    return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  }

  Type getStorageType(Type type) const {
    return IntegerType::get(type.getContext(), 8 * getBytes(type));
  }

  std::optional<std::string> getTypestr(Type type) const {
    return formatTypestr(*stringifyDTypeKind(getDTypeKind(type)).begin(),
                         getBytes(type));
  }

  std::optional<DLPackDataType> getDLPackDataType(Type type) const {
    uint8_t code = isBool(type)               ? kDLBool
                   : type.isUnsignedInteger() ? kDLUInt
                                              : kDLInt;
    return DLPackDataType{code, static_cast<uint8_t>(8 * getBytes(type)), 1};
  }
};

/// float16, float32 and float64.
template <typename ConcreteType>
struct FloatDType
    : public DTypeInterface::ExternalModel<FloatDType<ConcreteType>,
                                           ConcreteType> {
  static int64_t getBytes(Type type) {
    return type.getIntOrFloatBitWidth() / 8;
  }

  std::string getDTypeName(Type type) const {
    return llvm::formatv("float{0}", type.getIntOrFloatBitWidth());
  }

  DTypeKind getDTypeKind(Type) const { return DTypeKind::Floating; }

  std::optional<int64_t> getItemSize(Type type) const { return getBytes(type); }

  std::optional<int64_t> getAlignment(Type type, AlignmentModel) const {
    return getBytes(type);
  }

  Type getValueType(Type type) const { return type; }

  Type getStorageType(Type type) const { return type; }

  std::optional<std::string> getTypestr(Type type) const {
    return formatTypestr('f', getBytes(type));
  }

  std::optional<DLPackDataType> getDLPackDataType(Type type) const {
    return DLPackDataType{
        kDLFloat, static_cast<uint8_t>(type.getIntOrFloatBitWidth()), 1};
  }
};

/// ml_dtypes' bfloat16. NumPy knows it as a user dtype of kind `V`, whose
/// typestr `<V2` any two-byte void shares.
struct BFloat16DType
    : public DTypeInterface::ExternalModel<BFloat16DType, BFloat16Type> {
  std::string getDTypeName(Type) const { return "bfloat16"; }

  DTypeKind getDTypeKind(Type) const { return DTypeKind::Void; }

  std::optional<int64_t> getItemSize(Type) const { return 2; }

  std::optional<int64_t> getAlignment(Type, AlignmentModel) const { return 2; }

  Type getValueType(Type type) const { return type; }

  Type getStorageType(Type type) const { return type; }

  std::optional<std::string> getTypestr(Type) const { return std::nullopt; }

  std::optional<DLPackDataType> getDLPackDataType(Type) const {
    return DLPackDataType{kDLBfloat, 16, 1};
  }
};

/// complex64 and complex128. NumPy aligns them as their parts; CUDA aligns
/// float2 and double2, which hold them on the device, to their size.
struct ComplexDType
    : public DTypeInterface::ExternalModel<ComplexDType, ComplexType> {
  static int64_t getPartBytes(Type type) {
    return cast<ComplexType>(type).getElementType().getIntOrFloatBitWidth() / 8;
  }

  bool isDType(Type type) const {
    Type part = cast<ComplexType>(type).getElementType();
    return part.isF32() || part.isF64();
  }

  std::string getDTypeName(Type type) const {
    return llvm::formatv("complex{0}", 16 * getPartBytes(type));
  }

  DTypeKind getDTypeKind(Type) const { return DTypeKind::ComplexFloating; }

  std::optional<int64_t> getItemSize(Type type) const {
    return 2 * getPartBytes(type);
  }

  std::optional<int64_t> getAlignment(Type type, AlignmentModel model) const {
    int64_t part = getPartBytes(type);
    return model == AlignmentModel::NumPy ? part : 2 * part;
  }

  Type getValueType(Type type) const { return type; }

  Type getStorageType(Type type) const { return type; }

  std::optional<std::string> getTypestr(Type type) const {
    return formatTypestr('c', 2 * getPartBytes(type));
  }

  std::optional<DLPackDataType> getDLPackDataType(Type type) const {
    return DLPackDataType{kDLComplex,
                          static_cast<uint8_t>(16 * getPartBytes(type)), 1};
  }
};

} // namespace

void DtypDialect::attachBuiltinDTypes() {
  MLIRContext *context = getContext();
  IntegerType::attachInterface<IntegerDType>(*context);
  Float16Type::attachInterface<FloatDType<Float16Type>>(*context);
  Float32Type::attachInterface<FloatDType<Float32Type>>(*context);
  Float64Type::attachInterface<FloatDType<Float64Type>>(*context);
  BFloat16Type::attachInterface<BFloat16DType>(*context);
  ComplexType::attachInterface<ComplexDType>(*context);
}

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
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

constexpr uint8_t kDLInt = 0;
constexpr uint8_t kDLUInt = 1;
constexpr uint8_t kDLFloat = 2;
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

  /// ml_dtypes' int1, int2, int4 and their unsigned twins.
  static bool isSubByte(Type type) {
    return !isBool(type) && type.getIntOrFloatBitWidth() < 8;
  }

  static int64_t getBytes(Type type) {
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  }

  bool isDType(Type type) const {
    unsigned width = type.getIntOrFloatBitWidth();
    // Signless i1 is bool, so int1 is the one that needs its sign.
    if (width == 1) {
      return true;
    }
    return !type.isSignedInteger() && width <= 64 && llvm::isPowerOf2_32(width);
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
    if (isSubByte(type)) {
      return DTypeKind::Void;
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
    if (isSubByte(type)) {
      return std::nullopt;
    }
    return formatTypestr(*stringifyDTypeKind(getDTypeKind(type)).begin(),
                         getBytes(type));
  }

  std::optional<DLPackDataType> getDLPackDataType(Type type) const {
    uint8_t code = isBool(type)               ? kDLBool
                   : type.isUnsignedInteger() ? kDLUInt
                                              : kDLInt;
    if (isSubByte(type)) {
      return DLPackDataType{code,
                            static_cast<uint8_t>(type.getIntOrFloatBitWidth()),
                            1, /*isSubByteTypePadded=*/true};
    }
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

/// The names and DLPack codes of ml_dtypes' floats.
template <typename ConcreteType>
struct ExtensionFloat;

#define DTYP_EXTENSION_FLOAT(TYPE, NAME, CODE)                                 \
  template <>                                                                  \
  struct ExtensionFloat<TYPE> {                                                \
    static constexpr llvm::StringLiteral name = NAME;                          \
    static constexpr uint8_t dlpackCode = CODE;                                \
  };
DTYP_EXTENSION_FLOAT(BFloat16Type, "bfloat16", 4)
DTYP_EXTENSION_FLOAT(Float8E3M4Type, "float8_e3m4", 7)
DTYP_EXTENSION_FLOAT(Float8E4M3Type, "float8_e4m3", 8)
DTYP_EXTENSION_FLOAT(Float8E4M3B11FNUZType, "float8_e4m3b11fnuz", 9)
DTYP_EXTENSION_FLOAT(Float8E4M3FNType, "float8_e4m3fn", 10)
DTYP_EXTENSION_FLOAT(Float8E4M3FNUZType, "float8_e4m3fnuz", 11)
DTYP_EXTENSION_FLOAT(Float8E5M2Type, "float8_e5m2", 12)
DTYP_EXTENSION_FLOAT(Float8E5M2FNUZType, "float8_e5m2fnuz", 13)
DTYP_EXTENSION_FLOAT(Float8E8M0FNUType, "float8_e8m0fnu", 14)
DTYP_EXTENSION_FLOAT(Float6E2M3FNType, "float6_e2m3fn", 15)
DTYP_EXTENSION_FLOAT(Float6E3M2FNType, "float6_e3m2fn", 16)
DTYP_EXTENSION_FLOAT(Float4E2M1FNType, "float4_e2m1fn", 17)
#undef DTYP_EXTENSION_FLOAT

/// ml_dtypes' floats. NumPy knows them as user dtypes of kind `V` (but
/// float8_e5m2, which is an `f`), whose typestrs are not their own.
template <typename ConcreteType>
struct ExtensionFloatDType
    : public DTypeInterface::ExternalModel<ExtensionFloatDType<ConcreteType>,
                                           ConcreteType> {
  static int64_t getBytes(Type type) {
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  }

  std::string getDTypeName(Type) const {
    return ExtensionFloat<ConcreteType>::name.str();
  }

  DTypeKind getDTypeKind(Type) const {
    return std::is_same_v<ConcreteType, Float8E5M2Type> ? DTypeKind::Floating
                                                        : DTypeKind::Void;
  }

  std::optional<int64_t> getItemSize(Type type) const { return getBytes(type); }

  std::optional<int64_t> getAlignment(Type type, AlignmentModel) const {
    return getBytes(type);
  }

  Type getValueType(Type type) const { return type; }

  /// One element per byte, where MLIR would pack fewer bits.
  Type getStorageType(Type type) const {
    return type.getIntOrFloatBitWidth() < 8
               ? Type(IntegerType::get(type.getContext(), 8))
               : type;
  }

  std::optional<std::string> getTypestr(Type) const { return std::nullopt; }

  std::optional<DLPackDataType> getDLPackDataType(Type type) const {
    unsigned bits = type.getIntOrFloatBitWidth();
    return DLPackDataType{ExtensionFloat<ConcreteType>::dlpackCode,
                          static_cast<uint8_t>(bits), 1,
                          /*isSubByteTypePadded=*/bits < 8};
  }
};

/// complex64, complex128 and ml_dtypes' complex32 and bcomplex32. NumPy aligns
/// them as their parts; CUDA aligns float2 and double2, which hold them on the
/// device, to their size.
struct ComplexDType
    : public DTypeInterface::ExternalModel<ComplexDType, ComplexType> {
  static int64_t getPartBytes(Type type) {
    return cast<ComplexType>(type).getElementType().getIntOrFloatBitWidth() / 8;
  }

  bool isDType(Type type) const {
    Type part = cast<ComplexType>(type).getElementType();
    return part.isF16() || part.isBF16() || part.isF32() || part.isF64();
  }

  static bool isExtension(Type type) { return getPartBytes(type) == 2; }

  static bool isBComplex32(Type type) {
    return cast<ComplexType>(type).getElementType().isBF16();
  }

  std::string getDTypeName(Type type) const {
    return llvm::formatv("{0}complex{1}", isBComplex32(type) ? "b" : "",
                         16 * getPartBytes(type));
  }

  DTypeKind getDTypeKind(Type type) const {
    return isExtension(type) ? DTypeKind::ExtensionComplex
                             : DTypeKind::ComplexFloating;
  }

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
    if (isExtension(type)) {
      return std::nullopt;
    }
    return formatTypestr('c', 2 * getPartBytes(type));
  }

  std::optional<DLPackDataType> getDLPackDataType(Type type) const {
    if (isBComplex32(type)) {
      return std::nullopt;
    }
    return DLPackDataType{kDLComplex,
                          static_cast<uint8_t>(16 * getPartBytes(type)), 1};
  }

  void getFields(Type type, SmallVectorImpl<DTypeField> &fields) const {
    MLIRContext *context = type.getContext();
    Type part = cast<ComplexType>(type).getElementType();
    fields.push_back({StringAttr::get(context, "real"), {}, part, 0});
    fields.push_back(
        {StringAttr::get(context, "imag"), {}, part, getPartBytes(type)});
  }
};

} // namespace

template <typename... ConcreteTypes>
static void attachExtensionFloats(MLIRContext *context) {
  (ConcreteTypes::template attachInterface<ExtensionFloatDType<ConcreteTypes>>(
       *context),
   ...);
}

void DtypDialect::attachBuiltinDTypes() {
  MLIRContext *context = getContext();
  IntegerType::attachInterface<IntegerDType>(*context);
  Float16Type::attachInterface<FloatDType<Float16Type>>(*context);
  Float32Type::attachInterface<FloatDType<Float32Type>>(*context);
  Float64Type::attachInterface<FloatDType<Float64Type>>(*context);
  attachExtensionFloats<
      BFloat16Type, Float8E3M4Type, Float8E4M3Type, Float8E4M3B11FNUZType,
      Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type, Float8E5M2FNUZType,
      Float8E8M0FNUType, Float6E2M3FNType, Float6E3M2FNType, Float4E2M1FNType>(
      context);
  ComplexType::attachInterface<ComplexDType>(*context);
}

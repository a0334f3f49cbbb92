//===- DTypeFamily.cpp - Which rules apply to a dtype ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the families of dtypes. Types of other dialects are
// foreign; nothing here lists them.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/BuiltinDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::dtyp;

Type mlir::dtyp::toNativeOrder(Type dtype) {
  auto swapped = dyn_cast<BigEndianType>(dtype);
  return swapped ? swapped.getDtype() : dtype;
}

Type mlir::dtyp::getNumberType(MLIRContext *context, DTypeKind kind,
                               int64_t itemSize) {
  auto getFloat = [&](int64_t bytes) -> Type {
    switch (bytes) {
    case 2:
      return Float16Type::get(context);
    case 4:
      return Float32Type::get(context);
    case 8:
      return Float64Type::get(context);
    default:
      return {};
    }
  };
  switch (kind) {
  case DTypeKind::Boolean:
    return IntegerType::get(context, 1);
  case DTypeKind::SignedInteger:
    return IntegerType::get(context, 8 * itemSize);
  case DTypeKind::UnsignedInteger:
    return IntegerType::get(context, 8 * itemSize, IntegerType::Unsigned);
  case DTypeKind::Floating:
    return getFloat(itemSize);
  case DTypeKind::ComplexFloating:
    return itemSize < 8 ? Type() : ComplexType::get(getFloat(itemSize / 2));
  default:
    return {};
  }
}

/// Whether `dtype` is the one that NumPy has for its kind and size, which none
/// of another dialect is.
static bool isNumber(DTypeInterface dtype) {
  std::optional<int64_t> size = dtype.getItemSize();
  return size && getNumberType(dtype.getContext(), dtype.getDTypeKind(),
                               *size) == Type(dtype);
}

DTypeFamily mlir::dtyp::getFamily(Type type) {
  type = toNativeOrder(type);
  if (isa<BuiltinDialect>(type.getDialect())) {
    return isNumber(cast<DTypeInterface>(type)) ? DTypeFamily::Number
                                                : DTypeFamily::ExtensionNumber;
  }
  auto dtype = dyn_cast<DTypeInterface>(type);
  if (dtype && dtype.getSubArrayBase()) {
    return DTypeFamily::SubArray;
  }
  return llvm::TypeSwitch<Type, DTypeFamily>(type)
      .Case([](Datetime64Type) { return DTypeFamily::Datetime; })
      .Case([](Timedelta64Type) { return DTypeFamily::Timedelta; })
      .Case([](BytesType) { return DTypeFamily::Bytes; })
      .Case([](StrType) { return DTypeFamily::Str; })
      .Case([](VoidType) { return DTypeFamily::Void; })
      .Case([](RecordType) { return DTypeFamily::Record; })
      .Case([](CudaVectorType) { return DTypeFamily::CudaVector; })
      .Default([](Type) { return DTypeFamily::Foreign; });
}

DTypeKind mlir::dtyp::getNumberKind(Type type) {
  type = toNativeOrder(type);
  if (isa<ComplexType>(type)) {
    return DTypeKind::ComplexFloating;
  }
  if (isa<FloatType>(type)) {
    return DTypeKind::Floating;
  }
  if (type.isSignlessInteger(1)) {
    return DTypeKind::Boolean;
  }
  return type.isUnsignedInteger() ? DTypeKind::UnsignedInteger
                                  : DTypeKind::SignedInteger;
}

int64_t mlir::dtyp::getPrintWidth(Type number) {
  auto dtype = cast<DTypeInterface>(toNativeOrder(number));
  // The digits of the largest unsigned integers of 1, 2, 4 and 8 bytes.
  auto getDigits = [&] {
    int64_t size = *dtype.getItemSize();
    return size == 1 ? 3 : size == 2 ? 5 : size == 4 ? 10 : 20;
  };
  switch (dtype.getDTypeKind()) {
  case DTypeKind::Boolean:
    return 5; // False
  case DTypeKind::UnsignedInteger:
    return getDigits();
  case DTypeKind::SignedInteger:
    return getDigits() + 1;
  case DTypeKind::ComplexFloating:
    return 64;
  default:
    return 32;
  }
}

//===- NumberPromotion.cpp - The common dtype of numbers ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements NumPy's promotion of numbers in closed form. All
// operands count at once: with a float among them, integers only say how many
// digits it needs.
//
//===----------------------------------------------------------------------===//

#include "PromotionRules.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Returns the size of the smallest float that NumPy lets stand for a number.
static int64_t getFloatSize(DTypeInterface number) {
  int64_t size = *number.getItemSize();
  switch (number.getDTypeKind()) {
  case DTypeKind::Boolean:
    return 2;
  case DTypeKind::Floating:
    return size;
  case DTypeKind::ComplexFloating:
    return size / 2;
  default:
    return std::min<int64_t>(8, 2 * size);
  }
}

Type mlir::dtyp::promoteNumbers(ArrayRef<Type> numbers) {
  int64_t floatSize = 0;
  int64_t signedSize = 0;
  int64_t unsignedSize = 0;
  bool hasFloat = false;
  bool hasComplex = false;
  for (Type type : numbers) {
    auto number = cast<DTypeInterface>(type);
    DTypeKind kind = number.getDTypeKind();
    int64_t size = *number.getItemSize();
    floatSize = std::max(floatSize, getFloatSize(number));
    hasComplex |= kind == DTypeKind::ComplexFloating;
    hasFloat |= kind == DTypeKind::Floating;
    if (kind == DTypeKind::SignedInteger) {
      signedSize = std::max(signedSize, size);
    } else if (kind == DTypeKind::UnsignedInteger) {
      unsignedSize = std::max(unsignedSize, size);
    }
  }
  MLIRContext *context = numbers.front().getContext();
  if (hasComplex) {
    return getNumberType(context, DTypeKind::ComplexFloating,
                         std::max<int64_t>(8, 2 * floatSize));
  }
  if (hasFloat) {
    return getNumberType(context, DTypeKind::Floating, floatSize);
  }
  if (signedSize == 0 && unsignedSize == 0) {
    return getNumberType(context, DTypeKind::Boolean, 1);
  }
  if (signedSize == 0) {
    return getNumberType(context, DTypeKind::UnsignedInteger, unsignedSize);
  }
  int64_t size = std::max(signedSize, 2 * unsignedSize);
  return size > 8 ? getNumberType(context, DTypeKind::Floating, 8)
                  : getNumberType(context, DTypeKind::SignedInteger, size);
}

Type mlir::dtyp::promoteExtension(Type extension, Type number) {
  auto dtype = cast<DTypeInterface>(number);
  DTypeKind kind = dtype.getDTypeKind();
  DTypeKind extensionKind = getNumberKind(extension);
  bool isByte = *dtype.getItemSize() == 1;
  if (kind == DTypeKind::Boolean) {
    return extension;
  }
  switch (extensionKind) {
  case DTypeKind::SignedInteger:
    return kind == DTypeKind::UnsignedInteger ? Type() : number;
  case DTypeKind::UnsignedInteger:
    return number;
  case DTypeKind::ComplexFloating:
    return isByte                               ? extension
           : kind == DTypeKind::ComplexFloating ? number
                                                : Type();
  default:
    break;
  }
  if (isByte) {
    return extension;
  }
  if (*dtype.getItemSize() >= 4 &&
      (kind == DTypeKind::Floating || kind == DTypeKind::ComplexFloating)) {
    return number;
  }
  // The one that is of the kind of NumPy's floats meets what they meet.
  if (cast<DTypeInterface>(extension).getDTypeKind() == DTypeKind::Floating) {
    return promoteNumbers({Float32Type::get(number.getContext()), number});
  }
  return {};
}

Type mlir::dtyp::promoteWeak(Type number, WeakScalarKind weak) {
  auto dtype = cast<DTypeInterface>(number);
  DTypeKind kind = dtype.getDTypeKind();
  MLIRContext *context = number.getContext();
  bool isInexact =
      kind == DTypeKind::Floating || kind == DTypeKind::ComplexFloating;
  switch (weak) {
  case WeakScalarKind::Int:
    return kind == DTypeKind::Boolean
               ? getNumberType(context, DTypeKind::SignedInteger, 8)
               : number;
  case WeakScalarKind::Float:
    return isInexact ? number : getNumberType(context, DTypeKind::Floating, 8);
  case WeakScalarKind::Complex:
    return promoteNumbers({number, ComplexType::get(Float32Type::get(context)),
                           isInexact ? number : Float64Type::get(context)});
  }
  llvm_unreachable("there are three kinds of Python numbers");
}

Type mlir::dtyp::getWeakDefault(MLIRContext *context, WeakScalarKind weak) {
  return promoteWeak(IntegerType::get(context, 1), weak);
}

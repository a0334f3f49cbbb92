//===- TinyDialect.cpp - The types of tinyarray ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "TinyDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "TinyTypes.cpp.inc"

using namespace mlir;
using namespace tiny;
using dtyp::CastingLevel;

void TinyDialect::initialize() { registerTypes(); }

void TinyDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "TinyTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ObjectType
//===----------------------------------------------------------------------===//

Type ObjectType::getProvidedDType() const { return getDtype(); }

//===----------------------------------------------------------------------===//
// FixedType
//===----------------------------------------------------------------------===//

LogicalResult FixedType::verify(function_ref<InFlightDiagnostic()> emitError,
                                unsigned fraction) {
  if (fraction > 15) {
    return emitError() << "expected a fraction of 0 to 15 bits, but got "
                       << fraction;
  }
  return success();
}

std::string FixedType::getDTypeName() const {
  return "fixed16_" + std::to_string(getFraction());
}

dtyp::DTypeKind FixedType::getDTypeKind() const {
  return dtyp::DTypeKind::Void;
}

std::optional<int64_t> FixedType::getItemSize() const { return 2; }

std::optional<int64_t> FixedType::getAlignment(dtyp::AlignmentModel) const {
  return 2;
}

// Values and elements of memrefs are integers of 16 bits.
Type FixedType::getValueType() const {
  return IntegerType::get(getContext(), 16);
}

Type FixedType::getStorageType() const { return getValueType(); }

// NumPy and DLPack do not know this dtype.
std::optional<std::string> FixedType::getTypestr() const {
  return std::nullopt;
}

std::optional<dtyp::DLPackDataType> FixedType::getDLPackDataType() const {
  return std::nullopt;
}

// float32 and float64 have all 16 bits.
std::optional<CastingLevel> FixedType::getCastingLevelTo(Type target) const {
  bool isSafe = target.isF32() || target.isF64();
  return isSafe ? CastingLevel::Safe : CastingLevel::Unsafe;
}

std::optional<CastingLevel> FixedType::getCastingLevelFrom(Type) const {
  return CastingLevel::Unsafe;
}

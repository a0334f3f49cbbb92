//===- AcmeDialect.cpp - The dialect of another compiler ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is what a compiler that uses dtyp writes: object types that provide
// dtypes, directly and through an external model, and dtypes of its own. It is
// a plugin, loaded next to dtyp, and dtyp knows nothing of it.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Config/llvm-config.h"

#include "AcmeDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "AcmeTypes.h.inc"

#include "AcmeDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "AcmeTypes.cpp.inc"

using namespace mlir;
using namespace acme;
using dtyp::AlignmentModel;
using dtyp::CastingLevel;
using dtyp::DLPackDataType;
using dtyp::DTypeField;
using dtyp::DTypeKind;

void AcmeDialect::initialize() { registerTypes(); }

void AcmeDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "AcmeTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

Type InstanceType::getProvidedDType() const { return getDtype(); }

Type WeightedType::getProvidedDType() const { return getDtype(); }

void WeightedType::getRuntimeTypes(SmallVectorImpl<Type> &types) const {
  types.push_back(Float32Type::get(getContext()));
  types.push_back(MemRefType::get({ShapedType::kDynamic}, getDtype()));
}

namespace {

struct ForeignProvider
    : public dtyp::DTypeProviderTypeInterface::ExternalModel<ForeignProvider,
                                                             ForeignType> {
  Type getProvidedDType(Type type) const {
    return cast<ForeignType>(type).getDtype();
  }

  dtyp::DTypeProtocol getDTypeProtocol(Type type) const {
    return cast<ForeignType>(type).getLegacy()
               ? dtyp::DTypeProtocol::Legacy
               : dtyp::DTypeProtocol::NumPyDType;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// FixedType
//===----------------------------------------------------------------------===//

std::string FixedType::getDTypeName() const {
  return "fixed16_" + std::to_string(getFraction());
}
DTypeKind FixedType::getDTypeKind() const { return DTypeKind::Void; }
std::optional<int64_t> FixedType::getItemSize() const { return 2; }
std::optional<int64_t> FixedType::getAlignment(AlignmentModel) const {
  return 2;
}
Type FixedType::getValueType() const {
  return IntegerType::get(getContext(), 16);
}
Type FixedType::getStorageType() const { return getValueType(); }
std::optional<std::string> FixedType::getTypestr() const {
  return std::nullopt;
}
std::optional<DLPackDataType> FixedType::getDLPackDataType() const {
  return std::nullopt;
}

Type FixedType::promoteWith(Type other, dtyp::PromotionRules) const {
  if (auto fixed = dyn_cast<FixedType>(other)) {
    return fixed.getFraction() < getFraction() ? other : Type(*this);
  }
  if (other.isF32() || other.isF64()) {
    return other;
  }
  auto weak = dyn_cast<dtyp::WeakType>(other);
  bool isSmall = other.isInteger(8) ||
                 (weak && weak.getKind() != dtyp::WeakScalarKind::Complex);
  return isSmall ? Type(*this) : Type();
}
std::optional<CastingLevel> FixedType::getCastingLevelTo(Type target) const {
  return isa<FloatType>(target)
             ? std::optional(target.getIntOrFloatBitWidth() < 32
                                 ? CastingLevel::SameKind
                                 : CastingLevel::Safe)
             : std::nullopt;
}
std::optional<CastingLevel> FixedType::getCastingLevelFrom(Type source) const {
  return isa<IntegerType>(source) ? std::optional(CastingLevel::SameKind)
                                  : std::nullopt;
}

//===----------------------------------------------------------------------===//
// IntervalType
//===----------------------------------------------------------------------===//

std::string IntervalType::getDTypeName() const { return "interval"; }
DTypeKind IntervalType::getDTypeKind() const { return DTypeKind::Void; }
std::optional<int64_t> IntervalType::getItemSize() const { return 12; }
std::optional<int64_t> IntervalType::getAlignment(AlignmentModel) const {
  return 4;
}
Type IntervalType::getValueType() const { return *this; }
Type IntervalType::getStorageType() const { return *this; }
std::optional<std::string> IntervalType::getTypestr() const {
  return std::nullopt;
}
std::optional<DLPackDataType> IntervalType::getDLPackDataType() const {
  return std::nullopt;
}
void IntervalType::getFields(SmallVectorImpl<dtyp::DTypeField> &fields) const {
  Builder builder(getContext());
  fields.push_back({builder.getStringAttr("low"), {}, builder.getF32Type(), 0});
  fields.push_back(
      {builder.getStringAttr("high"), {}, builder.getF32Type(), 4});
  fields.push_back({builder.getStringAttr("open"), {}, builder.getI1Type(), 8});
}

//===----------------------------------------------------------------------===//
// TripleType
//===----------------------------------------------------------------------===//

std::string TripleType::getDTypeName() const { return "triple"; }
DTypeKind TripleType::getDTypeKind() const { return DTypeKind::Void; }
std::optional<int64_t> TripleType::getItemSize() const { return 12; }
std::optional<int64_t> TripleType::getAlignment(AlignmentModel) const {
  return 4;
}
Type TripleType::getValueType() const { return getStorageType(); }
Type TripleType::getStorageType() const {
  return Float32Type::get(getContext());
}
SmallVector<int64_t> TripleType::getSubArrayShape() const { return {3}; }
Type TripleType::getSubArrayBase() const { return getStorageType(); }
std::optional<std::string> TripleType::getTypestr() const {
  return std::nullopt;
}
std::optional<DLPackDataType> TripleType::getDLPackDataType() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// EmptyType
//===----------------------------------------------------------------------===//

std::string EmptyType::getDTypeName() const { return "empty"; }
DTypeKind EmptyType::getDTypeKind() const { return DTypeKind::Void; }
std::optional<int64_t> EmptyType::getItemSize() const { return 0; }
std::optional<int64_t> EmptyType::getAlignment(AlignmentModel) const {
  return 1;
}
Type EmptyType::getValueType() const { return {}; }
Type EmptyType::getStorageType() const {
  return IntegerType::get(getContext(), 8);
}
std::optional<std::string> EmptyType::getTypestr() const {
  return std::nullopt;
}
std::optional<DLPackDataType> EmptyType::getDLPackDataType() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// PixelType
//===----------------------------------------------------------------------===//

std::string PixelType::getDTypeName() const { return "pixel"; }
DTypeKind PixelType::getDTypeKind() const { return DTypeKind::Void; }
std::optional<int64_t> PixelType::getItemSize() const { return 6; }
std::optional<int64_t> PixelType::getAlignment(AlignmentModel) const {
  return 2;
}
Type PixelType::getValueType() const { return *this; }
Type PixelType::getStorageType() const { return *this; }
void PixelType::getFields(SmallVectorImpl<DTypeField> &fields) const {
  Builder builder(getContext());
  Type number = builder.getIntegerType(16, /*isSigned=*/false);
  for (StringRef name : {"red", "green", "blue"}) {
    auto offset = static_cast<int64_t>(2 * fields.size());
    fields.push_back(
        {builder.getStringAttr(name), StringAttr(), number, offset});
  }
}
std::optional<std::string> PixelType::getTypestr() const {
  return std::nullopt;
}
std::optional<DLPackDataType> PixelType::getDLPackDataType() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// UnknownType
//===----------------------------------------------------------------------===//

std::string UnknownType::getDTypeName() const { return "unknown"; }
DTypeKind UnknownType::getDTypeKind() const { return DTypeKind::Void; }
std::optional<int64_t> UnknownType::getItemSize() const { return std::nullopt; }
std::optional<int64_t> UnknownType::getAlignment(AlignmentModel) const {
  return std::nullopt;
}
Type UnknownType::getValueType() const { return {}; }
Type UnknownType::getStorageType() const { return {}; }
std::optional<std::string> UnknownType::getTypestr() const {
  return std::nullopt;
}
std::optional<DLPackDataType> UnknownType::getDLPackDataType() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Plugin
//===----------------------------------------------------------------------===//

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Acme", LLVM_VERSION_STRING,
          [](DialectRegistry *registry) {
            registry->insert<AcmeDialect>();
            registry->addExtension(+[](MLIRContext *context, AcmeDialect *) {
              ForeignType::attachInterface<ForeignProvider>(*context);
            });
          }};
}

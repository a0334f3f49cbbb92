//===- Attributes.cpp - C API: the attributes of the dialect dtyp ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the constructors and accessors of the attributes.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/Attributes.h"

#include "Handles.h"

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;

/// Returns the attribute as one of this kind; null if it is null or another
/// one.
template <typename T>
static T unwrapAs(MlirAttribute attribute) {
  return dyn_cast_or_null<T>(unwrap(attribute));
}

static MlirAttribute emitAttributeError(MLIRContext *context,
                                        const Twine &message) {
  emitError(UnknownLoc::get(context)) << message;
  return {nullptr};
}

//===----------------------------------------------------------------------===//
// The map of a kernel's arguments
//===----------------------------------------------------------------------===//

MlirAttribute dtypArgumentMapAttrGet(MlirContext context, intptr_t numArguments,
                                     const MlirType *sourceTypes,
                                     const int64_t *parameterCounts) {
  if (!context.ptr) {
    return {nullptr};
  }
  MLIRContext *ctx = unwrap(context);
  loadDialect(ctx);
  if (!isArray(numArguments, sourceTypes) ||
      !isArray(numArguments, parameterCounts)) {
    return emitAttributeError(ctx, "expected types of arguments and counts of "
                                   "parameters, but got null");
  }
  SmallVector<Type> types;
  for (intptr_t i = 0; i < numArguments; ++i) {
    types.push_back(unwrap(sourceTypes[i]));
    if (!types.back()) {
      return emitAttributeError(ctx, "expected arguments to have types, but "
                                     "that of argument " +
                                         Twine(i) + " is null");
    }
  }
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(ctx)); };
  return wrap(Attribute(ArgumentMapAttr::getChecked(
      emitError, ctx, ArrayRef<Type>(types),
      ArrayRef<int64_t>(parameterCounts, numArguments))));
}

bool dtypAttributeIsAArgumentMap(MlirAttribute attribute) {
  return static_cast<bool>(unwrapAs<ArgumentMapAttr>(attribute));
}

intptr_t dtypArgumentMapAttrGetNumArguments(MlirAttribute attribute) {
  auto map = unwrapAs<ArgumentMapAttr>(attribute);
  return map ? static_cast<intptr_t>(map.getSourceTypes().size()) : -1;
}

/// Returns whether there is an argument of this position.
static bool hasArgument(MlirAttribute attribute, intptr_t pos) {
  return pos >= 0 && pos < dtypArgumentMapAttrGetNumArguments(attribute);
}

MlirType dtypArgumentMapAttrGetSourceType(MlirAttribute attribute,
                                          intptr_t pos) {
  return wrap(hasArgument(attribute, pos)
                  ? unwrapAs<ArgumentMapAttr>(attribute).getSourceTypes()[pos]
                  : Type());
}

int64_t dtypArgumentMapAttrGetParameterCount(MlirAttribute attribute,
                                             intptr_t pos) {
  return hasArgument(attribute, pos)
             ? unwrapAs<ArgumentMapAttr>(attribute).getParameterCounts()[pos]
             : -1;
}

int64_t dtypArgumentMapAttrGetFirstParameter(MlirAttribute attribute,
                                             intptr_t pos) {
  if (!hasArgument(attribute, pos)) {
    return -1;
  }
  int64_t first = 0;
  for (int64_t count :
       unwrapAs<ArgumentMapAttr>(attribute).getParameterCounts().take_front(
           pos)) {
    first += count;
  }
  return first;
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

/// Returns the attribute of an enumeration, or null after a diagnostic.
template <typename Attr, typename Enum>
static MlirAttribute getEnum(MlirContext context, std::optional<Enum> known,
                             StringRef what, unsigned number) {
  if (!context.ptr) {
    return {nullptr};
  }
  loadDialect(unwrap(context));
  if (!known) {
    return emitAttributeError(unwrap(context), "expected " + what +
                                                   ", but got the number " +
                                                   Twine(number));
  }
  return wrap(Attribute(Attr::get(unwrap(context), *known)));
}

/// Returns the number of an enumeration; -1 for another attribute.
template <typename Attr>
static int getValue(MlirAttribute attribute) {
  auto known = unwrapAs<Attr>(attribute);
  return known ? static_cast<int>(known.getValue()) : -1;
}

MlirAttribute dtypAlignmentModelAttrGet(MlirContext context,
                                        DtypAlignmentModel value) {
  return getEnum<AlignmentModelAttr>(context, symbolizeAlignmentModel(value),
                                     "a model of alignment", value);
}

bool dtypAttributeIsAAlignmentModel(MlirAttribute attribute) {
  return static_cast<bool>(unwrapAs<AlignmentModelAttr>(attribute));
}

int dtypAlignmentModelAttrGetValue(MlirAttribute attribute) {
  return getValue<AlignmentModelAttr>(attribute);
}

MlirAttribute dtypPromotionRulesAttrGet(MlirContext context,
                                        DtypPromotionRules value) {
  return getEnum<PromotionRulesAttr>(context, symbolizePromotionRules(value),
                                     "rules of promotion", value);
}

bool dtypAttributeIsAPromotionRules(MlirAttribute attribute) {
  return static_cast<bool>(unwrapAs<PromotionRulesAttr>(attribute));
}

int dtypPromotionRulesAttrGetValue(MlirAttribute attribute) {
  return getValue<PromotionRulesAttr>(attribute);
}

MlirAttribute dtypCastingLevelAttrGet(MlirContext context,
                                      DtypCastingLevel value) {
  return getEnum<CastingLevelAttr>(context, symbolizeCastingLevel(value),
                                   "a casting level", value);
}

bool dtypAttributeIsACastingLevel(MlirAttribute attribute) {
  return static_cast<bool>(unwrapAs<CastingLevelAttr>(attribute));
}

int dtypCastingLevelAttrGetValue(MlirAttribute attribute) {
  return getValue<CastingLevelAttr>(attribute);
}

MlirAttribute dtypWeakScalarKindAttrGet(MlirContext context,
                                        DtypWeakScalarKind value) {
  return getEnum<WeakScalarKindAttr>(context, symbolizeWeakScalarKind(value),
                                     "the kind of a Python number", value);
}

bool dtypAttributeIsAWeakScalarKind(MlirAttribute attribute) {
  return static_cast<bool>(unwrapAs<WeakScalarKindAttr>(attribute));
}

int dtypWeakScalarKindAttrGetValue(MlirAttribute attribute) {
  return getValue<WeakScalarKindAttr>(attribute);
}

//===- Attributes.h - C API: the attributes of the dialect dtyp ---*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares the constructors and accessors of the attributes of the
// dialect dtyp. The dialect is loaded into the context where it is not yet.
//
// A constructor returns null after a diagnostic of the context that says why
// there is no such attribute (without one if the context is null). An accessor
// of a null attribute, or of one of another kind, returns null or -1.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_C_ATTRIBUTES_H
#define DTYP_C_ATTRIBUTES_H

#include "dtyp-c/DType.h"
#include "dtyp-c/Types.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// The map of a kernel's arguments
//===----------------------------------------------------------------------===//

/// Returns `#dtyp.argument_map`: for each of the arguments that the author of a
/// kernel wrote, its type and the number of the kernel's parameters that it
/// became. A kernel has it as its attribute `dtyp.argument_map`.
MLIR_CAPI_EXPORTED MlirAttribute dtypArgumentMapAttrGet(
    MlirContext context, intptr_t numArguments, const MlirType *sourceTypes,
    const int64_t *parameterCounts);
/// Returns whether the attribute is `#dtyp.argument_map`.
MLIR_CAPI_EXPORTED bool dtypAttributeIsAArgumentMap(MlirAttribute attribute);
/// Returns the number of arguments; -1 for another attribute.
MLIR_CAPI_EXPORTED intptr_t
dtypArgumentMapAttrGetNumArguments(MlirAttribute attribute);
/// Returns the type of an argument; null if there is none of this position.
MLIR_CAPI_EXPORTED MlirType
dtypArgumentMapAttrGetSourceType(MlirAttribute attribute, intptr_t pos);
/// Returns how many parameters an argument became; -1 if there is none of this
/// position.
MLIR_CAPI_EXPORTED int64_t
dtypArgumentMapAttrGetParameterCount(MlirAttribute attribute, intptr_t pos);
/// Returns the position of the first parameter that an argument became, or
/// would have become; -1 if there is no argument of this position.
MLIR_CAPI_EXPORTED int64_t
dtypArgumentMapAttrGetFirstParameter(MlirAttribute attribute, intptr_t pos);

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

/// Returns `#dtyp.alignment_model`, of `dtyp.alignment`.
MLIR_CAPI_EXPORTED MlirAttribute
dtypAlignmentModelAttrGet(MlirContext context, DtypAlignmentModel value);
/// Returns whether the attribute is `#dtyp.alignment_model`.
MLIR_CAPI_EXPORTED bool dtypAttributeIsAAlignmentModel(MlirAttribute attribute);
/// Returns a `DtypAlignmentModel`; -1 for another attribute.
MLIR_CAPI_EXPORTED int dtypAlignmentModelAttrGetValue(MlirAttribute attribute);

/// Returns `#dtyp.promotion_rules`, of `dtyp.promote`.
MLIR_CAPI_EXPORTED MlirAttribute
dtypPromotionRulesAttrGet(MlirContext context, DtypPromotionRules value);
/// Returns whether the attribute is `#dtyp.promotion_rules`.
MLIR_CAPI_EXPORTED bool dtypAttributeIsAPromotionRules(MlirAttribute attribute);
/// Returns a `DtypPromotionRules`; -1 for another attribute.
MLIR_CAPI_EXPORTED int dtypPromotionRulesAttrGetValue(MlirAttribute attribute);

/// Returns `#dtyp.casting_level`, of `dtyp.cast` and `dtyp.can_cast`.
MLIR_CAPI_EXPORTED MlirAttribute
dtypCastingLevelAttrGet(MlirContext context, DtypCastingLevel value);
/// Returns whether the attribute is `#dtyp.casting_level`.
MLIR_CAPI_EXPORTED bool dtypAttributeIsACastingLevel(MlirAttribute attribute);
/// Returns a `DtypCastingLevel`; -1 for another attribute.
MLIR_CAPI_EXPORTED int dtypCastingLevelAttrGetValue(MlirAttribute attribute);

/// Returns `#dtyp.weak_scalar_kind`, of `dtyp.weak_scalar`.
MLIR_CAPI_EXPORTED MlirAttribute
dtypWeakScalarKindAttrGet(MlirContext context, DtypWeakScalarKind value);
/// Returns whether the attribute is `#dtyp.weak_scalar_kind`.
MLIR_CAPI_EXPORTED bool dtypAttributeIsAWeakScalarKind(MlirAttribute attribute);
/// Returns a `DtypWeakScalarKind`; -1 for another attribute.
MLIR_CAPI_EXPORTED int dtypWeakScalarKindAttrGetValue(MlirAttribute attribute);

#ifdef __cplusplus
}
#endif

#endif // DTYP_C_ATTRIBUTES_H

//===- DtypOps.h - C API: building the ops of the dialect dtyp ----*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares a function for each op of the dialect dtyp that builds
// it. docs/reference/DtypDialect.md describes the ops.
//
// The types of results are inferred, and the op is verified. A function returns
// an op that is in no block and belongs to the caller, as `mlirOperationCreate`
// does; or null after a diagnostic at `loc` that says why there is no such op
// (without one if `loc` is null). Values and types that are null, or of another
// context than `loc`, are errors. The dialect is loaded into the context where
// it is not yet.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_C_DTYPOPS_H
#define DTYP_C_DTYPOPS_H

#include "dtyp-c/DType.h"
#include "dtyp-c/Types.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Dtypes and objects that provide them
//===----------------------------------------------------------------------===//

/// Builds `dtyp.constant`: a dtype as a value.
MLIR_CAPI_EXPORTED MlirOperation dtypConstantOpCreate(MlirLocation loc,
                                                      MlirType dtype);

/// Builds `dtyp.dtype_of`: the dtype that an object provides. `allowLegacy`
/// accepts an object that has only the attribute `.dtype`.
MLIR_CAPI_EXPORTED MlirOperation dtypDTypeOfOpCreate(MlirLocation loc,
                                                     MlirValue provider,
                                                     bool allowLegacy);

/// Builds `dtyp.itemsize`: the bytes of one element of a `!dtyp.dtype`.
MLIR_CAPI_EXPORTED MlirOperation dtypItemSizeOpCreate(MlirLocation loc,
                                                      MlirValue dtype);

/// Builds `dtyp.alignment`: the alignment of one element of a `!dtyp.dtype`.
MLIR_CAPI_EXPORTED MlirOperation dtypAlignmentOpCreate(MlirLocation loc,
                                                       DtypAlignmentModel model,
                                                       MlirValue dtype);

/// Builds `dtyp.make_provider`: an object of the type `provider` from the
/// values of its run-time fields, in their order.
MLIR_CAPI_EXPORTED MlirOperation
dtypMakeProviderOpCreate(MlirLocation loc, MlirType provider,
                         intptr_t numFields, const MlirValue *fields);

/// Builds `dtyp.get_field`: a run-time field of a `!dtyp.provider`.
MLIR_CAPI_EXPORTED MlirOperation dtypGetFieldOpCreate(MlirLocation loc,
                                                      MlirValue provider,
                                                      MlirStringRef field);

//===----------------------------------------------------------------------===//
// Promotion and casting
//===----------------------------------------------------------------------===//

/// Builds `dtyp.weak_scalar`: a Python number in promotion.
MLIR_CAPI_EXPORTED MlirOperation
dtypWeakScalarOpCreate(MlirLocation loc, DtypWeakScalarKind kind);

/// Builds `dtyp.promote`: the dtype in which dtypes, objects that provide one,
/// and Python numbers have a common operation.
MLIR_CAPI_EXPORTED MlirOperation dtypPromoteOpCreate(MlirLocation loc,
                                                     intptr_t numDTypes,
                                                     const MlirValue *dtypes,
                                                     DtypPromotionRules rules);

/// Builds `dtyp.can_cast`: whether a cast between dtypes is allowed.
MLIR_CAPI_EXPORTED MlirOperation dtypCanCastOpCreate(MlirLocation loc,
                                                     DtypCastingLevel level,
                                                     MlirValue source,
                                                     MlirValue target);

/// Builds `dtyp.cast`: the value of the dtype `target` for a value of the dtype
/// `source`. `DtypCastingLevelUnsafe` allows every cast.
MLIR_CAPI_EXPORTED MlirOperation dtypCastOpCreate(MlirLocation loc,
                                                  MlirValue value,
                                                  MlirType source,
                                                  MlirType target,
                                                  DtypCastingLevel casting);

//===----------------------------------------------------------------------===//
// Access to the elements of arrays
//===----------------------------------------------------------------------===//

/// A step of a path to a part of an element: a name, or indices of a sub-array.
typedef struct DtypPathStep {
  /// The name or title of a field; if its data is null, the step is the
  /// indices.
  MlirStringRef name;
  intptr_t numIndices;
  const MlirValue *indices;
} DtypPathStep;

/// An element of an array, or a part of one.
typedef struct DtypElement {
  /// The array, a memref.
  MlirValue memref;
  /// As many as the memref has dimensions.
  intptr_t numIndices;
  const MlirValue *indices;
  /// None for the whole element.
  intptr_t numSteps;
  const DtypPathStep *path;
  /// The dtype of the elements; null for the memref's element type.
  MlirType dtype;
} DtypElement;

/// Builds `dtyp.load`: the value of an element, or of a part of one.
MLIR_CAPI_EXPORTED MlirOperation dtypLoadOpCreate(MlirLocation loc,
                                                  const DtypElement *element);

/// Builds `dtyp.store`: writes an element, or a part of one.
MLIR_CAPI_EXPORTED MlirOperation dtypStoreOpCreate(MlirLocation loc,
                                                   MlirValue value,
                                                   const DtypElement *element);

/// Builds `dtyp.atomic_rmw`: an atomic update of an element, or of a part of
/// one. `kind` is spelled as in IR, such as `addf`.
MLIR_CAPI_EXPORTED MlirOperation
dtypAtomicRMWOpCreate(MlirLocation loc, MlirStringRef kind, MlirValue value,
                      const DtypElement *element);

/// Builds `dtyp.field_view`: a view of one field of all elements, to which a
/// path of names leads.
MLIR_CAPI_EXPORTED MlirOperation
dtypFieldViewOpCreate(MlirLocation loc, MlirValue memref, intptr_t numNames,
                      const MlirStringRef *path);

/// Builds `dtyp.view`: an array's bytes under another dtype.
MLIR_CAPI_EXPORTED MlirOperation dtypViewOpCreate(MlirLocation loc,
                                                  MlirValue memref,
                                                  MlirType dtype);

/// Builds `dtyp.raw_load`: a value of type `result` from `offset` bytes behind
/// the start of an element, with an access of `alignment` bytes.
MLIR_CAPI_EXPORTED MlirOperation dtypRawLoadOpCreate(
    MlirLocation loc, MlirType result, MlirValue memref, intptr_t numIndices,
    const MlirValue *indices, MlirValue offset, int64_t alignment);

/// Builds `dtyp.raw_store`, which writes a value there.
MLIR_CAPI_EXPORTED MlirOperation dtypRawStoreOpCreate(
    MlirLocation loc, MlirValue value, MlirValue memref, intptr_t numIndices,
    const MlirValue *indices, MlirValue offset, int64_t alignment);

#ifdef __cplusplus
}
#endif

#endif // DTYP_C_DTYPOPS_H

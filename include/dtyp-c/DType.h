//===- DType.h - C API: what a dtype is ---------------------------*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares the facts of dtypes, which are MLIR types (`f32`,
// `!dtyp.record<...>`, those of other dialects that implement
// `DTypeInterface`), and the conversion from and to NumPy's spellings.
//
// A type that is null or no dtype has no facts: the functions say what they
// return then, and emit no diagnostic. Sizes, alignments and offsets are in
// bytes.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_C_DTYPE_H
#define DTYP_C_DTYPE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// NumPy's spellings
//===----------------------------------------------------------------------===//

/// Returns the dtype that NumPy means by `spelling`: a name (`float32`), a
/// typestr (`>i2`, where `i8` is NumPy's int64, not MLIR's `i8`), a datetime
/// (`datetime64[25s]`), a string (`S5`), a sub-array (`(2,3)f4`), or a record
/// as JSON or Python (`[["x", "<f4"], ["y", "<i2", [2]]]`, or the dictionary
/// form). dtyp/Support/DTypeParser.h describes all of them.
///
/// Returns null after a diagnostic whose location has the column of the error,
/// `loc("dtype":1:COLUMN)`, where that is known: 1 is the first byte of
/// `spelling`.
MLIR_CAPI_EXPORTED MlirType dtypDTypeParse(MlirContext context,
                                           MlirStringRef spelling);

/// Calls `callback` with parts of the spelling by which NumPy means `dtype`;
/// `dtypDTypeParse` makes the same dtype of them. Fails after a diagnostic if
/// the type is no dtype of NumPy or ml_dtypes, and without one if it is null.
MLIR_CAPI_EXPORTED MlirLogicalResult dtypDTypePrint(MlirType dtype,
                                                    MlirStringCallback callback,
                                                    void *userData);

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Whose rules of alignment apply.
typedef enum DtypAlignmentModel {
  /// Those of NumPy on x86-64.
  DtypAlignmentModelNumPy = 0,
  /// Those of CUDA C++ on the device.
  DtypAlignmentModelDevice = 1
} DtypAlignmentModel;

/// A part of an element that is accessed by name.
typedef struct DtypField {
  /// Owned by the context where the API returns it.
  MlirStringRef name;
  /// NumPy's second name of the field; empty if it has none.
  MlirStringRef title;
  MlirType dtype;
  /// From the start of the element, in bytes.
  int64_t offset;
} DtypField;

/// A data type of DLPack, its `DLDataType`.
typedef struct DtypDLPackDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
  /// Whether an array needs DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED: each
  /// element has bytes of its own, where DLPack would pack fewer bits.
  bool isSubByteTypePadded;
} DtypDLPackDataType;

/// Returns whether the type is a dtype. (`i7` is not; a null type is not.)
MLIR_CAPI_EXPORTED bool dtypTypeIsADType(MlirType type);

/// Calls `callback` with `numpy.dtype.name`, such as `uint8`. Fails, without a
/// call, if the type is no dtype.
MLIR_CAPI_EXPORTED MlirLogicalResult
dtypDTypeGetName(MlirType dtype, MlirStringCallback callback, void *userData);

/// Returns `numpy.dtype.kind`, one of `biufcmMSUV`, or `W` for complex numbers
/// of ml_dtypes; 0 if the type is no dtype.
MLIR_CAPI_EXPORTED char dtypDTypeGetKind(MlirType dtype);

/// Returns the bytes of one element; -1 if they are not known, or if the type
/// is no dtype.
MLIR_CAPI_EXPORTED int64_t dtypDTypeGetItemSize(MlirType dtype);

/// Returns the alignment of one element in bytes; -1 if it is not known, or if
/// the type is no dtype, or the model none of those above.
MLIR_CAPI_EXPORTED int64_t dtypDTypeGetAlignment(MlirType dtype,
                                                 DtypAlignmentModel model);

/// Returns the type of one element as an SSA value: signless, `i1` for bool.
/// Null if the type is no dtype.
MLIR_CAPI_EXPORTED MlirType dtypDTypeGetValueType(MlirType dtype);

/// Returns the element type of a memref that stores such elements: `i8` for
/// bool. Null if the type is no dtype.
MLIR_CAPI_EXPORTED MlirType dtypDTypeGetStorageType(MlirType dtype);

/// Returns the rank of the shape that the dtype adds behind that of an array:
/// 0 for all but sub-arrays, -1 if the type is no dtype. Writes the extents to
/// `shape`, but at most `capacity`; with the capacity 0 it may be null.
MLIR_CAPI_EXPORTED intptr_t dtypDTypeGetSubArrayShape(MlirType dtype,
                                                      intptr_t capacity,
                                                      int64_t *shape);

/// Returns the dtype of the elements of a sub-array, as `numpy.dtype.base`.
/// Null for every other type.
MLIR_CAPI_EXPORTED MlirType dtypDTypeGetSubArrayBase(MlirType dtype);

/// Calls `callback` with the string of NumPy's array interface, such as `|u1`.
/// Fails, without a call, if no such string identifies the dtype (records,
/// ml_dtypes), or if the type is no dtype.
MLIR_CAPI_EXPORTED MlirLogicalResult dtypDTypeGetTypestr(
    MlirType dtype, MlirStringCallback callback, void *userData);

/// Writes the data type in DLPack to `result`. Fails, and writes nothing, if
/// there is none, if the type is no dtype, or if `result` is null.
MLIR_CAPI_EXPORTED MlirLogicalResult
dtypDTypeGetDLPackDataType(MlirType dtype, DtypDLPackDataType *result);

/// Returns the number of parts that can be accessed by name: a record's fields,
/// a complex number's `real` and `imag`, the `x`, `y`, `z` and `w` of one of
/// CUDA's vectors; -1 if the type is no dtype. Writes them to `fields`, but at
/// most `capacity`; with the capacity 0 it may be null.
MLIR_CAPI_EXPORTED intptr_t dtypDTypeGetFields(MlirType dtype,
                                               intptr_t capacity,
                                               DtypField *fields);

//===----------------------------------------------------------------------===//
// Promotion and casting
//===----------------------------------------------------------------------===//

/// Whose rules of promotion apply.
typedef enum DtypPromotionRules {
  DtypPromotionRulesNumPy = 0,
  DtypPromotionRulesJAX = 1
} DtypPromotionRules;

/// Returns the dtype of the result of an operation on elements of all `dtypes`:
/// dtypes, or `!dtyp.weak` for a Python number. Returns null after a diagnostic
/// that says why there is none.
MLIR_CAPI_EXPORTED MlirType dtypDTypePromote(MlirContext context,
                                             intptr_t numDTypes,
                                             const MlirType *dtypes,
                                             DtypPromotionRules rules);

/// How much a cast may change, as NumPy's `casting`; each level allows what
/// those before it do.
typedef enum DtypCastingLevel {
  DtypCastingLevelNo = 0,
  DtypCastingLevelEquiv = 1,
  DtypCastingLevelSafe = 2,
  DtypCastingLevelSameKind = 3,
  DtypCastingLevelUnsafe = 4
} DtypCastingLevel;

/// Returns the lowest `DtypCastingLevel` at which an element of `source` can be
/// cast to `target`; -1 if it cannot, or if one of the types is no dtype.
MLIR_CAPI_EXPORTED int dtypDTypeGetCastingLevel(MlirType source,
                                                MlirType target);

//===----------------------------------------------------------------------===//
// Providers
//===----------------------------------------------------------------------===//

/// Returns whether the type is that of an object that provides a dtype:
/// `!dtyp.provider`, `!dtyp.dtype`, or one of another dialect that implements
/// `DTypeProviderTypeInterface`.
MLIR_CAPI_EXPORTED bool dtypTypeIsADTypeProvider(MlirType type);

/// Returns the dtype that the object provides; null if the type is no
/// provider.
MLIR_CAPI_EXPORTED MlirType dtypDTypeProviderGetDType(MlirType provider);

#ifdef __cplusplus
}
#endif

#endif // DTYP_C_DTYPE_H

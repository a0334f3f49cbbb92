//===- Types.h - C API: the types of the dialect dtyp -------------*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares the constructors and accessors of the types of the
// dialect dtyp. The dialect is loaded into the context where it is not yet.
//
// A constructor returns null after a diagnostic of the context that says why
// there is no such type (without one if the type that would name the context is
// null). An accessor of a null type, or of one of another kind, returns null,
// an empty string, or -1.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_C_TYPES_H
#define DTYP_C_TYPES_H

#include "dtyp-c/DType.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

/// NumPy's units of datetime64 and timedelta64.
typedef enum DtypDatetimeUnit {
  DtypDatetimeUnitGeneric = 0,
  DtypDatetimeUnitYear = 1,
  DtypDatetimeUnitMonth = 2,
  DtypDatetimeUnitWeek = 3,
  DtypDatetimeUnitDay = 4,
  DtypDatetimeUnitHour = 5,
  DtypDatetimeUnitMinute = 6,
  DtypDatetimeUnitSecond = 7,
  DtypDatetimeUnitMillisecond = 8,
  DtypDatetimeUnitMicrosecond = 9,
  DtypDatetimeUnitNanosecond = 10,
  DtypDatetimeUnitPicosecond = 11,
  DtypDatetimeUnitFemtosecond = 12,
  DtypDatetimeUnitAttosecond = 13
} DtypDatetimeUnit;

/// Returns `!dtyp.datetime64` in steps of `multiplier` units, which is 1 to
/// 2147483647, and 1 for the generic unit.
MLIR_CAPI_EXPORTED MlirType dtypDatetime64TypeGet(MlirContext context,
                                                  DtypDatetimeUnit unit,
                                                  int64_t multiplier);
/// Returns whether the type is `!dtyp.datetime64`.
MLIR_CAPI_EXPORTED bool dtypTypeIsADatetime64(MlirType type);

/// Returns `!dtyp.timedelta64`, likewise.
MLIR_CAPI_EXPORTED MlirType dtypTimedelta64TypeGet(MlirContext context,
                                                   DtypDatetimeUnit unit,
                                                   int64_t multiplier);
/// Returns whether the type is `!dtyp.timedelta64`.
MLIR_CAPI_EXPORTED bool dtypTypeIsATimedelta64(MlirType type);

/// Returns the unit of a datetime64 or timedelta64, a `DtypDatetimeUnit`; -1
/// for another type.
MLIR_CAPI_EXPORTED int dtypTimeTypeGetUnit(MlirType type);

/// Returns how many units a step of a datetime64 or timedelta64 is; -1 for
/// another type.
MLIR_CAPI_EXPORTED int64_t dtypTimeTypeGetMultiplier(MlirType type);

//===----------------------------------------------------------------------===//
// Bytes, strings, raw bytes
//===----------------------------------------------------------------------===//

/// Returns `!dtyp.bytes`, NumPy's `S`, of `length` bytes, at least 1.
MLIR_CAPI_EXPORTED MlirType dtypBytesTypeGet(MlirContext context,
                                             int64_t length);
/// Returns whether the type is `!dtyp.bytes`.
MLIR_CAPI_EXPORTED bool dtypTypeIsABytes(MlirType type);

/// Returns `!dtyp.str`, NumPy's `U`, of `length` characters of four bytes, at
/// least 1.
MLIR_CAPI_EXPORTED MlirType dtypStrTypeGet(MlirContext context, int64_t length);
/// Returns whether the type is `!dtyp.str`.
MLIR_CAPI_EXPORTED bool dtypTypeIsAStr(MlirType type);

/// Returns `!dtyp.void`, NumPy's `V`, of `length` bytes, at least 1.
MLIR_CAPI_EXPORTED MlirType dtypVoidTypeGet(MlirContext context,
                                            int64_t length);
/// Returns whether the type is `!dtyp.void`.
MLIR_CAPI_EXPORTED bool dtypTypeIsAVoid(MlirType type);

/// Returns the length that the constructor of a bytes, str or void type took;
/// -1 for another type.
MLIR_CAPI_EXPORTED int64_t dtypSizedTypeGetLength(MlirType type);

//===----------------------------------------------------------------------===//
// Compound dtypes
//===----------------------------------------------------------------------===//

/// Returns `!dtyp.subarray`, elements of the dtype `base` in a shape of `rank`
/// extents. The facts of DType.h are its accessors.
MLIR_CAPI_EXPORTED MlirType dtypSubArrayTypeGet(intptr_t rank,
                                                const int64_t *shape,
                                                MlirType base);
/// Returns whether the type is `!dtyp.subarray`.
MLIR_CAPI_EXPORTED bool dtypTypeIsASubArray(MlirType type);

/// Returns `!dtyp.big_endian`, `dtype` in the other byte order.
MLIR_CAPI_EXPORTED MlirType dtypBigEndianTypeGet(MlirType dtype);
/// Returns whether the type is `!dtyp.big_endian`.
MLIR_CAPI_EXPORTED bool dtypTypeIsABigEndian(MlirType type);
/// Returns the dtype in native byte order.
MLIR_CAPI_EXPORTED MlirType dtypBigEndianTypeGetDType(MlirType type);

/// Returns `!dtyp.vector`, one of CUDA's vector types: 2 to 4 numbers.
MLIR_CAPI_EXPORTED MlirType dtypCudaVectorTypeGet(int64_t lanes,
                                                  MlirType dtype);
/// Returns whether the type is `!dtyp.vector`.
MLIR_CAPI_EXPORTED bool dtypTypeIsACudaVector(MlirType type);
/// Returns the number of numbers.
MLIR_CAPI_EXPORTED int64_t dtypCudaVectorTypeGetLanes(MlirType type);
/// Returns the dtype of one number.
MLIR_CAPI_EXPORTED MlirType dtypCudaVectorTypeGetDType(MlirType type);

/// Returns `!dtyp.record` with `numFields` fields at their offsets, in elements
/// of `itemSize` bytes aligned to `alignment` bytes. `isAligned` says that it
/// is laid out as by `numpy.dtype(..., align=True)`; then offsets, item size
/// and alignment must be so, too. The fields' strings are copied.
///
/// `dtypRecordTypeGetLaidOut` computes the layout. The fields are got by
/// `dtypDTypeGetFields`, sizes by the facts of DType.h.
MLIR_CAPI_EXPORTED MlirType dtypRecordTypeGet(
    MlirContext context, intptr_t numFields, const DtypField *fields,
    int64_t itemSize, int64_t alignment, bool isAligned);

/// How the offsets of a record follow from its fields.
typedef enum DtypFieldLayout {
  /// One behind the other, as `numpy.dtype([...])`.
  DtypFieldLayoutPacked = 0,
  /// As C aligns a struct, and `numpy.dtype([...], align=True)`.
  DtypFieldLayoutAligned = 1,
  /// As aligned, with CUDA's alignments: those of complex numbers differ.
  DtypFieldLayoutDevice = 2
} DtypFieldLayout;

/// Returns `!dtyp.record` with `numFields` fields where the layout puts them;
/// the offsets in `fields` do not matter. The fields' strings are copied.
MLIR_CAPI_EXPORTED MlirType dtypRecordTypeGetLaidOut(MlirContext context,
                                                     intptr_t numFields,
                                                     const DtypField *fields,
                                                     DtypFieldLayout layout);
/// Returns whether the type is `!dtyp.record`.
MLIR_CAPI_EXPORTED bool dtypTypeIsARecord(MlirType type);
/// Returns whether the record is laid out as by `align=True`; false for another
/// type.
MLIR_CAPI_EXPORTED bool dtypRecordTypeIsAligned(MlirType type);

//===----------------------------------------------------------------------===//
// Types that are no dtypes
//===----------------------------------------------------------------------===//

/// Returns `!dtyp.dtype`, a dtype as a value. `dtypDTypeProviderGetDType`
/// returns the dtype.
MLIR_CAPI_EXPORTED MlirType dtypDTypeTypeGet(MlirType dtype);
/// Returns whether the type is `!dtyp.dtype`.
MLIR_CAPI_EXPORTED bool dtypTypeIsADTypeType(MlirType type);

/// The Python type of a number.
typedef enum DtypWeakScalarKind {
  DtypWeakScalarKindInt = 0,
  DtypWeakScalarKindFloat = 1,
  DtypWeakScalarKindComplex = 2
} DtypWeakScalarKind;

/// Returns `!dtyp.weak`, a Python number in promotion.
MLIR_CAPI_EXPORTED MlirType dtypWeakTypeGet(MlirContext context,
                                            DtypWeakScalarKind kind);
/// Returns whether the type is `!dtyp.weak`.
MLIR_CAPI_EXPORTED bool dtypTypeIsAWeak(MlirType type);
/// Returns a `DtypWeakScalarKind`; -1 for another type.
MLIR_CAPI_EXPORTED int dtypWeakTypeGetKind(MlirType type);

/// How an object provides its dtype.
typedef enum DtypDTypeProtocol {
  /// Through `__numpy_dtype__` of NumPy 2.4.
  DtypDTypeProtocolNumPyDType = 0,
  /// Only through the attribute `.dtype`.
  DtypDTypeProtocolLegacy = 1
} DtypDTypeProtocol;

/// Returns `!dtyp.provider`, the type of an object of the class `className`
/// that provides `dtype`, with `numFields` values that make it up at run time,
/// usually 0: the arrays may be null then. The strings are copied.
MLIR_CAPI_EXPORTED MlirType dtypProviderTypeGet(MlirStringRef className,
                                                MlirType dtype,
                                                DtypDTypeProtocol protocol,
                                                intptr_t numFields,
                                                const MlirStringRef *fieldNames,
                                                const MlirType *fieldTypes);
/// Returns whether the type is `!dtyp.provider`.
MLIR_CAPI_EXPORTED bool dtypTypeIsAProvider(MlirType type);
/// Returns the name of the class, owned by the context.
MLIR_CAPI_EXPORTED MlirStringRef dtypProviderTypeGetClassName(MlirType type);
/// Returns a `DtypDTypeProtocol`; -1 for another type.
MLIR_CAPI_EXPORTED int dtypProviderTypeGetProtocol(MlirType type);
/// Returns the number of run-time fields; -1 for another type.
MLIR_CAPI_EXPORTED intptr_t dtypProviderTypeGetNumFields(MlirType type);
/// Returns the name of a field, owned by the context; empty if there is none of
/// this position.
MLIR_CAPI_EXPORTED MlirStringRef dtypProviderTypeGetFieldName(MlirType type,
                                                              intptr_t pos);
/// Returns the type of a field; null if there is none of this position.
MLIR_CAPI_EXPORTED MlirType dtypProviderTypeGetFieldType(MlirType type,
                                                         intptr_t pos);

#ifdef __cplusplus
}
#endif

#endif // DTYP_C_TYPES_H

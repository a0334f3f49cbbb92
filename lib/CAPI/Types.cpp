//===- Types.cpp - C API: the types of the dialect dtyp -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the constructors and accessors of the types.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/Types.h"

#include "Handles.h"

#include "dtyp/Dialect/Dtyp/IR/FieldLayout.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;

// The enumerations of the two languages are the same numbers.
static_assert(static_cast<int>(DtypDatetimeUnitGeneric) ==
              static_cast<int>(DatetimeUnit::Generic));
static_assert(static_cast<int>(DtypDatetimeUnitYear) ==
              static_cast<int>(DatetimeUnit::Year));
static_assert(static_cast<int>(DtypDatetimeUnitAttosecond) ==
              static_cast<int>(DatetimeUnit::Attosecond));
static_assert(static_cast<int>(DtypWeakScalarKindComplex) ==
              static_cast<int>(WeakScalarKind::Complex));
static_assert(static_cast<int>(DtypDTypeProtocolLegacy) ==
              static_cast<int>(DTypeProtocol::Legacy));
static_assert(static_cast<int>(DtypAlignmentModelDevice) ==
              static_cast<int>(AlignmentModel::Device));
static_assert(static_cast<int>(DtypFieldLayoutDevice) ==
              static_cast<int>(FieldLayout::Device));

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

template <typename TimeType>
static MlirType getTimeType(MlirContext context, DtypDatetimeUnit unit,
                            int64_t multiplier) {
  if (!context.ptr) {
    return {nullptr};
  }
  std::optional<DatetimeUnit> known = symbolizeDatetimeUnit(unit);
  if (!known) {
    return emitTypeError(unwrap(context),
                         "expected a unit of datetime64, but got the number " +
                             Twine(static_cast<unsigned>(unit)));
  }
  return getType<TimeType>(unwrap(context), *known, multiplier);
}

MlirType dtypDatetime64TypeGet(MlirContext context, DtypDatetimeUnit unit,
                               int64_t multiplier) {
  return getTimeType<Datetime64Type>(context, unit, multiplier);
}

bool dtypTypeIsADatetime64(MlirType type) {
  return static_cast<bool>(unwrapAs<Datetime64Type>(type));
}

MlirType dtypTimedelta64TypeGet(MlirContext context, DtypDatetimeUnit unit,
                                int64_t multiplier) {
  return getTimeType<Timedelta64Type>(context, unit, multiplier);
}

bool dtypTypeIsATimedelta64(MlirType type) {
  return static_cast<bool>(unwrapAs<Timedelta64Type>(type));
}

int dtypTimeTypeGetUnit(MlirType type) {
  if (auto datetime = unwrapAs<Datetime64Type>(type)) {
    return static_cast<int>(datetime.getUnit());
  }
  auto timedelta = unwrapAs<Timedelta64Type>(type);
  return timedelta ? static_cast<int>(timedelta.getUnit()) : -1;
}

int64_t dtypTimeTypeGetMultiplier(MlirType type) {
  if (auto datetime = unwrapAs<Datetime64Type>(type)) {
    return datetime.getMultiplier();
  }
  auto timedelta = unwrapAs<Timedelta64Type>(type);
  return timedelta ? timedelta.getMultiplier() : -1;
}

//===----------------------------------------------------------------------===//
// Bytes, strings, raw bytes
//===----------------------------------------------------------------------===//

template <typename SizedType>
static MlirType getSizedType(MlirContext context, int64_t length) {
  return context.ptr ? getType<SizedType>(unwrap(context), length)
                     : MlirType{nullptr};
}

MlirType dtypBytesTypeGet(MlirContext context, int64_t length) {
  return getSizedType<BytesType>(context, length);
}

bool dtypTypeIsABytes(MlirType type) {
  return static_cast<bool>(unwrapAs<BytesType>(type));
}

MlirType dtypStrTypeGet(MlirContext context, int64_t length) {
  return getSizedType<StrType>(context, length);
}

bool dtypTypeIsAStr(MlirType type) {
  return static_cast<bool>(unwrapAs<StrType>(type));
}

MlirType dtypVoidTypeGet(MlirContext context, int64_t length) {
  return getSizedType<VoidType>(context, length);
}

bool dtypTypeIsAVoid(MlirType type) {
  return static_cast<bool>(unwrapAs<VoidType>(type));
}

int64_t dtypSizedTypeGetLength(MlirType type) {
  if (auto bytes = unwrapAs<BytesType>(type)) {
    return bytes.getLength();
  }
  if (auto str = unwrapAs<StrType>(type)) {
    return str.getLength();
  }
  auto raw = unwrapAs<VoidType>(type);
  return raw ? raw.getLength() : -1;
}

//===----------------------------------------------------------------------===//
// Compound dtypes
//===----------------------------------------------------------------------===//

MlirType dtypSubArrayTypeGet(intptr_t rank, const int64_t *shape,
                             MlirType base) {
  if (!base.ptr) {
    return {nullptr};
  }
  MLIRContext *context = unwrap(base).getContext();
  if (!isArray(rank, shape)) {
    return emitTypeError(context, "expected a shape, but got null");
  }
  return getType<SubArrayType>(context, ArrayRef<int64_t>(shape, rank),
                               unwrap(base));
}

bool dtypTypeIsASubArray(MlirType type) {
  return static_cast<bool>(unwrapAs<SubArrayType>(type));
}

MlirType dtypBigEndianTypeGet(MlirType dtype) {
  return dtype.ptr
             ? getType<BigEndianType>(unwrap(dtype).getContext(), unwrap(dtype))
             : MlirType{nullptr};
}

bool dtypTypeIsABigEndian(MlirType type) {
  return static_cast<bool>(unwrapAs<BigEndianType>(type));
}

MlirType dtypBigEndianTypeGetDType(MlirType type) {
  auto bigEndian = unwrapAs<BigEndianType>(type);
  return wrap(bigEndian ? bigEndian.getDtype() : Type());
}

MlirType dtypCudaVectorTypeGet(int64_t lanes, MlirType dtype) {
  return dtype.ptr ? getType<CudaVectorType>(unwrap(dtype).getContext(), lanes,
                                             unwrap(dtype))
                   : MlirType{nullptr};
}

bool dtypTypeIsACudaVector(MlirType type) {
  return static_cast<bool>(unwrapAs<CudaVectorType>(type));
}

int64_t dtypCudaVectorTypeGetLanes(MlirType type) {
  auto vector = unwrapAs<CudaVectorType>(type);
  return vector ? vector.getLanes() : -1;
}

MlirType dtypCudaVectorTypeGetDType(MlirType type) {
  auto vector = unwrapAs<CudaVectorType>(type);
  return wrap(vector ? vector.getDtype() : Type());
}

/// Copies fields of the caller's. Fails after a diagnostic.
static LogicalResult copyFields(MLIRContext *context, intptr_t numFields,
                                const DtypField *fields,
                                SmallVectorImpl<DTypeField> &copies) {
  Location loc = UnknownLoc::get(context);
  if (!isArray(numFields, fields)) {
    return emitError(loc) << "expected fields, but got null";
  }
  for (const DtypField &field : ArrayRef<DtypField>(fields, numFields)) {
    StringRef name = unwrapString(field.name);
    if (!field.dtype.ptr) {
      return emitError(loc) << "expected fields to have dtypes, but that of '"
                            << name << "' is null";
    }
    StringRef title = unwrapString(field.title);
    copies.push_back(
        {StringAttr::get(context, name),
         title.empty() ? StringAttr() : StringAttr::get(context, title),
         unwrap(field.dtype), field.offset});
  }
  return success();
}

MlirType dtypRecordTypeGet(MlirContext context, intptr_t numFields,
                           const DtypField *fields, int64_t itemSize,
                           int64_t alignment, bool isAligned) {
  SmallVector<DTypeField> copies;
  if (!context.ptr ||
      failed(copyFields(unwrap(context), numFields, fields, copies))) {
    return {nullptr};
  }
  return getType<RecordType>(unwrap(context), ArrayRef<DTypeField>(copies),
                             itemSize, alignment, isAligned);
}

MlirType dtypRecordTypeGetLaidOut(MlirContext context, intptr_t numFields,
                                  const DtypField *fields,
                                  DtypFieldLayout layout) {
  if (!context.ptr) {
    return {nullptr};
  }
  MLIRContext *ctx = unwrap(context);
  loadDialect(ctx);
  if (static_cast<unsigned>(layout) > DtypFieldLayoutDevice) {
    return emitTypeError(ctx, "expected a layout of fields, but got the "
                              "number " +
                                  Twine(static_cast<unsigned>(layout)));
  }
  SmallVector<DTypeField> copies;
  if (failed(copyFields(ctx, numFields, fields, copies))) {
    return {nullptr};
  }
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(ctx)); };
  return wrap(Type(
      layOutRecord(emitError, ctx, copies, static_cast<FieldLayout>(layout))));
}

bool dtypTypeIsARecord(MlirType type) {
  return static_cast<bool>(unwrapAs<RecordType>(type));
}

bool dtypRecordTypeIsAligned(MlirType type) {
  auto record = unwrapAs<RecordType>(type);
  return record && record.getAligned();
}

//===----------------------------------------------------------------------===//
// Types that are no dtypes
//===----------------------------------------------------------------------===//

MlirType dtypDTypeTypeGet(MlirType dtype) {
  return dtype.ptr
             ? getType<DTypeType>(unwrap(dtype).getContext(), unwrap(dtype))
             : MlirType{nullptr};
}

bool dtypTypeIsADTypeType(MlirType type) {
  return static_cast<bool>(unwrapAs<DTypeType>(type));
}

MlirType dtypWeakTypeGet(MlirContext context, DtypWeakScalarKind kind) {
  if (!context.ptr) {
    return {nullptr};
  }
  std::optional<WeakScalarKind> known = symbolizeWeakScalarKind(kind);
  if (!known) {
    return emitTypeError(unwrap(context),
                         "expected the kind of a Python number, but got the "
                         "number " +
                             Twine(static_cast<unsigned>(kind)));
  }
  loadDialect(unwrap(context));
  return wrap(Type(WeakType::get(unwrap(context), *known)));
}

bool dtypTypeIsAWeak(MlirType type) {
  return static_cast<bool>(unwrapAs<WeakType>(type));
}

int dtypWeakTypeGetKind(MlirType type) {
  auto weak = unwrapAs<WeakType>(type);
  return weak ? static_cast<int>(weak.getKind()) : -1;
}

MlirType dtypProviderTypeGet(MlirStringRef className, MlirType dtype,
                             DtypDTypeProtocol protocol, intptr_t numFields,
                             const MlirStringRef *fieldNames,
                             const MlirType *fieldTypes) {
  if (!dtype.ptr) {
    return {nullptr};
  }
  MLIRContext *context = unwrap(dtype).getContext();
  std::optional<DTypeProtocol> known = symbolizeDTypeProtocol(protocol);
  if (!known) {
    return emitTypeError(context, "expected a protocol, but got the number " +
                                      Twine(static_cast<unsigned>(protocol)));
  }
  if (!isArray(numFields, fieldNames) || !isArray(numFields, fieldTypes)) {
    return emitTypeError(context, "expected names and types of fields, but got "
                                  "null");
  }
  SmallVector<StringAttr> names;
  SmallVector<Type> types;
  for (intptr_t i = 0; i < numFields; ++i) {
    names.push_back(StringAttr::get(context, unwrapString(fieldNames[i])));
    types.push_back(unwrap(fieldTypes[i]));
    if (!types.back()) {
      return emitTypeError(context, "expected fields to have types, but that "
                                    "of '" +
                                        names.back().getValue() + "' is null");
    }
  }
  return getType<ProviderType>(context, unwrapString(className), unwrap(dtype),
                               *known, ArrayRef<StringAttr>(names),
                               ArrayRef<Type>(types));
}

bool dtypTypeIsAProvider(MlirType type) {
  return static_cast<bool>(unwrapAs<ProviderType>(type));
}

MlirStringRef dtypProviderTypeGetClassName(MlirType type) {
  auto provider = unwrapAs<ProviderType>(type);
  return wrap(provider ? provider.getClassName() : StringRef());
}

int dtypProviderTypeGetProtocol(MlirType type) {
  auto provider = unwrapAs<ProviderType>(type);
  return provider ? static_cast<int>(provider.getProtocol()) : -1;
}

intptr_t dtypProviderTypeGetNumFields(MlirType type) {
  auto provider = unwrapAs<ProviderType>(type);
  return provider ? static_cast<intptr_t>(provider.getFieldNames().size()) : -1;
}

/// Returns whether there is a field of this position.
static bool hasField(MlirType type, intptr_t pos) {
  return pos >= 0 && pos < dtypProviderTypeGetNumFields(type);
}

MlirStringRef dtypProviderTypeGetFieldName(MlirType type, intptr_t pos) {
  return wrap(hasField(type, pos)
                  ? unwrapAs<ProviderType>(type).getFieldNames()[pos].getValue()
                  : StringRef());
}

MlirType dtypProviderTypeGetFieldType(MlirType type, intptr_t pos) {
  return wrap(hasField(type, pos)
                  ? unwrapAs<ProviderType>(type).getFieldTypes()[pos]
                  : Type());
}

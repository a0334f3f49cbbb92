//===- DTypeSpec.cpp - Dtypes as types and as plain data ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversions between dtypes as types and as plain
// data. Scalars go by their names, so no table of them is needed.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/DTypeSpec.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/RecordLayout.h"
#include "dtyp/Support/StrCat.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// From types
//===----------------------------------------------------------------------===//

/// Returns the step of a time; both dialect and plain data have NumPy's units,
/// in another order.
template <typename TimeType>
static DatetimeStep getStep(TimeType type) {
  DatetimeStep step;
  if (type.getUnit() != DatetimeUnit::Generic) {
    step.unit =
        static_cast<TimeUnit>(static_cast<uint32_t>(type.getUnit()) -
                              static_cast<uint32_t>(DatetimeUnit::Year));
    step.count = static_cast<int32_t>(type.getMultiplier());
  }
  return step;
}

static Result<NumPyDType> getRecord(DTypeInterface dtype, bool isAligned,
                                    int64_t alignment) {
  SmallVector<DTypeField> fields;
  dtype.getFields(fields);
  RecordBuilder builder(isAligned);
  for (const DTypeField &field : fields) {
    Result<NumPyDType> inner = getNumPyDType(cast<DTypeInterface>(field.dtype));
    if (!inner) {
      return inner;
    }
    std::string title = field.title ? field.title.str() : "";
    if (Status status = builder.addField(field.name.str(), std::move(title),
                                         std::move(*inner), field.offset);
        !status) {
      return status.error();
    }
  }
  return std::move(builder).finish(dtype.getItemSize(), alignment);
}

static Result<NumPyDType> getByName(DTypeInterface dtype) {
  std::string name = dtype.getDTypeName();
  if (llvm::is_contained(getScalarDTypeNames(), name)) {
    return getScalarDType(name);
  }
  // A dtype of whoever implements the interface, with parts that NumPy knows.
  SmallVector<DTypeField> fields;
  dtype.getFields(fields);
  std::optional<int64_t> alignment = dtype.getAlignment(AlignmentModel::NumPy);
  if (fields.empty() || !dtype.getItemSize() || !alignment) {
    return Error(strCat("expected a dtype of NumPy or ml_dtypes, got ", name));
  }
  return getRecord(dtype, /*isAligned=*/false, *alignment);
}

Result<NumPyDType> mlir::dtyp::getNumPyDType(DTypeInterface dtype) {
  using Spec = Result<NumPyDType>;
  if (Type element = dtype.getSubArrayBase()) {
    Spec base = getNumPyDType(cast<DTypeInterface>(element));
    if (!base) {
      return base;
    }
    SmallVector<int64_t> shape = getOwnShape(dtype);
    return makeSubArray(std::move(*base), {shape.begin(), shape.end()});
  }
  return TypeSwitch<Type, Spec>(dtype)
      .Case([](Datetime64Type type) -> Spec {
        return getDatetimeDType(getStep(type));
      })
      .Case([](Timedelta64Type type) -> Spec {
        return getTimedeltaDType(getStep(type));
      })
      .Case([](BytesType type) -> Spec {
        return getBytesDType(type.getLength());
      })
      .Case([](StrType type) -> Spec { return getStrDType(type.getLength()); })
      .Case(
          [](VoidType type) -> Spec { return getVoidDType(type.getLength()); })
      .Case([](BigEndianType type) -> Spec {
        Spec spec = getNumPyDType(cast<DTypeInterface>(type.getDtype()));
        if (spec) {
          spec->byteOrder = ByteOrder::Big;
        }
        return spec;
      })
      .Case([&](RecordType type) -> Spec {
        return getRecord(dtype, type.getAligned(), type.getByteAlignment());
      })
      .Default([&](Type) -> Spec { return getByName(dtype); });
}

//===----------------------------------------------------------------------===//
// To types
//===----------------------------------------------------------------------===//

/// Returns the builtin type whose name as a dtype this is, or null.
static Type findScalar(MLIRContext *context, StringRef name) {
  Builder builder(context);
  SmallVector<Type> candidates = {
      builder.getF16Type(),
      builder.getBF16Type(),
      builder.getF32Type(),
      builder.getF64Type(),
      Float8E3M4Type::get(context),
      Float8E4M3Type::get(context),
      Float8E4M3B11FNUZType::get(context),
      Float8E4M3FNType::get(context),
      Float8E4M3FNUZType::get(context),
      Float8E5M2Type::get(context),
      Float8E5M2FNUZType::get(context),
      Float8E8M0FNUType::get(context),
      Float6E2M3FNType::get(context),
      Float6E3M2FNType::get(context),
      Float4E2M1FNType::get(context),
  };
  for (Type part : ArrayRef<Type>(candidates).take_front(4).vec()) {
    candidates.push_back(ComplexType::get(part));
  }
  for (unsigned width : {1, 2, 4, 8, 16, 32, 64}) {
    for (auto signedness :
         {IntegerType::Signless, IntegerType::Signed, IntegerType::Unsigned}) {
      candidates.push_back(IntegerType::get(context, width, signedness));
    }
  }
  for (Type candidate : candidates) {
    auto dtype = dyn_cast<DTypeInterface>(candidate);
    if (dtype && dtype.getDTypeName() == name) {
      return candidate;
    }
  }
  return {};
}

static DatetimeUnit getUnit(DatetimeStep step) {
  if (step.unit == TimeUnit::Generic) {
    return DatetimeUnit::Generic;
  }
  return static_cast<DatetimeUnit>(static_cast<uint32_t>(step.unit) +
                                   static_cast<uint32_t>(DatetimeUnit::Year));
}

static Type getRecord(MLIRContext *context, const NumPyDType &record,
                      function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<DTypeField> fields;
  for (const RecordField &field : record.fields) {
    Type dtype = getDType(context, field.dtype, emitError);
    if (!dtype) {
      return {};
    }
    StringAttr title =
        field.title.empty() ? nullptr : StringAttr::get(context, field.title);
    fields.push_back(
        {StringAttr::get(context, field.name), title, dtype, field.offset});
  }
  return RecordType::getChecked(emitError, context,
                                ArrayRef<DTypeField>(fields), record.itemsize,
                                record.alignment, record.isAligned);
}

static Type getNative(MLIRContext *context, const NumPyDType &dtype,
                      function_ref<InFlightDiagnostic()> emitError) {
  switch (dtype.kind) {
  case NumPyKind::Datetime:
    return Datetime64Type::getChecked(emitError, context, getUnit(dtype.step),
                                      int64_t(dtype.step.count));
  case NumPyKind::Timedelta:
    return Timedelta64Type::getChecked(emitError, context, getUnit(dtype.step),
                                       int64_t(dtype.step.count));
  case NumPyKind::Bytes:
    return BytesType::getChecked(emitError, context, dtype.itemsize);
  case NumPyKind::Str:
    return StrType::getChecked(emitError, context, dtype.itemsize / 4);
  case NumPyKind::Void:
    return VoidType::getChecked(emitError, context, dtype.itemsize);
  case NumPyKind::Record:
    return getRecord(context, dtype, emitError);
  case NumPyKind::SubArray: {
    Type base = getDType(context, *dtype.base, emitError);
    if (!base) {
      return {};
    }
    return SubArrayType::getChecked(emitError, context,
                                    ArrayRef<int64_t>(dtype.shape), base);
  }
  case NumPyKind::Bool:
  case NumPyKind::Int:
  case NumPyKind::UInt:
  case NumPyKind::Float:
  case NumPyKind::Complex:
    break;
  }
  Type scalar = findScalar(context, dtype.name);
  if (!scalar) {
    emitError() << "expected a dtype that has a type, but got "
                << formatDType(dtype);
  }
  return scalar;
}

Type mlir::dtyp::getDType(MLIRContext *context, const NumPyDType &dtype,
                          function_ref<InFlightDiagnostic()> emitError) {
  Type native = getNative(context, dtype, emitError);
  if (!native || dtype.byteOrder != ByteOrder::Big) {
    return native;
  }
  return BigEndianType::getChecked(emitError, context, native);
}

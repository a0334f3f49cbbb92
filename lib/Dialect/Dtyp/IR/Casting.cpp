//===- Casting.cpp - Casts between dtypes ---------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the levels of casts. The rules are those of the
// functions that end in `resolve_descriptors` in NumPy's convert_datatype.c.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Casting.h"

#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/DatetimeUnits.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Dialect/Dtyp/IR/Promotion.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

using OptionalLevel = std::optional<CastingLevel>;

/// Returns the level of a cast that consists of two.
static OptionalLevel combine(OptionalLevel left, OptionalLevel right) {
  if (!left || !right) {
    return std::nullopt;
  }
  return std::max(*left, *right);
}

static bool isTime(DTypeFamily family) {
  return family == DTypeFamily::Datetime || family == DTypeFamily::Timedelta;
}

static bool isText(DTypeFamily family) {
  return family == DTypeFamily::Bytes || family == DTypeFamily::Str;
}

static bool isVoid(DTypeFamily family) {
  return family == DTypeFamily::Void || family == DTypeFamily::Record ||
         family == DTypeFamily::SubArray;
}

/// Whether the dtype is one that NumPy itself defines.
static bool isNumPyDType(DTypeFamily family) {
  return family == DTypeFamily::Number || isTime(family) || isText(family) ||
         isVoid(family);
}

//===----------------------------------------------------------------------===//
// Numbers, times and text
//===----------------------------------------------------------------------===//

/// NumPy's order of kinds: a cast upwards is of the same kind.
static unsigned getOrder(DTypeKind kind) {
  switch (kind) {
  case DTypeKind::Boolean:
    return 0;
  case DTypeKind::UnsignedInteger:
    return 1;
  case DTypeKind::SignedInteger:
    return 2;
  case DTypeKind::Floating:
    return 3;
  default:
    return 4;
  }
}

/// Whether both are integers, and `target` has every number that `source` has.
static bool isIntegerSubset(Type source, Type target) {
  auto sourceType = dyn_cast<IntegerType>(source);
  auto targetType = dyn_cast<IntegerType>(target);
  if (!sourceType || !targetType ||
      getNumberKind(target) == DTypeKind::Boolean) {
    return false;
  }
  bool isSourceUnsigned = getNumberKind(source) != DTypeKind::SignedInteger;
  bool isTargetUnsigned = getNumberKind(target) != DTypeKind::SignedInteger;
  if (isSourceUnsigned == isTargetUnsigned) {
    return sourceType.getWidth() <= targetType.getWidth();
  }
  return isSourceUnsigned && sourceType.getWidth() < targetType.getWidth();
}

static CastingLevel getNumberLevel(Type source, Type target) {
  bool areNumPys = getFamily(source) == DTypeFamily::Number &&
                   getFamily(target) == DTypeFamily::Number;
  FailureOr<Type> common =
      promoteDTypes({source, target}, PromotionRules::NumPy, {});
  if ((succeeded(common) && *common == target) ||
      (!areNumPys && isIntegerSubset(source, target))) {
    return CastingLevel::Safe;
  }
  return getOrder(getNumberKind(source)) <= getOrder(getNumberKind(target))
             ? CastingLevel::SameKind
             : CastingLevel::Unsafe;
}

static CastingLevel getTimeLevel(Type source, DTypeFamily sourceFamily,
                                 Type target, DTypeFamily targetFamily) {
  if (sourceFamily == targetFamily) {
    return getUnitCastingLevel(getTimeUnit(source), getTimeUnit(target),
                               sourceFamily == DTypeFamily::Timedelta);
  }
  if (sourceFamily == DTypeFamily::Number &&
      targetFamily == DTypeFamily::Timedelta) {
    DTypeKind kind = getNumberKind(source);
    if (kind != DTypeKind::Floating && kind != DTypeKind::ComplexFloating) {
      return source.isUnsignedInteger(64) ? CastingLevel::SameKind
                                          : CastingLevel::Safe;
    }
  }
  return CastingLevel::Unsafe;
}

static int64_t getLength(Type text) {
  auto str = dyn_cast<StrType>(text);
  return str ? str.getLength() : cast<BytesType>(text).getLength();
}

static CastingLevel getTextLevel(Type source, DTypeFamily sourceFamily,
                                 Type target, DTypeFamily targetFamily) {
  if (!isText(targetFamily) ||
      (sourceFamily == DTypeFamily::Str &&
       targetFamily == DTypeFamily::Bytes) ||
      isTime(sourceFamily)) {
    return CastingLevel::Unsafe;
  }
  int64_t needed =
      isText(sourceFamily) ? getLength(source) : getPrintWidth(source);
  return needed <= getLength(target) ? CastingLevel::Safe
                                     : CastingLevel::SameKind;
}

//===----------------------------------------------------------------------===//
// Void, records and sub-arrays
//===----------------------------------------------------------------------===//

static OptionalLevel getLevelOfTypes(Type source, Type target) {
  return getCastingLevel(cast<DTypeInterface>(source),
                         cast<DTypeInterface>(target));
}

static OptionalLevel getRecordLevel(RecordType source, RecordType target) {
  if (source.getNumFields() != target.getNumFields()) {
    return std::nullopt;
  }
  OptionalLevel level = CastingLevel::No;
  SmallVector<DTypeField> sourceFields;
  SmallVector<DTypeField> targetFields;
  source.getFields(sourceFields);
  target.getFields(targetFields);
  auto getTitle = [](const DTypeField &field) {
    return field.title ? field.title : field.name;
  };
  for (auto [from, to] : llvm::zip_equal(sourceFields, targetFields)) {
    level = combine(level, getLevelOfTypes(from.dtype, to.dtype));
    if (from.name != to.name || getTitle(from) != getTitle(to)) {
      level = combine(level, CastingLevel::Safe);
    }
  }
  if (source.getOffsets() != target.getOffsets() ||
      source.getByteSize() != target.getByteSize()) {
    level = combine(level, CastingLevel::Equiv);
  }
  return level;
}

/// A record to what is none: only a record of one field, which counts.
static OptionalLevel getLevelFromRecord(RecordType source, Type target) {
  if (source.getNumFields() != 1) {
    return std::nullopt;
  }
  return combine(CastingLevel::Unsafe,
                 getLevelOfTypes(source.getDtypes().front(), target));
}

/// What is no record to one: each field gets the value.
static OptionalLevel getLevelToRecord(Type source, RecordType target) {
  OptionalLevel level = CastingLevel::Unsafe;
  for (Type field : target.getDtypes()) {
    level = combine(level, getLevelOfTypes(source, field));
  }
  return level;
}

static OptionalLevel getSubArrayLevel(DTypeInterface source,
                                      DTypeInterface target,
                                      bool isSourceVoid) {
  Type sourceBase = source.getSubArrayBase();
  Type targetBase = target.getSubArrayBase();
  CastingLevel level = CastingLevel::Unsafe;
  if (sourceBase && targetBase && getOwnShape(source) == getOwnShape(target)) {
    level = CastingLevel::No;
  } else if (!isSourceVoid) {
    level = CastingLevel::Safe;
  }
  return combine(level, getLevelOfTypes(sourceBase ? sourceBase : source,
                                        targetBase ? targetBase : target));
}

static CastingLevel getBytesLevel(int64_t sourceSize, int64_t targetSize,
                                  bool isSourceVoid) {
  if (isSourceVoid && sourceSize == targetSize) {
    return CastingLevel::No;
  }
  if (sourceSize <= targetSize) {
    return CastingLevel::Safe;
  }
  return isSourceVoid ? CastingLevel::SameKind : CastingLevel::Unsafe;
}

/// At least one of the two is void, a record or a sub-array.
static OptionalLevel getVoidLevel(DTypeInterface source,
                                  DTypeFamily sourceFamily,
                                  DTypeInterface target,
                                  DTypeFamily targetFamily) {
  auto sourceRecord = dyn_cast<RecordType>(Type(source));
  auto targetRecord = dyn_cast<RecordType>(Type(target));
  if (sourceRecord && targetRecord) {
    return getRecordLevel(sourceRecord, targetRecord);
  }
  if (sourceRecord) {
    return getLevelFromRecord(sourceRecord, target);
  }
  if (targetRecord) {
    return getLevelToRecord(source, targetRecord);
  }
  bool isSourceVoid = isVoid(sourceFamily);
  if (!isVoid(targetFamily)) {
    Type base = source.getSubArrayBase();
    return base ? combine(CastingLevel::Unsafe, getLevelOfTypes(base, target))
                : CastingLevel::Unsafe;
  }
  if (target.getSubArrayBase() || (source.getSubArrayBase() && isSourceVoid)) {
    return getSubArrayLevel(source, target, isSourceVoid);
  }
  return getBytesLevel(*source.getItemSize(), *target.getItemSize(),
                       isSourceVoid);
}

//===----------------------------------------------------------------------===//
// getCastingLevel, canCast
//===----------------------------------------------------------------------===//

static OptionalLevel getNativeLevel(DTypeInterface source,
                                    DTypeInterface target) {
  DTypeFamily sourceFamily = getFamily(source);
  DTypeFamily targetFamily = getFamily(target);
  if (source == target && sourceFamily != DTypeFamily::Record) {
    return CastingLevel::No;
  }
  if (sourceFamily == DTypeFamily::Foreign ||
      targetFamily == DTypeFamily::Foreign) {
    OptionalLevel level = source.getCastingLevelTo(target);
    return level ? level : target.getCastingLevelFrom(source);
  }
  auto isNumber = [](DTypeFamily family) {
    return family == DTypeFamily::Number ||
           family == DTypeFamily::ExtensionNumber;
  };
  if (isNumber(sourceFamily) && isNumber(targetFamily)) {
    return getNumberLevel(source, target);
  }
  if (!isNumPyDType(sourceFamily) || !isNumPyDType(targetFamily)) {
    return std::nullopt;
  }
  if (isVoid(sourceFamily) || isVoid(targetFamily)) {
    return getVoidLevel(source, sourceFamily, target, targetFamily);
  }
  if (isText(sourceFamily) || isText(targetFamily)) {
    return getTextLevel(source, sourceFamily, target, targetFamily);
  }
  return getTimeLevel(source, sourceFamily, target, targetFamily);
}

std::optional<CastingLevel> mlir::dtyp::getCastingLevel(DTypeInterface source,
                                                        DTypeInterface target) {
  OptionalLevel level =
      getNativeLevel(cast<DTypeInterface>(toNativeOrder(source)),
                     cast<DTypeInterface>(toNativeOrder(target)));
  bool isSwapped = isa<BigEndianType>(source) != isa<BigEndianType>(target);
  return level == CastingLevel::No && isSwapped ? CastingLevel::Equiv : level;
}

bool mlir::dtyp::canCast(DTypeInterface source, DTypeInterface target,
                         CastingLevel level) {
  OptionalLevel needed = getCastingLevel(source, target);
  return needed && *needed <= level;
}

//===----------------------------------------------------------------------===//
// verifyCast
//===----------------------------------------------------------------------===//

/// Returns why no value is cast between the dtypes, which NumPy casts; empty if
/// it is.
static StringRef explainNoCast(Type source, Type target) {
  source = toNativeOrder(source);
  target = toNativeOrder(target);
  DTypeFamily sourceFamily = getFamily(source);
  DTypeFamily targetFamily = getFamily(target);
  if (source == target) {
    return "";
  }
  if (sourceFamily == DTypeFamily::SubArray ||
      targetFamily == DTypeFamily::SubArray) {
    return "a value is one element; cast the elements of a sub-array";
  }
  if (sourceFamily == DTypeFamily::Record ||
      targetFamily == DTypeFamily::Record) {
    return "cast the fields of a record one by one";
  }
  if (isVoid(sourceFamily) != isVoid(targetFamily)) {
    return "the bytes of void have no meaning; store the value and view it";
  }
  if (isText(sourceFamily) != isText(targetFamily) ||
      (isText(sourceFamily) && sourceFamily != targetFamily)) {
    return "formatting and parsing text has no place in a kernel";
  }
  if (!isTime(sourceFamily) || sourceFamily != targetFamily) {
    return "";
  }
  UnitMultiple sourceUnit = getTimeUnit(source);
  UnitMultiple targetUnit = getTimeUnit(target);
  if (sourceUnit.isGeneric()) {
    return "";
  }
  if (targetUnit.isGeneric()) {
    return "NumPy keeps the unit in a cast to none; write the unit";
  }
  return getConversionFactor(sourceUnit, targetUnit)
             ? ""
             : "the number of smaller units in the larger overflows 64 bits in "
               "NumPy; cast through a unit between them";
}

LogicalResult
mlir::dtyp::verifyCast(DTypeInterface source, DTypeInterface target,
                       CastingLevel level,
                       function_ref<InFlightDiagnostic()> emitError) {
  auto emit = [&] { return emitError ? emitError() : InFlightDiagnostic(); };
  OptionalLevel needed = getCastingLevel(source, target);
  if (!needed) {
    emit() << "expected dtypes that are cast to each other, but got " << source
           << " and " << target
           << (getFamily(source) == DTypeFamily::Foreign ||
                       getFamily(target) == DTypeFamily::Foreign
                   ? "; implement getCastingLevelTo or "
                     "getCastingLevelFrom of DTypeInterface"
                   : "");
    return failure();
  }
  if (*needed > level) {
    emit() << "expected a cast that the level '" << stringifyCastingLevel(level)
           << "' allows, but that from " << source << " to " << target
           << " needs '" << stringifyCastingLevel(*needed) << "'";
    return failure();
  }
  StringRef why = explainNoCast(source, target);
  if (!why.empty()) {
    emit() << "expected dtypes whose values are cast, but got " << source
           << " and " << target << ": " << why;
    return failure();
  }
  return success();
}

//===- Promotion.cpp - The common dtype of dtypes -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the promotion of dtypes by NumPy's rules, as those of
// `PyArray_ResultType` in NumPy's convert_datatype.c.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Promotion.h"

#include "PromotionRules.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/DatetimeUnits.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::dtyp;

LogicalResult
mlir::dtyp::refusePromotion(function_ref<InFlightDiagnostic()> emitError,
                            PromotionRules rules, Type left, Type right,
                            const Twine &why) {
  emitError() << "expected dtypes with a common one by the rules '"
              << stringifyPromotionRules(rules) << "', but got " << left
              << " and " << right << ": " << why;
  return failure();
}

//===----------------------------------------------------------------------===//
// NumPy's rules
//===----------------------------------------------------------------------===//

namespace {

/// The operands of a promotion by NumPy's rules, by family.
class NumPyPromotion {
public:
  NumPyPromotion(ArrayRef<Type> dtypes,
                 function_ref<InFlightDiagnostic()> emitError);

  FailureOr<Type> promote();

private:
  MLIRContext *context;
  function_ref<InFlightDiagnostic()> emitError;
  SmallVector<Type> numbers, extensions, times, texts, voids, vectors;
  /// The most general of the Python numbers.
  WeakType weak;

  LogicalResult refuse(Type left, Type right, const Twine &why) {
    return refusePromotion(emitError, PromotionRules::NumPy, left, right, why);
  }

  /// Returns an operand of none of these families, or null.
  Type findOther(ArrayRef<const SmallVector<Type> *> allowed);

  FailureOr<Type> promoteVectors();
  FailureOr<Type> promoteAllVoids();
  FailureOr<Type> promoteExtensions();
  FailureOr<Type> promoteTexts();
  FailureOr<Type> promoteTimes();
};

} // namespace

NumPyPromotion::NumPyPromotion(ArrayRef<Type> dtypes,
                               function_ref<InFlightDiagnostic()> emitError)
    : context(dtypes.front().getContext()), emitError(emitError) {
  for (Type dtype : dtypes) {
    if (auto scalar = dyn_cast<WeakType>(dtype)) {
      if (!weak || weak.getKind() < scalar.getKind()) {
        weak = scalar;
      }
      continue;
    }
    switch (getFamily(dtype)) {
    case DTypeFamily::Number:
      numbers.push_back(dtype);
      break;
    case DTypeFamily::ExtensionNumber:
      extensions.push_back(dtype);
      break;
    case DTypeFamily::Datetime:
    case DTypeFamily::Timedelta:
      times.push_back(dtype);
      break;
    case DTypeFamily::Bytes:
    case DTypeFamily::Str:
      texts.push_back(dtype);
      break;
    case DTypeFamily::Void:
    case DTypeFamily::Record:
    case DTypeFamily::SubArray:
      voids.push_back(dtype);
      break;
    case DTypeFamily::CudaVector:
    case DTypeFamily::Foreign:
      vectors.push_back(dtype);
      break;
    }
  }
}

Type NumPyPromotion::findOther(ArrayRef<const SmallVector<Type> *> allowed) {
  for (const SmallVector<Type> *family :
       {&numbers, &extensions, &times, &texts, &voids, &vectors}) {
    if (!family->empty() && !llvm::is_contained(allowed, family)) {
      return family->front();
    }
  }
  return {};
}

FailureOr<Type> NumPyPromotion::promote() {
  if (!vectors.empty()) {
    return promoteVectors();
  }
  if (!voids.empty()) {
    return promoteAllVoids();
  }
  if (!extensions.empty()) {
    return promoteExtensions();
  }
  if (!texts.empty()) {
    return promoteTexts();
  }
  if (!times.empty()) {
    return promoteTimes();
  }
  if (numbers.empty()) {
    return getWeakDefault(context, weak.getKind());
  }
  Type result = promoteNumbers(numbers);
  return weak ? promoteWeak(result, weak.getKind()) : result;
}

FailureOr<Type> NumPyPromotion::promoteVectors() {
  Type other = findOther({&vectors});
  if (!other) {
    other = weak;
  }
  auto *differs = llvm::find_if(
      vectors, [&](Type type) { return type != vectors.front(); });
  if (differs != vectors.end()) {
    other = *differs;
  }
  if (!other) {
    return vectors.front();
  }
  return refuse(vectors.front(), other,
                "NumPy has no vectors; promote their numbers");
}

FailureOr<Type> NumPyPromotion::promoteAllVoids() {
  Type other = findOther({&voids});
  if (other || weak) {
    return refuse(voids.front(), other ? other : Type(weak),
                  "bytes, records and sub-arrays only meet their like");
  }
  // A record that stands alone is laid out anew, as one that meets itself is.
  FailureOr<Type> result =
      promoteVoids(voids.front(), voids.front(), emitError);
  for (Type type : ArrayRef<Type>(voids).drop_front()) {
    if (failed(result)) {
      return failure();
    }
    result = promoteVoids(*result, type, emitError);
  }
  return result;
}

FailureOr<Type> NumPyPromotion::promoteExtensions() {
  Type extension = extensions.front();
  if (Type other = findOther({&numbers, &extensions})) {
    return refuse(extension, other, "ml_dtypes has numbers only");
  }
  for (Type other : extensions) {
    if (other != extension) {
      return refuse(extension, other,
                    "NumPy promotes two dtypes of ml_dtypes by their sizes "
                    "alone; write 'rules jax' or cast explicitly");
    }
  }
  // NumPy agrees where the order of operands does not matter to it.
  SmallVector<Type> wider;
  for (Type number : numbers) {
    Type common = promoteExtension(extension, number);
    if (!common) {
      return refuse(extension, number,
                    "neither holds the numbers of the other; write 'rules jax' "
                    "or cast explicitly");
    }
    if (common != extension) {
      wider.push_back(common);
    }
  }
  if (!wider.empty()) {
    Type result = promoteNumbers(wider);
    return weak ? promoteWeak(result, weak.getKind()) : result;
  }
  DTypeKind kind = getNumberKind(extension);
  bool isInteger =
      kind == DTypeKind::SignedInteger || kind == DTypeKind::UnsignedInteger;
  if (weak && (isInteger || weak.getKind() != WeakScalarKind::Int)) {
    return refuse(extension, weak,
                  "NumPy takes the Python number for one of its own dtypes; "
                  "write 'rules jax' or cast explicitly");
  }
  return extension;
}

FailureOr<Type> NumPyPromotion::promoteTexts() {
  Type other = findOther({&numbers, &texts});
  if (other || weak) {
    return refuse(texts.front(), other ? other : Type(weak),
                  "NumPy has no text of a length for it");
  }
  int64_t length = 1;
  bool isStr = false;
  for (Type text : texts) {
    if (auto str = dyn_cast<StrType>(text)) {
      length = std::max(length, str.getLength());
      isStr = true;
    } else {
      length = std::max(length, cast<BytesType>(text).getLength());
    }
  }
  for (Type number : numbers) {
    length = std::max(length, getPrintWidth(number));
  }
  if (isStr && length > maxItemSize / 4) {
    return refuse(texts.front(), texts.back(), "the text is too long");
  }
  return isStr ? Type(StrType::get(context, length))
               : Type(BytesType::get(context, length));
}

FailureOr<Type> NumPyPromotion::promoteTimes() {
  auto *datetime = llvm::find_if(times, llvm::IsaPred<Datetime64Type>);
  bool isTimedelta = datetime == times.end();
  Type first = isTimedelta ? times.front() : *datetime;
  if (Type other = findOther({&numbers, &times})) {
    return refuse(first, other, "times do not meet text");
  }
  if (!isTimedelta && !numbers.empty()) {
    return refuse(first, numbers.front(),
                  "a number is no point in time; cast it to a timedelta64");
  }
  for (Type number : numbers) {
    DTypeKind kind = getNumberKind(number);
    if (kind == DTypeKind::Floating || kind == DTypeKind::ComplexFloating ||
        number.isUnsignedInteger(64)) {
      return refuse(first, number, "a count of units is a signed integer");
    }
  }
  if (weak && (!isTimedelta || weak.getKind() != WeakScalarKind::Int)) {
    return refuse(first, weak, "a count of units is an integer");
  }
  UnitMultiple unit;
  Type previous = first;
  for (Type time : times) {
    StringRef why;
    std::optional<UnitMultiple> common =
        getCommonUnit(unit, getTimeUnit(time), isTimedelta, why);
    if (!common) {
      return refuse(previous, time, why);
    }
    unit = *common;
    previous = time;
  }
  return isTimedelta
             ? Type(Timedelta64Type::get(context, unit.unit, unit.multiplier))
             : Type(Datetime64Type::get(context, unit.unit, unit.multiplier));
}

//===----------------------------------------------------------------------===//
// Dtypes of other dialects
//===----------------------------------------------------------------------===//

static bool isForeign(Type type) {
  return !isa<WeakType>(type) && getFamily(type) == DTypeFamily::Foreign;
}

static FailureOr<Type>
promoteNative(ArrayRef<Type> dtypes, PromotionRules rules,
              function_ref<InFlightDiagnostic()> emitError);

/// Promotes the operands that are known first, and asks each foreign one about
/// what has come out.
static FailureOr<Type>
promoteForeign(ArrayRef<Type> dtypes, PromotionRules rules,
               function_ref<InFlightDiagnostic()> emitError) {
  llvm::SmallSetVector<Type, 4> pending;
  SmallVector<Type> known;
  for (Type dtype : dtypes) {
    if (isForeign(dtype)) {
      pending.insert(dtype);
    } else {
      known.push_back(dtype);
    }
  }
  if (!known.empty()) {
    // One Python number stays what it is for those who are asked about it.
    FailureOr<Type> result =
        llvm::all_of(known, llvm::IsaPred<WeakType>)
            ? *llvm::max_element(known,
                                 [](Type left, Type right) {
                                   return cast<WeakType>(left).getKind() <
                                          cast<WeakType>(right).getKind();
                                 })
            : promoteNative(known, rules, emitError);
    if (failed(result)) {
      return failure();
    }
    pending.insert(*result);
  }
  Type common = pending.front();
  for (Type other : pending.getArrayRef().drop_front()) {
    if (other == common) {
      continue;
    }
    Type result;
    for (auto [asked, met] : {std::pair(common, other), {other, common}}) {
      auto dtype = dyn_cast<DTypeInterface>(asked);
      if (!result && dtype) {
        result = dtype.promoteWith(met, rules);
      }
    }
    if (!result) {
      return refusePromotion(emitError, rules, common, other,
                             "neither knows the other; implement promoteWith "
                             "of DTypeInterface, or cast explicitly");
    }
    if (!verifyDType(result, emitError)) {
      return failure();
    }
    common = result;
  }
  return common;
}

//===----------------------------------------------------------------------===//
// promoteDTypes
//===----------------------------------------------------------------------===//

static FailureOr<Type>
promoteNative(ArrayRef<Type> dtypes, PromotionRules rules,
              function_ref<InFlightDiagnostic()> emitError) {
  return rules == PromotionRules::JAX
             ? promoteByJAX(dtypes, emitError)
             : NumPyPromotion(dtypes, emitError).promote();
}

FailureOr<Type>
mlir::dtyp::promoteDTypes(ArrayRef<Type> dtypes, PromotionRules rules,
                          function_ref<InFlightDiagnostic()> emitError) {
  auto emitNothing = [] { return InFlightDiagnostic(); };
  if (!emitError) {
    emitError = emitNothing;
  }
  if (dtypes.empty()) {
    return emitError() << "expected at least one dtype to promote";
  }
  SmallVector<Type> native;
  for (Type dtype : dtypes) {
    if (!isa_and_nonnull<WeakType>(dtype) && !verifyDType(dtype, emitError)) {
      return failure();
    }
    native.push_back(toNativeOrder(dtype));
  }
  return llvm::any_of(native, isForeign)
             ? promoteForeign(native, rules, emitError)
             : promoteNative(native, rules, emitError);
}

//===- VoidPromotion.cpp - The common dtype of records and bytes ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements NumPy's promotion of void, records and sub-arrays: that
// of `void_common_instance` in NumPy's dtypemeta.c and of `_promote_fields`.
//
//===----------------------------------------------------------------------===//

#include "PromotionRules.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Dialect/Dtyp/IR/Promotion.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Lays out fields as NumPy does: one behind the other, aligned if either of
/// the records that they come from is.
static FailureOr<Type> layOut(MutableArrayRef<DTypeField> fields, bool aligned,
                              MLIRContext *context,
                              function_ref<InFlightDiagnostic()> emitError) {
  int64_t end = 0;
  int64_t recordAlignment = 1;
  for (DTypeField &field : fields) {
    auto dtype = cast<DTypeInterface>(field.dtype);
    int64_t alignment =
        aligned ? dtype.getAlignment(AlignmentModel::NumPy).value_or(1) : 1;
    field.offset = llvm::alignTo(end, alignment);
    end = field.offset + dtype.getItemSize().value_or(0);
    recordAlignment = std::max(recordAlignment, alignment);
  }
  end = llvm::alignTo(end, recordAlignment);
  if (end > maxItemSize) {
    return emitError() << "expected a record of at most " << maxItemSize
                       << " bytes from the promotion of fields, but got "
                       << end;
  }
  Type record =
      RecordType::getChecked(emitError, context, ArrayRef<DTypeField>(fields),
                             end, recordAlignment, aligned);
  if (!record) {
    return failure();
  }
  return record;
}

static FailureOr<Type>
promoteRecords(RecordType left, RecordType right,
               function_ref<InFlightDiagnostic()> emitError) {
  auto refuse = [&](const Twine &why) {
    return refusePromotion(emitError, PromotionRules::NumPy, left, right, why);
  };
  if (left.getNames() != right.getNames()) {
    return refuse("the fields differ in name, number or order");
  }
  if (left.getTitles() != right.getTitles()) {
    return refuse("the titles of the fields differ");
  }
  SmallVector<DTypeField> fields;
  SmallVector<DTypeField> others;
  left.getFields(fields);
  right.getFields(others);
  for (auto [field, other] : llvm::zip_equal(fields, others)) {
    FailureOr<Type> dtype = promoteDTypes({field.dtype, other.dtype},
                                          PromotionRules::NumPy, emitError);
    if (failed(dtype)) {
      return failure();
    }
    field.dtype = *dtype;
  }
  return layOut(fields, left.getAligned() || right.getAligned(),
                left.getContext(), emitError);
}

FailureOr<Type>
mlir::dtyp::promoteVoids(Type left, Type right,
                         function_ref<InFlightDiagnostic()> emitError) {
  if (isa<VoidType>(left) && left == right) {
    return left;
  }
  auto leftRecord = dyn_cast<RecordType>(left);
  auto rightRecord = dyn_cast<RecordType>(right);
  if (leftRecord && rightRecord) {
    return promoteRecords(leftRecord, rightRecord, emitError);
  }
  auto leftArray = cast<DTypeInterface>(left);
  auto rightArray = cast<DTypeInterface>(right);
  SmallVector<int64_t> shape = getOwnShape(leftArray);
  if (shape.empty() || shape != getOwnShape(rightArray)) {
    return refusePromotion(emitError, PromotionRules::NumPy, left, right,
                           "only void of one size, records, and sub-arrays of "
                           "one shape have a common dtype");
  }
  FailureOr<Type> base =
      promoteDTypes({leftArray.getSubArrayBase(), rightArray.getSubArrayBase()},
                    PromotionRules::NumPy, emitError);
  if (failed(base)) {
    return failure();
  }
  if (left == right && *base == leftArray.getSubArrayBase()) {
    return left;
  }
  // A builder that is to emit nothing would not refuse it, so it is done here.
  int64_t size = *cast<DTypeInterface>(*base).getItemSize();
  if (!getSubArraySize(shape.data(), shape.size(), size)) {
    return emitError() << "expected a sub-array of at most " << maxItemSize
                       << " bytes from the promotion of " << left << " and "
                       << right;
  }
  return Type(SubArrayType::get(shape, *base));
}

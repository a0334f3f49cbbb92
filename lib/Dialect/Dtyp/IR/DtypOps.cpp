//===- DtypOps.cpp - Operations of the dtyp dialect -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the operations of the dtyp dialect.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "CastTypes.h"
#include "FieldPathSyntax.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::dtyp;

#define GET_OP_CLASSES
#include "dtyp/Dialect/Dtyp/IR/DtypOps.cpp.inc"

/// Returns the dtype that a value of type !dtyp.dtype is.
static DTypeInterface getDTypeOf(Value value) {
  return cast<DTypeInterface>(cast<DTypeType>(value.getType()).getDtype());
}

/// Returns the attribute of an index result, or null if nothing is known.
static OpFoldResult foldToIndex(std::optional<int64_t> value,
                                MLIRContext *context) {
  if (!value) {
    return {};
  }
  return IntegerAttr::get(IndexType::get(context), *value);
}

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location> loc,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &results) {
  Type dtype = adaptor.getDtype();
  auto emitAtLoc = [&] { return mlir::emitError(*loc); };
  function_ref<InFlightDiagnostic()> emitError;
  if (loc) {
    emitError = emitAtLoc;
  }
  if (!verifyDType(dtype, emitError)) {
    return failure();
  }
  results.push_back(DTypeType::get(dtype));
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getDtypeAttr(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "dtype");
}

//===----------------------------------------------------------------------===//
// DTypeOfOp
//===----------------------------------------------------------------------===//

LogicalResult DTypeOfOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location> loc,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &results) {
  auto emitAtLoc = [&] { return mlir::emitError(*loc); };
  function_ref<InFlightDiagnostic()> emitError;
  if (loc) {
    emitError = emitAtLoc;
  }
  auto provider = verifyProvider(adaptor.getProvider().getType(), emitError);
  if (!provider || !verifyDType(provider.getProvidedDType(), emitError)) {
    return failure();
  }
  results.push_back(DTypeType::get(provider.getProvidedDType()));
  return success();
}

LogicalResult DTypeOfOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  // This runs before the inferred types are verified.
  auto provider = verifyProvider(getProvider().getType(), emitError);
  if (!provider) {
    return failure();
  }
  if (getAllowLegacy()) {
    return success();
  }
  return verifyNumPyDTypeProtocol(provider, emitError);
}

OpFoldResult DTypeOfOp::fold(FoldAdaptor) {
  return TypeAttr::get(getType().getDtype());
}

void DTypeOfOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "dtype");
}

//===----------------------------------------------------------------------===//
// ItemSizeOp
//===----------------------------------------------------------------------===//

OpFoldResult ItemSizeOp::fold(FoldAdaptor) {
  DTypeInterface dtype = getDTypeOf(getDtype());
  return foldToIndex(dtype.getItemSize(), getContext());
}

//===----------------------------------------------------------------------===//
// AlignmentOp
//===----------------------------------------------------------------------===//

OpFoldResult AlignmentOp::fold(FoldAdaptor) {
  DTypeInterface dtype = getDTypeOf(getDtype());
  return foldToIndex(dtype.getAlignment(getModel()), getContext());
}

//===----------------------------------------------------------------------===//
// MakeProviderOp
//===----------------------------------------------------------------------===//

LogicalResult MakeProviderOp::verify() {
  auto provider = cast<DTypeProviderTypeInterface>(getResult().getType());
  SmallVector<Type> expected;
  provider.getRuntimeTypes(expected);
  if (getFields().getTypes() == TypeRange(expected)) {
    return success();
  }
  return emitOpError("expected operands of the run-time types (")
         << TypeRange(expected) << ") of " << provider << ", but got ("
         << getFields().getTypes() << ")";
}

//===----------------------------------------------------------------------===//
// GetFieldOp
//===----------------------------------------------------------------------===//

LogicalResult GetFieldOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location> loc,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &results) {
  auto provider = dyn_cast<ProviderType>(adaptor.getProvider().getType());
  if (!provider) {
    return emitOptionalError(loc,
                             "expected an object of type !dtyp.provider, "
                             "but got ",
                             adaptor.getProvider().getType());
  }
  std::optional<unsigned> index = provider.getFieldIndex(adaptor.getField());
  if (!index) {
    return emitOptionalError(loc, "expected a field of ", provider,
                             ", but got '", adaptor.getField(), "'");
  }
  results.push_back(provider.getFieldTypes()[*index]);
  return success();
}

OpFoldResult GetFieldOp::fold(FoldAdaptor) {
  auto provider = getProvider().getDefiningOp<MakeProviderOp>();
  if (!provider) {
    return {};
  }
  auto type = cast<ProviderType>(getProvider().getType());
  return provider.getFields()[*type.getFieldIndex(getField())];
}

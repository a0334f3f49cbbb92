//===- CastOps.cpp - Promotion and casts ----------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the operations of promotion and casts.
//
//===----------------------------------------------------------------------===//

#include "CastFolding.h"
#include "CastTypes.h"
#include "dtyp/Dialect/Dtyp/IR/Casting.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Dialect/Dtyp/IR/Promotion.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Returns the dtype that an operand stands for, or null after an error.
static DTypeInterface
getOperandDType(Type type, function_ref<InFlightDiagnostic()> emitError) {
  auto provider = verifyProvider(type, emitError);
  return provider ? verifyDType(provider.getProvidedDType(), emitError)
                  : DTypeInterface();
}

/// Refuses an operand that has only the legacy `.dtype` attribute.
static LogicalResult
verifyOperandProtocol(Type type, function_ref<InFlightDiagnostic()> emitError) {
  auto provider = verifyProvider(type, emitError);
  return provider ? verifyNumPyDTypeProtocol(provider, emitError) : failure();
}

//===----------------------------------------------------------------------===//
// WeakScalarOp
//===----------------------------------------------------------------------===//

LogicalResult WeakScalarOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location>,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &results) {
  results.push_back(WeakType::get(context, adaptor.getKind()));
  return success();
}

//===----------------------------------------------------------------------===//
// PromoteOp
//===----------------------------------------------------------------------===//

LogicalResult PromoteOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location> loc,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &results) {
  auto emitAtLoc = [&] { return mlir::emitError(*loc); };
  function_ref<InFlightDiagnostic()> emitError;
  if (loc) {
    emitError = emitAtLoc;
  }
  SmallVector<Type> dtypes;
  for (Type type : adaptor.getDtypes().getTypes()) {
    if (isa<WeakType>(type)) {
      dtypes.push_back(type);
      continue;
    }
    DTypeInterface dtype = getOperandDType(type, emitError);
    if (!dtype) {
      return failure();
    }
    dtypes.push_back(dtype);
  }
  // The parser infers types before it sets default values (LLVM 22.1).
  PromotionRulesAttr rules = adaptor.getProperties().rules;
  FailureOr<Type> common = promoteDTypes(
      dtypes, rules ? rules.getValue() : PromotionRules::NumPy, emitError);
  if (failed(common)) {
    return failure();
  }
  results.push_back(DTypeType::get(*common));
  return success();
}

LogicalResult PromoteOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  for (Type type : getDtypes().getTypes()) {
    if (!isa<WeakType>(type) &&
        failed(verifyOperandProtocol(type, emitError))) {
      return failure();
    }
  }
  return success();
}

OpFoldResult PromoteOp::fold(FoldAdaptor) {
  return TypeAttr::get(getType().getDtype());
}

void PromoteOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "dtype");
}

//===----------------------------------------------------------------------===//
// CanCastOp
//===----------------------------------------------------------------------===//

LogicalResult CanCastOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  for (Type type : getOperandTypes()) {
    if (!getOperandDType(type, emitError) ||
        failed(verifyOperandProtocol(type, emitError))) {
      return failure();
    }
  }
  return success();
}

OpFoldResult CanCastOp::fold(FoldAdaptor) {
  DTypeInterface source = getOperandDType(getSource().getType(), {});
  DTypeInterface target = getOperandDType(getTarget().getType(), {});
  return BoolAttr::get(getContext(), canCast(source, target, getLevel()));
}

//===----------------------------------------------------------------------===//
// CastOp
//===----------------------------------------------------------------------===//

ParseResult mlir::dtyp::parseCastTypes(OpAsmParser &parser, TypeAttr &source,
                                       TypeAttr &target, Type &valueType,
                                       Type &resultType) {
  auto parseDType = [&](TypeAttr &attribute, Type &value) -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    Type type;
    if (parser.parseType(type)) {
      return failure();
    }
    auto emitError = [&] { return parser.emitError(loc); };
    DTypeInterface dtype = verifyDType(type, emitError);
    if (!dtype) {
      return failure();
    }
    value = dtype.getValueType();
    if (!value) {
      return emitError() << "expected a dtype whose values are known, but got "
                         << type;
    }
    attribute = TypeAttr::get(type);
    return success();
  };
  return failure(parseDType(source, valueType) || parser.parseKeyword("to") ||
                 parseDType(target, resultType));
}

void mlir::dtyp::printCastTypes(OpAsmPrinter &printer, Operation *,
                                TypeAttr source, TypeAttr target, Type, Type) {
  printer << source.getValue() << " to " << target.getValue();
}

void CastOp::build(OpBuilder &, OperationState &state, Value value, Type source,
                   Type target) {
  state.addOperands(value);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.source = TypeAttr::get(source);
  properties.target = TypeAttr::get(target);
  state.addTypes(cast<DTypeInterface>(target).getValueType());
}

LogicalResult CastOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  DTypeInterface source = verifyDType(getSource(), emitError);
  DTypeInterface target = source ? verifyDType(getTarget(), emitError) : source;
  if (!source || !target) {
    return failure();
  }
  for (auto [dtype, value, what] :
       {std::tuple(source, getValue(), "an operand"),
        std::tuple(target, Value(getResult()), "a result")}) {
    if (value.getType() != dtype.getValueType()) {
      return emitOpError("expected ")
             << what << " of the value type " << dtype.getValueType()
             << " of the dtype " << dtype << ", but got " << value.getType();
    }
  }
  return verifyCast(source, target, getCasting(), emitError);
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  Type source = toNativeOrder(getSource());
  Type target = toNativeOrder(getTarget());
  // The value of text has a byte order.
  if (keepsValue(source, target) && getValue().getType() == getType()) {
    return getValue();
  }
  return foldCast(adaptor.getValue(), source, target);
}

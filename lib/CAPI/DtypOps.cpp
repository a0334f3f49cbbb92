//===- DtypOps.cpp - C API: building the ops of the dialect dtyp ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the functions that build ops on dtypes, on the objects
// that provide them, and on values.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/DtypOps.h"

#include "OpBuilding.h"

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;

//===----------------------------------------------------------------------===//
// Dtypes and objects that provide them
//===----------------------------------------------------------------------===//

MlirOperation dtypConstantOpCreate(MlirLocation loc, MlirType dtype) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Type type = building.take(dtype, "a dtype");
  return building.createInferred<ConstantOp>(
      [&](OpBuilder &builder, OperationState &state) {
        ConstantOp::build(builder, state, building.getPlaceholder(), type);
      });
}

MlirOperation dtypDTypeOfOpCreate(MlirLocation loc, MlirValue provider,
                                  bool allowLegacy) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Value object = building.take(provider, "an object");
  return building.createInferred<DTypeOfOp>(
      [&](OpBuilder &builder, OperationState &state) {
        DTypeOfOp::build(builder, state, building.getPlaceholder(), object,
                         allowLegacy);
      });
}

MlirOperation dtypItemSizeOpCreate(MlirLocation loc, MlirValue dtype) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Value value = building.take(dtype, "a dtype");
  Type index = IndexType::get(building.getContext());
  return building.create<ItemSizeOp>(
      index, [&](OpBuilder &builder, OperationState &state) {
        ItemSizeOp::build(builder, state, index, value);
      });
}

MlirOperation dtypAlignmentOpCreate(MlirLocation loc, DtypAlignmentModel model,
                                    MlirValue dtype) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  AlignmentModel known = building.take(symbolizeAlignmentModel(model), model,
                                       "a model of alignment");
  Value value = building.take(dtype, "a dtype");
  Type index = IndexType::get(building.getContext());
  return building.create<AlignmentOp>(
      index, [&](OpBuilder &builder, OperationState &state) {
        AlignmentOp::build(builder, state, index, known, value);
      });
}

MlirOperation dtypMakeProviderOpCreate(MlirLocation loc, MlirType provider,
                                       intptr_t numFields,
                                       const MlirValue *fields) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Type type = building.take(provider, "the type of an object");
  SmallVector<Value> values =
      building.take(numFields, fields, "values of fields");
  return building.create<MakeProviderOp>(
      type, [&](OpBuilder &builder, OperationState &state) {
        MakeProviderOp::build(builder, state, type, values);
      });
}

MlirOperation dtypGetFieldOpCreate(MlirLocation loc, MlirValue provider,
                                   MlirStringRef field) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Value object = building.take(provider, "an object");
  return building.createInferred<GetFieldOp>(
      [&](OpBuilder &builder, OperationState &state) {
        GetFieldOp::build(builder, state, building.getPlaceholder(), object,
                          unwrapString(field));
      });
}

//===----------------------------------------------------------------------===//
// Promotion and casting
//===----------------------------------------------------------------------===//

MlirOperation dtypWeakScalarOpCreate(MlirLocation loc,
                                     DtypWeakScalarKind kind) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  WeakScalarKind known = building.take(symbolizeWeakScalarKind(kind), kind,
                                       "the kind of a Python number");
  return building.createInferred<WeakScalarOp>(
      [&](OpBuilder &builder, OperationState &state) {
        WeakScalarOp::build(builder, state, building.getPlaceholder(), known);
      });
}

MlirOperation dtypPromoteOpCreate(MlirLocation loc, intptr_t numDTypes,
                                  const MlirValue *dtypes,
                                  DtypPromotionRules rules) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  SmallVector<Value> values = building.take(numDTypes, dtypes, "dtypes");
  PromotionRules known = building.take(symbolizePromotionRules(rules), rules,
                                       "rules of promotion");
  return building.createInferred<PromoteOp>([&](OpBuilder &builder,
                                                OperationState &state) {
    PromoteOp::build(builder, state, building.getPlaceholder(), values, known);
  });
}

MlirOperation dtypCanCastOpCreate(MlirLocation loc, DtypCastingLevel level,
                                  MlirValue source, MlirValue target) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  CastingLevel known =
      building.take(symbolizeCastingLevel(level), level, "a casting level");
  Value from = building.take(source, "a dtype");
  Value to = building.take(target, "a dtype");
  Type i1 = IntegerType::get(building.getContext(), 1);
  return building.create<CanCastOp>(
      i1, [&](OpBuilder &builder, OperationState &state) {
        CanCastOp::build(builder, state, i1, known, from, to);
      });
}

MlirOperation dtypCastOpCreate(MlirLocation loc, MlirValue value,
                               MlirType source, MlirType target,
                               DtypCastingLevel casting) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  CastingLevel known =
      building.take(symbolizeCastingLevel(casting), casting, "a casting level");
  Value operand = building.take(value, "a value");
  Type from = building.take(source, "a dtype");
  Type to = building.take(target, "a dtype");
  // What is no dtype is reported by the verifier, whatever the result.
  auto dtype = dyn_cast_or_null<DTypeInterface>(to);
  Type result = dtype ? dtype.getValueType() : Type();
  if (!result) {
    result = building.getPlaceholder();
  }
  return building.create<CastOp>(
      result, [&](OpBuilder &builder, OperationState &state) {
        CastOp::build(builder, state, result, operand, from, to, known);
      });
}

//===- DtypAccessOps.cpp - C API: building accesses to elements -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the functions that build ops on arrays and elements.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/DtypOps.h"

#include "OpBuilding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::dtyp;
using namespace mlir::dtyp::capi;

/// Returns a memref of the caller's; null after an error.
static Value takeMemRef(OpBuilding &building, MlirValue value) {
  Value memref = building.take(value, "a memref");
  if (memref && !isa<MemRefType>(memref.getType())) {
    building.emitError() << "expected a ranked memref, but got "
                         << memref.getType();
  }
  return memref;
}

namespace {

/// What the caller says of an element, taken with care.
struct ElementOperands {
  ElementOperands(OpBuilding &building, const DtypElement *element);

  Value memref;
  SmallVector<Value> indices, subindices;
  ArrayAttr path;
  TypeAttr dtype;
};

} // namespace

ElementOperands::ElementOperands(OpBuilding &building,
                                 const DtypElement *element) {
  if (!element) {
    building.emitError() << "expected an element, but got null";
    return;
  }
  memref = takeMemRef(building, element->memref);
  indices = building.take(element->numIndices, element->indices, "indices");
  if (!isArray(element->numSteps, element->path)) {
    building.emitError() << "expected the steps of a path, but got null";
    return;
  }
  Builder builder(building.getContext());
  SmallVector<Attribute> steps;
  for (const DtypPathStep &step :
       ArrayRef<DtypPathStep>(element->path, element->numSteps)) {
    if (step.name.data) {
      steps.push_back(builder.getStringAttr(unwrap(step.name)));
      continue;
    }
    llvm::append_range(subindices, building.take(step.numIndices, step.indices,
                                                 "indices of a path"));
    steps.push_back(builder.getI64IntegerAttr(step.numIndices));
  }
  path = builder.getArrayAttr(steps);
  if (element->dtype.ptr) {
    dtype = TypeAttr::get(building.take(element->dtype, "a dtype"));
  }
}

MlirOperation dtypLoadOpCreate(MlirLocation loc, const DtypElement *element) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  ElementOperands operands(building, element);
  return building.createInferred<LoadOp>(
      [&](OpBuilder &builder, OperationState &state) {
        LoadOp::build(builder, state, building.getPlaceholder(),
                      operands.memref, operands.indices, operands.subindices,
                      operands.path, operands.dtype);
      });
}

MlirOperation dtypStoreOpCreate(MlirLocation loc, MlirValue value,
                                const DtypElement *element) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Value stored = building.take(value, "a value");
  ElementOperands operands(building, element);
  return building.create<StoreOp>(TypeRange(), [&](OpBuilder &builder,
                                                   OperationState &state) {
    StoreOp::build(builder, state, stored, operands.memref, operands.indices,
                   operands.subindices, operands.path, operands.dtype);
  });
}

MlirOperation dtypAtomicRMWOpCreate(MlirLocation loc, MlirStringRef kind,
                                    MlirValue value,
                                    const DtypElement *element) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  std::optional<arith::AtomicRMWKind> known =
      arith::symbolizeAtomicRMWKind(unwrapString(kind));
  if (!known) {
    building.emitError()
        << "expected a kind of memref.atomic_rmw such as addf, but got '"
        << unwrapString(kind) << "'";
  }
  Value operand = building.take(value, "a value");
  ElementOperands operands(building, element);
  Type type = operand ? operand.getType() : building.getPlaceholder();
  return building.create<AtomicRMWOp>(
      type, [&](OpBuilder &builder, OperationState &state) {
        AtomicRMWOp::build(builder, state, type, *known, operand,
                           operands.memref, operands.indices,
                           operands.subindices, operands.path, operands.dtype);
      });
}

MlirOperation dtypFieldViewOpCreate(MlirLocation loc, MlirValue memref,
                                    intptr_t numNames,
                                    const MlirStringRef *path) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Value array = takeMemRef(building, memref);
  if (!isArray(numNames, path)) {
    building.emitError() << "expected names of fields, but got null";
    return {nullptr};
  }
  SmallVector<StringRef> names;
  for (MlirStringRef name : ArrayRef<MlirStringRef>(path, numNames)) {
    names.push_back(unwrapString(name));
  }
  return building.createInferred<FieldViewOp>(
      [&](OpBuilder &builder, OperationState &state) {
        FieldViewOp::build(builder, state, building.getPlaceholder(), array,
                           builder.getStrArrayAttr(names));
      });
}

MlirOperation dtypViewOpCreate(MlirLocation loc, MlirValue memref,
                               MlirType dtype) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Value array = takeMemRef(building, memref);
  Type type = building.take(dtype, "a dtype");
  return building.createInferred<ViewOp>(
      [&](OpBuilder &builder, OperationState &state) {
        ViewOp::build(builder, state, building.getPlaceholder(), array, type);
      });
}

MlirOperation dtypRawLoadOpCreate(MlirLocation loc, MlirType result,
                                  MlirValue memref, intptr_t numIndices,
                                  const MlirValue *indices, MlirValue offset,
                                  int64_t alignment) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Type type = building.take(result, "the type of a value");
  Value array = takeMemRef(building, memref);
  SmallVector<Value> values = building.take(numIndices, indices, "indices");
  Value bytes = building.take(offset, "an offset");
  return building.create<RawLoadOp>(
      type, [&](OpBuilder &builder, OperationState &state) {
        RawLoadOp::build(builder, state, type, array, values, bytes, alignment);
      });
}

MlirOperation dtypRawStoreOpCreate(MlirLocation loc, MlirValue value,
                                   MlirValue memref, intptr_t numIndices,
                                   const MlirValue *indices, MlirValue offset,
                                   int64_t alignment) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  Value stored = building.take(value, "a value");
  Value array = takeMemRef(building, memref);
  SmallVector<Value> values = building.take(numIndices, indices, "indices");
  Value bytes = building.take(offset, "an offset");
  return building.create<RawStoreOp>(TypeRange(), [&](OpBuilder &builder,
                                                      OperationState &state) {
    RawStoreOp::build(builder, state, stored, array, values, bytes, alignment);
  });
}

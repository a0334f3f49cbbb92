//===- CudaxOps.cpp - C API: building the ops of the dialect cudax --------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the functions that build arrays.
//
//===----------------------------------------------------------------------===//

#include "dtyp-c/CudaxOps.h"

#include "OpBuilding.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::cudax;
using namespace mlir::dtyp::capi;

namespace {

/// What the caller says of an array, taken with care.
struct ArrayOperands {
  ArrayOperands(OpBuilding &building, const DtypCudaxArray *array);

  Value dtype;
  SmallVector<int64_t> sizes;
  SmallVector<Value> dynamicSizes;
  IntegerAttr alignment;
};

} // namespace

/// Returns the attribute of an alignment; null for the default one.
static IntegerAttr getAlignment(OpBuilding &building, int64_t alignment) {
  return alignment ? Builder(building.getContext()).getI64IntegerAttr(alignment)
                   : IntegerAttr();
}

ArrayOperands::ArrayOperands(OpBuilding &building,
                             const DtypCudaxArray *array) {
  building.getContext()->getOrLoadDialect<CudaxDialect>();
  if (!array || !isArray(array->rank, array->sizes)) {
    building.emitError() << "expected an array's extents, but got null";
    return;
  }
  dtype = building.take(array->dtype, "a dtype");
  sizes.assign(array->sizes, array->sizes + array->rank);
  dynamicSizes = building.take(array->numDynamicSizes, array->dynamicSizes,
                               "extents that are values");
  int64_t needed = llvm::count_if(sizes, ShapedType::isDynamic);
  if (needed != array->numDynamicSizes) {
    building.emitError() << "expected " << needed
                         << " extents that are values, as many as are dynamic, "
                            "but got "
                         << array->numDynamicSizes;
  }
  alignment = getAlignment(building, array->alignment);
}

MlirOperation dtypCudaxLocalAllocaOpCreate(MlirLocation loc,
                                           const DtypCudaxArray *array) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  ArrayOperands operands(building, array);
  return building.createInferred<LocalAllocaOp>(
      [&](OpBuilder &builder, OperationState &state) {
        LocalAllocaOp::build(builder, state, building.getPlaceholder(),
                             operands.dtype, operands.dynamicSizes,
                             operands.sizes, operands.alignment);
      });
}

MlirOperation dtypCudaxSharedAllocaOpCreate(MlirLocation loc,
                                            const DtypCudaxArray *array,
                                            bool isDynamic) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  ArrayOperands operands(building, array);
  return building.createInferred<SharedAllocaOp>(
      [&](OpBuilder &builder, OperationState &state) {
        SharedAllocaOp::build(builder, state, building.getPlaceholder(),
                              operands.dtype, operands.dynamicSizes,
                              operands.sizes, operands.alignment, isDynamic);
      });
}

MlirOperation dtypCudaxConstArrayOpCreate(MlirLocation loc, MlirValue dtype,
                                          MlirAttribute contents,
                                          int64_t alignment) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  building.getContext()->getOrLoadDialect<CudaxDialect>();
  Value dtypeValue = building.take(dtype, "a dtype");
  Attribute attribute = building.take(contents, "contents");
  auto elements = dyn_cast_or_null<ElementsAttr>(attribute);
  if (attribute && !elements) {
    building.emitError() << "expected contents that are elements, but got "
                         << attribute;
  }
  return building.createInferred<ConstArrayOp>([&](OpBuilder &builder,
                                                   OperationState &state) {
    ConstArrayOp::build(builder, state, building.getPlaceholder(), dtypeValue,
                        elements, getAlignment(building, alignment));
  });
}

/// Builds an array on a device, with a token if `isAsync`. The op infers no
/// types, as its token is optional; its array is one of the same type as a
/// local one, but for the space.
static MlirOperation createDeviceAlloc(OpBuilding &building,
                                       const DtypCudaxArray *array,
                                       ArrayRef<Value> dependencies,
                                       bool isAsync, bool isHostShared) {
  ArrayOperands operands(building, array);
  MLIRContext *context = building.getContext();
  Type token = isAsync ? gpu::AsyncTokenType::get(context) : Type();
  Type type = building.getPlaceholder();
  if (operands.dtype) {
    auto provider =
        dyn_cast<dtyp::DTypeProviderTypeInterface>(operands.dtype.getType());
    auto dtype = dyn_cast_or_null<dtyp::DTypeInterface>(
        provider ? provider.getProvidedDType() : Type());
    Type storage = dtype ? dtype.getStorageType() : Type();
    // What is no dtype is reported by the verifier, of any memref.
    SmallVector<int64_t> shape(operands.sizes);
    if (dtype) {
      llvm::append_range(shape, dtype.getSubArrayShape());
    }
    if (!storage || !BaseMemRefType::isValidElementType(storage)) {
      storage = IndexType::get(context);
    }
    if (llvm::any_of(shape, [](int64_t extent) {
          return extent < 0 && !ShapedType::isDynamic(extent);
        })) {
      building.emitError() << "expected extents of at least 1, but got ["
                           << operands.sizes << "]";
      return {nullptr};
    }
    type = MemRefType::get(shape, storage);
  }
  SmallVector<Type> types{type};
  if (token) {
    types.push_back(token);
  }
  return building.create<DeviceAllocOp>(
      types, [&](OpBuilder &builder, OperationState &state) {
        DeviceAllocOp::build(builder, state, type, token, dependencies,
                             operands.dtype, operands.dynamicSizes,
                             operands.sizes, operands.alignment, isHostShared);
      });
}

MlirOperation dtypCudaxDeviceAllocOpCreate(MlirLocation loc,
                                           const DtypCudaxArray *array,
                                           bool isHostShared) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  return createDeviceAlloc(building, array, /*dependencies=*/{},
                           /*isAsync=*/false, isHostShared);
}

MlirOperation dtypCudaxDeviceAllocOpCreateAsync(MlirLocation loc,
                                                intptr_t numDependencies,
                                                const MlirValue *dependencies,
                                                const DtypCudaxArray *array) {
  if (!loc.ptr) {
    return {nullptr};
  }
  OpBuilding building(loc);
  SmallVector<Value> tokens =
      building.take(numDependencies, dependencies, "tokens");
  return createDeviceAlloc(building, array, tokens, /*isAsync=*/true,
                           /*isHostShared=*/false);
}

//===- CudaxOps.h - C API: building the ops of the dialect cudax --*- C -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header declares a function for each op of the dialect cudax that builds
// it. docs/reference/CudaxDialect.md describes the ops; what DtypOps.h says of
// results and errors holds here, too.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_C_CUDAXOPS_H
#define DTYP_C_CUDAXOPS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the ops that make arrays have in common.
typedef struct DtypCudaxArray {
  /// A `!dtyp.dtype`, or an object that provides a dtype.
  MlirValue dtype;
  /// The extents; `mlirShapedTypeGetDynamicSize()` stands for one that is a
  /// value.
  intptr_t rank;
  const int64_t *sizes;
  /// The extents that are values, of type `index`, in their order.
  intptr_t numDynamicSizes;
  const MlirValue *dynamicSizes;
  /// In bytes; 0 for the default one.
  int64_t alignment;
} DtypCudaxArray;

/// Builds `cudax.local_alloca`: an array in the private memory of a thread.
MLIR_CAPI_EXPORTED MlirOperation
dtypCudaxLocalAllocaOpCreate(MlirLocation loc, const DtypCudaxArray *array);

/// Builds `cudax.shared_alloca`: an array in the shared memory of a block.
/// `isDynamic` places one of constant extents in the memory whose size the
/// launch gives.
MLIR_CAPI_EXPORTED MlirOperation dtypCudaxSharedAllocaOpCreate(
    MlirLocation loc, const DtypCudaxArray *array, bool isDynamic);

/// Builds `cudax.const_array`: an array of constants. Its extents follow from
/// `contents`, an elements attribute; `alignment` is 0 for the default one.
MLIR_CAPI_EXPORTED MlirOperation
dtypCudaxConstArrayOpCreate(MlirLocation loc, MlirValue dtype,
                            MlirAttribute contents, int64_t alignment);

/// Builds `cudax.device_alloc`: an array in the global memory of a device, made
/// on the host. `isHostShared` makes it managed memory.
MLIR_CAPI_EXPORTED MlirOperation dtypCudaxDeviceAllocOpCreate(
    MlirLocation loc, const DtypCudaxArray *array, bool isHostShared);

/// Builds `cudax.device_alloc async`, which begins when the tokens are there
/// and yields one as its second result.
MLIR_CAPI_EXPORTED MlirOperation dtypCudaxDeviceAllocOpCreateAsync(
    MlirLocation loc, intptr_t numDependencies, const MlirValue *dependencies,
    const DtypCudaxArray *array);

#ifdef __cplusplus
}
#endif

#endif // DTYP_C_CUDAXOPS_H

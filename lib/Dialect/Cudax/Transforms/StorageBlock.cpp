//===- StorageBlock.cpp - Where local arrays are made --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageBlock.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

Block *mlir::cudax::getStorageBlock(Region *region) {
  while (true) {
    Operation *parent = region->getParentOp();
    if (!isa<RegionBranchOpInterface>(parent) ||
        isa<FunctionOpInterface, gpu::LaunchOp, affine::AffineParallelOp>(
            parent) ||
        parent->hasTrait<OpTrait::HasParallelRegion>() ||
        parent->hasTrait<OpTrait::IsIsolatedFromAbove>()) {
      return &region->front();
    }
    region = parent->getParentRegion();
  }
}

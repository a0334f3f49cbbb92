//===- HoistAllocas.cpp - Move allocas to the entry block -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that moves allocas of static shape to the entry
// block of their function or launch.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_HOISTALLOCASPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// Returns the entry block that is executed once for each storage of `alloca`:
/// that of its function, of its launch, of the innermost parallel region, or of
/// the innermost op whose control flow is unknown.
static Block *getStorageBlock(memref::AllocaOp alloca) {
  Region *region = alloca->getParentRegion();
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

static bool isMovable(memref::AllocaOp alloca,
                      CudaxDialect::LocalArrayAttrHelper mark) {
  // A static shape may still have operands: the symbols of its layout.
  if (!alloca.getType().hasStaticShape() || alloca->getNumOperands() != 0) {
    return false;
  }
  return mark.isAttrPresent(alloca) ||
         !findLocalArrayEscape(alloca.getResult());
}

namespace {

struct HoistAllocasPass
    : public cudax::impl::HoistAllocasPassBase<HoistAllocasPass> {
  void runOnOperation() override {
    CudaxDialect::LocalArrayAttrHelper mark(&getContext());
    SmallVector<std::pair<memref::AllocaOp, Block *>> moves;
    getOperation()->walk([&](memref::AllocaOp alloca) {
      Block *block = getStorageBlock(alloca);
      if (alloca->getBlock() != block && isMovable(alloca, mark)) {
        moves.emplace_back(alloca, block);
      }
    });
    // Moving the last one first keeps them in the order of the program.
    for (auto [alloca, block] : llvm::reverse(moves)) {
      alloca->moveBefore(block, block->begin());
    }
  }
};

} // namespace

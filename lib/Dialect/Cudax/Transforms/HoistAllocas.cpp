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

#include "StorageBlock.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_HOISTALLOCASPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

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
      Block *block = getStorageBlock(alloca->getParentRegion());
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

//===- NarrowIndices.cpp - Compute indices in 32 bits ---------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_NARROWINDICESPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// Indices below this are numbers of 32 bits, with and without a sign.
static constexpr int64_t kMaxExtent = int64_t(1) << 31;

/// Returns the extent of the array that `use` is an index of; none if it is no
/// index of an access, or the extent is not static.
static std::optional<int64_t> getIndexedExtent(OpOperand &use) {
  Operation *op = use.getOwner();
  Value array;
  OperandRange indices(nullptr, 0);
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    array = load.getMemRef();
    indices = load.getIndices();
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    array = store.getMemRef();
    indices = store.getIndices();
  } else {
    return std::nullopt;
  }
  auto type = cast<MemRefType>(array.getType());
  unsigned first = indices.getBeginOperandIndex();
  unsigned number = use.getOperandNumber();
  if (number < first || number >= first + indices.size() ||
      type.isDynamicDim(number - first)) {
    return std::nullopt;
  }
  return type.getDimSize(number - first);
}

/// Whether each run of `block` runs `op`, which is in it or deeper.
static bool isAlwaysRun(Operation *op, Block *block) {
  while (op && op->getBlock() != block) {
    auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
    if (!loop) {
      return false;
    }
    std::optional<APInt> trips = loop.getStaticTripCount();
    if (!trips || trips->isZero()) {
      return false;
    }
    op = loop;
  }
  return op != nullptr;
}

/// Whether `op` hands on control. A call or an assertion may end the thread, so
/// may assembly, and a loop without a bound may stay for ever.
static bool handsOnControl(Operation *op) {
  if (isa<CallOpInterface, scf::WhileOp>(op)) {
    return false;
  }
  return isa_and_present<arith::ArithDialect, complex::ComplexDialect,
                         dtyp::DtypDialect, gpu::GPUDialect, math::MathDialect,
                         memref::MemRefDialect, scf::SCFDialect,
                         vector::VectorDialect>(op->getDialect()) ||
         isa<LLVM::LoadOp, LLVM::StoreOp>(op) || isMemoryEffectFree(op);
}

/// Whether all ops from `first` to `last`, in one block, hand on control.
static bool reaches(Operation *first, Operation *last) {
  for (Operation *op = first; op && op != last; op = op->getNextNode()) {
    WalkResult result = op->walk([](Operation *nested) {
      return handsOnControl(nested) ? WalkResult::advance()
                                    : WalkResult::interrupt();
    });
    if (result.wasInterrupted()) {
      return false;
    }
  }
  return true;
}

/// Whether `index` is less than kMaxExtent in each run of `block`, or the run
/// is undefined.
static bool isBounded(Value index, Block *block) {
  return llvm::any_of(index.getUses(), [&](OpOperand &use) {
    std::optional<int64_t> extent = getIndexedExtent(use);
    if (!extent || *extent > kMaxExtent ||
        !isAlwaysRun(use.getOwner(), block)) {
      return false;
    }
    Operation *access = block->findAncestorOpInBlock(*use.getOwner());
    return reaches(index.getDefiningOp(), access->getNextNode());
  });
}

static void narrowIndices(FunctionOpInterface function) {
  if (function.isExternal()) {
    return;
  }
  Block &entry = function.getFunctionBody().front();
  for (Operation &op : llvm::make_early_inc_range(entry)) {
    // Only what is computed costs more in 64 bits.
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, gpu::GlobalIdOp>(
            op) ||
        !op.getResult(0).getType().isIndex() ||
        !isBounded(op.getResult(0), &entry)) {
      continue;
    }
    OpBuilder builder(function.getContext());
    builder.setInsertionPointAfter(&op);
    Value narrow = arith::IndexCastOp::create(
        builder, op.getLoc(), builder.getI32Type(), op.getResult(0));
    Value wide = arith::IndexCastUIOp::create(builder, op.getLoc(),
                                              builder.getIndexType(), narrow);
    op.getResult(0).replaceAllUsesExcept(wide, narrow.getDefiningOp());
  }
}

namespace {

struct NarrowIndicesPass
    : public cudax::impl::NarrowIndicesPassBase<NarrowIndicesPass> {
  void runOnOperation() override { getOperation()->walk(narrowIndices); }
};

} // namespace

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
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

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

/// Returns a number that the result of `op` is never above, if `op` is a
/// constant, the number of a thread or block, or a sum or product of what has a
/// number in `upperBounds`.
static std::optional<uint64_t>
getUpperBound(Operation &op, const DenseMap<Value, uint64_t> &upperBounds) {
  if (op.getNumResults() != 1 || !op.getResult(0).getType().isIndex()) {
    return std::nullopt;
  }
  IntegerAttr constant;
  if (matchPattern(&op, m_Constant(&constant))) {
    int64_t number = constant.getInt();
    return number < 0 ? std::nullopt : std::optional<uint64_t>(number);
  }
  // No grid has more than that in a dimension.
  if (isa<gpu::ThreadIdOp, gpu::BlockIdOp>(op)) {
    return std::numeric_limits<int32_t>::max();
  }
  if (!isa<arith::AddIOp, arith::MulIOp>(op)) {
    return std::nullopt;
  }
  auto lhs = upperBounds.find(op.getOperand(0));
  auto rhs = upperBounds.find(op.getOperand(1));
  if (lhs == upperBounds.end() || rhs == upperBounds.end()) {
    return std::nullopt;
  }
  uint64_t bound = isa<arith::AddIOp>(op)
                       ? llvm::SaturatingAdd(lhs->second, rhs->second)
                       : llvm::SaturatingMultiply(lhs->second, rhs->second);
  // Neither sums nor products wrap below.
  return bound < std::numeric_limits<int64_t>::max()
             ? std::optional<uint64_t>(bound)
             : std::nullopt;
}

/// Whether `op` computes what an index may be made of that costs more in 64
/// bits.
static bool isComputed(Operation *op) {
  return isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                         gpu::GlobalIdOp>(op) &&
         op->getResult(0).getType().isIndex();
}

/// Adds the values of `entry` that are less than kMaxExtent to `bounded`.
static void collectBounded(Block &entry, SetVector<Operation *> &bounded) {
  DenseMap<Value, uint64_t> upperBounds;
  for (Operation &op : entry) {
    if (std::optional<uint64_t> bound = getUpperBound(op, upperBounds)) {
      upperBounds[op.getResult(0)] = *bound;
    }
    if (isComputed(&op) && isBounded(op.getResult(0), &entry)) {
      bounded.insert(&op);
    }
  }
  // No part of a sum of numbers without sign is above the sum.
  for (size_t i = 0; i != bounded.size(); ++i) {
    auto sum = dyn_cast<arith::AddIOp>(bounded[i]);
    if (!sum || !upperBounds.contains(sum.getResult())) {
      continue;
    }
    for (Value operand : sum->getOperands()) {
      Operation *op = operand.getDefiningOp();
      if (isComputed(op) && op->getBlock() == &entry) {
        bounded.insert(op);
      }
    }
  }
}

static void narrowIndices(FunctionOpInterface function) {
  if (function.isExternal()) {
    return;
  }
  SetVector<Operation *> bounded;
  collectBounded(function.getFunctionBody().front(), bounded);
  OpBuilder builder(function.getContext());
  for (Operation *op : bounded) {
    builder.setInsertionPointAfter(op);
    Value narrow = arith::IndexCastOp::create(
        builder, op->getLoc(), builder.getI32Type(), op->getResult(0));
    Value wide = arith::IndexCastUIOp::create(builder, op->getLoc(),
                                              builder.getIndexType(), narrow);
    op->getResult(0).replaceAllUsesExcept(wide, narrow.getDefiningOp());
  }
}

namespace {

struct NarrowIndicesPass
    : public cudax::impl::NarrowIndicesPassBase<NarrowIndicesPass> {
  void runOnOperation() override { getOperation()->walk(narrowIndices); }
};

} // namespace

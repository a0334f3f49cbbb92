//===- CheckIndices.cpp - Refuse constant indices out of bounds -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that reports accesses whose constant indices
// are out of bounds.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_CHECKINDICESPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// An access to elements of a memref, as far as it is constant.
struct IndexedAccess {
  Value memref;
  SmallVector<std::optional<int64_t>> indices;
  /// The elements that are accessed along the last dimensions; one along all
  /// others.
  ArrayRef<int64_t> lengths;
};

} // namespace

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static SmallVector<std::optional<int64_t>> getConstants(ValueRange indices) {
  return llvm::map_to_vector(
      indices, [](Value index) { return getConstantIntValue(index); });
}

/// Returns the indices of an affine access. Constant operands are part of its
/// map once it is canonical.
static SmallVector<std::optional<int64_t>> getConstants(AffineMap map) {
  return llvm::map_to_vector(
      map.getResults(), [](AffineExpr index) -> std::optional<int64_t> {
        if (auto constant = dyn_cast<AffineConstantExpr>(index)) {
          return constant.getValue();
        }
        return std::nullopt;
      });
}

/// Returns the access that `op` makes, or nothing if it makes none. (Upstream
/// has no interface for ops that index a memref.)
static std::optional<IndexedAccess> getAccess(Operation *op) {
  return TypeSwitch<Operation *, std::optional<IndexedAccess>>(op)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
            memref::GenericAtomicRMWOp, dtyp::LoadOp, dtyp::StoreOp,
            dtyp::AtomicRMWOp, dtyp::RawLoadOp, dtyp::RawStoreOp>(
          [](auto access) {
            return IndexedAccess{
                access.getMemref(), getConstants(access.getIndices()), {}};
          })
      .Case<vector::LoadOp, vector::StoreOp>([](auto access) {
        auto type = cast<MemRefType>(access.getBase().getType());
        // A vector that is an element is one.
        bool isElement = isa<VectorType>(type.getElementType());
        return IndexedAccess{access.getBase(),
                             getConstants(access.getIndices()),
                             isElement ? ArrayRef<int64_t>()
                                       : access.getVectorType().getShape()};
      })
      .Case<affine::AffineReadOpInterface, affine::AffineWriteOpInterface>(
          [](auto access) {
            return IndexedAccess{
                access.getMemRef(), getConstants(access.getAffineMap()), {}};
          })
      .Default(std::nullopt);
}

/// Returns where the array behind views and casts was made.
static Location getOrigin(Value array) {
  while (Operation *op = array.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
      array = view.getViewSource();
    } else if (isa<CastOpInterface>(op) && op->getNumOperands() == 1) {
      array = op->getOperand(0);
    } else {
      break;
    }
  }
  return array.getLoc();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Checks an access of `length` elements at `index`, which `kind` names, of
/// `extent`, which may be dynamic.
static LogicalResult verifyIndex(Operation *op, StringRef kind,
                                 unsigned dimension, int64_t index,
                                 int64_t length, int64_t extent,
                                 std::optional<Location> origin) {
  bool isStatic = !ShapedType::isDynamic(extent);
  if (index >= 0 && (!isStatic || index <= extent - length)) {
    return success();
  }
  InFlightDiagnostic diagnostic = op->emitOpError();
  diagnostic << "expected " << kind << " #" << dimension;
  if (isStatic && extent >= length) {
    diagnostic << " from 0 to " << extent - length;
  } else {
    diagnostic << " in bounds";
  }
  if (length != 1) {
    diagnostic << ", to access " << length << " elements";
  }
  if (isStatic) {
    diagnostic << " of " << extent;
  }
  diagnostic << ", but got " << index;
  if (origin) {
    diagnostic.attachNote(*origin) << "the array is made here";
  }
  return diagnostic;
}

static LogicalResult verifyAccess(Operation *op, const IndexedAccess &access) {
  auto type = cast<MemRefType>(access.memref.getType());
  size_t numLengths = std::min(access.lengths.size(), access.indices.size());
  size_t numScalar = access.indices.size() - numLengths;
  for (auto [i, index] : llvm::enumerate(access.indices)) {
    int64_t length =
        i < numScalar ? 1 : access.lengths.take_back(numLengths)[i - numScalar];
    if (index &&
        failed(verifyIndex(op, "index", i, *index, length, type.getDimSize(i),
                           getOrigin(access.memref)))) {
      return failure();
    }
  }
  return success();
}

/// Checks the indices of sub-arrays in the path of an access by dtype.
template <typename AccessOp>
static LogicalResult verifyPath(AccessOp op) {
  FailureOr<dtyp::ElementPart> part = op.getElementPart();
  if (failed(part)) {
    return failure();
  }
  for (auto [i, index] : llvm::enumerate(op.getSubindices())) {
    std::optional<int64_t> constant = getConstantIntValue(index);
    if (constant &&
        failed(verifyIndex(op, "index of the sub-array", i, *constant,
                           /*length=*/1, part->extents[i], std::nullopt))) {
      return failure();
    }
  }
  return success();
}

namespace {

struct CheckIndicesPass
    : public cudax::impl::CheckIndicesPassBase<CheckIndicesPass> {
  void runOnOperation() override {
    auto &dominance = getAnalysis<DominanceInfo>();
    bool isValid = true;
    getOperation()->walk([&](Operation *op) {
      if (op->getBlock() && !dominance.isReachableFromEntry(op->getBlock())) {
        return;
      }
      if (std::optional<IndexedAccess> access = getAccess(op)) {
        isValid &= succeeded(verifyAccess(op, *access));
      }
      LogicalResult path =
          TypeSwitch<Operation *, LogicalResult>(op)
              .Case<dtyp::LoadOp, dtyp::StoreOp, dtyp::AtomicRMWOp>(
                  [](auto access) { return verifyPath(access); })
              .Default(success());
      isValid &= succeeded(path);
    });
    if (!isValid) {
      signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};

} // namespace

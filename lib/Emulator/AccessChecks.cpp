//===- AccessChecks.cpp - Calls that check accesses to arrays -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessChecks.h"

#include "Sanitizer.h"
#include "SharedMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

namespace {

/// An access of an op to an array.
struct Access {
  Value array;
  ValueRange indices;
  AccessKind kind = AccessKind::Read;
  /// The elements that are accessed along the last dimension.
  int64_t numElements = 1;
};

} // namespace

static std::optional<Access> getAccess(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Access>>(op)
      .Case([](memref::LoadOp load) {
        return Access{load.getMemRef(), load.getIndices(), AccessKind::Read};
      })
      .Case([](memref::StoreOp store) {
        return Access{store.getMemRef(), store.getIndices(), AccessKind::Write};
      })
      .Case<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>([](auto atomic) {
        return Access{atomic.getMemref(), atomic.getIndices(),
                      AccessKind::Atomic};
      })
      .Case([](vector::LoadOp load) {
        return Access{load.getBase(), load.getIndices(), AccessKind::Read,
                      load.getVectorType().getNumElements()};
      })
      .Case([](vector::StoreOp store) {
        return Access{store.getBase(), store.getIndices(), AccessKind::Write,
                      store.getVectorType().getNumElements()};
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// Returns where the array behind views and casts was made.
static Location getOrigin(Value array) {
  while (Operation *op = array.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
      array = view.getViewSource();
    } else if (isa<memref::CastOp, memref::MemorySpaceCastOp>(op)) {
      array = op->getOperand(0);
    } else {
      break;
    }
  }
  return array.getLoc();
}

static Value toI64(OpBuilder &builder, Location location, Value index) {
  return arith::IndexCastOp::create(builder, location, builder.getI64Type(),
                                    index);
}

/// Returns the address of an element, and the bytes of one.
static std::pair<Value, int64_t>
getAddress(OpBuilder &builder, Location location, const Access &access) {
  auto type = cast<MemRefType>(access.array.getType());
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, location, access.array);
  Value linear = metadata.getOffset();
  for (auto [index, stride] :
       llvm::zip(access.indices, metadata.getStrides())) {
    Value part = arith::MulIOp::create(builder, location, index, stride);
    linear = arith::AddIOp::create(builder, location, linear, part);
  }
  int64_t size = getByteSize(MemRefType::get({1}, type.getElementType()));
  Value bytes = arith::MulIOp::create(
      builder, location, linear,
      arith::ConstantIndexOp::create(builder, location, size));
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(builder, location,
                                                              access.array);
  Value address = arith::AddIOp::create(builder, location, base, bytes);
  return {toI64(builder, location, address), size};
}

static void checkAccess(Operation *op, const Access &access, Value block,
                        Value thread, RuntimeCalls &runtime) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  auto type = cast<MemRefType>(access.array.getType());
  Type noResult = LLVM::LLVMVoidType::get(op->getContext());
  Value here = runtime.getLocation(builder, location);
  Value origin = runtime.getLocation(builder, getOrigin(access.array));
  Value kind = makeI32(builder, location, static_cast<int32_t>(access.kind));
  for (int64_t i = 0; i != type.getRank(); ++i) {
    Value size = memref::DimOp::create(builder, location, access.array, i);
    int64_t extent = i + 1 == type.getRank() ? access.numElements : 1;
    runtime.call(builder, location, "dtyp_emu_check_index", noResult,
                 {block, thread, toI64(builder, location, access.indices[i]),
                  toI64(builder, location, size),
                  makeI64(builder, location, extent),
                  makeI32(builder, location, i), kind, here, origin});
  }
  auto [address, size] = getAddress(builder, location, access);
  runtime.call(builder, location, "dtyp_emu_check_access", noResult,
               {block, thread, address,
                makeI64(builder, location, size * access.numElements),
                makeI64(builder, location, llvm::PowerOf2Ceil(size)), kind,
                here, origin});
}

void mlir::dtyp::emulator::addAccessChecks(
    Operation *op, Value block, Value thread,
    const llvm::DenseSet<Value> &uncheckedArrays, RuntimeCalls &runtime) {
  if (std::optional<Access> access = getAccess(op)) {
    if (!uncheckedArrays.contains(access->array)) {
      checkAccess(op, *access, block, thread, runtime);
    }
    return;
  }
  auto alloca = dyn_cast<memref::AllocaOp>(op);
  if (!alloca || !alloca.getType().hasStaticShape()) {
    return;
  }
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Location location = op->getLoc();
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      builder, location, alloca.getResult());
  runtime.call(builder, location, "dtyp_emu_make_local",
               LLVM::LLVMVoidType::get(op->getContext()),
               {block, toI64(builder, location, address),
                makeI64(builder, location, getByteSize(alloca.getType()))});
}

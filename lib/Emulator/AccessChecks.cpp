//===- AccessChecks.cpp - Calls that check accesses to arrays -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessChecks.h"

#include "SharedMemory.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

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

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

void AccessChecker::checkBytes(OpBuilder &builder, Location location,
                               Value address, Value numBytes, int64_t alignment,
                               AccessKind kind, Location origin) {
  runtime.call(builder, location, "dtyp_emu_check_access",
               LLVM::LLVMVoidType::get(builder.getContext()),
               {block, thread, address, numBytes,
                makeI64(builder, location, alignment),
                makeI32(builder, location, static_cast<int32_t>(kind)),
                runtime.getLocation(builder, location),
                runtime.getLocation(builder, origin)});
}

void AccessChecker::addConstant(OpBuilder &builder, Location location,
                                Value address, int64_t numBytes) {
  runtime.call(builder, location, "dtyp_emu_add_constant",
               LLVM::LLVMVoidType::get(builder.getContext()),
               {block, address, makeI64(builder, location, numBytes)});
}

void AccessChecker::check(OpBuilder &builder, Location location,
                          const Access &access) {
  auto type = cast<MemRefType>(access.array.getType());
  Value here = runtime.getLocation(builder, location);
  Value origin = runtime.getLocation(builder, getOrigin(access.array));
  Value kind = makeI32(builder, location, static_cast<int32_t>(access.kind));
  for (int64_t i = 0; i != type.getRank(); ++i) {
    int64_t extent = i + 1 == type.getRank() ? access.numElements : 1;
    std::optional<int64_t> constant = getConstantIntValue(access.indices[i]);
    if (constant && *constant >= 0 && !type.isDynamicDim(i) &&
        *constant <= type.getDimSize(i) - extent) {
      continue;
    }
    Value size = memref::DimOp::create(builder, location, access.array, i);
    runtime.call(builder, location, "dtyp_emu_check_index",
                 LLVM::LLVMVoidType::get(builder.getContext()),
                 {block, thread, toI64(builder, location, access.indices[i]),
                  toI64(builder, location, size),
                  makeI64(builder, location, extent),
                  makeI32(builder, location, i), kind, here, origin});
  }

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
  if (access.partOffset) {
    address =
        arith::AddIOp::create(builder, location, address, access.partOffset);
    checkBytes(builder, location, toI64(builder, location, address),
               makeI64(builder, location, access.partSize), access.alignment,
               access.kind, getOrigin(access.array));
    return;
  }
  int64_t elementAlignment = getElementAlignment(type);
  checkBytes(builder, location, toI64(builder, location, address),
             makeI64(builder, location, size * access.numElements),
             std::max(access.alignment, elementAlignment), access.kind,
             getOrigin(access.array));
}

/// Checks an access to one element for each lane whose mask is set: to those
/// that `indices` says, or to those in a row; only those that are accessed
/// count in the row if it is packed.
void AccessChecker::checkElements(Operation *op, Access access, Value mask,
                                  Value indices, bool isPacked) {
  if (uncheckedArrays.contains(access.array) ||
      !isa<MemRefType>(access.array.getType())) {
    return;
  }
  OpBuilder builder(op);
  Location location = op->getLoc();
  Type indexType = builder.getIndexType();
  Value first = access.indices.back();
  Value count = arith::ConstantIndexOp::create(builder, location, 0);
  int64_t numLanes = cast<VectorType>(mask.getType()).getNumElements();
  for (int64_t lane = 0; lane != numLanes; ++lane) {
    Value isSet = vector::ExtractOp::create(builder, location, mask, lane);
    Value offset = arith::ConstantIndexOp::create(builder, location, lane);
    if (indices) {
      offset = vector::ExtractOp::create(builder, location, indices, lane);
      if (offset.getType() != indexType) {
        offset =
            arith::IndexCastOp::create(builder, location, indexType, offset);
      }
    } else if (isPacked) {
      offset = count;
      Value one =
          arith::IndexCastUIOp::create(builder, location, indexType, isSet);
      count = arith::AddIOp::create(builder, location, count, one);
    }
    auto branch = scf::IfOp::create(builder, location, isSet,
                                    /*withElseRegion=*/false);
    OpBuilder inner = branch.getThenBodyBuilder();
    access.indices.back() =
        arith::AddIOp::create(inner, location, first, offset);
    check(inner, location, access);
  }
}

/// Returns the size in bytes of a value whose bits fill its bytes.
static int64_t getRawSize(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    return vector.getNumElements() * getRawSize(vector.getElementType());
  }
  if (type.isIntOrFloat()) {
    return type.getIntOrFloatBitWidth() / 8;
  }
  return *cast<dtyp::DTypeInterface>(type).getItemSize();
}

void AccessChecker::add(Operation *op) {
  auto checkOne = [&](Access access) {
    if (!uncheckedArrays.contains(access.array)) {
      OpBuilder builder(op);
      check(builder, op->getLoc(), access);
    }
  };
  auto getAlignment = [](auto access) {
    return static_cast<int64_t>(access.getAlignment().value_or(1));
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](memref::LoadOp load) {
        checkOne({load.getMemRef(), load.getIndices(), AccessKind::Read, 1,
                  getAlignment(load)});
      })
      .Case([&](memref::StoreOp store) {
        checkOne({store.getMemRef(), store.getIndices(), AccessKind::Write, 1,
                  getAlignment(store)});
      })
      .Case<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>([&](auto atomic) {
        checkOne({atomic.getMemref(), atomic.getIndices(),
                  AccessKind::AtomicUpdate});
      })
      .Case([&](vector::LoadOp load) {
        checkOne({load.getBase(), load.getIndices(), AccessKind::Read,
                  load.getVectorType().getNumElements(), getAlignment(load)});
      })
      .Case([&](vector::StoreOp store) {
        checkOne({store.getBase(), store.getIndices(), AccessKind::Write,
                  store.getVectorType().getNumElements(), getAlignment(store)});
      })
      .Case([&](dtyp::RawLoadOp load) {
        checkOne({load.getMemref(), load.getIndices(), AccessKind::Read, 1,
                  static_cast<int64_t>(load.getAlignment()), load.getOffset(),
                  getRawSize(load.getResult().getType())});
      })
      .Case([&](dtyp::RawStoreOp store) {
        checkOne({store.getMemref(), store.getIndices(), AccessKind::Write, 1,
                  static_cast<int64_t>(store.getAlignment()), store.getOffset(),
                  getRawSize(store.getValue().getType())});
      })
      .Case([&](vector::ScatterOp scatter) {
        checkElements(
            op, {scatter.getBase(), scatter.getOffsets(), AccessKind::Write},
            scatter.getMask(), scatter.getIndices(), false);
      })
      .Case([&](vector::ExpandLoadOp load) {
        checkElements(op, {load.getBase(), load.getIndices(), AccessKind::Read},
                      load.getMask(), nullptr, true);
      })
      .Case([&](vector::CompressStoreOp store) {
        checkElements(op,
                      {store.getBase(), store.getIndices(), AccessKind::Write},
                      store.getMask(), nullptr, true);
      })
      .Case([&](memref::GetGlobalOp global) {
        // A shared one gets its place in the memory of the block.
        if (!isSharedArray(global.getType())) {
          OpBuilder builder(op->getContext());
          builder.setInsertionPointAfter(op);
          Value address = memref::ExtractAlignedPointerAsIndexOp::create(
              builder, op->getLoc(), global.getResult());
          addConstant(builder, op->getLoc(),
                      toI64(builder, op->getLoc(), address),
                      getByteSize(global.getType()));
        }
      })
      .Default([&](Operation *) { addPointerChecks(op); });
}

//===- WarpOps.cpp - Lowering of the ops of warps -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers the ops by which the threads of a warp exchange values to
// calls of the runtime library, which takes every value as 64 bits.
//
//===----------------------------------------------------------------------===//

#include "DeviceOps.h"

#include "dtyp/Emulator/BlockContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

unsigned mlir::dtyp::emulator::getNumBits(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    return vector.isScalable() || vector.getRank() != 1
               ? 0
               : vector.getNumElements() * getNumBits(vector.getElementType());
  }
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

Value mlir::dtyp::emulator::toBits(OpBuilder &builder, Location location,
                                   Value value) {
  Type type = value.getType();
  Type bitsType = builder.getIntegerType(getNumBits(type));
  if (isa<VectorType>(type)) {
    value = LLVM::BitcastOp::create(builder, location, bitsType, value);
  } else if (type != bitsType) {
    value = arith::BitcastOp::create(builder, location, bitsType, value);
  }
  if (bitsType == builder.getI64Type()) {
    return value;
  }
  return arith::ExtUIOp::create(builder, location, builder.getI64Type(), value);
}

Value mlir::dtyp::emulator::fromBits(OpBuilder &builder, Location location,
                                     Value bits, Type type) {
  Type bitsType = builder.getIntegerType(getNumBits(type));
  if (bitsType != bits.getType()) {
    bits = arith::TruncIOp::create(builder, location, bitsType, bits);
  }
  if (isa<VectorType>(type)) {
    return LLVM::BitcastOp::create(builder, location, type, bits);
  }
  return type == bitsType
             ? bits
             : arith::BitcastOp::create(builder, location, type, bits);
}

std::pair<Value, Value> DeviceOpLowering::callForPair(OpBuilder &builder,
                                                      Location location,
                                                      StringRef name,
                                                      ValueRange arguments) {
  auto pairType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), {builder.getI64Type(), builder.getI64Type()});
  Value pair = runtime.call(builder, location, name, pairType, arguments);
  Value value = LLVM::ExtractValueOp::create(builder, location, pair,
                                             ArrayRef<int64_t>{0});
  Value flag = LLVM::ExtractValueOp::create(builder, location, pair,
                                            ArrayRef<int64_t>{1});
  return {value, arith::TruncIOp::create(builder, location, builder.getI1Type(),
                                         flag)};
}

//===----------------------------------------------------------------------===//
// The gpu dialect
//===----------------------------------------------------------------------===//

void DeviceOpLowering::lowerShuffle(gpu::ShuffleOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  auto [value, isValid] = callForPair(
      builder, location, "dtyp_emu_shuffle",
      {getBlock(), toBits(builder, location, op.getValue()), op.getOffset(),
       op.getWidth(),
       makeI32(builder, location, static_cast<int32_t>(op.getMode())),
       runtime.getLocation(builder, location)});
  Type type = op.getValue().getType();
  op.getShuffleResult().replaceAllUsesWith(
      fromBits(builder, location, value, type));
  op.getValid().replaceAllUsesWith(isValid);
  op.erase();
}

void DeviceOpLowering::lowerRotate(gpu::RotateOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  auto [value, isValid] =
      callForPair(builder, location, "dtyp_emu_rotate",
                  {getBlock(), toBits(builder, location, op.getValue()),
                   makeI32(builder, location, op.getOffset()),
                   makeI32(builder, location, op.getWidth()),
                   runtime.getLocation(builder, location)});
  Type type = op.getValue().getType();
  op.getRotateResult().replaceAllUsesWith(
      fromBits(builder, location, value, type));
  op.getValid().replaceAllUsesWith(isValid);
  op.erase();
}

LogicalResult DeviceOpLowering::lowerBroadcast(gpu::SubgroupBroadcastOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  Type type = op.getSrc().getType();
  unsigned bits = getNumBits(type);
  if (bits == 0 || bits > 64) {
    return op.emitOpError()
           << "expected a value of at most 64 bits to emulate it, but got "
           << type;
  }
  Value lane = op.getLane() ? op.getLane() : makeI32(builder, location, -1);
  Value value = runtime.call(
      builder, location, "dtyp_emu_broadcast", builder.getI64Type(),
      {getBlock(), toBits(builder, location, op.getSrc()), lane,
       runtime.getLocation(builder, location)});
  op.getResult().replaceAllUsesWith(fromBits(builder, location, value, type));
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// The nvvm dialect
//===----------------------------------------------------------------------===//

/// Packs a value and a flag as the op's result: the value alone, or a struct of
/// both.
static void replaceByPair(OpBuilder &builder, Operation *op, Value value,
                          Value flag) {
  Type type = op->getResult(0).getType();
  auto structType = dyn_cast<LLVM::LLVMStructType>(type);
  Type valueType = structType ? structType.getBody()[0] : type;
  Value result = fromBits(builder, op->getLoc(), value, valueType);
  if (structType) {
    Value both = LLVM::PoisonOp::create(builder, op->getLoc(), structType);
    both = LLVM::InsertValueOp::create(builder, op->getLoc(), both, result,
                                       ArrayRef<int64_t>{0});
    result = LLVM::InsertValueOp::create(builder, op->getLoc(), both, flag,
                                         ArrayRef<int64_t>{1});
  }
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

LogicalResult DeviceOpLowering::lowerWarpOp(Operation *op) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  Value source = runtime.getLocation(builder, location);
  Type i32 = builder.getI32Type();
  auto kind = [&](auto value) {
    return makeI32(builder, location, static_cast<int32_t>(value));
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](gpu::ShuffleOp shuffle) -> LogicalResult {
        unsigned bits = getNumBits(shuffle.getValue().getType());
        if (bits == 0 || bits > 64) {
          return op->emitOpError() << "expected a value of at most 64 bits to "
                                      "emulate it, but got "
                                   << shuffle.getValue().getType();
        }
        lowerShuffle(shuffle);
        return success();
      })
      .Case([&](gpu::RotateOp rotate) -> LogicalResult {
        unsigned bits = getNumBits(rotate.getValue().getType());
        if (bits == 0 || bits > 64) {
          return op->emitOpError() << "expected a value of at most 64 bits to "
                                      "emulate it, but got "
                                   << rotate.getValue().getType();
        }
        lowerRotate(rotate);
        return success();
      })
      .Case([&](gpu::SubgroupBroadcastOp broadcast) {
        return lowerBroadcast(broadcast);
      })
      .Case([&](NVVM::ShflOp shfl) {
        auto [value, isValid] = callForPair(
            builder, location, "dtyp_emu_shfl_sync",
            {getBlock(), shfl.getThreadMask(),
             toBits(builder, location, shfl.getVal()), shfl.getOffset(),
             shfl.getMaskAndClamp(), kind(shfl.getKind()), source});
        replaceByPair(builder, op, value, isValid);
        return success();
      })
      .Case([&](NVVM::VoteSyncOp vote) {
        Value predicate =
            arith::ExtUIOp::create(builder, location, i32, vote.getPred());
        Value result =
            runtime.call(builder, location, "dtyp_emu_vote_sync", i32,
                         {getBlock(), vote.getMask(), predicate,
                          kind(vote.getKind()), source});
        if (vote.getRes().getType() != i32) {
          result = arith::TruncIOp::create(builder, location,
                                           vote.getRes().getType(), result);
        }
        vote.getRes().replaceAllUsesWith(result);
        op->erase();
        return success();
      })
      .Case([&](NVVM::MatchSyncOp match) {
        auto [value, all] =
            callForPair(builder, location, "dtyp_emu_match_sync",
                        {getBlock(), match.getThreadMask(),
                         toBits(builder, location, match.getVal()),
                         kind(match.getKind()), source});
        replaceByPair(builder, op, value, all);
        return success();
      })
      .Case([&](NVVM::ReduxOp redux) {
        int32_t flags = (redux.getAbs() ? 1 : 0) | (redux.getNan() ? 2 : 0);
        Value result = runtime.call(
            builder, location, "dtyp_emu_redux_sync", i32,
            {getBlock(), redux.getMaskAndClamp(),
             arith::TruncIOp::create(builder, location, i32,
                                     toBits(builder, location, redux.getVal())),
             kind(redux.getKind()), makeI32(builder, location, flags), source});
        redux.getRes().replaceAllUsesWith(
            fromBits(builder, location, result, redux.getRes().getType()));
        op->erase();
        return success();
      })
      .Case([&](NVVM::SyncWarpOp sync) {
        runtime.call(builder, location, "dtyp_emu_syncwarp",
                     LLVM::LLVMVoidType::get(op->getContext()),
                     {getBlock(), sync.getMask(), source});
        op->erase();
        return success();
      })
      .Case([&](NVVM::ElectSyncOp elect) {
        Value mask = elect.getMembermask() ? elect.getMembermask()
                                           : makeI32(builder, location, -1);
        Value result = runtime.call(builder, location, "dtyp_emu_elect_sync",
                                    i32, {getBlock(), mask, source});
        elect.getPred().replaceAllUsesWith(
            arith::TruncIOp::create(builder, location, builder.getI1Type(),
                                    result)
                .getResult());
        op->erase();
        return success();
      })
      .Default([&](Operation *) {
        return op->emitOpError() << "is not emulated on the CPU";
      });
}

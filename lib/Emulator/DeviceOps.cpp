//===- DeviceOps.cpp - Lowering of GPU ops for the emulator ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers indices and sizes, barriers, output and dynamic shared
// memory. The ops of the nvvm dialect are in NvvmOps.cpp, those of warps in
// WarpOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "DeviceOps.h"

#include "SpinLoops.h"
#include "dtyp/Emulator/BlockContext.h"
#include "dtyp/Emulator/BlockScheduler.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::dtyp::emulator;

bool mlir::dtyp::emulator::usesCluster(Operation *op) {
  return isa<NVVM::ClusterArriveOp, NVVM::ClusterArriveRelaxedOp,
             NVVM::ClusterWaitOp, NVVM::MapaOp>(op);
}

bool mlir::dtyp::emulator::mayWait(Operation *op) {
  // Of threads that run as a loop, none can end alone.
  return usesCluster(op) || isSpinRead(op) ||
         isa<gpu::BarrierOp, gpu::ShuffleOp, gpu::RotateOp,
             gpu::SubgroupBroadcastOp, gpu::AllReduceOp, gpu::SubgroupReduceOp,
             NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::BarrierArriveOp,
             NVVM::ShflOp, NVVM::VoteSyncOp, NVVM::MatchSyncOp, NVVM::ReduxOp,
             NVVM::SyncWarpOp, NVVM::ElectSyncOp, NVVM::NanosleepOp,
             NVVM::Exit>(op);
}

//===----------------------------------------------------------------------===//
// Indices and sizes
//===----------------------------------------------------------------------===//

Value DeviceOpLowering::load(OpBuilder &builder, Location location,
                             size_t member, unsigned dimension) {
  Value loaded = loadContextMember(builder, location, getBlock(),
                                   member + dimension * sizeof(int64_t),
                                   builder.getI64Type());
  return arith::IndexCastOp::create(builder, location, builder.getIndexType(),
                                    loaded);
}

/// Returns one of the numbers that tell threads and blocks apart.
Value DeviceOpLowering::getIndex(OpBuilder &builder, Location location,
                                 StringRef what, unsigned dimension) {
  auto member = [&](size_t offset) {
    return load(builder, location, offset, dimension);
  };
  if (what == "tid") {
    return getThreadId(dimension);
  }
  if (what == "ntid") {
    return member(offsetof(BlockContext, blockDim));
  }
  if (what == "ctaid") {
    return member(offsetof(BlockContext, blockId));
  }
  if (what == "nctaid") {
    return member(offsetof(BlockContext, gridDim));
  }
  Value clusterDim = member(offsetof(BlockContext, clusterDim));
  if (what == "cluster.nctaid") {
    return clusterDim;
  }
  if (what == "nclusterid") {
    return arith::DivUIOp::create(
        builder, location, member(offsetof(BlockContext, gridDim)), clusterDim);
  }
  Value block = member(offsetof(BlockContext, blockId));
  if (what == "clusterid") {
    return arith::DivUIOp::create(builder, location, block, clusterDim);
  }
  assert(what == "cluster.ctaid" && "unknown index");
  return arith::RemUIOp::create(builder, location, block, clusterDim);
}

Value DeviceOpLowering::getLinearThreadId(OpBuilder &builder,
                                          Location location) {
  Value linear = getThreadId(2);
  for (unsigned dimension : {1u, 0u}) {
    Value size = getIndex(builder, location, "ntid", dimension);
    linear = arith::MulIOp::create(builder, location, linear, size);
    linear = arith::AddIOp::create(builder, location, linear,
                                   getThreadId(dimension));
  }
  return linear;
}

Value DeviceOpLowering::getThreadNumber(OpBuilder &builder, Location location) {
  return arith::IndexCastOp::create(builder, location, builder.getI64Type(),
                                    getLinearThreadId(builder, location));
}

/// Lowers an op of the gpu dialect that has a dimension.
LogicalResult DeviceOpLowering::lowerIndexOp(Operation *op, StringRef what) {
  OpBuilder builder(op);
  auto dimension = static_cast<unsigned>(
      op->getAttrOfType<gpu::DimensionAttr>("dimension").getValue());
  Value index;
  if (what == "global") {
    Value block = getIndex(builder, op->getLoc(), "ctaid", dimension);
    Value size = getIndex(builder, op->getLoc(), "ntid", dimension);
    index = arith::AddIOp::create(
        builder, op->getLoc(),
        arith::MulIOp::create(builder, op->getLoc(), block, size),
        getThreadId(dimension));
  } else {
    index = getIndex(builder, op->getLoc(), what, dimension);
  }
  op->getResult(0).replaceAllUsesWith(index);
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void DeviceOpLowering::lowerBarrier(Operation *op, Value barrier,
                                    Value numThreads, int32_t reduction,
                                    Value predicate) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  Value zero = makeI32(builder, location, 0);
  Value result = runtime.call(
      builder, location, "dtyp_emu_barrier", builder.getI32Type(),
      {getBlock(), barrier ? barrier : zero, numThreads ? numThreads : zero,
       makeI32(builder, location, reduction), predicate ? predicate : zero,
       runtime.getLocation(builder, location)});
  if (op->getNumResults() == 1) {
    op->getResult(0).replaceAllUsesWith(result);
  }
  op->erase();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// Promotes an integer as C promotes that of a variadic function: with its
/// sign, but for bool, which is 0 or 1.
static Value promoteInteger(OpBuilder &builder, Location location,
                            Value integer) {
  Type type = integer.getType();
  if (isa<IndexType>(type)) {
    return arith::IndexCastOp::create(builder, location, builder.getI64Type(),
                                      integer);
  }
  if (type.isInteger() && !type.isInteger(1) &&
      type.getIntOrFloatBitWidth() < 64) {
    return arith::ExtSIOp::create(builder, location, builder.getI64Type(),
                                  integer);
  }
  return toBits(builder, location, integer);
}

void DeviceOpLowering::lowerPrintf(gpu::PrintfOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  // The arguments go through memory, as on the GPU; a letter each says what
  // they are.
  OpBuilder atEntry = OpBuilder::atBlockBegin(&function.front());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value count = makeI64(atEntry, location, op.getArgs().size());
  Value buffer = LLVM::AllocaOp::create(atEntry, location, pointer,
                                        builder.getI64Type(), count);
  std::string kinds;
  for (auto [index, argument] : llvm::enumerate(op.getArgs())) {
    Type type = argument.getType();
    Value bits;
    if (isa<FloatType>(type)) {
      kinds += 'f';
      Value wide = argument;
      if (type.getIntOrFloatBitWidth() < 64) {
        wide = arith::ExtFOp::create(builder, location, builder.getF64Type(),
                                     argument);
      } else if (type.getIntOrFloatBitWidth() > 64) {
        wide = arith::TruncFOp::create(builder, location, builder.getF64Type(),
                                       argument);
      }
      bits = arith::BitcastOp::create(builder, location, builder.getI64Type(),
                                      wide);
    } else {
      kinds += 'i';
      bits = promoteInteger(builder, location, argument);
    }
    Value address = LLVM::GEPOp::create(
        builder, location, pointer, builder.getI64Type(), buffer,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, location, bits, address);
  }
  runtime.call(builder, location, "dtyp_emu_printf",
               LLVM::LLVMVoidType::get(builder.getContext()),
               {runtime.getText(builder, location, op.getFormat()),
                runtime.getText(builder, location, kinds), buffer});
  op.erase();
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

void DeviceOpLowering::lowerDynamicShared(gpu::DynamicSharedMemoryOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  LLVMTypeConverter converter(builder.getContext());
  MemRefType type = op.getType();
  auto plainType = MemRefType::get(type.getShape(), type.getElementType());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value address =
      loadContextMember(builder, location, getBlock(),
                        offsetof(BlockContext, dynamicShared), pointer);
  Value size = loadContextMember(builder, location, getBlock(),
                                 offsetof(BlockContext, dynamicSharedBytes),
                                 builder.getI64Type());
  MemRefDescriptor descriptor = MemRefDescriptor::poison(
      builder, location, converter.convertType(plainType));
  descriptor.setAllocatedPtr(builder, location, address);
  descriptor.setAlignedPtr(builder, location, address);
  descriptor.setConstantOffset(builder, location, 0);
  descriptor.setSize(builder, location, 0, size);
  descriptor.setConstantStride(builder, location, 0, 1);
  auto cast = UnrealizedConversionCastOp::create(builder, location, type,
                                                 Value(descriptor));
  op.replaceAllUsesWith(cast.getResult(0));
  op.erase();
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

LogicalResult DeviceOpLowering::lowerGpuOp(Operation *op) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](gpu::ThreadIdOp) { return lowerIndexOp(op, "tid"); })
      .Case([&](gpu::BlockDimOp) { return lowerIndexOp(op, "ntid"); })
      .Case([&](gpu::BlockIdOp) { return lowerIndexOp(op, "ctaid"); })
      .Case([&](gpu::GridDimOp) { return lowerIndexOp(op, "nctaid"); })
      .Case([&](gpu::GlobalIdOp) { return lowerIndexOp(op, "global"); })
      .Case([&](gpu::ClusterIdOp) { return lowerIndexOp(op, "clusterid"); })
      .Case([&](gpu::ClusterDimOp) { return lowerIndexOp(op, "nclusterid"); })
      .Case([&](gpu::ClusterDimBlocksOp) {
        return lowerIndexOp(op, "cluster.nctaid");
      })
      .Case([&](gpu::ClusterBlockIdOp) {
        return lowerIndexOp(op, "cluster.ctaid");
      })
      .Case([&](gpu::LaneIdOp) { return lowerSpecialRegister(op, "laneid"); })
      .Case(
          [&](gpu::SubgroupIdOp) { return lowerSpecialRegister(op, "warpid"); })
      .Case([&](gpu::SubgroupSizeOp) {
        return lowerSpecialRegister(op, "warpsize");
      })
      .Case([&](gpu::NumSubgroupsOp) {
        Value threads = arith::ConstantIndexOp::create(builder, location, 1);
        for (unsigned i = 0; i != 3; ++i) {
          threads =
              arith::MulIOp::create(builder, location, threads,
                                    getIndex(builder, location, "ntid", i));
        }
        Value size =
            arith::ConstantIndexOp::create(builder, location, kWarpSize);
        op->getResult(0).replaceAllUsesWith(
            arith::CeilDivUIOp::create(builder, location, threads, size)
                .getResult());
        op->erase();
        return success();
      })
      .Case([&](gpu::BarrierOp) {
        lowerBarrier(op, nullptr, nullptr, 0, nullptr);
        return success();
      })
      .Case([&](gpu::PrintfOp printf) {
        lowerPrintf(printf);
        return success();
      })
      .Case([&](gpu::DynamicSharedMemoryOp shared) {
        lowerDynamicShared(shared);
        return success();
      })
      .Case([&](gpu::ReturnOp) {
        func::ReturnOp::create(builder, location, op->getOperands());
        op->erase();
        return success();
      })
      .Default([&](Operation *) { return lowerWarpOp(op); });
}

LogicalResult DeviceOpLowering::lower(Operation *op) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  Type noResult = LLVM::LLVMVoidType::get(op->getContext());
  auto getThread = [&] { return getThreadNumber(builder, location); };
  if (auto assertion = dyn_cast<cf::AssertOp>(op)) {
    Value condition = arith::ExtUIOp::create(
        builder, location, builder.getI32Type(), assertion.getArg());
    runtime.call(builder, location, "dtyp_emu_assert", noResult,
                 {getBlock(), getThread(), condition,
                  runtime.getText(builder, location, assertion.getMsg()),
                  runtime.getLocation(builder, location)});
    op->erase();
    return success();
  }
  if (isa<LLVM::Trap, LLVM::DebugTrap>(op)) {
    runtime.call(
        builder, location, "dtyp_emu_trap", noResult,
        {getBlock(), getThread(), runtime.getLocation(builder, location)});
    op->erase();
    return success();
  }
  if (isSpinRead(op)) {
    // Behind the read: what it waits for may be written now.
    builder.setInsertionPointAfter(op);
    runtime.call(builder, location, "dtyp_emu_yield", noResult, {getBlock()});
    return success();
  }
  if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect())) {
    return lowerGpuOp(op);
  }
  if (isa_and_nonnull<NVVM::NVVMDialect>(op->getDialect())) {
    return lowerNvvmOp(op);
  }
  return success();
}

//===- NvvmOps.cpp - Lowering of NVVM ops for the emulator ----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file lowers the ops of the nvvm dialect, as the PTX ISA describes them:
// special registers, barriers of blocks and clusters, fences. The ops of warps
// are in WarpOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "DeviceOps.h"

#include "dtyp/Emulator/BlockContext.h"
#include "dtyp/Emulator/BlockScheduler.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::dtyp::emulator;

/// The warps that a multiprocessor of compute capability 9.0 can hold.
static constexpr int64_t kMaxWarps = 64;

/// Lowers nvvm.read.ptx.sreg.NAME.
LogicalResult DeviceOpLowering::lowerSpecialRegister(Operation *op,
                                                     StringRef name) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, location, value);
  };
  auto member = [&](size_t offset) {
    return load(builder, location, offset, 0);
  };
  Value index;
  auto [prefix, dimension] = name.rsplit('.');
  if (name.starts_with("clock") || name.starts_with("globaltimer")) {
    Value time = runtime.call(
        builder, location,
        name.starts_with("clock") ? "dtyp_emu_clock" : "dtyp_emu_global_timer",
        builder.getI64Type(), {});
    Type type = op->getResult(0).getType();
    if (type != time.getType()) {
      time = arith::TruncIOp::create(builder, location, type, time);
    }
    op->getResult(0).replaceAllUsesWith(time);
    op->erase();
    return success();
  }
  if (name == "smid") {
    index = member(offsetof(BlockContext, worker));
  } else if (name == "nsmid") {
    index = member(offsetof(BlockContext, numWorkers));
  } else if (name == "nwarpid") {
    index = constant(kMaxWarps);
  } else if (name == "gridid") {
    index = member(offsetof(BlockContext, launchNumber));
  } else if (name == "total.smem.size") {
    // The arrays of the module, and the dynamic part behind them.
    Value begin = member(offsetof(BlockContext, staticShared));
    Value end = member(offsetof(BlockContext, dynamicShared));
    index = arith::AddIOp::create(
        builder, location, arith::SubIOp::create(builder, location, end, begin),
        member(offsetof(BlockContext, dynamicSharedBytes)));
  } else if (name == "cluster.ctarank") {
    index = getIndex(builder, location, "cluster.ctaid", 2);
    for (unsigned i : {1u, 0u}) {
      index = arith::MulIOp::create(
          builder, location, index,
          getIndex(builder, location, "cluster.nctaid", i));
      index = arith::AddIOp::create(
          builder, location, index,
          getIndex(builder, location, "cluster.ctaid", i));
    }
  } else if (name == "cluster.nctarank") {
    index = constant(1);
    for (unsigned i : {0u, 1u, 2u}) {
      index = arith::MulIOp::create(
          builder, location, index,
          getIndex(builder, location, "cluster.nctaid", i));
    }
  } else if (name == "laneid") {
    index = arith::RemUIOp::create(builder, location,
                                   getLinearThreadId(builder, location),
                                   constant(kWarpSize));
  } else if (name == "warpid") {
    index = arith::DivUIOp::create(builder, location,
                                   getLinearThreadId(builder, location),
                                   constant(kWarpSize));
  } else if (name == "warpsize") {
    index = constant(kWarpSize);
  } else if (name == "dynamic.smem.size") {
    index = member(offsetof(BlockContext, dynamicSharedBytes));
  } else if (dimension.size() == 1 && dimension[0] >= 'x' &&
             dimension[0] <= 'z') {
    index = getIndex(builder, location, prefix, dimension[0] - 'x');
  } else if (name.starts_with("lanemask.")) {
    Value lane = arith::IndexCastOp::create(
        builder, location, builder.getI32Type(),
        arith::RemUIOp::create(builder, location,
                               getLinearThreadId(builder, location),
                               constant(kWarpSize)));
    Value bit = arith::ShLIOp::create(builder, location,
                                      makeI32(builder, location, 1), lane);
    Value below = arith::SubIOp::create(builder, location, bit,
                                        makeI32(builder, location, 1));
    Value ones = makeI32(builder, location, -1);
    Value upTo = arith::OrIOp::create(builder, location, below, bit);
    Value mask =
        llvm::StringSwitch<Value>(dimension)
            .Case("eq", bit)
            .Case("lt", below)
            .Case("le", upTo)
            .Case("gt", arith::XOrIOp::create(builder, location, upTo, ones))
            .Case("ge", arith::XOrIOp::create(builder, location, below, ones));
    op->getResult(0).replaceAllUsesWith(mask);
    op->erase();
    return success();
  } else {
    return op->emitOpError() << "is not emulated on the CPU";
  }
  if (Type type = op->getResult(0).getType(); !isa<IndexType>(type)) {
    index = arith::IndexCastOp::create(builder, location, type, index);
  }
  op->getResult(0).replaceAllUsesWith(index);
  op->erase();
  return success();
}

/// Makes a pointer of any space one without.
static Value toGeneric(OpBuilder &builder, Location location, Value pointer) {
  auto generic = LLVM::LLVMPointerType::get(builder.getContext());
  if (pointer.getType() == generic) {
    return pointer;
  }
  return LLVM::AddrSpaceCastOp::create(builder, location, generic, pointer);
}

LogicalResult DeviceOpLowering::lowerNvvmOp(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (name.consume_front("read.ptx.sreg.")) {
    return lowerSpecialRegister(op, name);
  }
  OpBuilder builder(op);
  Location location = op->getLoc();
  /// Replaces the op by a call without a result.
  auto call = [&](StringRef function, bool takesLocation = true) {
    SmallVector<Value> arguments = {getBlock()};
    if (takesLocation) {
      arguments.push_back(runtime.getLocation(builder, location));
    }
    runtime.call(builder, location, function,
                 LLVM::LLVMVoidType::get(op->getContext()), arguments);
    op->erase();
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](NVVM::Barrier0Op) {
        lowerBarrier(op, nullptr, nullptr, 0, nullptr);
        return success();
      })
      .Case([&](NVVM::BarrierOp barrier) {
        int32_t reduction = 0;
        if (auto kind = barrier.getReductionOp()) {
          switch (*kind) {
          case NVVM::BarrierReduction::POPC:
            reduction = static_cast<int32_t>(BarrierReduction::Popc);
            break;
          case NVVM::BarrierReduction::AND:
            reduction = static_cast<int32_t>(BarrierReduction::And);
            break;
          case NVVM::BarrierReduction::OR:
            reduction = static_cast<int32_t>(BarrierReduction::Or);
            break;
          }
        }
        lowerBarrier(op, barrier.getBarrierId(), barrier.getNumberOfThreads(),
                     reduction, barrier.getReductionPredicate());
        return success();
      })
      .Case([&](NVVM::BarrierArriveOp arrive) {
        Value zero = makeI32(builder, location, 0);
        runtime.call(builder, location, "dtyp_emu_barrier_arrive",
                     LLVM::LLVMVoidType::get(op->getContext()),
                     {getBlock(),
                      arrive.getBarrierId() ? arrive.getBarrierId() : zero,
                      arrive.getNumberOfThreads(),
                      runtime.getLocation(builder, location)});
        op->erase();
        return success();
      })
      .Case<NVVM::ClusterArriveOp, NVVM::ClusterArriveRelaxedOp>(
          [&](Operation *) { return call("dtyp_emu_cluster_arrive"); })
      .Case([&](NVVM::ClusterWaitOp) { return call("dtyp_emu_cluster_wait"); })
      .Case([&](NVVM::MapaOp mapa) {
        // DropMemorySpaces makes the pointers the same.
        Value address =
            runtime.call(builder, location, "dtyp_emu_mapa",
                         LLVM::LLVMPointerType::get(op->getContext()),
                         {getBlock(), toGeneric(builder, location, mapa.getA()),
                          mapa.getB(), runtime.getLocation(builder, location)});
        Type type = mapa.getRes().getType();
        if (type != address.getType()) {
          address =
              LLVM::AddrSpaceCastOp::create(builder, location, type, address);
        }
        mapa.getRes().replaceAllUsesWith(address);
        op->erase();
        return success();
      })
      .Case([&](NVVM::Exit) { return call("dtyp_emu_exit"); })
      .Case([&](NVVM::NanosleepOp) { return call("dtyp_emu_yield", false); })
      .Case<NVVM::MembarOp, NVVM::FenceScClusterOp, NVVM::FenceSyncRestrictOp,
            NVVM::FenceMbarrierInitOp, NVVM::FenceProxyOp,
            NVVM::FenceProxyAcquireOp, NVVM::FenceProxyReleaseOp,
            NVVM::FenceProxySyncRestrictOp>([&](Operation *) {
        // Threads of a block take turns; blocks synchronize by atomics. There
        // is one proxy, the generic one.
        LLVM::FenceOp::create(builder, location, LLVM::AtomicOrdering::seq_cst,
                              StringRef());
        op->erase();
        return success();
      })
      .Case<NVVM::PrefetchOp, NVVM::SetMaxRegisterOp, NVVM::PMEventOp,
            NVVM::GriddepcontrolOp>([&](Operation *) {
        // Hints; and launches run in order, each when those before have ended.
        op->erase();
        return success();
      })
      .Default([&](Operation *) { return lowerWarpOp(op); });
}

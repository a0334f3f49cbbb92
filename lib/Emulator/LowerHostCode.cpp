//===- LowerHostCode.cpp - Host functions that launch kernels -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that lowers the gpu dialect in host code.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Passes.h"

#include "KernelEntry.h"
#include "RuntimeCalls.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::dtyp::emulator {
#define GEN_PASS_DEF_LOWERHOSTCODEPASS
#include "dtyp/Emulator/Passes.h.inc"
} // namespace mlir::dtyp::emulator

using namespace mlir;
using namespace mlir::dtyp::emulator;

/// Stores the values that the parameters of a kernel are into memory, and
/// returns the address of an array with their addresses.
static Value storeParameters(OpBuilder &builder, Location location,
                             ValueRange operands) {
  LLVMTypeConverter converter(builder.getContext());
  SmallVector<Value> values;
  for (Value operand : operands) {
    auto memref = dyn_cast<MemRefType>(operand.getType());
    Type type = converter.convertType(operand.getType());
    Value converted = operand;
    if (type != operand.getType()) {
      converted =
          UnrealizedConversionCastOp::create(builder, location, type, operand)
              .getResult(0);
    }
    if (memref) {
      MemRefDescriptor::unpack(builder, location, converted, memref, values);
    } else {
      values.push_back(converted);
    }
  }
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value one = makeI64(builder, location, 1);
  Value array = LLVM::AllocaOp::create(
      builder, location, pointer, pointer,
      makeI64(builder, location, std::max<size_t>(values.size(), 1)));
  for (auto [index, value] : llvm::enumerate(values)) {
    Value place = LLVM::AllocaOp::create(builder, location, pointer,
                                         value.getType(), one);
    LLVM::StoreOp::create(builder, location, value, place);
    Value slot = LLVM::GEPOp::create(
        builder, location, pointer, pointer, array,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, location, place, slot);
  }
  return array;
}

static void lowerLaunch(gpu::LaunchFuncOp op, RuntimeCalls &runtime) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  auto toI64 = [&](Value value) -> Value {
    if (!value) {
      return makeI64(builder, location, 1);
    }
    if (isa<IndexType>(value.getType())) {
      return arith::IndexCastOp::create(builder, location, builder.getI64Type(),
                                        value);
    }
    return value.getType() == builder.getI64Type()
               ? value
               : arith::ExtUIOp::create(builder, location, builder.getI64Type(),
                                        value);
  };
  std::string kernel = (op.getKernelModuleName().getValue() +
                        "::" + op.getKernelName().getValue())
                           .str();
  // The stack is given back, since a loop may launch often.
  auto pointer = LLVM::LLVMPointerType::get(op.getContext());
  Value stack = LLVM::StackSaveOp::create(builder, location, pointer);
  SmallVector<Value> arguments = {runtime.getText(builder, location, kernel)};
  for (Value size :
       {op.getGridSizeX(), op.getGridSizeY(), op.getGridSizeZ(),
        op.getBlockSizeX(), op.getBlockSizeY(), op.getBlockSizeZ(),
        op.getClusterSizeX(), op.getClusterSizeY(), op.getClusterSizeZ()}) {
    arguments.push_back(toI64(size));
  }
  Value shared = op.getDynamicSharedMemorySize();
  arguments.push_back(shared ? toI64(shared) : makeI64(builder, location, 0));
  arguments.push_back(
      storeParameters(builder, location, op.getKernelOperands()));
  runtime.call(builder, location, "dtyp_emu_launch",
               LLVM::LLVMVoidType::get(op.getContext()), arguments);
  LLVM::StackRestoreOp::create(builder, location, stack);
}

/// Makes what does on the CPU what `op` does with a GPU. Fails after an error
/// if that is not known.
static LogicalResult lowerHostOp(Operation *op, RuntimeCalls &runtime) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](gpu::LaunchFuncOp launch) {
        lowerLaunch(launch, runtime);
        return success();
      })
      .Case([&](gpu::AllocOp alloc) {
        Value memory = memref::AllocOp::create(
            builder, location, alloc.getType(), alloc.getDynamicSizes(),
            alloc.getSymbolOperands());
        alloc.getMemref().replaceAllUsesWith(memory);
        return success();
      })
      .Case([&](gpu::DeallocOp dealloc) {
        memref::DeallocOp::create(builder, location, dealloc.getMemref());
        return success();
      })
      .Case([&](gpu::MemcpyOp copy) {
        memref::CopyOp::create(builder, location, copy.getSrc(), copy.getDst());
        return success();
      })
      .Case([&](gpu::MemsetOp fill) {
        linalg::FillOp::create(builder, location, fill.getValue(),
                               fill.getDst());
        return success();
      })
      .Case<gpu::WaitOp, gpu::HostRegisterOp, gpu::HostUnregisterOp,
            gpu::SetDefaultDeviceOp>([](Operation *) { return success(); })
      .Default([](Operation *other) {
        return other->emitOpError()
               << "is not emulated on the CPU in host code";
      });
}

/// Makes the entry of a host function: it takes the addresses of the arguments
/// as a kernel does.
static void makeHostEntry(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  Location location = function.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(function.getContext());
  auto entry = func::FuncOp::create(builder, location,
                                    (function.getName() + kEntrySuffix).str(),
                                    builder.getFunctionType({pointer}, {}));
  builder.setInsertionPointToStart(entry.addEntryBlock());
  SmallVector<Value> arguments = readParameters(
      builder, location, entry.getArgument(0), function.getArgumentTypes());
  func::CallOp::create(builder, location, function, arguments);
  func::ReturnOp::create(builder, location);
}

namespace {

struct LowerHostCodePass
    : public mlir::dtyp::emulator::impl::LowerHostCodePassBase<
          LowerHostCodePass> {
  void runOnOperation() override {
    RuntimeCalls runtime(getOperation());
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      if (function.isExternal()) {
        continue;
      }
      SmallVector<Operation *> ops;
      function.walk([&](Operation *op) {
        if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect())) {
          ops.push_back(op);
        }
      });
      for (Operation *op : ops) {
        if (failed(lowerHostOp(op, runtime))) {
          return signalPassFailure();
        }
      }
      // Users first: tokens only order what is in order now.
      for (Operation *op : llvm::reverse(ops)) {
        if (!op->use_empty()) {
          (*op->user_begin())->emitOpError()
              << "is not emulated on the CPU with an !gpu.async.token";
          return signalPassFailure();
        }
        op->erase();
      }
      makeHostEntry(function);
    }
  }
};

} // namespace

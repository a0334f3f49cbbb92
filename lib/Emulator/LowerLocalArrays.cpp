//===- LowerLocalArrays.cpp - Local arrays that are checked ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerLocalArrays.h"

#include "HostLayout.h"
#include "SharedMemory.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

namespace {

class LocalArrayLowering {
public:
  LocalArrayLowering(FunctionOpInterface function, Value block, Value thread,
                     RuntimeCalls &runtime)
      : function(function), block(block), thread(thread), runtime(runtime),
        noResult(LLVM::LLVMVoidType::get(function.getContext())) {}

  void lower();

private:
  Operation *getScope(Operation *alloca);
  void markScope(Operation *scope);
  Value makeMemory(OpBuilder &builder, Location location, Value numBytes,
                   int64_t alignment);
  void lowerAlloca(memref::AllocaOp op);
  void lowerAlloca(LLVM::AllocaOp op);
  void lowerLifetime(Operation *op, bool begins);

  FunctionOpInterface function;
  Value block;
  Value thread;
  RuntimeCalls &runtime;
  Type noResult;
};

} // namespace

/// Returns the op that an array lives in: memref.alloca's until the end of its
/// region, LLVM's until the stack is restored.
Operation *LocalArrayLowering::getScope(Operation *alloca) {
  Operation *scope = alloca->getParentOp();
  auto isScope = [&] {
    return isa<LLVM::AllocaOp>(alloca)
               ? isa<memref::AllocaScopeOp>(scope)
               : scope->hasTrait<OpTrait::AutomaticAllocationScope>();
  };
  while (scope != function.getOperation() && !isScope()) {
    scope = scope->getParentOp();
  }
  return scope;
}

/// Tells the runtime library when control enters and leaves the regions.
void LocalArrayLowering::markScope(Operation *scope) {
  for (Region &region : scope->getRegions()) {
    OpBuilder builder(function.getContext());
    if (scope == function.getOperation() && thread.getDefiningOp()) {
      builder.setInsertionPointAfterValue(thread);
    } else {
      builder.setInsertionPointToStart(&region.front());
    }
    runtime.call(builder, scope->getLoc(), "dtyp_emu_enter_scope", noResult,
                 {block, thread});
    for (Block &inner : region) {
      Operation *terminator = inner.getTerminator();
      if (terminator->getNumSuccessors() == 0) {
        builder.setInsertionPoint(terminator);
        runtime.call(builder, terminator->getLoc(), "dtyp_emu_leave_scope",
                     noResult, {block, thread});
      }
    }
  }
}

Value LocalArrayLowering::makeMemory(OpBuilder &builder, Location location,
                                     Value numBytes, int64_t alignment) {
  return runtime.call(builder, location, "dtyp_emu_make_local",
                      LLVM::LLVMPointerType::get(builder.getContext()),
                      {block, thread, numBytes,
                       makeI64(builder, location, alignment),
                       runtime.getLocation(builder, location)});
}

void LocalArrayLowering::lowerAlloca(memref::AllocaOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  MemRefType type = op.getType();
  SmallVector<int64_t> extents;
  for (int64_t extent : type.getShape()) {
    extents.push_back(ShapedType::isDynamic(extent) ? 1 : extent);
  }
  Value numBytes =
      makeI64(builder, location,
              getByteSize(MemRefType::get(extents, type.getElementType())));
  for (Value size : op.getDynamicSizes()) {
    Value factor = arith::IndexCastOp::create(builder, location,
                                              builder.getI64Type(), size);
    numBytes = arith::MulIOp::create(builder, location, numBytes, factor);
  }
  Value memory =
      makeMemory(builder, location, numBytes,
                 static_cast<int64_t>(op.getAlignment().value_or(16)));
  // The memory as bytes, of which the array is a view.
  auto bytesType =
      MemRefType::get({ShapedType::kDynamic}, builder.getI8Type(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  LLVMTypeConverter converter(builder.getContext());
  auto plainType =
      MemRefType::get(bytesType.getShape(), bytesType.getElementType());
  MemRefDescriptor descriptor = MemRefDescriptor::poison(
      builder, location, converter.convertType(plainType));
  descriptor.setAllocatedPtr(builder, location, memory);
  descriptor.setAlignedPtr(builder, location, memory);
  descriptor.setConstantOffset(builder, location, 0);
  descriptor.setSize(builder, location, 0, numBytes);
  descriptor.setConstantStride(builder, location, 0, 1);
  Value bytes = UnrealizedConversionCastOp::create(builder, location, bytesType,
                                                   Value(descriptor))
                    .getResult(0);
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value array = memref::ViewOp::create(builder, location, type, bytes, zero,
                                       op.getDynamicSizes());
  op.replaceAllUsesWith(array);
  op.erase();
}

void LocalArrayLowering::lowerAlloca(LLVM::AllocaOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  HostLayout layout = getHostLayout(op.getElemType());
  int64_t alignment =
      std::max<int64_t>(op.getAlignment().value_or(1), layout.alignment);
  Type i64 = builder.getI64Type();
  Value count = op.getArraySize();
  if (count.getType().getIntOrFloatBitWidth() < 64) {
    count = arith::ExtUIOp::create(builder, location, i64, count);
  }
  Value numBytes = arith::MulIOp::create(
      builder, location, count, makeI64(builder, location, layout.allocSize));
  Value memory = makeMemory(builder, location, numBytes, alignment);
  if (memory.getType() != op.getType()) {
    memory =
        LLVM::AddrSpaceCastOp::create(builder, location, op.getType(), memory);
  }
  op.replaceAllUsesWith(memory);
  op.erase();
}

/// LLVM's lifetimes are those of an alloca, which is no longer there.
void LocalArrayLowering::lowerLifetime(Operation *op, bool begins) {
  OpBuilder builder(op);
  Location location = op->getLoc();
  Value address = LLVM::PtrToIntOp::create(
      builder, location, builder.getI64Type(), op->getOperand(0));
  runtime.call(builder, location, "dtyp_emu_set_lifetime", noResult,
               {block, address, makeI32(builder, location, begins)});
  op->erase();
}

void LocalArrayLowering::lower() {
  SmallVector<Operation *> ops;
  llvm::SetVector<Operation *> scopes;
  function.walk([&](Operation *op) {
    if (isa<memref::AllocaOp, LLVM::AllocaOp>(op)) {
      ops.push_back(op);
      scopes.insert(getScope(op));
    } else if (isa<LLVM::LifetimeStartOp, LLVM::LifetimeEndOp>(op)) {
      ops.push_back(op);
    }
  });
  for (Operation *scope : scopes) {
    markScope(scope);
  }
  for (Operation *op : ops) {
    if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
      lowerAlloca(alloca);
    } else if (auto llvmAlloca = dyn_cast<LLVM::AllocaOp>(op)) {
      lowerAlloca(llvmAlloca);
    } else {
      lowerLifetime(op, isa<LLVM::LifetimeStartOp>(op));
    }
  }
}

void mlir::dtyp::emulator::inlineAllocaScopes(FunctionOpInterface function,
                                              bool restoresStack) {
  SmallVector<memref::AllocaScopeOp> scopes;
  function.walk([&](memref::AllocaScopeOp scope) { scopes.push_back(scope); });
  IRRewriter rewriter(function.getContext());
  auto pointer = LLVM::LLVMPointerType::get(function.getContext());
  for (memref::AllocaScopeOp scope : scopes) {
    Location location = scope.getLoc();
    rewriter.setInsertionPoint(scope);
    Value stack;
    if (restoresStack) {
      stack = LLVM::StackSaveOp::create(rewriter, location, pointer);
    }
    Block &body = scope.getBodyRegion().front();
    Operation *terminator = body.getTerminator();
    SmallVector<Value> results(terminator->getOperands());
    rewriter.eraseOp(terminator);
    rewriter.inlineBlockBefore(&body, scope);
    if (restoresStack) {
      LLVM::StackRestoreOp::create(rewriter, location, stack);
    }
    rewriter.replaceOp(scope, results);
  }
}

void mlir::dtyp::emulator::lowerLocalArrays(FunctionOpInterface function,
                                            Value block, Value thread,
                                            RuntimeCalls &runtime) {
  LocalArrayLowering(function, block, thread, runtime).lower();
  inlineAllocaScopes(function, /*restoresStack=*/false);
}

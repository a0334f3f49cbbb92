//===- HostOpChecks.cpp - What host code may hold -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostOpChecks.h"

#include "HostTypeConverter.h"

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

/// Whether the bytes that an element takes in memory are known.
static bool hasElementBytes(Type type) {
  return isa<IntegerType, IndexType, FloatType, ComplexType, VectorType,
             DataLayoutTypeInterface>(type) ||
         dtyp::getAsOwnStorage(type);
}

/// Returns the type that values have in memory; null if they have no form
/// there.
static Type getLLVMType(Type type) {
  return dtyp::emulator::HostTypeConverter(type.getContext()).convertType(type);
}

/// Checks the elements of an array in memory of the device.
static LogicalResult checkElements(Operation *op, Value array) {
  Type element = cast<BaseMemRefType>(array.getType()).getElementType();
  if (hasElementBytes(element) && getLLVMType(element)) {
    return success();
  }
  return op->emitOpError()
         << "expected elements whose size in memory is known, got " << element;
}

static LogicalResult checkLaunch(gpu::LaunchFuncOp op) {
  if (op.getAsyncObject()) {
    return op.emitOpError() << "expected a launch without a stream of its own";
  }
  for (Type type : op.getKernelOperands().getTypes()) {
    bool isPassed = isa<MemRefType>(type) ||
                    (!isa<UnrankedMemRefType>(type) && getLLVMType(type));
    if (!isPassed) {
      return op.emitOpError()
             << "expected operands that have a form in memory, got " << type;
    }
  }
  return success();
}

/// Checks that the patterns take an op of the gpu dialect.
static LogicalResult checkHostOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](gpu::LaunchFuncOp launch) { return checkLaunch(launch); })
      .Case([](gpu::AllocOp alloc) -> LogicalResult {
        if (!alloc.getType().getLayout().isIdentity()) {
          return alloc.emitOpError()
                 << "expected an array without a layout of its own, got "
                 << alloc.getType();
        }
        return checkElements(alloc, alloc.getMemref());
      })
      .Case(
          [](gpu::MemcpyOp copy) { return checkElements(copy, copy.getDst()); })
      .Case(
          [](gpu::MemsetOp fill) { return checkElements(fill, fill.getDst()); })
      .Case<gpu::HostRegisterOp, gpu::HostUnregisterOp>(
          [](auto other) { return checkElements(other, other.getValue()); })
      .Case<gpu::DeallocOp, gpu::WaitOp, gpu::SetDefaultDeviceOp>(
          [](Operation *) { return success(); })
      .Default([](Operation *other) {
        return other->emitOpError() << "is not known in host code that is run";
      });
}

LogicalResult mlir::dtyp::emulator::checkHostOps(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) {
    bool isGpu = isa_and_nonnull<gpu::GPUDialect>(op->getDialect());
    return isGpu && failed(checkHostOp(op)) ? WalkResult::interrupt()
                                            : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

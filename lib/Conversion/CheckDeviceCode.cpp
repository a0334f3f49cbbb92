//===- CheckDeviceCode.cpp - Refuse code that goes silently wrong ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that refuses device code which would be
// compiled to something else than it says.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "DeviceCodeChecks.h"
#include "NarrowFloatBuilder.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_CHECKDEVICECODEPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

/// The address spaces of LLVM's NVPTX target.
static constexpr int64_t kGenericSpace = 0;
static constexpr int64_t kGlobalSpace = 1;
static constexpr int64_t kSharedSpace = 3;
static constexpr int64_t kLocalSpace = 5;
static constexpr int64_t kKnownSpaces[] = {
    kGenericSpace, kGlobalSpace, kSharedSpace, 4, kLocalSpace, 6, 7, 101};

static std::optional<int64_t> getSpaceNumber(Attribute space) {
  if (!space) {
    return kGenericSpace;
  }
  if (auto number = dyn_cast<IntegerAttr>(space)) {
    return number.getInt();
  }
  return std::nullopt;
}

static bool isPrivateSpace(Attribute space) {
  auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space);
  return gpuSpace && gpuSpace.getValue() == gpu::AddressSpace::Private;
}

bool cudax::isSharedSpace(Attribute space) {
  auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space);
  return getSpaceNumber(space) == kSharedSpace ||
         (gpuSpace && gpuSpace.getValue() == gpu::AddressSpace::Workgroup);
}

static bool isGlobalSpace(Attribute space) {
  auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space);
  return getSpaceNumber(space) == kGlobalSpace ||
         (gpuSpace && gpuSpace.getValue() == gpu::AddressSpace::Global);
}

bool cudax::isAllocaSpace(Attribute space) {
  return isPrivateSpace(space) || getSpaceNumber(space) == kGenericSpace;
}

bool cudax::isLocalSpace(Attribute space) {
  return isPrivateSpace(space) || getSpaceNumber(space) == kLocalSpace;
}

void cudax::printMemorySpace(Attribute space, InFlightDiagnostic &diagnostic) {
  if (auto number = dyn_cast<IntegerAttr>(space)) {
    diagnostic << "memory space " << number.getInt();
  } else {
    diagnostic << space;
  }
}

LogicalResult
cudax::verifyMemorySpace(Attribute space,
                         function_ref<InFlightDiagnostic()> emitError) {
  std::optional<int64_t> number = getSpaceNumber(space);
  if (number ? llvm::is_contained(kKnownSpaces, *number)
             : isa<gpu::AddressSpaceAttr>(space)) {
    return success();
  }
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "expected a memory space that the GPU has "
                "(#gpu.address_space<global|workgroup|private>, or none), but "
                "got ";
  printMemorySpace(space, diagnostic);
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Checks that values of `type` can be in device code, wherever it is nested.
static LogicalResult verifyType(Type type,
                                function_ref<InFlightDiagnostic()> emitError) {
  bool isValid = true;
  auto visit = [&](Type inner) {
    if (auto memref = dyn_cast<BaseMemRefType>(inner)) {
      if (failed(verifyMemorySpace(memref.getMemorySpace(), emitError))) {
        isValid = false;
        return WalkResult::interrupt();
      }
    }
    if (isa<Float80Type, FloatTF32Type, TupleType, NoneType>(inner)) {
      InFlightDiagnostic diagnostic = emitError();
      diagnostic << "expected a type that the GPU can store, but got " << inner;
      if (inner != type) {
        diagnostic << " in " << type;
      }
      isValid = false;
      return WalkResult::interrupt();
    }
    if (isa<TensorType>(inner)) {
      emitError() << "expected memrefs in device code, but got " << type
                  << "; bufferize tensors first";
      isValid = false;
      return WalkResult::interrupt();
    }
    if (auto vector = dyn_cast<VectorType>(inner);
        vector && vector.isScalable()) {
      emitError() << "expected vectors of a fixed size in device code, but got "
                  << type;
      isValid = false;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  };
  type.walk<WalkOrder::PreOrder>(visit);
  return success(isValid);
}

/// Returns whether `op` can compute with floats of `type`; others are only
/// stored. Narrow floats are lowered to f32 in values, not in memory.
static bool isArithmeticFloat(Type type, Operation *op) {
  if (isNarrowFloat(type)) {
    return !isa<memref::AtomicRMWOp>(op) &&
           !isa<complex::ComplexDialect>(op->getDialect());
  }
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// Returns a float of the operands and results of `op` that is only stored, or
/// null.
static Type findStoredFloat(Operation *op) {
  Type found;
  auto visit = [&](Type type) {
    if (isa<BaseMemRefType>(type)) {
      return WalkResult::skip();
    }
    if (isa<FloatType>(type) && !isArithmeticFloat(type, op)) {
      found = type;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  };
  auto visitAll = [&](TypeRange types) {
    for (Type type : types) {
      // Most types have nothing to walk.
      if (isa<FloatType, IntegerType, IndexType>(type)) {
        visit(type);
      } else {
        type.walk<WalkOrder::PreOrder>(visit);
      }
    }
  };
  visitAll(op->getOperandTypes());
  visitAll(op->getResultTypes());
  return found;
}

/// Returns whether `op` computes with its operands, rather than moves them.
static bool isComputation(Operation *op) {
  if (isa<arith::ConstantOp, arith::BitcastOp, arith::SelectOp>(op)) {
    return false;
  }
  return isa<vector::ContractionOp, vector::FMAOp, vector::MultiDimReductionOp,
             vector::OuterProductOp, vector::ReductionOp, vector::ScanOp,
             memref::AtomicRMWOp>(op) ||
         isa_and_present<arith::ArithDialect, complex::ComplexDialect,
                         math::MathDialect>(op->getDialect());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Checks memory that is made neither by an alloca nor by an attribution.
static LogicalResult verifyAlloc(memref::AllocOp op) {
  Attribute space = op.getType().getMemorySpace();
  if (getSpaceNumber(space).value_or(-1) == kGenericSpace) {
    return success();
  }
  if (isGlobalSpace(space)) {
    return success();
  }
  InFlightDiagnostic diagnostic = op.emitError();
  diagnostic
      << "expected an alloc in global memory, where the device's heap is, "
         "but got one in ";
  printMemorySpace(space, diagnostic);
  if (isLocalSpace(space)) {
    return diagnostic << "; write memref.alloca";
  }
  return diagnostic << "; write a workgroup attribution of the gpu.func";
}

/// Checks a buffer of static shape that is in shared memory, or in memory that
/// is large: ptxas takes a size that wraps at 32 bits, and LLVM one at 64.
static LogicalResult verifyBufferSize(MemRefType type, Operation *scope,
                                      Location loc) {
  std::optional<BufferSize> size =
      getBufferSize(type, DataLayout::closest(scope));
  bool isShared = isSharedSpace(type.getMemorySpace());
  int64_t limit = isShared ? kMaxStaticSharedBytes
                           : std::numeric_limits<int64_t>::max() - 1;
  if (!size || size->bytes <= limit) {
    return success();
  }
  InFlightDiagnostic diagnostic = emitError(loc);
  diagnostic << "expected at most " << limit << " bytes, but got " << type
             << " with elements of " << size->elementBytes << " bytes";
  if (isShared) {
    diagnostic << "; write gpu.dynamic_shared_memory for more";
  }
  return diagnostic;
}

static LogicalResult verifyGlobal(memref::GlobalOp op) {
  if (!isLocalSpace(op.getType().getMemorySpace())) {
    return verifyBufferSize(op.getType(), op, op.getLoc());
  }
  InFlightDiagnostic diagnostic = op.emitError();
  diagnostic
      << "expected a global in global, constant or workgroup memory, but "
         "got one in ";
  printMemorySpace(op.getType().getMemorySpace(), diagnostic);
  return diagnostic
         << ", which all threads would share; write memref.alloca in "
            "the kernel";
}

static LogicalResult verifyAttributions(gpu::GPUFuncOp function) {
  bool isValid = true;
  for (BlockArgument argument : function.getWorkgroupAttributions()) {
    isValid &= succeeded(verifyBufferSize(cast<MemRefType>(argument.getType()),
                                          function, argument.getLoc()));
  }
  for (BlockArgument argument : function.getPrivateAttributions()) {
    auto type = cast<MemRefType>(argument.getType());
    if (!isAllocaSpace(type.getMemorySpace())) {
      isValid = false;
      InFlightDiagnostic diagnostic = emitError(argument.getLoc());
      diagnostic << "expected a private attribution in "
                    "#gpu.address_space<private>, but got one in ";
      printMemorySpace(type.getMemorySpace(), diagnostic);
      continue;
    }
    std::optional<BufferSize> size =
        getBufferSize(type, DataLayout::closest(function));
    if (size && size->bytes > kMaxLocalMemoryBytes) {
      isValid = false;
      emitError(argument.getLoc())
          << "expected at most " << kMaxLocalMemoryBytes
          << " bytes, the local memory of a thread, but got " << type
          << " with elements of " << size->elementBytes << " bytes";
    }
  }
  return success(isValid);
}

/// Checks that a cast is between the generic space, which contains all others,
/// and one of them.
static LogicalResult verifySpaceCast(memref::MemorySpaceCastOp op) {
  Attribute source =
      cast<BaseMemRefType>(op.getSource().getType()).getMemorySpace();
  Attribute target = cast<BaseMemRefType>(op.getType()).getMemorySpace();
  std::optional<int64_t> from = getSpaceNumber(source);
  std::optional<int64_t> to = getSpaceNumber(target);
  if (source == target || from == kGenericSpace || to == kGenericSpace ||
      (isLocalSpace(source) && isLocalSpace(target)) ||
      (isSharedSpace(source) && isSharedSpace(target)) ||
      (isGlobalSpace(source) && isGlobalSpace(target))) {
    return success();
  }
  InFlightDiagnostic diagnostic = op.emitOpError();
  diagnostic
      << "expected a cast to or from a memref without a memory space, as "
         "nothing that is in ";
  printMemorySpace(source, diagnostic);
  diagnostic << " is in ";
  printMemorySpace(target, diagnostic);
  return diagnostic << " as well";
}

/// Only a reduction that all threads of the block reach has a lowering: it uses
/// barriers and a workgroup buffer of the kernel.
static LogicalResult verifyAllReduce(gpu::AllReduceOp op) {
  if (!op.getUniform()) {
    return op.emitError("expected a gpu.all_reduce that is 'uniform', reached "
                        "by all threads of the block");
  }
  if (!op->getParentOfType<gpu::GPUFuncOp>() &&
      !op->getParentOfType<gpu::LaunchOp>()) {
    return op.emitError("expected gpu.all_reduce in a kernel, which has the "
                        "workgroup buffer for it, but it is in a device "
                        "function");
  }
  return success();
}

/// Checks what only one op has.
static LogicalResult verifyOp(Operation *op) {
  if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
    return verifyDeviceAlloca(alloca);
  }
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    return verifyAlloc(alloc);
  }
  if (auto global = dyn_cast<memref::GlobalOp>(op)) {
    return verifyGlobal(global);
  }
  if (auto function = dyn_cast<gpu::GPUFuncOp>(op)) {
    return verifyAttributions(function);
  }
  if (auto spaceCast = dyn_cast<memref::MemorySpaceCastOp>(op)) {
    return verifySpaceCast(spaceCast);
  }
  if (auto reduction = dyn_cast<gpu::AllReduceOp>(op)) {
    return verifyAllReduce(reduction);
  }
  if (isa<gpu::AsyncOpInterface>(op)) {
    return op->emitError() << "expected no host code in a gpu.module, but got '"
                           << op->getName() << "'";
  }
  if (isa<vector::PrintOp>(op)) {
    return op->emitError()
           << "expected no '" << op->getName()
           << "' in device code, as it calls the host; write gpu.printf";
  }
  if (isComputation(op)) {
    if (Type type = findStoredFloat(op)) {
      return op->emitError()
             << "expected arithmetic on f16, bf16, f32 or f64, but '"
             << op->getName() << "' has " << type
             << ", which the GPU only stores";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// CheckDeviceCodePass
//===----------------------------------------------------------------------===//

namespace {

struct CheckDeviceCodePass
    : public cudax::impl::CheckDeviceCodePassBase<CheckDeviceCodePass> {
  void runOnOperation() override;

private:
  /// Checks all that is in `root`: a gpu.module, or a gpu.launch that was not
  /// outlined yet.
  LogicalResult verifyDeviceCode(Operation *root);
};

} // namespace

LogicalResult CheckDeviceCodePass::verifyDeviceCode(Operation *root) {
  bool isValid = true;
  // A type is looked at once: the value that it comes from is worth an error,
  // those that it flows to are not.
  llvm::DenseSet<Type> verified;
  auto verifyValue = [&](Value value) {
    Type type = value.getType();
    if (verified.insert(type).second) {
      isValid &= succeeded(
          verifyType(type, [&] { return emitError(value.getLoc()); }));
    }
  };
  auto verifyArguments = [&](Operation *op) {
    for (Region &region : op->getRegions()) {
      for (BlockArgument argument : region.getArguments()) {
        verifyValue(argument);
      }
    }
  };
  verifyArguments(root);
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == root) {
      return;
    }
    for (Value result : op->getResults()) {
      verifyValue(result);
    }
    verifyArguments(op);
    isValid &= succeeded(verifyOp(op));
  });
  return success(isValid);
}

void CheckDeviceCodePass::runOnOperation() {
  bool isValid = true;
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::GPUModuleOp>(op) && op->getParentOp() != getOperation()) {
      op->emitError("expected the gpu.module at the top level, where it is "
                    "compiled, but it is inside of '")
          << op->getParentOp()->getName() << "'";
      isValid = false;
      return WalkResult::skip();
    }
    if (isa<gpu::GPUModuleOp, gpu::LaunchOp>(op)) {
      isValid &= succeeded(verifyDeviceCode(op));
      return WalkResult::skip();
    }
    if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
      isValid &= succeeded(verifyHostAlloca(alloca));
    }
    return WalkResult::advance();
  });
  if (!isValid) {
    signalPassFailure();
  }
  markAllAnalysesPreserved();
}

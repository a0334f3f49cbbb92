//===- ResolveSharedArrays.cpp - Place arrays in shared memory ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that gives arrays in shared memory their place:
// static ones become globals of the gpu.module, dynamic ones views of the
// memory whose size the launch gives.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "dtyp/Dialect/Cudax/Transforms/ErasedOps.h"

#include "LocalArrayDiagnostics.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_RESOLVESHAREDARRAYSPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

//===----------------------------------------------------------------------===//
// Static arrays
//===----------------------------------------------------------------------===//

/// Makes a global for `op`, an array of static shape, in front of `place`.
static void resolveStaticArray(SharedAllocaOp op, SymbolTable &symbols,
                               Block::iterator place, ErasedOps &erased) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  std::string name =
      ((function ? function.getName() : "module") + "_shared").str();
  OpBuilder builder(op);
  MemRefType type = op.getArrayType();
  auto global = memref::GlobalOp::create(
      builder, op.getLoc(), name, builder.getStringAttr("private"), type,
      /*initial_value=*/builder.getUnitAttr(), /*constant=*/false,
      builder.getI64IntegerAttr(op.getResolvedAlignment()));
  // The builder made it in the function.
  global->remove();
  StringAttr symbol = symbols.insert(global, place);
  auto array = memref::GetGlobalOp::create(builder, op.getLoc(), type,
                                           symbol.getValue());
  array->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.replaceAllUsesWith(array.getResult());
  Operation *dtype = op.getDtypeMutable().get().getDefiningOp();
  erased.add(op);
  if (dtype && isOpTriviallyDead(dtype)) {
    erased.add(dtype);
  }
}

//===----------------------------------------------------------------------===//
// Dynamic arrays
//===----------------------------------------------------------------------===//

namespace {

/// Lays out the dynamic arrays of one kernel.
class DynamicLayout {
public:
  explicit DynamicLayout(FunctionOpInterface kernel) : kernel(kernel) {}

  /// Fails after an error if the layout of `arrays`, which are in the order of
  /// the program, cannot be computed.
  LogicalResult verify(MutableArrayRef<SharedAllocaOp> arrays);

  /// Replaces `arrays`.
  void resolve(MutableArrayRef<SharedAllocaOp> arrays);

private:
  /// Returns the bytes of `op`.
  OpFoldResult getBytes(OpBuilder &builder, SharedAllocaOp op);

  FunctionOpInterface kernel;
};

} // namespace

static Value toValue(OpBuilder &builder, Location location, OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(builder, location, size);
}

static OpFoldResult multiply(OpBuilder &builder, Location location,
                             OpFoldResult left, OpFoldResult right) {
  std::optional<int64_t> a = getConstantIntValue(left);
  std::optional<int64_t> b = getConstantIntValue(right);
  if (a && b) {
    return builder.getIndexAttr(*a * *b);
  }
  return arith::MulIOp::create(builder, location,
                               toValue(builder, location, left),
                               toValue(builder, location, right))
      .getResult();
}

static OpFoldResult add(OpBuilder &builder, Location location,
                        OpFoldResult left, OpFoldResult right) {
  std::optional<int64_t> a = getConstantIntValue(left);
  std::optional<int64_t> b = getConstantIntValue(right);
  if (a && b) {
    return builder.getIndexAttr(*a + *b);
  }
  return arith::AddIOp::create(builder, location,
                               toValue(builder, location, left),
                               toValue(builder, location, right))
      .getResult();
}

/// Rounds `offset` up to a multiple of `alignment`, a power of two.
static OpFoldResult alignUp(OpBuilder &builder, Location location,
                            OpFoldResult offset, int64_t alignment) {
  if (std::optional<int64_t> constant = getConstantIntValue(offset)) {
    return builder.getIndexAttr(llvm::alignTo(*constant, alignment));
  }
  OpFoldResult last =
      add(builder, location, offset, builder.getIndexAttr(alignment - 1));
  Value mask = arith::ConstantIndexOp::create(builder, location, -alignment);
  return arith::AndIOp::create(builder, location,
                               toValue(builder, location, last), mask)
      .getResult();
}

/// Whether `extent` has one value in a run of `kernel`, known before anything
/// that may be skipped or repeated.
static bool isKnownAtEntry(Value extent, FunctionOpInterface kernel) {
  return extent.getParentBlock() == &kernel.getFunctionBody().front() ||
         getConstantIntValue(extent);
}

LogicalResult DynamicLayout::verify(MutableArrayRef<SharedAllocaOp> arrays) {
  for (auto [index, op] : llvm::enumerate(arrays.drop_back())) {
    for (Value extent : op.getDynamicSizes()) {
      if (isKnownAtEntry(extent, kernel)) {
        continue;
      }
      InFlightDiagnostic diagnostic =
          op.emitOpError()
          << "expected extents that are known in the entry block of the "
             "kernel, as the place of the next dynamic array depends on them; "
             "compute them there, or make this array the last one";
      attachExtentOrigin(diagnostic, extent);
      diagnostic.attachNote(arrays[index + 1].getLoc())
          << "the next dynamic array is made here";
      return diagnostic;
    }
  }
  return success();
}

OpFoldResult DynamicLayout::getBytes(OpBuilder &builder, SharedAllocaOp op) {
  OpFoldResult bytes =
      builder.getIndexAttr(*op.getElementDType().getItemSize());
  for (OpFoldResult size : op.getMixedSizes()) {
    bytes = multiply(builder, op.getLoc(), bytes, size);
  }
  return bytes;
}

void DynamicLayout::resolve(MutableArrayRef<SharedAllocaOp> arrays) {
  OpBuilder atEntry =
      OpBuilder::atBlockBegin(&kernel.getFunctionBody().front());
  auto byteType = MemRefType::get({ShapedType::kDynamic}, atEntry.getI8Type(),
                                  MemRefLayoutAttrInterface(),
                                  arrays.front().getMemorySpace());
  auto memory = gpu::DynamicSharedMemoryOp::create(
      atEntry, arrays.front().getLoc(), byteType);

  int64_t alignment = 1;
  OpFoldResult total = atEntry.getIndexAttr(0);
  for (auto [index, op] : llvm::enumerate(arrays)) {
    alignment = std::max(alignment, op.getResolvedAlignment());
    // What the arrays in front need is computed at each one anew: a block of
    // theirs may not dominate this one, but their extents do.
    OpBuilder builder(op);
    OpFoldResult offset = builder.getIndexAttr(0);
    for (SharedAllocaOp previous : arrays.take_front(index)) {
      offset = alignUp(builder, op.getLoc(), offset,
                       previous.getResolvedAlignment());
      offset = add(builder, op.getLoc(), offset, getBytes(builder, previous));
    }
    offset = alignUp(builder, op.getLoc(), offset, op.getResolvedAlignment());
    total = add(builder, op.getLoc(), offset, getBytes(builder, op));
    auto view = memref::ViewOp::create(
        builder, op.getLoc(), op.getArrayType(), memory,
        toValue(builder, op.getLoc(), offset), op.getDynamicSizes());
    op.replaceAllUsesWith(view.getResult());
  }

  MLIRContext *context = kernel->getContext();
  if (std::optional<int64_t> bytes = getConstantIntValue(total)) {
    CudaxDialect::DynamicSharedBytesAttrHelper(context).setAttr(
        kernel, atEntry.getI64IntegerAttr(*bytes));
  }
  CudaxDialect::DynamicSharedAlignmentAttrHelper(context).setAttr(
      memory, atEntry.getI64IntegerAttr(alignment));
  for (SharedAllocaOp op : arrays) {
    op.erase();
  }
}

//===----------------------------------------------------------------------===//
// ResolveSharedArraysPass
//===----------------------------------------------------------------------===//

/// Checks what is known of the extents of `op`.
static LogicalResult verifyExtents(SharedAllocaOp op) {
  if (failed(verifyConstantExtents(op))) {
    return failure();
  }
  if (op.getDynamicSizes().empty() ||
      !llvm::all_of(op.getDynamicSizes(), [](Value extent) {
        return getConstantIntValue(extent).has_value();
      })) {
    return success();
  }
  // What would fit was folded.
  MemoryLimit limit = op.getMemoryLimit();
  InFlightDiagnostic diagnostic = op.emitOpError("expected at most ");
  diagnostic << limit.bytes << " bytes, " << limit.memory
             << ", but the extents make more";
  if (!op.getDynamic()) {
    diagnostic << "; write {dynamic} for more";
  }
  return diagnostic;
}

/// Checks that `op`, a dynamic array, is in a kernel.
static LogicalResult verifyInKernel(SharedAllocaOp op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (function && function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName())) {
    return success();
  }
  InFlightDiagnostic diagnostic =
      op.emitOpError()
      << "expected a dynamic array in a kernel, which lays "
         "them out one after another; make it there and pass "
         "it on, or give it constant extents without 'dynamic'";
  if (function) {
    diagnostic.attachNote(function.getLoc())
        << "'" << function.getName() << "' is a device function";
  }
  for (Value extent : op.getDynamicSizes()) {
    attachExtentOrigin(diagnostic, extent);
  }
  return diagnostic;
}

namespace {

struct ResolveSharedArraysPass
    : public cudax::impl::ResolveSharedArraysPassBase<ResolveSharedArraysPass> {
  using ResolveSharedArraysPassBase::ResolveSharedArraysPassBase;

  explicit ResolveSharedArraysPass(ErasedOps *owner) : owner(owner) {}

  void runOnOperation() override {
    SmallVector<SharedAllocaOp> staticArrays;
    llvm::MapVector<Operation *, SmallVector<SharedAllocaOp>> kernels;
    bool isValid = true;
    getOperation()->walk([&](SharedAllocaOp op) {
      if (op->use_empty()) {
        op.erase();
      } else if (failed(verifyExtents(op)) ||
                 (op.isDynamic() && failed(verifyInKernel(op)))) {
        isValid = false;
      } else if (op.isDynamic()) {
        kernels[op->getParentOfType<FunctionOpInterface>()].push_back(op);
      } else {
        staticArrays.push_back(op);
      }
    });
    for (auto &[kernel, arrays] : kernels) {
      isValid &= succeeded(
          DynamicLayout(cast<FunctionOpInterface>(kernel)).verify(arrays));
    }
    if (!isValid) {
      return signalPassFailure();
    }

    SymbolTable symbols(getOperation());
    Block::iterator place = getOperation().getBody()->begin();
    ErasedOps erased;
    for (SharedAllocaOp op : staticArrays) {
      resolveStaticArray(op, symbols, place, owner ? *owner : erased);
    }
    for (auto &[kernel, arrays] : kernels) {
      DynamicLayout(cast<FunctionOpInterface>(kernel)).resolve(arrays);
    }
  }

private:
  ErasedOps *owner = nullptr;
};

} // namespace

std::unique_ptr<Pass> cudax::createResolveSharedArraysPass(ErasedOps *erased) {
  return std::make_unique<ResolveSharedArraysPass>(erased);
}

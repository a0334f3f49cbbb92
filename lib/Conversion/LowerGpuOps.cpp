//===- LowerGpuOps.cpp - What upstream's lowering of gpu leaves out -------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the rewriting of gpu ops that upstream lowers to code
// which is silently wrong.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_LOWERGPUOPSPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// Arguments are promoted as C promotes those of a variadic function: what the
/// formats read is a double or at least 32 bits.
struct PromotePrintfArguments : public OpRewritePattern<gpu::PrintfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::PrintfOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> arguments;
    bool isChanged = false;
    for (Value argument : op.getArgs()) {
      arguments.push_back(promote(rewriter, op.getLoc(), argument));
      isChanged |= arguments.back() != argument;
    }
    if (!isChanged) {
      return rewriter.notifyMatchFailure(op, "has no argument to promote");
    }
    rewriter.modifyOpInPlace(op,
                             [&] { op.getArgsMutable().assign(arguments); });
    return success();
  }

private:
  static Value promote(OpBuilder &builder, Location loc, Value value) {
    Type type = value.getType();
    if (type.isF16() || type.isBF16()) {
      return arith::ExtFOp::create(builder, loc, builder.getF64Type(), value);
    }
    if (!type.isInteger() || type.getIntOrFloatBitWidth() >= 32) {
      return value;
    }
    if (type.isInteger(1)) {
      return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), value);
    }
    return arith::ExtSIOp::create(builder, loc, builder.getI32Type(), value);
  }
};

/// Returns the symbol of `module` for the memory whose size the launch gives: a
/// global of external linkage, which is `.extern .shared` in PTX. It is aligned
/// to the largest `alignment` with which this is called.
static memref::GlobalOp getDynamicSharedMemory(OpBuilder &builder,
                                               Location location,
                                               gpu::GPUModuleOp module,
                                               MemRefType type,
                                               int64_t alignment) {
  SymbolTable symbols(module);
  // No other global is external and empty.
  for (auto global : module.getOps<memref::GlobalOp>()) {
    if (global.getType() == type && global.isExternal()) {
      global.setAlignment(std::max<int64_t>(
          alignment, global.getAlignment().value_or(alignment)));
      return global;
    }
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto global = memref::GlobalOp::create(
      builder, location, "dynamic_shared_memory",
      /*sym_visibility=*/StringAttr(), type, /*initial_value=*/Attribute(),
      /*constant=*/false, builder.getI64IntegerAttr(alignment));
  symbols.insert(global);
  return global;
}

/// Upstream makes an internal global, which the backend takes for one more
/// static array, of one byte: static arrays that follow lie in the memory of
/// the dynamic ones. Its descriptor has a size of 0; a view at known offsets,
/// the usual use, does not ask for it.
struct PlaceDynamicSharedMemory
    : public OpRewritePattern<gpu::DynamicSharedMemoryOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::DynamicSharedMemoryOp op,
                                PatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    if (!module) {
      return rewriter.notifyMatchFailure(op, "is in no gpu.module");
    }
    // CUDA aligns dynamic shared memory to at least 16 bytes.
    constexpr int64_t minAlignment = 16;
    CudaxDialect::DynamicSharedAlignmentAttrHelper helper(op.getContext());
    IntegerAttr asked = helper.getAttr(op);
    int64_t alignment =
        asked ? std::max(asked.getInt(), minAlignment) : minAlignment;
    MemRefType type = op.getType();
    auto emptyType = MemRefType::get({0}, type.getElementType(),
                                     type.getLayout(), type.getMemorySpace());
    Location loc = op.getLoc();
    memref::GlobalOp global =
        getDynamicSharedMemory(rewriter, loc, module, emptyType, alignment);
    auto memory = memref::GetGlobalOp::create(rewriter, loc, emptyType,
                                              global.getSymName());

    auto asksForSize = [](OpOperand &use) {
      return !isa<memref::ViewOp, memref::ReinterpretCastOp>(use.getOwner());
    };
    if (llvm::none_of(op->getUses(), asksForSize)) {
      rewriter.replaceOpWithNewOp<memref::CastOp>(op, type, memory);
      return success();
    }
    Value bytes =
        NVVM::DynamicSmemSize::create(rewriter, loc, rewriter.getI32Type());
    Value size = arith::IndexCastUIOp::create(rewriter, loc,
                                              rewriter.getIndexType(), bytes);
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, type, memory, rewriter.getIndexAttr(0),
        ArrayRef<OpFoldResult>(size),
        ArrayRef<OpFoldResult>(rewriter.getIndexAttr(1)));
    return success();
  }
};

struct LowerGpuOpsPass
    : public cudax::impl::LowerGpuOpsPassBase<LowerGpuOpsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<PromotePrintfArguments, PlaceDynamicSharedMemory>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

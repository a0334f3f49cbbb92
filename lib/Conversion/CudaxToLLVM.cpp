//===- CudaxToLLVM.cpp - Arrays in the LLVM dialect ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversion of arrays for upstream's passes that
// convert to the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/CudaxToLLVM.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

struct LowerDeviceAlloc : public OpRewritePattern<DeviceAllocOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DeviceAllocOp op,
                                PatternRewriter &rewriter) const override {
    Value token = op.getAsyncToken();
    auto alloc = gpu::AllocOp::create(
        rewriter, op.getLoc(), op.getArrayType(),
        token ? token.getType() : Type(), op.getAsyncDependencies(),
        op.getDynamicSizes(), /*symbolOperands=*/ValueRange(),
        op.getHostShared());
    rewriter.replaceOp(op, alloc->getResults());
    return success();
  }
};

/// An array whose place follows from all arrays of its kernel.
template <typename OpTy>
struct RefuseArray : public OpRewritePattern<OpTy> {
  RefuseArray(MLIRContext *context, StringRef pass)
      : OpRewritePattern<OpTy>(context), pass(pass) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &) const override {
    return op.emitOpError("expected to be resolved before the conversion to "
                          "LLVM, as its place depends on the other arrays; "
                          "run `")
           << pass << "` before";
  }

private:
  StringRef pass;
};

struct CudaxToLLVMInterface : public ConvertToLLVMPatternInterface {
  explicit CudaxToLLVMInterface(Dialect *dialect)
      : ConvertToLLVMPatternInterface(dialect) {}

  void loadDependentDialects(MLIRContext *context) const final {
    context->loadDialect<LLVM::LLVMDialect>();
  }

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &,
      RewritePatternSet &patterns) const final {
    MLIRContext *context = patterns.getContext();
    populateLowerLocalArrayPatterns(patterns);
    patterns.add<LowerDeviceAlloc>(context);
    patterns.add<RefuseArray<SharedAllocaOp>>(context,
                                              "cudax-resolve-shared-arrays");
    patterns.add<RefuseArray<ConstArrayOp>>(context,
                                            "cudax-resolve-const-arrays");
    // Not arrays on the device: passes that do not know gpu.alloc leave them.
    target.addIllegalOp<ConstArrayOp, LocalAllocaOp, SharedAllocaOp>();
  }
};

} // namespace

void mlir::cudax::registerConvertCudaxToLLVMInterface(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, CudaxDialect *dialect) {
    dialect->addInterfaces<CudaxToLLVMInterface>();
  });
}

//===- ConvertToNVVM.cpp - Device code to LLVM and NVVM -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that converts device code to the dialects llvm
// and nvvm by upstream's patterns, a few functions at a time.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/LoweringOptions.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_CONVERTTONVVMPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// Adds upstream's conversion of each dialect that has one.
static void populatePatterns(MLIRContext &context, ConversionTarget &target,
                             LLVMTypeConverter &converter,
                             RewritePatternSet &patterns) {
  // What the GPU does in its own way comes first.
  populateGpuToNVVMConversionPatterns(converter, patterns, /*benefit=*/10);
  populateLibDeviceConversionPatterns(converter, patterns, /*benefit=*/10);
  for (Dialect *dialect : context.getLoadedDialects()) {
    // What libdevice does not have is converted later.
    if (isa<math::MathDialect>(dialect)) {
      continue;
    }
    if (auto *interface = dyn_cast<ConvertToLLVMPatternInterface>(dialect)) {
      interface->populateConvertToLLVMConversionPatterns(target, converter,
                                                         patterns);
    }
  }
  populateGpuWMMAToNVVMConversionPatterns(converter, patterns);
  configureGpuToNVVMConversionLegality(target);
}

namespace {

struct ConvertToNVVMPass
    : public cudax::impl::ConvertToNVVMPassBase<ConvertToNVVMPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerConvertToLLVMDependentDialectLoading(registry);
  }

  void runOnOperation() override {
    if (!llvm::is_contained({0u, 32u, 64u}, indexBitwidth.getValue())) {
      getOperation().emitError()
          << "expected 32 or 64 as index-bitwidth, or 0 for the bits of a "
             "pointer, but got "
          << indexBitwidth.getValue();
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                        UnitAttr::get(&getContext()));
    }
    if (failed(rewriteGpuOps()) || failed(convert())) {
      signalPassFailure();
    }
  }

private:
  /// Replaces what becomes other ops of the same dialects, which a conversion
  /// cannot do.
  LogicalResult rewriteGpuOps();

  /// Converts all ops, some at once: symbols that others refer to keep their
  /// names.
  LogicalResult convert();
};

} // namespace

LogicalResult ConvertToNVVMPass::rewriteGpuOps() {
  // These match functions, which are no op inside of one.
  RewritePatternSet reductionPatterns(&getContext());
  populateGpuAllReducePatterns(reductionPatterns);
  FrozenRewritePatternSet reductions(std::move(reductionPatterns));
  RewritePatternSet opPatterns(&getContext());
  populateGpuRewritePatterns(opPatterns);
  vector::populateVectorFromElementsUnrollPatterns(opPatterns);
  FrozenRewritePatternSet ops(std::move(opPatterns));
  GreedyRewriteConfig onlyFunction;
  onlyFunction.setStrictness(GreedyRewriteStrictness::ExistingOps);
  for (auto function : getOperation().getOps<FunctionOpInterface>()) {
    Operation *op = function;
    if (failed(applyOpPatternsGreedily(op, reductions, onlyFunction)) ||
        failed(applyPatternsGreedily(op, ops))) {
      return op->emitError("the rewriting of ops of the GPU does not converge");
    }
  }
  return success();
}

LogicalResult ConvertToNVVMPass::convert() {
  LowerToLLVMOptions options(&getContext(), DataLayout(getOperation()));
  if (indexBitwidth != kDeriveIndexBitwidthFromDataLayout) {
    options.overrideIndexBitwidth(indexBitwidth);
  }
  options.useBarePtrCallConv = kernelBarePtr;
  LLVMTypeConverter converter(&getContext(), options);
  configureGpuToNVVMTypeConverter(converter);
  LLVMConversionTarget target(getContext());
  RewritePatternSet owned(&getContext());
  populatePatterns(getContext(), target, converter, owned);
  FrozenRewritePatternSet patterns(std::move(owned));

  SmallVector<Operation *> symbols = llvm::map_to_vector(
      *getOperation().getBody(), [](Operation &op) { return &op; });
  SmallVector<Operation *> ops;
  size_t numOps = 0;
  for (Operation *symbol : symbols) {
    symbol->walk([&](Operation *) { ++numOps; });
    ops.push_back(symbol);
    if (numOps < opsAtOnce && symbol != symbols.back()) {
      continue;
    }
    if (failed(applyPartialConversion(ops, target, patterns))) {
      return failure();
    }
    ops.clear();
    numOps = 0;
  }
  return success();
}

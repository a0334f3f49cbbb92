//===- DeviceAllocOp.cpp - Arrays in the memory of a device ---------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements `cudax.device_alloc`.
//
//===----------------------------------------------------------------------===//

#include "ArrayOps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::cudax;

/// What every allocation is aligned to (CUDA C++ Programming Guide, "Device
/// Memory Accesses").
static constexpr int64_t kDeviceAllocationAlignment = 256;

Attribute DeviceAllocOp::getMemorySpace() { return {}; }

MemoryLimit DeviceAllocOp::getMemoryLimit() {
  return {std::numeric_limits<int64_t>::max(), "the largest integer"};
}

void DeviceAllocOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "array");
  if (Value token = getAsyncToken()) {
    setName(token, "token");
  }
}

LogicalResult DeviceAllocOp::verify() {
  if (failed(verifyArrayOp(*this))) {
    return failure();
  }
  if (getAlignment().value_or(1) > kDeviceAllocationAlignment) {
    return emitOpError("expected alignment of at most ")
           << kDeviceAllocationAlignment
           << " bytes, which every array on a device has, but got "
           << *getAlignment();
  }
  if (getHostShared() && getAsyncToken()) {
    return emitOpError("expected no `async`, as no driver allocates managed "
                       "memory asynchronously; write it without a token");
  }
  for (Operation *parent = (*this)->getParentOp(); parent;
       parent = parent->getParentOp()) {
    if (isa<gpu::GPUModuleOp, gpu::LaunchOp>(parent)) {
      InFlightDiagnostic diagnostic =
          emitOpError("expected host code around it, but it runs on a device; "
                      "use `cudax.local_alloca` or `cudax.shared_alloca`");
      diagnostic.attachNote(parent->getLoc()) << "device code is here";
      return diagnostic;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {

struct ResolveToAlloc : public OpRewritePattern<DeviceAllocOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DeviceAllocOp op,
                                PatternRewriter &rewriter) const override {
    if (llvm::any_of(op.getDynamicSizes(), [](Value size) {
          return getConstantIntValue(size).has_value();
        })) {
      return rewriter.notifyMatchFailure(op, "has extents to fold");
    }
    auto alloc = gpu::AllocOp::create(
        rewriter, op.getLoc(), op.getResult().getType(),
        op.getAsyncToken() ? op.getAsyncToken().getType() : Type(),
        op.getAsyncDependencies(), op.getDynamicSizes(),
        /*symbolOperands=*/ValueRange(), op.getHostShared());
    alloc->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, alloc->getResults());
    return success();
  }
};

} // namespace

void DeviceAllocOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<ProviderToDType<DeviceAllocOp>,
               FoldConstantExtents<DeviceAllocOp>, ResolveToAlloc>(context);
}

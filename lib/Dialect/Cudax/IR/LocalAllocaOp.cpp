//===- LocalAllocaOp.cpp - Arrays in local memory -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements `cudax.local_alloca`.
//
//===----------------------------------------------------------------------===//

#include "ArrayOps.h"
#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"

using namespace mlir;
using namespace mlir::cudax;

static Attribute getPrivateSpace(MLIRContext *context) {
  return gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Private);
}

Attribute LocalAllocaOp::getMemorySpace() {
  return getPrivateSpace(getContext());
}

MemoryLimit LocalAllocaOp::getMemoryLimit() {
  return {kMaxLocalMemoryBytes, "the local memory of a thread"};
}

void LocalAllocaOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "local");
}

LogicalResult LocalAllocaOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location> loc,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &results) {
  FailureOr<MemRefType> type =
      inferArrayType(loc, adaptor.getDtype().getType(),
                     adaptor.getStaticSizes(), getPrivateSpace(context));
  if (failed(type)) {
    return failure();
  }
  results.push_back(*type);
  return success();
}

/// Types are compared by the verifier, which can say what is wrong with them.
bool LocalAllocaOp::isCompatibleReturnTypes(TypeRange, TypeRange) {
  return true;
}

LogicalResult LocalAllocaOp::verify() {
  if (failed(verifyArrayOp(*this))) {
    return failure();
  }
  if (!(*this)->getParentWithTrait<OpTrait::AutomaticAllocationScope>()) {
    return emitOpError("expected a function, or another automatic allocation "
                       "scope, around it");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Resolution
//===----------------------------------------------------------------------===//

LogicalResult LocalAllocaOp::resolve(RewriterBase &rewriter,
                                     bool staysInScope) {
  MemRefType type = getArrayType();
  if (!type.hasStaticShape()) {
    return rewriter.notifyMatchFailure(*this, "has a dynamic shape");
  }
  if (!staysInScope && findLocalArrayEscape(getResult())) {
    return rewriter.notifyMatchFailure(*this, "leaves its scope");
  }
  // With its attributes at once: there may be many arrays.
  memref::AllocaOp::Properties properties;
  properties.operandSegmentSizes = {0, 0};
  properties.setAlignment(rewriter.getI64IntegerAttr(getResolvedAlignment()));
  NamedAttrList attributes((*this)->getDiscardableAttrDictionary());
  attributes.set(cast<CudaxDialect>((*this)->getDialect())
                     ->getLocalArrayAttrHelper()
                     .getName(),
                 rewriter.getUnitAttr());
  rewriter.setInsertionPoint(*this);
  auto alloca =
      memref::AllocaOp::create(rewriter, getLoc(), TypeRange(type),
                               ValueRange(), properties, attributes.getAttrs());
  rewriter.replaceOp(*this, alloca);
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {

struct ResolveToAlloca : public OpRewritePattern<LocalAllocaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LocalAllocaOp op,
                                PatternRewriter &rewriter) const override {
    return op.resolve(rewriter);
  }
};

} // namespace

void LocalAllocaOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<ProviderToDType<LocalAllocaOp>,
               FoldConstantExtents<LocalAllocaOp>, ResolveToAlloca>(context);
}

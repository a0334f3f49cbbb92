//===- SharedAllocaOp.cpp - Arrays in shared memory -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements `cudax.shared_alloca`.
//
//===----------------------------------------------------------------------===//

#include "ArrayOps.h"

using namespace mlir;
using namespace mlir::cudax;

MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::cudax::SharedMemoryResource)

static Attribute getWorkgroupSpace(MLIRContext *context) {
  return gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
}

Attribute SharedAllocaOp::getMemorySpace() {
  return getWorkgroupSpace(getContext());
}

MemoryLimit SharedAllocaOp::getMemoryLimit() {
  if (getDynamic()) {
    return {kMaxSharedBytes, "the most shared memory that a block has"};
  }
  return {kMaxStaticSharedBytes, "the static shared memory of a kernel"};
}

void SharedAllocaOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "shared");
}

LogicalResult SharedAllocaOp::inferReturnTypes(MLIRContext *context,
                                               std::optional<Location> loc,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &results) {
  FailureOr<MemRefType> type =
      inferArrayType(loc, adaptor.getDtype().getType(),
                     adaptor.getStaticSizes(), getWorkgroupSpace(context));
  if (failed(type)) {
    return failure();
  }
  results.push_back(*type);
  return success();
}

/// Types are compared by the verifier, which can say what is wrong with them.
bool SharedAllocaOp::isCompatibleReturnTypes(TypeRange, TypeRange) {
  return true;
}

LogicalResult SharedAllocaOp::verify() {
  if (failed(verifyArrayOp(*this))) {
    return failure();
  }
  auto alignment = static_cast<int64_t>(getAlignment().value_or(1));
  if (alignment > kMaxSharedAlignment) {
    return emitOpError("expected alignment of at most ")
           << kMaxSharedAlignment
           << " bytes, at a multiple of which shared memory begins, but got "
           << alignment;
  }
  return success();
}

void SharedAllocaOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<ProviderToDType<SharedAllocaOp>,
               FoldConstantExtents<SharedAllocaOp>>(context);
}

//===- StripPrivateSpace.cpp - Local arrays without a memory space --------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that removes the private memory space.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_STRIPPRIVATESPACEPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

static bool isPrivate(BaseMemRefType type) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Private;
}

/// Checks that nothing below `root` needs the private space.
static LogicalResult verifyIsStrippable(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    // These are in the space by their definition.
    if (isa_and_present<CudaxDialect>(op->getDialect())) {
      op->emitOpError(
          "expected arrays to be resolved before their memory space "
          "is stripped; run cudax-resolve-arrays first");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {

struct StripPrivateSpacePass
    : public cudax::impl::StripPrivateSpacePassBase<StripPrivateSpacePass> {
  void runOnOperation() override {
    if (failed(verifyIsStrippable(getOperation()))) {
      return signalPassFailure();
    }
    AttrTypeReplacer replacer;
    replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
      if (!isPrivate(type)) {
        return std::nullopt;
      }
      return MemRefType::get(type.getShape(), type.getElementType(),
                             type.getLayout());
    });
    replacer.addReplacement([](UnrankedMemRefType type) -> std::optional<Type> {
      if (!isPrivate(type)) {
        return std::nullopt;
      }
      return UnrankedMemRefType::get(type.getElementType(), Attribute());
    });
    replacer.recursivelyReplaceElementsIn(getOperation(),
                                          /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    // A cast between the two spaces has nothing left to do.
    getOperation()->walk([](memref::MemorySpaceCastOp cast) {
      if (cast.getSource().getType() == cast.getType()) {
        cast.replaceAllUsesWith(cast.getSource());
        cast.erase();
      }
    });
  }
};

} // namespace

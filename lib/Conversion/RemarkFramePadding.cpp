//===- RemarkFramePadding.cpp - What alignment costs in the frame ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that remarks how many bytes of a thread's frame
// the alignment of a local array takes.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "DeviceCodeChecks.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_REMARKFRAMEPADDINGPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// A frame is aligned to this many bytes: more costs padding.
static constexpr uint64_t kFrameAlignment = 16;

static void remarkPadding(memref::AllocaOp op) {
  uint64_t alignment = op.getAlignment().value_or(1);
  std::optional<BufferSize> size =
      getBufferSize(op.getType(), DataLayout::closest(op));
  if (!size || size->bytes > kMaxLocalMemoryBytes ||
      alignment <= kFrameAlignment) {
    return;
  }
  auto bytes = static_cast<uint64_t>(size->bytes);
  uint64_t padding =
      llvm::alignTo(bytes, alignment) - bytes + alignment - kFrameAlignment;
  remark::analysis(
      op.getLoc(),
      remark::RemarkOpts::name("FramePadding").category("local-array"))
      << remark::add(
             "an alignment above 16 bytes pads the frame of each thread")
      << remark::metric("Alignment", alignment)
      << remark::metric("ArrayBytes", bytes)
      << remark::metric("PaddingBytes", padding);
}

namespace {

struct RemarkFramePaddingPass
    : public cudax::impl::RemarkFramePaddingPassBase<RemarkFramePaddingPass> {
  void runOnOperation() override {
    getOperation()->walk([](memref::AllocaOp op) {
      if (isAllocaSpace(op.getType().getMemorySpace())) {
        remarkPadding(op);
      }
    });
    markAllAnalysesPreserved();
  }
};

} // namespace

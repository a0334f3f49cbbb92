//===- AttachTargets.cpp - Attach chips to gpu.modules --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that gives gpu.modules their targets.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/Passes.h"

#include "dtyp/Target/Chip.h"
#include "dtyp/Target/FloatingPointMode.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_ATTACHTARGETSPASS
#include "dtyp/Target/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

struct AttachTargetsPass
    : public cudax::impl::AttachTargetsPassBase<AttachTargetsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  /// Makes the target for `chip`, or returns null after an error.
  NVVM::NVVMTargetAttr makeTarget(MLIRContext *context, StringRef chip);

  /// The targets that the options ask for; the default one if they ask for
  /// none.
  SmallVector<Attribute> targets;
};

} // namespace

NVVM::NVVMTargetAttr AttachTargetsPass::makeTarget(MLIRContext *context,
                                                   StringRef chip) {
  FailureOr<std::string> resolved = resolveFeatures(
      chip, features, [&] { return emitError(UnknownLoc::get(context)); });
  if (failed(resolved)) {
    return {};
  }
  FloatingPointMode mode{fmad, ftz, precDiv, precSqrt, useFastMath};
  return NVVM::NVVMTargetAttr::get(context, optLevel, "nvptx64-nvidia-cuda",
                                   chip, *resolved, mode.getFlags(context));
}

LogicalResult AttachTargetsPass::initialize(MLIRContext *context) {
  if (optLevel < 0 || optLevel > 3) {
    return emitError(UnknownLoc::get(context))
           << "expected the option 'opt-level' to be 0 to 3, but got "
           << optLevel.getValue();
  }
  context->loadDialect<NVVM::NVVMDialect>();
  SmallVector<StringRef> names(chips.begin(), chips.end());
  if (names.empty()) {
    names.push_back(kDefaultChip);
  }
  targets.clear();
  for (StringRef name : names) {
    NVVM::NVVMTargetAttr target = makeTarget(context, name);
    if (!target) {
      return failure();
    }
    if (llvm::is_contained(targets, target)) {
      return emitError(UnknownLoc::get(context))
             << "expected different chips in the option 'chip', but got '"
             << name << "' twice";
    }
    targets.push_back(target);
  }
  return success();
}

void AttachTargetsPass::runOnOperation() {
  getOperation()->walk([&](gpu::GPUModuleOp module) {
    if (!chips.empty() || !module.getTargetsAttr()) {
      module.setTargetsAttr(ArrayAttr::get(&getContext(), targets));
    }
  });
}

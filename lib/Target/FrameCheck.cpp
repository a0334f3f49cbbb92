//===- FrameCheck.cpp - Frames too large to launch ------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameCheck.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::cudax;

/// Returns the functions that `kernel` calls, directly or not, and itself.
static llvm::SetVector<Operation *> collectCallees(gpu::GPUModuleOp module,
                                                   Operation *kernel) {
  llvm::SetVector<Operation *> functions;
  functions.insert(kernel);
  for (size_t i = 0; i < functions.size(); ++i) {
    functions[i]->walk([&](LLVM::CallOp call) {
      if (FlatSymbolRefAttr callee = call.getCalleeAttr()) {
        if (Operation *function = module.lookupSymbol(callee.getAttr())) {
          functions.insert(function);
        }
      }
    });
  }
  return functions;
}

LogicalResult cudax::verifyFrames(gpu::GPUModuleOp module, StringRef chip,
                                  ArrayRef<FunctionResources> functions) {
  bool isValid = true;
  for (const FunctionResources &resources : functions) {
    int64_t bytes = resources.getLocalBytes();
    Operation *kernel = module.lookupSymbol(resources.name);
    if (!resources.isKernel || bytes <= kMaxFrameBytes || !kernel) {
      continue;
    }
    isValid = false;
    InFlightDiagnostic diagnostic =
        emitError(kernel->getLoc())
        << "expected a frame of local memory of at most " << kMaxFrameBytes
        << " bytes, the largest with which a kernel can be "
           "launched, but '"
        << resources.name << "' needs " << bytes << " on " << chip
        << "; make its local arrays smaller";
    for (Operation *function : collectCallees(module, kernel)) {
      function->walk([&](LLVM::AllocaOp alloca) {
        diagnostic.attachNote(alloca.getLoc())
            << "a local array of " << alloca.getElemType() << " is made here";
      });
    }
  }
  return success(isValid);
}

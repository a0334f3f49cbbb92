//===- LocalArrayDiagnostics.cpp - Messages about local arrays ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalArrayDiagnostics.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::cudax;

LogicalResult mlir::cudax::verifyStaysInScope(LocalAllocaOp op) {
  std::optional<LocalArrayEscape> escape = findLocalArrayEscape(op.getResult());
  if (!escape) {
    return success();
  }
  InFlightDiagnostic diagnostic = op.emitOpError()
                                  << "expected the array to stay in the scope "
                                     "in which it is made, but it "
                                  << escape->what
                                  << (escape->what.contains("on the host")
                                          ? "; make it in the kernel"
                                          : "; make it in the outer scope and "
                                            "pass it in");
  diagnostic.attachNote(escape->use->getOwner()->getLoc())
      << "the array leaves its scope here";
  return diagnostic;
}

/// Notes where the value of an extent comes from.
static void attachOrigin(InFlightDiagnostic &diagnostic, Value extent) {
  if (auto argument = dyn_cast<BlockArgument>(extent)) {
    diagnostic.attachNote(argument.getLoc())
        << "the extent is argument #" << argument.getArgNumber() << " of a "
        << (argument.getOwner()->isEntryBlock() ? "region" : "block")
        << ", known at run time only";
    return;
  }
  diagnostic.attachNote(extent.getLoc())
      << "the extent is made here by '" << extent.getDefiningOp()->getName()
      << "', which does not fold to a "
      << "constant";
}

LogicalResult mlir::cudax::verifyConstantExtents(ArrayOpInterface op) {
  for (Value extent : op.getDynamicSizes()) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    if (constant && *constant < 1) {
      InFlightDiagnostic diagnostic = op->emitOpError()
                                      << "expected extents of at least 1, but "
                                         "got "
                                      << *constant;
      diagnostic.attachNote(extent.getLoc()) << "the extent is made here";
      return diagnostic;
    }
  }
  return success();
}

LogicalResult mlir::cudax::verifyStaticShape(LocalAllocaOp op) {
  if (op.getDynamicSizes().empty()) {
    return success();
  }
  if (failed(verifyConstantExtents(op))) {
    return failure();
  }
  if (llvm::all_of(op.getDynamicSizes(), [](Value extent) {
        return getConstantIntValue(extent).has_value();
      })) {
    return op.emitOpError()
           << "expected at most " << kMaxLocalMemoryBytes
           << " bytes, the local memory of a thread, but the extents make more";
  }
  InFlightDiagnostic diagnostic =
      op.emitOpError() << "expected a shape of constants, as local memory is "
                          "laid out when the kernel is compiled, but got an "
                          "extent that is not constant; use the largest shape "
                          "that occurs, or an array in global memory";
  for (Value extent : op.getDynamicSizes()) {
    if (!getConstantIntValue(extent)) {
      attachOrigin(diagnostic, extent);
    }
  }
  return diagnostic;
}

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
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::cudax;

Value mlir::cudax::getLocalArray(Operation *op) {
  if (auto local = dyn_cast<LocalAllocaOp>(op)) {
    return local.getResult();
  }
  auto alloca = dyn_cast<memref::AllocaOp>(op);
  bool isResolved =
      alloca && CudaxDialect::LocalArrayAttrHelper(op->getContext())
                    .isAttrPresent(alloca);
  return isResolved ? alloca.getResult() : Value();
}

/// Returns what the author can do about an array that leaves its scope.
static StringRef getRemedy(const LocalArrayEscape &escape) {
  if (escape.useInCallee) {
    return "; pass the function a copy in global memory";
  }
  if (escape.isCall) {
    return "; give the parameter llvm.nocapture if the function does not keep "
           "it";
  }
  if (escape.what.contains("on the host")) {
    return "; make it in the kernel";
  }
  return "; make it in the outer scope and pass it in";
}

LogicalResult mlir::cudax::reportEscape(Operation *op,
                                        const LocalArrayEscape &escape) {
  InFlightDiagnostic diagnostic = op->emitOpError()
                                  << "expected the array to stay in the scope "
                                     "in which it is made, but it "
                                  << escape.what << getRemedy(escape);
  diagnostic.attachNote(escape.use->getOwner()->getLoc())
      << "the array leaves its scope here";
  if (escape.useInCallee) {
    diagnostic.attachNote(escape.useInCallee->getOwner()->getLoc())
        << "the function keeps it here";
  }
  return diagnostic;
}

LogicalResult mlir::cudax::verifyStaysInScope(LocalAllocaOp op) {
  std::optional<LocalArrayEscape> escape = findLocalArrayEscape(op.getResult());
  return escape ? reportEscape(op, *escape) : success();
}

/// Notes where `value`, which is not constant, comes from.
static void attachOrigin(InFlightDiagnostic &diagnostic, Value value,
                         StringRef what) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    diagnostic.attachNote(argument.getLoc())
        << what << " is argument #" << argument.getArgNumber() << " of a "
        << (argument.getOwner()->isEntryBlock() ? "region" : "block")
        << ", known at run time only";
    return;
  }
  diagnostic.attachNote(value.getLoc())
      << what << " is made here by '" << value.getDefiningOp()->getName()
      << "', which does not fold to a constant";
}

/// Returns the only operand of the op that made `value` which is not a
/// constant, or null.
static Value getOnlySource(Value value) {
  Operation *op = value.getDefiningOp();
  Value source;
  for (Value operand : op ? op->getOperands() : ValueRange()) {
    if (matchPattern(operand, m_Constant())) {
      continue;
    }
    if (source && source != operand) {
      return Value();
    }
    source = operand;
  }
  return source;
}

/// Notes where the value of an extent comes from: the op that made it, and what
/// that op depends on, as far back as it is one value.
void mlir::cudax::attachExtentOrigin(InFlightDiagnostic &diagnostic,
                                     Value extent) {
  attachOrigin(diagnostic, extent, "the extent");
  Value origin = extent;
  // In a graph region, an op may depend on itself.
  llvm::SmallDenseSet<Value, 4> visited = {extent};
  while (Value source = getOnlySource(origin)) {
    if (!visited.insert(source).second) {
      break;
    }
    origin = source;
  }
  if (origin != extent) {
    attachOrigin(diagnostic, origin, "what it depends on");
  }
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
      attachExtentOrigin(diagnostic, extent);
    }
  }
  return diagnostic;
}

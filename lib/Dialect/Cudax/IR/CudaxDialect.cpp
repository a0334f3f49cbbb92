//===- CudaxDialect.cpp - The cudax dialect -------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the registration of the cudax dialect and its hooks.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::cudax;

#include "dtyp/Dialect/Cudax/IR/CudaxDialect.cpp.inc"

namespace {

/// Arrays may be inlined: their scope is the place where they were written, and
/// a call that is inlined is such a place.
struct CudaxInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void CudaxDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dtyp/Dialect/Cudax/IR/CudaxOps.cpp.inc"
      >();
  addInterfaces<CudaxInlinerInterface>();
}

LogicalResult CudaxDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  StringRef mark = getLocalArrayAttrHelper().getName().getValue();
  StringRef name = attribute.getName().getValue();
  if (name != mark) {
    return op->emitError() << "expected no attribute of the cudax dialect but '"
                           << mark << "', but got '" << name << "'";
  }
  if (!isa<UnitAttr>(attribute.getValue())) {
    return op->emitError() << "expected '" << mark
                           << "' to have no value, but got "
                           << attribute.getValue();
  }
  // An alloca without operands can be moved anywhere.
  auto alloca = dyn_cast<memref::AllocaOp>(op);
  if (!alloca || alloca->getNumOperands() != 0) {
    return op->emitError() << "expected '" << mark
                           << "' on a memref.alloca of static shape and layout";
  }
  return success();
}

LogicalResult CudaxDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                     unsigned argument,
                                                     NamedAttribute attribute) {
  return op->emitError() << "expected no attribute of the cudax dialect on "
                            "argument #"
                         << argument << ", but got '"
                         << attribute.getName().getValue() << "'";
}

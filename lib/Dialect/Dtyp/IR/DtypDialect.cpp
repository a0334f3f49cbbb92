//===- DtypDialect.cpp - The dtyp dialect ---------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the registration of the dtyp dialect and its hooks.
//
//===----------------------------------------------------------------------===//

#include "DtypBytecode.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"

#include <numeric>

using namespace mlir;
using namespace mlir::dtyp;

#include "dtyp/Dialect/Dtyp/IR/DtypDialect.cpp.inc"

namespace {

/// Every op of the dialect is pure and may be inlined anywhere.
struct DtypInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

/// A record is long, so it is written once, as an alias.
struct DtypAsmInterface : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Type type, raw_ostream &os) const final {
    if (!isa<RecordType>(type)) {
      return AliasResult::NoAlias;
    }
    os << "record";
    return AliasResult::OverridableAlias;
  }
};

} // namespace

void DtypDialect::initialize() {
  registerTypes();
  registerAttributes();
  attachBuiltinDTypes();
  addOperations<
#define GET_OP_LIST
#include "dtyp/Dialect/Dtyp/IR/DtypOps.cpp.inc"
      >();
  addInterfaces<DtypAsmInterface, DtypBytecodeInterface,
                DtypInlinerInterface>();
}

Operation *DtypDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  if (isa<DTypeType>(type)) {
    return ConstantOp::create(builder, loc, type, cast<TypeAttr>(value));
  }
  if (complex::ConstantOp::isBuildableWith(value, type)) {
    return complex::ConstantOp::create(builder, loc, type,
                                       cast<ArrayAttr>(value));
  }
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult DtypDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (attribute.getName() != kArgumentMapAttrName) {
    return op->emitError() << "expected no attribute of the dtyp dialect but '"
                           << kArgumentMapAttrName << "', but got '"
                           << attribute.getName().getValue() << "'";
  }
  auto map = dyn_cast<ArgumentMapAttr>(attribute.getValue());
  if (!map) {
    return op->emitError() << "expected '" << kArgumentMapAttrName
                           << "' to be a #dtyp.argument_map, but got "
                           << attribute.getValue();
  }
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function) {
    return op->emitError() << "expected '" << kArgumentMapAttrName
                           << "' on a function";
  }
  // Behind the conversion to LLVM, a memref is several arguments.
  if (!isa<FunctionType>(function.getFunctionType())) {
    return success();
  }
  ArrayRef<int64_t> counts = map.getParameterCounts();
  int64_t parameters =
      std::accumulate(counts.begin(), counts.end(), int64_t(0));
  if (parameters != function.getNumArguments()) {
    return op->emitError() << "expected '" << kArgumentMapAttrName
                           << "' to cover the " << function.getNumArguments()
                           << " parameters of the function, but it covers "
                           << parameters;
  }
  return success();
}

LogicalResult DtypDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned argument,
                                                    NamedAttribute attribute) {
  return op->emitError() << "expected no attribute of the dtyp dialect on "
                            "argument #"
                         << argument << ", but got '"
                         << attribute.getName().getValue() << "'";
}

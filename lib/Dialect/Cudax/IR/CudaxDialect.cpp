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
#include "dtyp/Dialect/Dtyp/IR/BytecodeVersion.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cudax;

#include "dtyp/Dialect/Cudax/IR/CudaxDialect.cpp.inc"

namespace {

/// Local arrays may be inlined, also into a loop: each execution of the op
/// makes an array of undefined contents, as each call did. A static array in
/// shared memory is one object, whose contents last from call to call: it moves
/// with a function that is called once, and is not copied. A dynamic one can be
/// made in a kernel only, so that its function has to be inlined.
struct CudaxInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *op, Region *destination, bool isCopied,
                       IRMapping &) const final {
    if (isa<LocalAllocaOp>(op)) {
      Operation *parent = destination->getParentOp();
      return parent->hasTrait<OpTrait::AutomaticAllocationScope>() ||
             parent->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
    }
    auto shared = dyn_cast<SharedAllocaOp>(op);
    return !shared || shared.isDynamic() || !isCopied;
  }
};

/// The ops are written as upstream writes all; there are no types.
struct CudaxBytecodeInterface : public dtyp::VersionedBytecodeInterface {
  explicit CudaxBytecodeInterface(Dialect *dialect)
      : VersionedBytecodeInterface(dialect, dtyp::kCudaxBytecodeVersion) {}
};

} // namespace

void CudaxDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dtyp/Dialect/Cudax/IR/CudaxOps.cpp.inc"
      >();
  addInterfaces<CudaxBytecodeInterface, CudaxInlinerInterface>();
}

/// Checks the mark of a local array that was resolved.
static LogicalResult verifyLocalArray(Operation *op, NamedAttribute attribute) {
  if (!isa<UnitAttr>(attribute.getValue())) {
    return op->emitError() << "expected '" << attribute.getName().getValue()
                           << "' to have no value, but got "
                           << attribute.getValue();
  }
  // An alloca without operands can be moved anywhere.
  auto alloca = dyn_cast<memref::AllocaOp>(op);
  if (!alloca || alloca->getNumOperands() != 0) {
    return op->emitError() << "expected '" << attribute.getName().getValue()
                           << "' on a memref.alloca of static shape and layout";
  }
  return success();
}

/// Checks that an attribute is a number of bytes.
static LogicalResult verifyBytes(Operation *op, NamedAttribute attribute) {
  auto bytes = dyn_cast<IntegerAttr>(attribute.getValue());
  if (!bytes || !bytes.getType().isInteger(64) || bytes.getInt() < 0) {
    return op->emitError() << "expected '" << attribute.getName().getValue()
                           << "' to be a number of bytes of type i64, but got "
                           << attribute.getValue();
  }
  return success();
}

/// Checks that an attribute of kernels is on one.
static LogicalResult verifyOnKernel(Operation *op, NamedAttribute attribute) {
  if (!isa<FunctionOpInterface>(op) ||
      !op->hasAttr(gpu::GPUDialect::getKernelFuncAttrName())) {
    return op->emitError() << "expected '" << attribute.getName().getValue()
                           << "' on a kernel";
  }
  return success();
}

/// Checks the list of parameters that are not aliased.
static LogicalResult verifyNoAliasParameters(Operation *op,
                                             NamedAttribute attribute) {
  auto parameters = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
  if (!isa<FunctionOpInterface>(op) || !parameters ||
      llvm::any_of(parameters.asArrayRef(),
                   [](int64_t parameter) { return parameter < 0; })) {
    return op->emitError() << "expected '" << attribute.getName().getValue()
                           << "' on a function, with the numbers of parameters "
                              "as array<i64: 0, 1>, but got "
                           << attribute.getValue();
  }
  return success();
}

/// Checks the alignment of dynamic shared memory.
static LogicalResult verifyDynamicAlignment(Operation *op,
                                            NamedAttribute attribute) {
  if (!isa<gpu::DynamicSharedMemoryOp>(op)) {
    return op->emitError() << "expected '" << attribute.getName().getValue()
                           << "' on a gpu.dynamic_shared_memory";
  }
  auto alignment = dyn_cast<IntegerAttr>(attribute.getValue());
  if (!alignment || !alignment.getType().isInteger(64) ||
      !llvm::isPowerOf2_64(alignment.getInt()) ||
      alignment.getInt() > kMaxSharedAlignment) {
    return op->emitError() << "expected '" << attribute.getName().getValue()
                           << "' to be a power of two of type i64, at most "
                           << kMaxSharedAlignment << ", but got "
                           << attribute.getValue();
  }
  return success();
}

/// Checks the shared memory of each chip.
static LogicalResult verifyMaxSharedBytes(Operation *op,
                                          NamedAttribute attribute) {
  auto chips = dyn_cast<DictionaryAttr>(attribute.getValue());
  if (!chips) {
    return op->emitError() << "expected '" << attribute.getName().getValue()
                           << "' to be a dictionary of chips, but got "
                           << attribute.getValue();
  }
  return success(llvm::all_of(chips, [&](NamedAttribute chip) {
    return succeeded(verifyBytes(op, chip));
  }));
}

LogicalResult CudaxDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  StringAttr name = attribute.getName();
  if (name == getLocalArrayAttrHelper().getName()) {
    return verifyLocalArray(op, attribute);
  }
  if (name == getDynamicSharedBytesAttrHelper().getName()) {
    return failure(failed(verifyOnKernel(op, attribute)) ||
                   failed(verifyBytes(op, attribute)));
  }
  if (name == getMaxSharedBytesAttrHelper().getName()) {
    return failure(failed(verifyOnKernel(op, attribute)) ||
                   failed(verifyMaxSharedBytes(op, attribute)));
  }
  if (name == getDynamicSharedAlignmentAttrHelper().getName()) {
    return verifyDynamicAlignment(op, attribute);
  }
  if (name == getNoaliasParametersAttrHelper().getName()) {
    return verifyNoAliasParameters(op, attribute);
  }
  InFlightDiagnostic diagnostic =
      op->emitError() << "expected no attribute of the cudax dialect but ";
  llvm::interleaveComma(
      ArrayRef{getLocalArrayAttrHelper().getName(),
               getDynamicSharedBytesAttrHelper().getName(),
               getMaxSharedBytesAttrHelper().getName(),
               getDynamicSharedAlignmentAttrHelper().getName(),
               getNoaliasParametersAttrHelper().getName()},
      diagnostic,
      [&](StringAttr known) { diagnostic << "'" << known.getValue() << "'"; });
  return diagnostic << ", but got '" << name.getValue() << "'";
}

LogicalResult CudaxDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                     unsigned argument,
                                                     NamedAttribute attribute) {
  return op->emitError() << "expected no attribute of the cudax dialect on "
                            "argument #"
                         << argument << ", but got '"
                         << attribute.getName().getValue() << "'";
}

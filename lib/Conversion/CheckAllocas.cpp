//===- CheckAllocas.cpp - Checks of allocas in device code ----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the checks of allocas: what LLVM, ptxas and nvcc compile
// without a word.
//
//===----------------------------------------------------------------------===//

#include "DeviceCodeChecks.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"
#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cudax;

//===----------------------------------------------------------------------===//
// Size and alignment
//===----------------------------------------------------------------------===//

namespace {

/// The layout of one element in memory, in bytes.
struct ElementLayout {
  int64_t size;
  int64_t alignment;
};

} // namespace

/// Returns the layout that LLVM's NVPTX target gives to a number of `bits`.
static ElementLayout getScalarLayout(int64_t bits) {
  int64_t bytes = llvm::divideCeil(bits, 8);
  int64_t alignment =
      std::min<int64_t>(llvm::PowerOf2Ceil(std::max<int64_t>(bytes, 1)), 16);
  return {static_cast<int64_t>(llvm::alignTo(bytes, alignment)), alignment};
}

/// Returns the layout of an element of `type`, or nothing if it is not known
/// before conversion to LLVM.
static std::optional<ElementLayout> getElementLayout(Type type,
                                                     const DataLayout &layout) {
  if (type.isIndex()) {
    // 4 bytes where index has 32 bits; the larger arrays are those of 8.
    return ElementLayout{8, 4};
  }
  if (type.isIntOrFloat()) {
    return getScalarLayout(type.getIntOrFloatBitWidth());
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<ElementLayout> part =
        getElementLayout(complex.getElementType(), layout);
    if (part) {
      part->size *= 2;
    }
    return part;
  }
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (!vector.getElementType().isIntOrFloat() || vector.isScalable()) {
      return std::nullopt;
    }
    // Only the last dimension is a vector in LLVM; the others are arrays of it.
    int64_t rows = 1;
    int64_t columns = 1;
    if (vector.getRank() > 0) {
      columns = vector.getShape().back();
      rows = vector.getNumElements() / columns;
    }
    ElementLayout row = getScalarLayout(
        columns * vector.getElementType().getIntOrFloatBitWidth());
    row.size = llvm::PowerOf2Ceil(row.size);
    row.alignment = std::min<int64_t>(row.size, 16);
    return ElementLayout{rows * row.size, row.alignment};
  }
  if (dtyp::DTypeInterface dtype = dtyp::getAsOwnStorage(type)) {
    return ElementLayout{*dtype.getItemSize(),
                         *dtype.getAlignment(dtyp::AlignmentModel::Device)};
  }
  if (isa<DataLayoutTypeInterface>(type)) {
    return ElementLayout{
        static_cast<int64_t>(layout.getTypeSize(type).getFixedValue()),
        static_cast<int64_t>(layout.getTypeABIAlignment(type))};
  }
  return std::nullopt;
}

std::optional<BufferSize> cudax::getBufferSize(MemRefType type,
                                               const DataLayout &dataLayout) {
  std::optional<ElementLayout> layout =
      getElementLayout(type.getElementType(), dataLayout);
  if (!layout || !type.hasStaticShape()) {
    return std::nullopt;
  }
  // A buffer with an extent of 0 is empty, whatever its other extents.
  if (llvm::is_contained(type.getShape(), 0)) {
    return BufferSize{0, layout->size};
  }
  int64_t bytes = layout->size;
  for (int64_t extent : type.getShape()) {
    if (llvm::MulOverflow(bytes, extent, bytes)) {
      return BufferSize{std::numeric_limits<int64_t>::max(), layout->size};
    }
  }
  return BufferSize{bytes, layout->size};
}

/// Checks that an array of static shape fits into local memory.
static LogicalResult verifySize(memref::AllocaOp op,
                                const DataLayout &dataLayout) {
  std::optional<BufferSize> size = getBufferSize(op.getType(), dataLayout);
  if (!size || size->bytes <= kMaxLocalMemoryBytes) {
    return success();
  }
  return op.emitError() << "expected at most " << kMaxLocalMemoryBytes
                        << " bytes, the local memory of a thread, but got "
                        << op.getType() << " with elements of "
                        << size->elementBytes << " bytes";
}

static LogicalResult verifyAlignment(memref::AllocaOp op,
                                     const DataLayout &dataLayout) {
  std::optional<uint64_t> alignment = op.getAlignment();
  if (!alignment) {
    return success();
  }
  if (*alignment > kMaxLocalMemoryBytes) {
    return op.emitError() << "expected alignment of at most "
                          << kMaxLocalMemoryBytes
                          << " bytes, the local memory of a thread, but got "
                          << *alignment;
  }
  std::optional<ElementLayout> layout =
      getElementLayout(op.getType().getElementType(), dataLayout);
  if (!layout || static_cast<int64_t>(*alignment) >= layout->alignment) {
    return success();
  }
  return op.emitError() << "expected alignment of at least "
                        << layout->alignment
                        << " bytes, with which elements of "
                        << op.getType().getElementType()
                        << " are accessed, but got " << *alignment;
}

//===----------------------------------------------------------------------===//
// Memory space
//===----------------------------------------------------------------------===//

static LogicalResult verifyAllocaSpace(memref::AllocaOp op) {
  Attribute space = op.getType().getMemorySpace();
  if (isAllocaSpace(space)) {
    return success();
  }
  InFlightDiagnostic diagnostic = op.emitError();
  diagnostic
      << "expected an alloca in #gpu.address_space<private>, but got one "
         "in ";
  printMemorySpace(space, diagnostic);
  if (isLocalSpace(space)) {
    return diagnostic << ", which LLVM addresses wrongly";
  }
  return diagnostic
         << "; it would be made in local memory and accessed as if it "
            "were there";
}

//===----------------------------------------------------------------------===//
// Scope
//===----------------------------------------------------------------------===//

static LogicalResult reportEscape(memref::AllocaOp op,
                                  const LocalArrayEscape &escape) {
  InFlightDiagnostic diagnostic = op.emitError();
  diagnostic << "expected the array to stay in its scope, but it "
             << escape.what;
  diagnostic.attachNote(escape.use->getOwner()->getLoc()) << "here";
  return diagnostic;
}

LogicalResult cudax::verifyDeviceAlloca(memref::AllocaOp op) {
  DataLayout dataLayout = DataLayout::closest(op);
  if (failed(verifyAllocaSpace(op)) || failed(verifySize(op, dataLayout)) ||
      failed(verifyAlignment(op, dataLayout))) {
    return failure();
  }
  // An array that carries the mark was checked before it was resolved. Storing
  // the address of any other is left to its author: it may be read in time.
  if (CudaxDialect::LocalArrayAttrHelper(op.getContext()).isAttrPresent(op)) {
    return success();
  }
  std::optional<LocalArrayEscape> escape = findLocalArrayEscape(op.getResult());
  if (!escape || escape->what == "is stored") {
    return success();
  }
  return reportEscape(op, *escape);
}

LogicalResult cudax::verifyHostAlloca(memref::AllocaOp op) {
  std::optional<LocalArrayEscape> escape = findLocalArrayEscape(op.getResult());
  if (!escape) {
    return success();
  }
  Operation *user = escape->use->getOwner();
  if (!isa<gpu::LaunchFuncOp>(user) &&
      !user->getParentOfType<gpu::LaunchOp>()) {
    return success();
  }
  return reportEscape(op, *escape);
}

//===- ResolveConstArrays.cpp - Places for arrays of constants ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that places arrays of constants in constant or
// global memory.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/Passes.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_RESOLVECONSTARRAYSPASS
#include "dtyp/Dialect/Cudax/Transforms/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// PTX's constant space as LLVM numbers it; the gpu dialect has none.
static constexpr int64_t kConstantSpace = 4;

/// Refuses ops that write to `array` or to a view of it. Where a call or a
/// branch leads is not followed.
static LogicalResult verifyIsNotWritten(ConstArrayOp array) {
  SetVector<Value> views;
  views.insert(array.getResult());
  for (size_t i = 0; i != views.size(); ++i) {
    for (OpOperand &use : views[i].getUses()) {
      Operation *user = use.getOwner();
      if (isa<ViewLikeOpInterface, memref::CastOp>(user)) {
        views.insert(user->result_begin(), user->result_end());
        continue;
      }
      auto effects = dyn_cast<MemoryEffectOpInterface>(user);
      if (effects &&
          effects.getEffectOnValue<MemoryEffects::Write>(use.get())) {
        InFlightDiagnostic diagnostic =
            user->emitOpError("expected an array that can be written, but got "
                              "an array of constants; copy it first");
        diagnostic.attachNote(array.getLoc()) << "the array is made here";
        return diagnostic;
      }
    }
  }
  return success();
}

/// Checks that contents that are stored beside the program are there: a
/// resource may have been elided, and is verified by nothing.
static LogicalResult verifyHasContents(ConstArrayOp array) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(array.getContents());
  if (!resource) {
    return success();
  }
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  ShapedType type = resource.getType();
  bool isSplat = false;
  if (blob &&
      DenseElementsAttr::isValidRawBuffer(type, blob->getData(), isSplat)) {
    return success();
  }
  InFlightDiagnostic diagnostic =
      array.emitOpError("expected the elements of ");
  diagnostic << type << " in the resource '" << resource.getRawHandle().getKey()
             << "', but ";
  if (blob) {
    diagnostic << "it has " << blob->getData().size() << " bytes";
  } else {
    diagnostic << "there is none; was it elided when the file was printed?";
  }
  return diagnostic;
}

namespace {

/// Arrays of equal contents, which are one in memory.
struct Table {
  ElementsAttr contents;
  int64_t alignment = 1;
  SmallVector<ConstArrayOp> arrays;

  int64_t getNumBytes() const {
    auto op = ConstArrayOp(arrays.front());
    return ShapedType::getNumElements(op.getStaticSizes()) *
           *op.getElementDType().getItemSize();
  }
};

struct ResolveConstArraysPass
    : public cudax::impl::ResolveConstArraysPassBase<ResolveConstArraysPass> {
  void runOnOperation() override {
    // The same contents may be elements, or the bytes of elements.
    llvm::MapVector<std::pair<Attribute, int>, Table> tables;
    WalkResult result = getOperation()->walk([&](ConstArrayOp op) {
      if (failed(verifyHasContents(op)) || failed(verifyIsNotWritten(op))) {
        return WalkResult::interrupt();
      }
      Table &table = tables[{op.getContents(), op.hasBytes()}];
      table.contents = op.getContents();
      table.alignment = std::max(table.alignment, op.getResolvedAlignment());
      table.arrays.push_back(op);
      return WalkResult::advance();
    });
    if (result.wasInterrupted()) {
      return signalPassFailure();
    }
    SymbolTable symbols(getOperation());
    int64_t constantBytes = 0;
    for (auto &[key, table] : tables) {
      int64_t end =
          llvm::alignTo(constantBytes, table.alignment) + table.getNumBytes();
      bool isConstant = end <= kMaxConstantMemoryBytes;
      if (isConstant) {
        constantBytes = end;
      } else {
        remark::missed(
            table.arrays.front().getLoc(),
            remark::RemarkOpts::name("const-array").category("cudax"))
            << llvm::formatv(
                   "array of {0} bytes is in global memory, as {1} bytes of "
                   "constant memory are left",
                   table.getNumBytes(), kMaxConstantMemoryBytes - constantBytes)
                   .str();
      }
      place(table, isConstant, symbols);
    }
  }

  /// Makes the object for `table`, and lets its arrays be it.
  void place(Table &table, bool isInConstantMemory, SymbolTable &symbols) {
    OpBuilder builder(&getContext());
    Location location = table.arrays.front().getLoc();
    auto tensor = cast<ShapedType>(table.contents.getType());
    Attribute space = isInConstantMemory
                          ? Attribute(builder.getI64IntegerAttr(kConstantSpace))
                          : gpu::AddressSpaceAttr::get(
                                &getContext(), gpu::AddressSpace::Global);
    // Bytes of elements are viewed as elements, which a memref of one dimension
    // can be.
    bool hasBytes = table.arrays.front().hasBytes();
    ElementsAttr contents = table.contents;
    if (hasBytes) {
      contents = flatten(contents);
      tensor = contents.getShapedType();
    }
    auto type = MemRefType::get(tensor.getShape(), tensor.getElementType(),
                                MemRefLayoutAttrInterface(), space);
    auto global = memref::GlobalOp::create(
        builder, location, "const_array", builder.getStringAttr("private"),
        type, contents, /*constant=*/true,
        builder.getI64IntegerAttr(table.alignment));
    symbols.insert(global, getOperation()->getRegion(0).front().begin());
    for (ConstArrayOp op : table.arrays) {
      builder.setInsertionPoint(op);
      Value array = memref::GetGlobalOp::create(builder, op.getLoc(), type,
                                                global.getSymName());
      auto generic = MemRefType::get(type.getShape(), type.getElementType());
      array = memref::MemorySpaceCastOp::create(builder, op.getLoc(), generic,
                                                array);
      if (hasBytes) {
        Value zero = arith::ConstantIndexOp::create(builder, op.getLoc(), 0);
        array = memref::ViewOp::create(builder, op.getLoc(), op.getArrayType(),
                                       array, zero, ValueRange());
      }
      op.getResult().replaceAllUsesWith(array);
      op.erase();
    }
  }

  static ElementsAttr flatten(ElementsAttr contents) {
    auto type = RankedTensorType::get({contents.getNumElements()},
                                      contents.getElementType());
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(contents)) {
      return DenseResourceElementsAttr::get(type, resource.getRawHandle());
    }
    return cast<DenseElementsAttr>(contents).reshape(type);
  }
};

} // namespace

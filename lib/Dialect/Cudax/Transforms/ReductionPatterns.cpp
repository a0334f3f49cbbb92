//===- ReductionPatterns.cpp - Patterns of the reducer --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the patterns by which the reducer makes arrays simpler:
// less of them, of fewer elements, of a plain dtype that is spelled out.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/ReductionPatterns.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace mlir::cudax;

/// Whether `use` reads or writes one element of the array, and so does not care
/// how many there are.
static bool isAccess(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<dtyp::StoreOp, dtyp::AtomicRMWOp, memref::StoreOp,
          memref::AtomicRMWOp>(op)) {
    return use.getOperandNumber() == 1;
  }
  return isa<dtyp::LoadOp, memref::LoadOp>(op);
}

/// Whether `use` leaves nothing that anything else sees.
static bool isWriteOrFree(OpOperand &use) {
  Operation *op = use.getOwner();
  return (isa<dtyp::StoreOp, memref::StoreOp>(op) &&
          use.getOperandNumber() == 1) ||
         (isa<gpu::DeallocOp>(op) && op->getNumResults() == 0);
}

namespace {

/// An object stands for the dtype that it provides: that dtype, spelled out.
struct ProviderToConstant : public OpInterfaceRewritePattern<ArrayOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ArrayOpInterface op,
                                PatternRewriter &rewriter) const override {
    OpOperand &dtype = op.getDtypeMutable();
    if (dtype.get().getDefiningOp<dtyp::ConstantOp>()) {
      return rewriter.notifyMatchFailure(op, "has a constant already");
    }
    Type type = op.getElementDType();
    auto constant = dtyp::ConstantOp::create(
        rewriter, op.getLoc(), dtyp::DTypeType::get(type), TypeAttr::get(type));
    rewriter.modifyOpInPlace(op, [&] { dtype.set(constant); });
    return success();
  }
};

/// No alignment but that which every array has.
template <typename OpTy>
struct DropAlignment : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getAlignment()) {
      return rewriter.notifyMatchFailure(op, "asks for no alignment");
    }
    rewriter.modifyOpInPlace(op, [&] { op.removeAlignmentAttr(); });
    return success();
  }
};

/// An array of one element, where its elements are accessed and no more.
template <typename OpTy>
struct UnitExtents : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    ArrayRef<int64_t> sizes = op.getStaticSizes();
    if (llvm::all_of(sizes, [](int64_t size) { return size == 1; })) {
      return rewriter.notifyMatchFailure(op, "has one element already");
    }
    if (!llvm::all_of(op.getResult().getUses(), isAccess)) {
      return rewriter.notifyMatchFailure(op, "has a use that needs its shape");
    }
    SmallVector<int64_t> ones(sizes.size(), 1);
    SmallVector<int64_t> shape(ones);
    llvm::append_range(shape, op.getElementDType().getSubArrayShape());
    MemRefType type = MemRefType::Builder(op.getArrayType()).setShape(shape);
    rewriter.modifyOpInPlace(op, [&] {
      op.getDynamicSizesMutable().clear();
      op.setStaticSizes(ones);
      op.getResult().setType(type);
    });
    return success();
  }
};

/// An array that nothing reads may be missing, with what writes it.
struct EraseUnreadArray : public OpInterfaceRewritePattern<ArrayOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ArrayOpInterface op,
                                PatternRewriter &rewriter) const override {
    for (Value result : op->getResults()) {
      if (result != op.getArray() && !result.use_empty()) {
        return rewriter.notifyMatchFailure(op, "something waits for it");
      }
    }
    if (!llvm::all_of(op.getArray().getUses(), isWriteOrFree)) {
      return rewriter.notifyMatchFailure(op, "may be read");
    }
    for (Operation *user :
         llvm::make_early_inc_range(op.getArray().getUsers())) {
      rewriter.eraseOp(user);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

/// An array of records of which one field is accessed is an array of that
/// field.
template <typename OpTy>
struct RecordToField : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto record = dyn_cast<dtyp::RecordType>(Type(op.getElementDType()));
    StringAttr name = record ? getOnlyField(op) : nullptr;
    const auto *found = record ? llvm::find(record.getNames(), name) : nullptr;
    if (!name || found == record.getNames().end()) {
      return rewriter.notifyMatchFailure(op, "is not accessed by one field");
    }
    auto field = dyn_cast<dtyp::DTypeInterface>(
        record.getDtypes()[found - record.getNames().begin()]);
    // Shapes and storage are left to the other patterns.
    if (!field || !field.getSubArrayShape().empty()) {
      return rewriter.notifyMatchFailure(op, "has a sub-array as its field");
    }
    auto constant = dtyp::ConstantOp::create(rewriter, op.getLoc(),
                                             dtyp::DTypeType::get(field),
                                             TypeAttr::get(field));
    MemRefType type = MemRefType::Builder(op.getArrayType())
                          .setElementType(field.getStorageType());
    rewriter.modifyOpInPlace(op, [&] {
      op.getDtypeMutable().assign(constant);
      op.getResult().setType(type);
    });
    for (Operation *user : op.getResult().getUsers()) {
      rewriter.modifyOpInPlace(user, [&] {
        if (auto load = dyn_cast<dtyp::LoadOp>(user)) {
          enterField(load, field);
        } else {
          enterField(cast<dtyp::StoreOp>(user), field);
        }
      });
    }
    return success();
  }

private:
  /// Returns the name with which all paths to the array's elements begin.
  static StringAttr getOnlyField(OpTy op) {
    StringAttr only;
    for (OpOperand &use : op.getResult().getUses()) {
      ArrayAttr path;
      if (auto load = dyn_cast<dtyp::LoadOp>(use.getOwner())) {
        path = load.getPath();
      } else if (auto store = dyn_cast<dtyp::StoreOp>(use.getOwner());
                 store && use.getOperandNumber() == 1) {
        path = store.getPath();
      }
      auto name =
          path && !path.empty() ? dyn_cast<StringAttr>(path[0]) : StringAttr();
      if (!name || (only && only != name)) {
        return {};
      }
      only = name;
    }
    return only;
  }

  /// Drops the first name of the path of an access.
  template <typename AccessOp>
  static void enterField(AccessOp access, dtyp::DTypeInterface field) {
    access.setPathAttr(ArrayAttr::get(
        access.getContext(), access.getPath().getValue().drop_front()));
    if (dtyp::getAsOwnStorage(field)) {
      access.removeDtypeAttr();
    } else {
      access.setDtypeAttr(TypeAttr::get(field));
    }
  }
};

struct CudaxReductionInterface : public DialectReductionPatternInterface {
  explicit CudaxReductionInterface(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &patterns) const final {
    MLIRContext *context = patterns.getContext();
    patterns.add<EraseUnreadArray, ProviderToConstant>(context);
    patterns.add<DropAlignment<ConstArrayOp>, DropAlignment<DeviceAllocOp>,
                 DropAlignment<LocalAllocaOp>, DropAlignment<SharedAllocaOp>,
                 RecordToField<LocalAllocaOp>, RecordToField<SharedAllocaOp>,
                 UnitExtents<DeviceAllocOp>, UnitExtents<LocalAllocaOp>,
                 UnitExtents<SharedAllocaOp>>(context);
  }
};

} // namespace

void mlir::cudax::registerCudaxReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, CudaxDialect *dialect) {
    dialect->addInterfaces<CudaxReductionInterface>();
  });
}

//===- RecordsToBytesMemRef.cpp - Arrays of bytes, and views of them ------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversion to bytes of memref's ops that make arrays
// and views of the same elements. An array of bytes has one more dimension than
// the array of elements, the innermost.
//
//===----------------------------------------------------------------------===//

#include "RecordsToBytes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Returns the alignment of an array of `dtype` that is made with `stated`.
static IntegerAttr getAlignment(Builder &builder, DTypeInterface dtype,
                                std::optional<uint64_t> stated) {
  auto alignment = static_cast<uint64_t>(getStorageAlignment(dtype));
  return builder.getI64IntegerAttr(
      static_cast<int64_t>(std::max(alignment, stated.value_or(1))));
}

/// Returns a count of elements in bytes.
static OpFoldResult toBytes(OpBuilder &builder, Location loc,
                            OpFoldResult count, int64_t size) {
  if (std::optional<int64_t> known = getConstantIntValue(count)) {
    return builder.getIndexAttr(*known * size);
  }
  return arith::MulIOp::create(
             builder, loc, cast<Value>(count),
             arith::ConstantIndexOp::create(builder, loc, size))
      .getResult();
}

namespace {

template <typename AllocOp>
struct ConvertAlloc : public OpConversionPattern<AllocOp> {
  using OpConversionPattern<AllocOp>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AllocOp op, typename AllocOp::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = this->getTypeConverter()->template convertType<MemRefType>(
        op.getType());
    auto converted = AllocOp::create(
        rewriter, op.getLoc(), type, adaptor.getDynamicSizes(), ValueRange(),
        getAlignment(rewriter, getBytesElementDType(op), op.getAlignment()));
    converted->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, converted);
    return success();
  }
};

struct ConvertGlobal : public OpConversionPattern<memref::GlobalOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DTypeInterface dtype = getAsOwnStorage(op.getType().getElementType());
    rewriter.modifyOpInPlace(op, [&] {
      op.setAlignmentAttr(getAlignment(rewriter, dtype, op.getAlignment()));
      op.setTypeAttr(
          TypeAttr::get(getTypeConverter()->convertType(op.getType())));
    });
    return success();
  }
};

struct ConvertSubView : public OpConversionPattern<memref::SubViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::SubViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto append = [&](SmallVector<OpFoldResult> list, int64_t last) {
      list.push_back(rewriter.getIndexAttr(last));
      return list;
    };
    int64_t size = *getBytesElementDType(op).getItemSize();
    rewriter.replaceOpWithNewOp<memref::SubViewOp>(
        op, getTypeConverter()->convertType<MemRefType>(op.getType()),
        adaptor.getSource(), append(op.getMixedOffsets(), 0),
        append(op.getMixedSizes(), size), append(op.getMixedStrides(), 1));
    return success();
  }
};

struct ConvertReinterpretCast
    : public OpConversionPattern<memref::ReinterpretCastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::ReinterpretCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t size = *getBytesElementDType(op).getItemSize();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    SmallVector<OpFoldResult> strides =
        llvm::map_to_vector(op.getMixedStrides(), [&](OpFoldResult stride) {
          return toBytes(rewriter, loc, stride, size);
        });
    sizes.push_back(rewriter.getIndexAttr(size));
    strides.push_back(rewriter.getIndexAttr(1));
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, getTypeConverter()->convertType<MemRefType>(op.getType()),
        adaptor.getSource(),
        toBytes(rewriter, loc, op.getMixedOffsets().front(), size), sizes,
        strides);
    return success();
  }
};

} // namespace

/// Returns the groups of dimensions of a reshape between arrays of bytes, of
/// which the one that has more dimensions has `rank`.
static SmallVector<ReassociationIndices>
getGroups(ArrayRef<ReassociationIndices> groups, int64_t rank) {
  SmallVector<ReassociationIndices> result(groups);
  result.push_back({rank - 1});
  // An array without dimensions has no group that its ones could be in.
  if (groups.empty()) {
    result.back() = llvm::to_vector<2>(llvm::seq<int64_t>(0, rank));
  }
  return result;
}

namespace {

struct ConvertExpandShape : public OpConversionPattern<memref::ExpandShapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::ExpandShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<MemRefType>(op.getType());
    SmallVector<OpFoldResult> shape = op.getMixedOutputShape();
    shape.push_back(rewriter.getIndexAttr(type.getShape().back()));
    rewriter.replaceOpWithNewOp<memref::ExpandShapeOp>(
        op, type, adaptor.getSrc(),
        getGroups(op.getReassociationIndices(), type.getRank()), shape);
    return success();
  }
};

struct ConvertCollapseShape
    : public OpConversionPattern<memref::CollapseShapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::CollapseShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t rank = cast<MemRefType>(adaptor.getSrc().getType()).getRank();
    rewriter.replaceOpWithNewOp<memref::CollapseShapeOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getSrc(),
        getGroups(op.getReassociationIndices(), rank));
    return success();
  }
};

} // namespace

void mlir::dtyp::populateBytesMemRefPatternsAndLegality(
    const TypeConverter &converter, RewritePatternSet &patterns,
    ConversionTarget &target) {
  patterns.add<ConvertAlloc<memref::AllocOp>, ConvertAlloc<memref::AllocaOp>,
               ConvertCollapseShape, ConvertExpandShape, ConvertGlobal,
               ConvertReinterpretCast, ConvertSubView>(converter,
                                                       patterns.getContext());
  target.addDynamicallyLegalOp<memref::AllocOp, memref::AllocaOp,
                               memref::CollapseShapeOp, memref::ExpandShapeOp,
                               memref::ReinterpretCastOp, memref::SubViewOp>(
      [&](Operation *op) { return converter.isLegal(op); });
  target.addDynamicallyLegalOp<memref::GlobalOp>(
      [&](memref::GlobalOp op) { return converter.isLegal(op.getType()); });
  addOpsByTypes<memref::AssumeAlignmentOp, memref::CastOp, memref::CopyOp,
                memref::DeallocOp, memref::DimOp,
                memref::ExtractAlignedPointerAsIndexOp, memref::GetGlobalOp,
                memref::MemorySpaceCastOp, memref::ViewOp>(converter, patterns,
                                                           target);
}

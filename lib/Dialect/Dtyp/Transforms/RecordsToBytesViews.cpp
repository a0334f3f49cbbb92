//===- RecordsToBytesViews.cpp - Views of fields and of other dtypes ------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversion of dtyp.field_view and dtyp.view. memref
// changes the type of elements for one contiguous array of bytes only, so the
// start of the array is viewed as one element of the new type, and the shape
// laid over it.
//
//===----------------------------------------------------------------------===//

#include "RecordsToBytes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// Makes a view of an array of bytes.
class BytesView {
public:
  /// `bytes` has elements of i8. Strides and the offset of a view of `type` are
  /// counted in `unit` bytes.
  BytesView(OpBuilder &builder, Location loc, Value bytes, MemRefType type)
      : builder(builder), loc(loc), type(type),
        metadata(memref::ExtractStridedMetadataOp::create(builder, loc, bytes)),
        unit(*cast<DTypeInterface>(type.getElementType()).getItemSize()) {}

  /// Makes the view, `shift` bytes behind the start of the array. Its
  /// dimensions are those of the array; the size of dimension `scaled`, if it
  /// is not known, has one element of `to` bytes for `from` of them.
  Value build(int64_t shift, int64_t scaled, int64_t from, int64_t to);

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  Value divide(Value value, int64_t divisor) {
    return divisor == 1
               ? value
               : arith::DivUIOp::create(builder, loc, value, constant(divisor))
                     .getResult();
  }

  Value multiply(Value value, int64_t factor) {
    return factor == 1
               ? value
               : arith::MulIOp::create(builder, loc, value, constant(factor))
                     .getResult();
  }

  /// Makes a view of the start of the array as one element.
  Value buildStart();

  OpBuilder &builder;
  Location loc;
  MemRefType type;
  memref::ExtractStridedMetadataOp metadata;
  int64_t unit;
};

} // namespace

Value BytesView::buildStart() {
  Value start = metadata.getBaseBuffer();
  if (type.getElementType().isInteger(8)) {
    return start;
  }
  Attribute space = type.getMemorySpace();
  MemRefLayoutAttrInterface layout;
  auto bytesType = MemRefType::get({unit}, builder.getI8Type(), layout, space);
  auto startType = MemRefType::get({1}, type.getElementType(), layout, space);
  OpFoldResult size = builder.getIndexAttr(unit);
  OpFoldResult stride = builder.getIndexAttr(1);
  Value bytes = memref::ReinterpretCastOp::create(
      builder, loc, bytesType, start, builder.getIndexAttr(0), size, stride);
  return memref::ViewOp::create(builder, loc, startType, bytes, constant(0),
                                ValueRange());
}

Value BytesView::build(int64_t shift, int64_t scaled, int64_t from,
                       int64_t to) {
  auto [knownStrides, knownOffset] = type.getStridesAndOffset();
  OpFoldResult offset = builder.getIndexAttr(knownOffset);
  if (ShapedType::isDynamic(knownOffset)) {
    Value bytes = metadata.getOffset();
    if (shift != 0) {
      bytes = arith::AddIOp::create(builder, loc, bytes, constant(shift));
    }
    offset = divide(bytes, unit);
  }
  SmallVector<OpFoldResult> sizes;
  SmallVector<OpFoldResult> strides;
  for (int64_t i = 0; i != type.getRank(); ++i) {
    sizes.push_back(builder.getIndexAttr(type.getDimSize(i)));
    if (type.isDynamicDim(i)) {
      Value count = metadata.getSizes()[i];
      sizes[i] = i != scaled      ? count
                 : from % to == 0 ? multiply(count, from / to)
                                  : divide(multiply(count, from), to);
    }
    strides.push_back(builder.getIndexAttr(knownStrides[i]));
    if (ShapedType::isDynamic(knownStrides[i])) {
      strides[i] = divide(metadata.getStrides()[i], unit);
    }
  }
  return memref::ReinterpretCastOp::create(builder, loc, type, buildStart(),
                                           offset, sizes, strides);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The dtype of plain bytes.
static Type getByteDType(MLIRContext *context) {
  return IntegerType::get(context, 8, IntegerType::Unsigned);
}

/// Returns the type of the bytes of a contiguous array of numbers, which stay
/// in its last dimension; fails without a text if it has none.
static FailureOr<MemRefType> inferBytes(ViewOp op) {
  MLIRContext *context = op.getContext();
  auto source = cast<MemRefType>(op.getMemref().getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (source.getRank() == 0 ||
      failed(source.getStridesAndOffset(strides, offset)) ||
      strides.back() != 1) {
    return failure();
  }
  ViewOp::Properties properties;
  properties.dtype = TypeAttr::get(getByteDType(context));
  SmallVector<Type> types;
  if (failed(ViewOp::inferReturnTypes(context, op.getLoc(), op.getMemref(),
                                      DictionaryAttr::get(context), &properties,
                                      {}, types))) {
    return failure();
  }
  return cast<MemRefType>(types.front());
}

LogicalResult mlir::dtyp::verifyBytesView(ViewOp op) {
  if (getBytesElementDType(op.getMemref()) ||
      cast<MemRefType>(op.getMemref().getType())
          .getElementType()
          .isInteger(8) ||
      succeeded(inferBytes(op))) {
    return success();
  }
  return op.emitOpError("expected an array whose last dimension is contiguous, "
                        "so that it has a view of its bytes, but got ")
         << op.getMemref().getType() << "; copy the elements to an array of "
         << op.getDtype();
}

namespace {

struct ConvertFieldView : public OpConversionPattern<FieldViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(FieldViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ElementPart part =
        *followPath(getBytesElementDType(op.getMemref()), op.getPath(),
                    [&] { return op.emitOpError(); });
    BytesView view(
        rewriter, op.getLoc(), adaptor.getMemref(),
        getTypeConverter()->convertType<MemRefType>(op.getResult().getType()));
    rewriter.replaceOp(op, view.build(part.offset, /*scaled=*/-1, 1, 1));
    return success();
  }
};

struct ConvertView : public OpConversionPattern<ViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto source = cast<MemRefType>(op.getMemref().getType());
    Value bytes = adaptor.getMemref();
    int64_t from = *cast<DTypeInterface>(source.getElementType()).getItemSize();
    int64_t to = *cast<DTypeInterface>(op.getDtype()).getItemSize();
    if (!cast<MemRefType>(bytes.getType()).getElementType().isInteger(8)) {
      // Memref has no bytes of numbers, so that this view is left.
      FailureOr<MemRefType> type = inferBytes(op);
      if (failed(type)) {
        return rewriter.notifyMatchFailure(op, "has no view of its bytes");
      }
      bytes = ViewOp::create(rewriter, op.getLoc(), *type, bytes,
                             getByteDType(op.getContext()));
      from = 1;
    }
    BytesView view(
        rewriter, op.getLoc(), bytes,
        getTypeConverter()->convertType<MemRefType>(op.getResult().getType()));
    int64_t scaled = from == to ? -1 : source.getRank() - 1;
    rewriter.replaceOp(op, view.build(/*shift=*/0, scaled, from, to));
    return success();
  }
};

} // namespace

void mlir::dtyp::populateBytesViewPatternsAndLegality(
    const TypeConverter &converter, RewritePatternSet &patterns,
    ConversionTarget &target) {
  patterns.add<ConvertFieldView, ConvertView>(converter, patterns.getContext());
  target.addDynamicallyLegalOp<FieldViewOp, ViewOp>(
      [&](Operation *op) { return converter.isLegal(op); });
}

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
// laid over it. Of an array of numbers memref has no bytes, so its start is
// cast by a builtin.unrealized_conversion_cast, which is none as soon as the
// types of elements are gone from the memrefs.
//
//===----------------------------------------------------------------------===//

#include "RecordsToBytes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// Makes a view of an array of bytes or numbers.
class BytesView {
public:
  /// Strides and the offset are counted in `step` bytes for the array, and in
  /// `unit` bytes for the view of `type`.
  BytesView(OpBuilder &builder, Location loc, Value array, MemRefType type)
      : builder(builder), loc(loc), type(type),
        metadata(memref::ExtractStridedMetadataOp::create(builder, loc, array)),
        step(getSize(array.getType())), unit(getSize(type)) {}

  /// Makes the view, `shift` bytes behind the start of the array. Its
  /// dimensions are those of the array; the size of dimension `scaled`, if it
  /// is not known, has one element of `to` bytes for `from` of them.
  Value build(int64_t shift, int64_t scaled, int64_t from, int64_t to);

private:
  static int64_t getSize(Type memref) {
    Type element = cast<MemRefType>(memref).getElementType();
    return *cast<DTypeInterface>(element).getItemSize();
  }

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

  /// Returns a count of the array's steps in the view's units. That of bytes is
  /// `shift` more.
  Value convert(Value count, int64_t shift = 0) {
    if (step % unit == 0 && shift % unit == 0) {
      return add(multiply(count, step / unit), shift / unit);
    }
    return divide(add(multiply(count, step), shift), unit);
  }

  Value add(Value value, int64_t summand) {
    return summand == 0
               ? value
               : arith::AddIOp::create(builder, loc, value, constant(summand))
                     .getResult();
  }

  /// Makes a view of the start of the array as one element.
  Value buildStart();

  OpBuilder &builder;
  Location loc;
  MemRefType type;
  memref::ExtractStridedMetadataOp metadata;
  int64_t step;
  int64_t unit;
};

} // namespace

Value BytesView::buildStart() {
  Value start = metadata.getBaseBuffer();
  auto startOf = cast<MemRefType>(start.getType());
  if (startOf.getElementType() == type.getElementType()) {
    return start;
  }
  Attribute space = type.getMemorySpace();
  MemRefLayoutAttrInterface layout;
  if (!startOf.getElementType().isInteger(8)) {
    auto byteType = MemRefType::get({}, builder.getI8Type(), layout, space);
    start = UnrealizedConversionCastOp::create(builder, loc, byteType, start)
                .getResult(0);
    if (type.getElementType().isInteger(8)) {
      return start;
    }
  }
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
    offset = convert(metadata.getOffset(), shift);
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
      strides[i] = convert(metadata.getStrides()[i]);
    }
  }
  return memref::ReinterpretCastOp::create(builder, loc, type, buildStart(),
                                           offset, sizes, strides);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

struct ConvertFieldView : public OpConversionPattern<FieldViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(FieldViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto source = cast<MemRefType>(op.getMemref().getType());
    ElementPart part =
        *followPath(cast<DTypeInterface>(source.getElementType()), op.getPath(),
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
    int64_t from = *cast<DTypeInterface>(source.getElementType()).getItemSize();
    int64_t to = *cast<DTypeInterface>(op.getDtype()).getItemSize();
    BytesView view(
        rewriter, op.getLoc(), adaptor.getMemref(),
        getTypeConverter()->convertType<MemRefType>(op.getResult().getType()));
    int64_t scaled = from == to ? -1 : source.getRank() - 1;
    rewriter.replaceOp(op, view.build(/*shift=*/0, scaled, from, to));
    return success();
  }
};

} // namespace

/// Makes a view of the number that `op` accesses, a part of one of an array of
/// numbers.
template <typename AccessOp>
static FailureOr<Value> makePartView(OpBuilder &builder, AccessOp op) {
  if (op.getPath().empty() || getBytesElementDType(op.getMemref())) {
    return failure();
  }
  FieldViewOp::Properties properties;
  properties.path = op.getPathAttr();
  SmallVector<Type> types;
  if (failed(FieldViewOp::inferReturnTypes(
          op.getContext(), op.getLoc(), op.getMemref(),
          DictionaryAttr::get(op.getContext()), &properties, {}, types))) {
    return failure();
  }
  return FieldViewOp::create(builder, op.getLoc(), types.front(),
                             op.getMemref(), properties.path)
      .getResult();
}

namespace {

/// Part of a complex number: in an array of numbers, there are no bytes to load
/// it from.
struct ConvertPartLoad : public OpConversionPattern<LoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> view = makePartView(rewriter, op);
    if (failed(view)) {
      return rewriter.notifyMatchFailure(op, "is no part of a number");
    }
    rewriter.replaceOpWithNewOp<memref::LoadOp>(op, *view,
                                                adaptor.getIndices());
    return success();
  }
};

struct ConvertPartStore : public OpConversionPattern<StoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> view = makePartView(rewriter, op);
    if (failed(view)) {
      return rewriter.notifyMatchFailure(op, "is no part of a number");
    }
    rewriter.replaceOpWithNewOp<memref::StoreOp>(op, adaptor.getValue(), *view,
                                                 adaptor.getIndices());
    return success();
  }
};

} // namespace

void mlir::dtyp::populateBytesViewPatternsAndLegality(
    const TypeConverter &converter, RewritePatternSet &patterns,
    ConversionTarget &target) {
  patterns.add<ConvertFieldView, ConvertView>(converter, patterns.getContext());
  // Before those that leave raw accesses.
  patterns.add<ConvertPartLoad, ConvertPartStore>(
      converter, patterns.getContext(), /*benefit=*/2);
  target.addIllegalOp<FieldViewOp, ViewOp>();
}

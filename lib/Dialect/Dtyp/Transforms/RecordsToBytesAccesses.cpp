//===- RecordsToBytesAccesses.cpp - Accesses to bytes of elements ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversion of accesses to elements: to loads and
// stores of vectors of bytes, which carry the alignment that the access has.
//
//===----------------------------------------------------------------------===//

#include "RecordsToBytes.h"

#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Between a value and its bytes
//===----------------------------------------------------------------------===//

/// Returns the vector that has the bits of a value of `type`, which is no
/// dtype that becomes bytes: one element per number in it.
static VectorType getNumbers(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    return vector;
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    return VectorType::get(2, complex.getElementType());
  }
  return VectorType::get(1, type);
}

/// Returns the vector of bytes that a value of `type` is.
static VectorType getBytes(Type type) {
  Builder builder(type.getContext());
  if (auto dtype = getAsOwnStorage(type)) {
    return VectorType::get(*dtype.getItemSize(), builder.getI8Type());
  }
  VectorType numbers = getNumbers(type);
  return VectorType::get(numbers.getNumElements() *
                             numbers.getElementTypeBitWidth() / 8,
                         builder.getI8Type());
}

/// Makes a value of `type` of its bytes.
static Value fromBytes(OpBuilder &builder, Location loc, Type type,
                       Value bytes) {
  if (getAsOwnStorage(type)) {
    return bytes;
  }
  Value numbers =
      vector::BitCastOp::create(builder, loc, getNumbers(type), bytes);
  if (isa<VectorType>(type)) {
    return numbers;
  }
  Value first =
      vector::ExtractOp::create(builder, loc, numbers, ArrayRef<int64_t>{0});
  if (!isa<ComplexType>(type)) {
    return first;
  }
  Value second =
      vector::ExtractOp::create(builder, loc, numbers, ArrayRef<int64_t>{1});
  return complex::CreateOp::create(builder, loc, type, first, second);
}

/// Makes the bytes of a value, which was of `type` before its conversion.
static Value makeBytes(OpBuilder &builder, Location loc, Type type,
                       Value value) {
  if (getAsOwnStorage(type)) {
    return value;
  }
  Value numbers = value;
  if (isa<ComplexType>(type)) {
    Value real = complex::ReOp::create(builder, loc, value);
    Value imag = complex::ImOp::create(builder, loc, value);
    numbers = vector::FromElementsOp::create(builder, loc, getNumbers(type),
                                             ValueRange{real, imag});
  } else if (!isa<VectorType>(type)) {
    numbers =
        vector::FromElementsOp::create(builder, loc, getNumbers(type), value);
  }
  return vector::BitCastOp::create(builder, loc, getBytes(type), numbers);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Loads a value of `type` from the bytes at `indices`.
static Value load(OpBuilder &builder, Location loc, Type type, Value bytes,
                  ValueRange indices, uint64_t alignment,
                  bool isNontemporal = false) {
  VectorType vector = getBytes(type);
  if (vector.getNumElements() == 1 && !getAsOwnStorage(type) &&
      !isa<VectorType>(type)) {
    Value byte = memref::LoadOp::create(builder, loc, bytes, indices);
    return byte.getType() == type
               ? byte
               : arith::BitcastOp::create(builder, loc, type, byte).getResult();
  }
  Value loaded =
      vector::LoadOp::create(builder, loc, vector, bytes, indices,
                             isNontemporal, llvm::MaybeAlign(alignment));
  return fromBytes(builder, loc, type, loaded);
}

/// Stores a value, which was of `type` before its conversion, to the bytes at
/// `indices`.
static void store(OpBuilder &builder, Location loc, Type type, Value value,
                  Value bytes, ValueRange indices, uint64_t alignment,
                  bool isNontemporal = false) {
  if (type.isIntOrFloat() && type.getIntOrFloatBitWidth() == 8) {
    Type byteType = builder.getI8Type();
    Value byte = type == byteType
                     ? value
                     : arith::BitcastOp::create(builder, loc, byteType, value);
    memref::StoreOp::create(builder, loc, byte, bytes, indices);
    return;
  }
  vector::StoreOp::create(builder, loc, makeBytes(builder, loc, type, value),
                          bytes, indices, isNontemporal,
                          llvm::MaybeAlign(alignment));
}

/// Returns the indices of a byte of an element.
static SmallVector<Value> getIndices(ValueRange indices, Value offset) {
  SmallVector<Value> result(indices);
  result.push_back(offset);
  return result;
}

namespace {

struct ConvertRawLoad : public OpConversionPattern<RawLoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RawLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, load(rewriter, op.getLoc(), op.getResult().getType(),
                 adaptor.getMemref(),
                 getIndices(adaptor.getIndices(), adaptor.getOffset()),
                 op.getAlignment()));
    return success();
  }
};

struct ConvertRawStore : public OpConversionPattern<RawStoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RawStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    store(rewriter, op.getLoc(), op.getValue().getType(), adaptor.getValue(),
          adaptor.getMemref(),
          getIndices(adaptor.getIndices(), adaptor.getOffset()),
          op.getAlignment());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

/// Returns the alignment of memref's own access to a whole element.
template <typename AccessOp>
static uint64_t getAlignment(AccessOp op) {
  return std::max<uint64_t>(
      op.getAlignment().value_or(1),
      getStorageAlignment(getBytesElementDType(op.getMemref())));
}

namespace {

struct ConvertLoad : public OpConversionPattern<memref::LoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value zero = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0);
    rewriter.replaceOp(op, load(rewriter, op.getLoc(), op.getType(),
                                adaptor.getMemref(),
                                getIndices(adaptor.getIndices(), zero),
                                getAlignment(op), op.getNontemporal()));
    return success();
  }
};

struct ConvertStore : public OpConversionPattern<memref::StoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value zero = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0);
    store(rewriter, op.getLoc(), op.getValue().getType(), adaptor.getValue(),
          adaptor.getMemref(), getIndices(adaptor.getIndices(), zero),
          getAlignment(op), op.getNontemporal());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::dtyp::populateBytesAccessPatternsAndLegality(
    const TypeConverter &converter, RewritePatternSet &patterns,
    ConversionTarget &target) {
  patterns.add<ConvertLoad, ConvertRawLoad, ConvertRawStore, ConvertStore>(
      converter, patterns.getContext());
  populateLowerAccessesPatterns(patterns);
  target.addIllegalOp<AtomicRMWOp, LoadOp, StoreOp>();
  target.addDynamicallyLegalOp<RawLoadOp, RawStoreOp, memref::LoadOp,
                               memref::StoreOp>(
      [&](Operation *op) { return converter.isLegal(op); });
}

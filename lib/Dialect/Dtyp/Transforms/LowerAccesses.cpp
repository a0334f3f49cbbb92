//===- LowerAccesses.cpp - Accesses by dtype to accesses of memory --------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the lowering of dtyp.load, dtyp.store and
// dtyp.atomic_rmw: to memref where it has such an access, to raw accesses
// elsewhere, and to arith for what lies between the bytes and the value.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "ByteOrder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::dtyp {
#define GEN_PASS_DEF_LOWERACCESSESPASS
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h.inc"
} // namespace mlir::dtyp

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Between the bytes and the value
//===----------------------------------------------------------------------===//

/// Returns the type as which the bytes of an element of `dtype` are read and
/// written: it fills them.
static Type getRawType(DTypeInterface dtype) {
  if (auto bigEndian = dyn_cast<BigEndianType>(Type(dtype));
      bigEndian && bigEndian.getValueType() != dtype) {
    return IntegerType::get(dtype.getContext(), 8 * *dtype.getItemSize());
  }
  Type value = dtype.getValueType();
  if (value.isIntOrFloat() && value.getIntOrFloatBitWidth() % 8 != 0) {
    return dtype.getStorageType();
  }
  return value;
}

/// Reinterprets the bits of a number.
static Value bitcast(OpBuilder &builder, Location loc, Type type, Value value) {
  return value.getType() == type
             ? value
             : arith::BitcastOp::create(builder, loc, type, value).getResult();
}

/// Sets the sign of the bits of a float of less than a byte where the byte
/// `raw` has it: to ml_dtypes, any bit above the magnitude is the sign.
static Value setSign(OpBuilder &builder, Location loc, Value raw, Value bits) {
  unsigned width = bits.getType().getIntOrFloatBitWidth();
  unsigned rawWidth = raw.getType().getIntOrFloatBitWidth();
  auto constant = [&](const APInt &value) -> Value {
    Type type = builder.getIntegerType(value.getBitWidth());
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  Value isNegative = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ugt, raw,
      constant(APInt::getLowBitsSet(rawWidth, width - 1)));
  Value sign = arith::SelectOp::create(builder, loc, isNegative,
                                       constant(APInt::getSignMask(width)),
                                       constant(APInt::getZero(width)));
  return arith::OrIOp::create(builder, loc, bits, sign);
}

/// Makes the value of an element of `dtype` from its bytes.
static Value unpack(OpBuilder &builder, Location loc, DTypeInterface dtype,
                    Value raw) {
  Type valueType = dtype.getValueType();
  if (raw.getType() == valueType && !isa<BigEndianType>(Type(dtype))) {
    return raw;
  }
  if (isa<BigEndianType>(Type(dtype))) {
    return valueType == dtype
               ? raw
               : bitcast(builder, loc, valueType, swapBytes(builder, loc, raw));
  }
  if (dtype.getDTypeKind() == DTypeKind::Boolean) {
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(raw.getType(), 0));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, raw,
                                 zero);
  }
  Type bits = builder.getIntegerType(valueType.getIntOrFloatBitWidth());
  Value low = arith::TruncIOp::create(builder, loc, bits, raw);
  if (isa<FloatType>(valueType)) {
    low = setSign(builder, loc, raw, low);
  }
  return bitcast(builder, loc, valueType, low);
}

/// Makes the bytes of an element of `dtype` from its value.
static Value pack(OpBuilder &builder, Location loc, DTypeInterface dtype,
                  Type rawType, Value value) {
  if (isa<BigEndianType>(Type(dtype))) {
    return rawType == dtype
               ? value
               : swapBytes(builder, loc, bitcast(builder, loc, rawType, value));
  }
  if (rawType == value.getType()) {
    return value;
  }
  Type bits = builder.getIntegerType(value.getType().getIntOrFloatBitWidth());
  return arith::ExtUIOp::create(builder, loc, rawType,
                                bitcast(builder, loc, bits, value));
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

namespace {

/// Where in an array an access is made.
struct Place {
  Value memref;
  ValueRange indices;
  /// In bytes, from the start of the element.
  Value offset;
  int64_t alignment;
};

} // namespace

/// Returns the place of the part, `extra` bytes behind its start.
template <typename AccessOp>
static Place getPlace(OpBuilder &builder, AccessOp op, const ElementPart &part,
                      int64_t extra = 0) {
  Location loc = op.getLoc();
  Value offset =
      arith::ConstantIndexOp::create(builder, loc, part.offset + extra);
  for (auto [index, stride] :
       llvm::zip_equal(op.getSubindices(), part.strides)) {
    Value size = arith::ConstantIndexOp::create(builder, loc, stride);
    Value bytes = arith::MulIOp::create(builder, loc, index, size);
    offset = arith::AddIOp::create(builder, loc, offset, bytes);
  }
  ElementPart shifted = part;
  shifted.offset += extra;
  int64_t alignment =
      shifted.getAlignment(getStorageAlignment(op.getElementDType()));
  return {op.getMemref(), op.getIndices(), offset, alignment};
}

/// Whether memref itself has the access: to a whole element that is stored as a
/// builtin type.
template <typename AccessOp>
static bool isMemRefAccess(AccessOp op) {
  Type storage = cast<MemRefType>(op.getMemref().getType()).getElementType();
  return op.getPath().empty() && !isa<MemRefElementTypeInterface>(storage);
}

/// Whether a complex number is accessed by its parts: its bytes are no integer
/// of the target's.
static bool isSwappedComplex(DTypeInterface dtype) {
  return isa<BigEndianType>(Type(dtype)) &&
         isa<ComplexType>(dtype.getValueType());
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

struct LowerLoad : public OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    ElementPart part = *op.getElementPart();
    if (isSwappedComplex(part.dtype)) {
      SmallVector<DTypeField> parts;
      part.dtype.getFields(parts);
      Value real = load(rewriter, op, part, parts[0]);
      Value imag = load(rewriter, op, part, parts[1]);
      rewriter.replaceOpWithNewOp<complex::CreateOp>(
          op, op.getResult().getType(), real, imag);
      return success();
    }
    rewriter.replaceOp(op, load(rewriter, op, part, {{}, {}, part.dtype, 0}));
    return success();
  }

private:
  /// Loads a field of the part.
  static Value load(OpBuilder &builder, LoadOp op, const ElementPart &part,
                    const DTypeField &field) {
    auto dtype = cast<DTypeInterface>(field.dtype);
    Location loc = op.getLoc();
    if (isMemRefAccess(op)) {
      Value raw =
          memref::LoadOp::create(builder, loc, op.getMemref(), op.getIndices());
      return unpack(builder, loc, dtype, raw);
    }
    Place place = getPlace(builder, op, part, field.offset);
    Value raw = RawLoadOp::create(builder, loc, getRawType(dtype), place.memref,
                                  place.indices, place.offset, place.alignment);
    return unpack(builder, loc, dtype, raw);
  }
};

struct LowerStore : public OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    ElementPart part = *op.getElementPart();
    if (isSwappedComplex(part.dtype)) {
      SmallVector<DTypeField> parts;
      part.dtype.getFields(parts);
      Location loc = op.getLoc();
      Value real = complex::ReOp::create(rewriter, loc, op.getValue());
      Value imag = complex::ImOp::create(rewriter, loc, op.getValue());
      store(rewriter, op, part, parts[0], real);
      store(rewriter, op, part, parts[1], imag);
    } else {
      store(rewriter, op, part, {{}, {}, part.dtype, 0}, op.getValue());
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Stores a value to a field of the part.
  static void store(OpBuilder &builder, StoreOp op, const ElementPart &part,
                    const DTypeField &field, Value value) {
    auto dtype = cast<DTypeInterface>(field.dtype);
    Location loc = op.getLoc();
    if (isMemRefAccess(op)) {
      Value raw = pack(builder, loc, dtype, dtype.getStorageType(), value);
      memref::StoreOp::create(builder, loc, raw, op.getMemref(),
                              op.getIndices());
      return;
    }
    Place place = getPlace(builder, op, part, field.offset);
    Value raw = pack(builder, loc, dtype, getRawType(dtype), value);
    RawStoreOp::create(builder, loc, raw, place.memref, place.indices,
                       place.offset, place.alignment);
  }
};

struct LowerAtomicRMW : public OpRewritePattern<AtomicRMWOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AtomicRMWOp op,
                                PatternRewriter &rewriter) const override {
    Value memref = op.getMemref();
    SmallVector<Value> indices(op.getIndices());
    if (!op.getPath().empty()) {
      if (failed(addFieldView(rewriter, op, memref, indices))) {
        return failure();
      }
    }
    rewriter.replaceOpWithNewOp<memref::AtomicRMWOp>(
        op, op.getKind(), op.getValue(), memref, indices);
    return success();
  }

private:
  /// Makes a view of the field that the names lead to, and appends the path's
  /// indices.
  static LogicalResult addFieldView(OpBuilder &builder, AtomicRMWOp op,
                                    Value &memref,
                                    SmallVectorImpl<Value> &indices) {
    SmallVector<Attribute> names;
    for (auto [i, step] : llvm::enumerate(op.getPath())) {
      if (isa<StringAttr>(step)) {
        if (names.size() != i) {
          return op.emitOpError("expected the indices of a sub-array at the "
                                "end of the path of an atomic update");
        }
        names.push_back(step);
      }
    }
    SmallVector<Type> types;
    FieldViewOp::Properties properties;
    properties.path = builder.getArrayAttr(names);
    if (failed(FieldViewOp::inferReturnTypes(
            op.getContext(), op.getLoc(), memref,
            DictionaryAttr::get(op.getContext()), &properties, {}, types))) {
      return failure();
    }
    memref = FieldViewOp::create(builder, op.getLoc(), types.front(), memref,
                                 properties.path);
    llvm::append_range(indices, op.getSubindices());
    return success();
  }
};

struct LowerAccessesPass
    : public dtyp::impl::LowerAccessesPassBase<LowerAccessesPass> {
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<LoadOp, StoreOp, AtomicRMWOp>();
    RewritePatternSet patterns(&getContext());
    populateLowerAccessesPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns)))) {
      signalPassFailure();
    }
  }
};

} // namespace

void mlir::dtyp::populateLowerAccessesPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerAtomicRMW, LowerLoad, LowerStore>(patterns.getContext());
}

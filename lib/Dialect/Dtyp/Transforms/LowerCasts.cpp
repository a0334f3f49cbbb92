//===- LowerCasts.cpp - Lower casts between dtypes ------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that lowers dtyp.cast to arithmetic.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "ByteOrder.h"
#include "CastLowering.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeFamily.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::dtyp {
#define GEN_PASS_DEF_LOWERCASTSPASS
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h.inc"
} // namespace mlir::dtyp

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// The dtypes of a cast, in native byte order.
struct CastDTypes {
  explicit CastDTypes(CastOp op)
      : source(toNativeOrder(op.getSource())),
        target(toNativeOrder(op.getTarget())), sourceFamily(getFamily(source)),
        targetFamily(getFamily(target)) {}

  Type source, target;
  DTypeFamily sourceFamily, targetFamily;
};

} // namespace

static bool isNumber(DTypeFamily family) {
  return family == DTypeFamily::Number ||
         family == DTypeFamily::ExtensionNumber;
}

static bool isTime(DTypeFamily family) {
  return family == DTypeFamily::Datetime || family == DTypeFamily::Timedelta;
}

namespace {

struct EraseCast : public OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    CastDTypes dtypes(op);
    // The value of text has a byte order.
    if (dtypes.source != dtypes.target ||
        op.getValue().getType() != op.getType()) {
      return rewriter.notifyMatchFailure(op, "changes the value");
    }
    rewriter.replaceOp(op, op.getValue());
    return success();
  }
};

/// Casts between numbers, and between numbers and counts of units of time.
struct LowerNumberCast : public OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    CastDTypes dtypes(op);
    auto hasNumbers = [](DTypeFamily family) {
      return isNumber(family) || isTime(family);
    };
    if (!hasNumbers(dtypes.sourceFamily) || !hasNumbers(dtypes.targetFamily) ||
        dtypes.sourceFamily == dtypes.targetFamily) {
      if (!isNumber(dtypes.sourceFamily) || !isNumber(dtypes.targetFamily)) {
        return rewriter.notifyMatchFailure(op, "is none of numbers");
      }
    }
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    auto getNumber = [&](Type dtype, DTypeFamily family) -> Type {
      return isTime(family) ? builder.getI64Type() : dtype;
    };
    rewriter.replaceOp(
        op, castNumber(builder, op.getValue(),
                       getNumber(dtypes.source, dtypes.sourceFamily),
                       getNumber(dtypes.target, dtypes.targetFamily)));
    return success();
  }
};

/// Casts of datetimes, or of timedeltas, to another unit.
struct LowerTimeCast : public OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    CastDTypes dtypes(op);
    if (!isTime(dtypes.sourceFamily) ||
        dtypes.sourceFamily != dtypes.targetFamily) {
      return rewriter.notifyMatchFailure(op, "is none between units");
    }
    UnitMultiple source = getTimeUnit(dtypes.source);
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value result =
        source.isGeneric()
            ? op.getValue()
            : castTime(builder, op.getValue(), source,
                       getTimeUnit(dtypes.target),
                       dtypes.sourceFamily == DTypeFamily::Timedelta);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Cuts text or bytes, or fills them with zeros, in memory: the value is as
/// long as its dtype. Characters in the other byte order are swapped there.
struct LowerBytesCast : public OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    CastDTypes dtypes(op);
    bool areBytes = dtypes.sourceFamily == DTypeFamily::Bytes ||
                    dtypes.sourceFamily == DTypeFamily::Str ||
                    dtypes.sourceFamily == DTypeFamily::Void;
    if (!areBytes || dtypes.sourceFamily != dtypes.targetFamily) {
      return rewriter.notifyMatchFailure(op, "is none of bytes");
    }
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    int64_t sourceSize = getSize(dtypes.source);
    int64_t targetSize = getSize(dtypes.target);
    Value bytes = makeBuffer(builder, op, std::max(sourceSize, targetSize));
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    auto view = [&](Type dtype) -> Value {
      return memref::ViewOp::create(builder, MemRefType::get({}, dtype), bytes,
                                    zero, ValueRange());
    };
    if (sourceSize < targetSize) {
      // A value of zeros: there is no constant of the dtype.
      Value none =
          arith::ConstantOp::create(builder, builder.getI8IntegerAttr(0));
      for (int64_t byte = sourceSize; byte < targetSize; ++byte) {
        memref::StoreOp::create(
            builder, none, bytes,
            ValueRange(arith::ConstantIndexOp::create(builder, byte)));
      }
    }
    memref::StoreOp::create(builder, op.getValue(),
                            view(op.getValue().getType()));
    if (isa<BigEndianType>(op.getSource()) !=
        isa<BigEndianType>(op.getTarget())) {
      swapCharacters(builder, bytes, std::min(sourceSize, targetSize) / 4);
    }
    rewriter.replaceOp(op, memref::LoadOp::create(builder, view(op.getType())));
    return success();
  }

private:
  static int64_t getSize(Type dtype) {
    return *cast<DTypeInterface>(dtype).getItemSize();
  }

  static void swapCharacters(ImplicitLocOpBuilder &builder, Value bytes,
                             int64_t count) {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, value);
    };
    Value zero = constant(0);
    Value characters = memref::ViewOp::create(
        builder, MemRefType::get({count}, builder.getI32Type()), bytes, zero,
        ValueRange());
    scf::ForOp::create(
        builder, zero, constant(count), constant(1), ValueRange(),
        [&](OpBuilder &inner, Location loc, Value i, ValueRange) {
          Value character = memref::LoadOp::create(inner, loc, characters, i);
          memref::StoreOp::create(inner, loc, swapBytes(inner, loc, character),
                                  characters, i);
          scf::YieldOp::create(inner, loc);
        });
  }

  /// Makes the buffer outside of the loops that one thread runs: one in a loop
  /// would be another at each iteration.
  static Value makeBuffer(ImplicitLocOpBuilder &builder, CastOp op,
                          int64_t size) {
    OpBuilder::InsertionGuard guard(builder);
    auto getScope = [](Operation *inner) {
      return inner->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
    };
    Operation *scope = getScope(op);
    while (isa_and_nonnull<scf::ForOp>(scope)) {
      scope = getScope(scope);
    }
    if (scope) {
      builder.setInsertionPointToStart(&scope->getRegion(0).front());
    }
    return memref::AllocaOp::create(
        builder, MemRefType::get({size}, builder.getI8Type()),
        builder.getI64IntegerAttr(4));
  }
};

struct LowerCastsPass : public dtyp::impl::LowerCastsPassBase<LowerCastsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateLowerCastPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));

    WalkResult result = getOperation()->walk([](CastOp op) {
      op.emitError() << "expected a cast that is lowered to arithmetic, but "
                        "nothing is known of those from "
                     << op.getSource() << " to " << op.getTarget()
                     << "; lower it before, as its dialect does";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted()) {
      signalPassFailure();
    }
  }
};

} // namespace

void mlir::dtyp::populateLowerCastPatterns(RewritePatternSet &patterns) {
  patterns.add<EraseCast, LowerNumberCast, LowerTimeCast, LowerBytesCast>(
      patterns.getContext());
}

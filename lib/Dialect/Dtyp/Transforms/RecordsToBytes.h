//===- RecordsToBytes.h - Parts of the conversion to bytes ------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the pattern sets that dtyp-records-to-bytes is made of.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_TRANSFORMS_RECORDSTOBYTES_H
#define DTYP_LIB_DIALECT_DTYP_TRANSFORMS_RECORDSTOBYTES_H

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::dtyp {

/// The largest value that is kept as a vector of bytes. LLVM takes time that
/// grows with the square of its length where it is more than copied: 12 s here.
inline constexpr int64_t kMaxValueBytes = 4096;

/// Returns the dtype of the elements of an array that becomes one of bytes, or
/// null.
DTypeInterface getBytesElementDType(Value memref);

/// Marks `Ops` as illegal where their types change, and adds the patterns that
/// give them converted operands and results, which is all that they need.
template <typename... Ops>
void addOpsByTypes(const TypeConverter &converter, RewritePatternSet &patterns,
                   ConversionTarget &target);

/// Collects the patterns for ops that make arrays, and views of them.
void populateBytesMemRefPatternsAndLegality(const TypeConverter &converter,
                                            RewritePatternSet &patterns,
                                            ConversionTarget &target);

/// Collects the patterns for accesses to elements.
void populateBytesAccessPatternsAndLegality(const TypeConverter &converter,
                                            RewritePatternSet &patterns,
                                            ConversionTarget &target);

/// Collects the patterns for views of fields and of other dtypes.
void populateBytesViewPatternsAndLegality(const TypeConverter &converter,
                                          RewritePatternSet &patterns,
                                          ConversionTarget &target);

//===----------------------------------------------------------------------===//
// Ops that are converted by their types
//===----------------------------------------------------------------------===//

/// Gives an op without regions converted operands and results.
template <typename OpType>
struct ConvertOpTypes : public OpConversionPattern<OpType> {
  using OpConversionPattern<OpType>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpType op, typename OpType::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0) {
      rewriter.modifyOpInPlace(op,
                               [&] { op->setOperands(adaptor.getOperands()); });
      return success();
    }
    FailureOr<Operation *> converted = convertOpResultTypes(
        op, adaptor.getOperands(), *this->getTypeConverter(), rewriter);
    if (failed(converted)) {
      return rewriter.notifyMatchFailure(op, "results cannot be converted");
    }
    rewriter.replaceOp(op, *converted);
    return success();
  }
};

template <typename... Ops>
void addOpsByTypes(const TypeConverter &converter, RewritePatternSet &patterns,
                   ConversionTarget &target) {
  patterns.add<ConvertOpTypes<Ops>...>(converter, patterns.getContext());
  target.addDynamicallyLegalOp<Ops...>(
      [&](Operation *op) { return converter.isLegal(op); });
}

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_TRANSFORMS_RECORDSTOBYTES_H

//===- ControlFlowConversion.cpp - Conversion of control flow -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements what conversions of types do to the ops that hand values
// on.
//
//===----------------------------------------------------------------------===//

#include "ControlFlowConversion.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

using namespace mlir;
using namespace mlir::dtyp;

SmallVector<Value> mlir::dtyp::flattenValues(ArrayRef<ValueRange> operands) {
  SmallVector<Value> values;
  for (ValueRange operand : operands) {
    llvm::append_range(values, operand);
  }
  return values;
}

LogicalResult mlir::dtyp::convertResults(Operation *op,
                                         const TypeConverter &converter,
                                         SmallVectorImpl<Type> &types,
                                         SmallVectorImpl<size_t> &counts) {
  for (Type type : op->getResultTypes()) {
    size_t previous = types.size();
    if (failed(converter.convertType(type, types))) {
      return failure();
    }
    counts.push_back(types.size() - previous);
  }
  return success();
}

SmallVector<SmallVector<Value>>
mlir::dtyp::splitValues(ValueRange values, ArrayRef<size_t> counts) {
  SmallVector<SmallVector<Value>> groups;
  for (size_t count : counts) {
    groups.push_back(llvm::to_vector(values.take_front(count)));
    values = values.drop_front(count);
  }
  return groups;
}

namespace {

/// Converts a branch over many cases; the patterns for cf leave it out.
struct ConvertSwitch : public OpConversionPattern<cf::SwitchOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(cf::SwitchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Value>> caseOperands;
    for (ArrayRef<ValueRange> operands : adaptor.getCaseOperands()) {
      caseOperands.push_back(flattenValues(operands));
    }
    auto converted = cf::SwitchOp::create(
        rewriter, op.getLoc(), adaptor.getFlag().front(),
        op.getDefaultDestination(), flattenValues(adaptor.getDefaultOperands()),
        op.getCaseValuesAttr(), op.getCaseDestinations(),
        llvm::to_vector_of<ValueRange>(caseOperands));
    converted->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, converted);
    return success();
  }
};

/// Converts the results of a region that is executed once; the patterns for scf
/// leave it out.
struct ConvertExecuteRegion : public OpConversionPattern<scf::ExecuteRegionOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::ExecuteRegionOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    SmallVector<size_t> counts;
    if (failed(convertResults(op, *getTypeConverter(), types, counts))) {
      return rewriter.notifyMatchFailure(op, "results cannot be converted");
    }
    auto converted = scf::ExecuteRegionOp::create(rewriter, op.getLoc(), types,
                                                  op.getNoInline());
    converted->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getRegion(), converted.getRegion(),
                                converted.getRegion().end());
    if (failed(rewriter.convertRegionTypes(&converted.getRegion(),
                                           *getTypeConverter()))) {
      return rewriter.notifyMatchFailure(op, "blocks cannot be converted");
    }
    rewriter.replaceOpWithMultiple(op,
                                   splitValues(converted.getResults(), counts));
    return success();
  }
};

} // namespace

void mlir::dtyp::populateControlFlowPatternsAndLegality(
    const TypeConverter &converter, RewritePatternSet &patterns,
    ConversionTarget &target) {
  patterns.add<ConvertExecuteRegion, ConvertSwitch>(converter,
                                                    patterns.getContext());
  cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                     target);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  // The legality for scf leaves yields of scf.execute_region out, too.
  target
      .addDynamicallyLegalOp<cf::SwitchOp, scf::ExecuteRegionOp, scf::YieldOp>(
          [&](Operation *op) { return converter.isLegal(op); });
}

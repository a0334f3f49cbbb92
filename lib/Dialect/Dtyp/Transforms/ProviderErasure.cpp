//===- ProviderErasure.cpp - How providers become their fields ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversion of types that provide a dtype, and the
// patterns that carry it through functions, calls, launches and control flow.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "ControlFlowConversion.h"
#include "ProviderErasure.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/RegionUtils.h"

#include <numeric>

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void mlir::dtyp::populateProviderErasureTypeConversions(
    TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion(
      [](DTypeProviderTypeInterface provider,
         SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        provider.getRuntimeTypes(types);
        return success();
      });

  // An op that is not converted gets the object back.
  converter.addSourceMaterialization(
      [](OpBuilder &builder, DTypeProviderTypeInterface provider,
         ValueRange fields, Location loc) -> Value {
        return MakeProviderOp::create(builder, loc, provider, fields);
      });
  converter.addSourceMaterialization([](OpBuilder &builder, DTypeType dtype,
                                        ValueRange, Location loc) -> Value {
    return ConstantOp::create(builder, loc, dtype,
                              TypeAttr::get(dtype.getDtype()));
  });

  // A converted op gets the fields of an object that is not converted.
  converter.addTargetMaterialization([](OpBuilder &builder, TypeRange types,
                                        ValueRange objects, Location loc,
                                        Type) -> SmallVector<Value> {
    auto provider = objects.size() == 1
                        ? dyn_cast<ProviderType>(objects[0].getType())
                        : ProviderType();
    if (!provider || TypeRange(provider.getFieldTypes()) != types) {
      return {};
    }
    return llvm::map_to_vector(
        provider.getFieldNames(), [&](StringAttr field) -> Value {
          return GetFieldOp::create(builder, loc, objects[0], field);
        });
  });
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Returns the attributes of arguments or results whose types are `types` after
/// their conversion. Attributes of one that becomes several are dropped: they
/// spoke of the object.
static ArrayAttr convertAttributes(ArrayAttr attributes, TypeRange types,
                                   const TypeConverter &converter) {
  if (!attributes) {
    return {};
  }
  SmallVector<Attribute> converted;
  for (auto [attribute, type] : llvm::zip_equal(attributes, types)) {
    SmallVector<Type> convertedTypes;
    (void)converter.convertType(type, convertedTypes);
    if (convertedTypes.size() == 1) {
      converted.push_back(attribute);
    } else {
      converted.append(convertedTypes.size(),
                       DictionaryAttr::get(attribute.getContext()));
    }
  }
  return ArrayAttr::get(attributes.getContext(), converted);
}

/// Returns the map of a kernel whose arguments of `types` are converted, behind
/// the map that it may have from an earlier conversion.
static ArgumentMapAttr makeArgumentMap(MLIRContext *context,
                                       ArgumentMapAttr earlier, TypeRange types,
                                       const TypeConverter &converter) {
  SmallVector<int64_t> counts;
  for (Type type : types) {
    SmallVector<Type> convertedTypes;
    (void)converter.convertType(type, convertedTypes);
    counts.push_back(convertedTypes.size());
  }
  if (!earlier) {
    return ArgumentMapAttr::get(context, llvm::to_vector(types), counts);
  }
  SmallVector<int64_t> composed;
  ArrayRef<int64_t> rest = counts;
  for (int64_t count : earlier.getParameterCounts()) {
    ArrayRef<int64_t> own = rest.take_front(count);
    rest = rest.drop_front(own.size());
    composed.push_back(std::accumulate(own.begin(), own.end(), int64_t(0)));
  }
  return ArgumentMapAttr::get(context, earlier.getSourceTypes(), composed);
}

/// Notes on `op`, if it is a kernel, what became of its arguments of `types`.
static void setArgumentMap(FunctionOpInterface op, TypeRange types,
                           const TypeConverter &converter) {
  auto kernel = dyn_cast<gpu::GPUFuncOp>(op.getOperation());
  if (kernel && kernel.isKernel()) {
    DtypDialect::ArgumentMapAttrHelper map(op.getContext());
    map.setAttr(op, makeArgumentMap(op.getContext(), map.getAttr(op), types,
                                    converter));
  }
}

void dtyp::eraseUnusedProviders(FunctionOpInterface function,
                                const TypeConverter &converter) {
  auto type = dyn_cast<FunctionType>(function.getFunctionType());
  if (!type || function.isExternal()) {
    return;
  }
  // The arguments of a gpu.func are followed by attributions.
  Block &entry = function.getFunctionBody().front();
  llvm::BitVector erased(entry.getNumArguments());
  SmallVector<Type> inputs;
  for (auto [number, input] : llvm::enumerate(type.getInputs())) {
    SmallVector<Type> converted;
    if (entry.getArgument(number).use_empty() &&
        succeeded(converter.convertType(input, converted)) &&
        converted.empty()) {
      erased.set(number);
    } else {
      inputs.push_back(input);
    }
  }
  // What is used is converted, and then all at once.
  if (erased.none() || !converter.isLegal(inputs)) {
    return;
  }
  ArrayAttr attributes = convertAttributes(function.getArgAttrsAttr(),
                                           type.getInputs(), converter);
  function.setFunctionTypeAttr(TypeAttr::get(
      FunctionType::get(function.getContext(), inputs, type.getResults())));
  if (attributes) {
    function.setArgAttrsAttr(attributes);
  }
  entry.eraseArguments(erased);
  setArgumentMap(function, type.getInputs(), converter);
}

namespace {

/// Converts the signature of a function and the arguments of its blocks. The
/// upstream pattern neither keeps the attributions of gpu.func, which are
/// arguments of the entry block beyond the signature, nor the attributes of
/// arguments in step.
struct ConvertFunction
    : public OpInterfaceConversionPattern<FunctionOpInterface> {
  using OpInterfaceConversionPattern::OpInterfaceConversionPattern;

  LogicalResult
  matchAndRewrite(FunctionOpInterface op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *getTypeConverter();
    auto type = dyn_cast<FunctionType>(op.getFunctionType());
    SmallVector<Type> results;
    TypeConverter::SignatureConversion signature(op.getNumArguments());
    if (!type || failed(converter.convertTypes(type.getResults(), results)) ||
        failed(converter.convertSignatureArgs(type.getInputs(), signature))) {
      return rewriter.notifyMatchFailure(op, "signature cannot be converted");
    }
    if (!op.isExternal() && failed(convertBody(op, rewriter))) {
      return rewriter.notifyMatchFailure(op, "body cannot be converted");
    }
    rewriter.modifyOpInPlace(op, [&] {
      auto argumentAttrs =
          convertAttributes(op.getArgAttrsAttr(), type.getInputs(), converter);
      auto resultAttrs =
          convertAttributes(op.getResAttrsAttr(), type.getResults(), converter);
      op.setFunctionTypeAttr(TypeAttr::get(FunctionType::get(
          op.getContext(), signature.getConvertedTypes(), results)));
      if (argumentAttrs) {
        op.setArgAttrsAttr(argumentAttrs);
      }
      if (resultAttrs) {
        op.setResAttrsAttr(resultAttrs);
      }
      setArgumentMap(op, type.getInputs(), converter);
    });
    return success();
  }

  /// Converts the arguments of all blocks, the attributions included.
  LogicalResult convertBody(FunctionOpInterface op,
                            ConversionPatternRewriter &rewriter) const {
    Block &entry = op.getFunctionBody().front();
    TypeConverter::SignatureConversion arguments(entry.getNumArguments());
    if (failed(getTypeConverter()->convertSignatureArgs(
            entry.getArgumentTypes(), arguments))) {
      return failure();
    }
    return rewriter.convertRegionTypes(&op.getFunctionBody(),
                                       *getTypeConverter(), &arguments);
  }
};

/// Converts a call and, unlike the upstream pattern, keeps the attributes of
/// its arguments and results in step.
struct ConvertCall : public OpConversionPattern<func::CallOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(func::CallOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const TypeConverter &converter = *getTypeConverter();
    SmallVector<Type> types;
    SmallVector<size_t> counts;
    if (failed(convertResults(op, converter, types, counts))) {
      return rewriter.notifyMatchFailure(op, "results cannot be converted");
    }
    // The verifier of func.call does not count them.
    ArrayAttr argumentAttrs = op.getArgAttrsAttr();
    ArrayAttr resultAttrs = op.getResAttrsAttr();
    if ((argumentAttrs && argumentAttrs.size() != op.getNumOperands()) ||
        (resultAttrs && resultAttrs.size() != op.getNumResults())) {
      return rewriter.notifyMatchFailure(op,
                                         "has attributes for other operands");
    }
    auto call =
        func::CallOp::create(rewriter, op.getLoc(), op.getCallee(), types,
                             flattenValues(adaptor.getOperands()));
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    call.setNoInline(op.getNoInline());
    if (auto attributes =
            convertAttributes(argumentAttrs, op.getOperandTypes(), converter)) {
      call.setArgAttrsAttr(attributes);
    }
    if (auto attributes =
            convertAttributes(resultAttrs, op.getResultTypes(), converter)) {
      call.setResAttrsAttr(attributes);
    }
    rewriter.replaceOpWithMultiple(op, splitValues(call.getResults(), counts));
    return success();
  }
};

/// Converts the return of a function, `func.return` or `gpu.return`.
template <typename ReturnOp>
struct ConvertReturn : public OpConversionPattern<ReturnOp> {
  using OpConversionPattern<ReturnOp>::OpConversionPattern;
  using OneToNOpAdaptor =
      typename OpConversionPattern<ReturnOp>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(ReturnOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.modifyOpInPlace(
        op, [&] { op->setOperands(flattenValues(adaptor.getOperands())); });
    return success();
  }
};

struct ConvertLaunch : public OpConversionPattern<gpu::LaunchFuncOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.modifyOpInPlace(op, [&] {
      op.getKernelOperandsMutable().assign(
          flattenValues(adaptor.getKernelOperands()));
    });
    return success();
  }
};

/// A select of objects selects each of their fields.
struct ConvertSelect : public OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> fields;
    for (auto [ifTrue, ifFalse] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue())) {
      auto field = arith::SelectOp::create(rewriter, op.getLoc(),
                                           adaptor.getCondition().front(),
                                           ifTrue, ifFalse);
      field->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      fields.push_back(field);
    }
    SmallVector<SmallVector<Value>> replacements = {std::move(fields)};
    rewriter.replaceOpWithMultiple(op, std::move(replacements));
    return success();
  }
};

/// The dtype of an object is known from its type.
struct ConvertDTypeOf : public OpConversionPattern<DTypeOfOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DTypeOfOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Value>> replacements = {{}};
    rewriter.replaceOpWithMultiple(op, std::move(replacements));
    return success();
  }
};

/// A field of an object is one of the values that the object became.
struct ConvertGetField : public OpConversionPattern<GetFieldOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GetFieldOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<ProviderType>(op.getProvider().getType());
    unsigned index = *type.getFieldIndex(op.getField());
    rewriter.replaceOp(op, adaptor.getProvider()[index]);
    return success();
  }
};

/// An object that is made from values becomes these values.
struct ConvertMakeProvider : public OpConversionPattern<MakeProviderOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MakeProviderOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<SmallVector<Value>> replacements = {
        flattenValues(adaptor.getFields())};
    rewriter.replaceOpWithMultiple(op, std::move(replacements));
    return success();
  }
};

} // namespace

/// Whether the signature and body of `op` mention no provider, and its map, if
/// it is a kernel, is there.
static bool isLegalFunction(FunctionOpInterface op,
                            const TypeConverter &converter) {
  auto type = dyn_cast<FunctionType>(op.getFunctionType());
  if (!type) {
    return true;
  }
  if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op.getOperation());
      kernel && kernel.isKernel() &&
      !DtypDialect::ArgumentMapAttrHelper(op.getContext()).isAttrPresent(op)) {
    return false;
  }
  return converter.isSignatureLegal(type) &&
         converter.isLegal(&op.getFunctionBody());
}

void mlir::dtyp::populateProviderErasurePatternsAndLegality(
    const TypeConverter &converter, RewritePatternSet &patterns,
    ConversionTarget &target) {
  MLIRContext *context = patterns.getContext();
  patterns
      .add<ConvertCall, ConvertDTypeOf, ConvertFunction, ConvertGetField,
           ConvertLaunch, ConvertMakeProvider, ConvertReturn<func::ReturnOp>,
           ConvertReturn<gpu::ReturnOp>, ConvertSelect>(converter, context);
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    return !function || isLegalFunction(function, converter);
  });
  target.addDynamicallyLegalOp<func::CallOp, func::ReturnOp, gpu::LaunchFuncOp,
                               gpu::ReturnOp, arith::SelectOp>(
      [&](Operation *op) { return converter.isLegal(op); });
  target.addIllegalOp<DTypeOfOp, GetFieldOp, MakeProviderOp>();
  populateControlFlowPatternsAndLegality(converter, patterns, target);
}

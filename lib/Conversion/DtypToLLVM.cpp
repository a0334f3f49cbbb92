//===- DtypToLLVM.cpp - Arrays of dtypes in the LLVM dialect --------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversion to LLVM of what memref does not know:
// elements with a layout of their own.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/DtypToLLVM.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::dtyp;

/// The widest integer that a record is made of. Its alignment is its size.
static constexpr int64_t kMaxChunkBytes = 16;

/// Returns the elements' type in LLVM: integers as large as they are aligned,
/// so that no byte of an element is padding to LLVM, which might lose it.
static Type convertElementType(DTypeInterface dtype) {
  int64_t chunk =
      std::min(kMaxChunkBytes, *dtype.getAlignment(AlignmentModel::Device));
  Type integer = IntegerType::get(dtype.getContext(), 8 * chunk);
  return LLVM::LLVMArrayType::get(integer, *dtype.getItemSize() / chunk);
}

void mlir::dtyp::populateDtypToLLVMTypeConversions(
    LLVMTypeConverter &converter) {
  converter.addConversion([](Type type) -> std::optional<Type> {
    if (DTypeInterface dtype = getAsOwnStorage(type)) {
      return convertElementType(dtype);
    }
    return std::nullopt;
  });
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Returns the address that a raw access is made to.
template <typename RawOp>
static Value getAddress(const LLVMTypeConverter &converter,
                        ConversionPatternRewriter &rewriter, RawOp op,
                        typename RawOp::Adaptor adaptor) {
  Location loc = op.getLoc();
  auto memref = cast<MemRefType>(op.getMemref().getType());
  Value element =
      LLVM::getStridedElementPtr(rewriter, loc, converter, memref,
                                 adaptor.getMemref(), adaptor.getIndices());
  return LLVM::GEPOp::create(rewriter, loc, element.getType(),
                             rewriter.getI8Type(), element, adaptor.getOffset(),
                             LLVM::GEPNoWrapFlags::inbounds);
}

namespace {

struct RawLoadLowering : public ConvertOpToLLVMPattern<RawLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(RawLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getResult().getType());
    if (!type) {
      return rewriter.notifyMatchFailure(op, "has no type in LLVM");
    }
    Value address = getAddress(*getTypeConverter(), rewriter, op, adaptor);
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, type, address,
                                              op.getAlignment());
    return success();
  }
};

struct RawStoreLowering : public ConvertOpToLLVMPattern<RawStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(RawStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value address = getAddress(*getTypeConverter(), rewriter, op, adaptor);
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), address,
                                               op.getAlignment());
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Returns the size of the elements of a memref in bytes.
static int64_t getElementSize(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  return *cast<DTypeInterface>(type.getElementType()).getItemSize();
}

namespace {

/// Makes the descriptor of a view that counts in other elements.
class ViewBuilder {
public:
  ViewBuilder(ConversionPatternRewriter &rewriter, Location loc, Type indexType,
              int64_t from, int64_t to)
      : rewriter(rewriter), loc(loc), indexType(indexType), from(from), to(to) {
  }

  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(rewriter, loc, indexType,
                                    rewriter.getIndexAttr(value));
  }

  /// Scales a count of elements, which leaves no remainder. `known` is the
  /// count in the view's type, if it is static.
  Value scale(Value count, int64_t known) {
    if (!ShapedType::isDynamic(known)) {
      return constant(known);
    }
    if (from % to == 0) {
      return from == to ? count
                        : LLVM::MulOp::create(rewriter, loc, count,
                                              constant(from / to))
                              .getResult();
    }
    Value bytes = LLVM::MulOp::create(rewriter, loc, count, constant(from));
    return LLVM::UDivOp::create(rewriter, loc, bytes, constant(to));
  }

private:
  ConversionPatternRewriter &rewriter;
  Location loc;
  Type indexType;
  int64_t from;
  int64_t to;
};

} // namespace

/// Makes the descriptor of `result`, a view of `source` whose elements lie
/// `shift` of them behind; its outer dimensions are those of the source.
static Value buildView(const LLVMTypeConverter &converter,
                       ConversionPatternRewriter &rewriter, Location loc,
                       Value source, Value descriptor, MemRefType result,
                       int64_t viewSize, int64_t shift, bool scalesLast) {
  auto type = cast<MemRefType>(source.getType());
  auto [strides, offset] = result.getStridesAndOffset();
  ViewBuilder builder(rewriter, loc, converter.getIndexType(),
                      getElementSize(source), viewSize);
  MemRefDescriptor from(descriptor);
  auto to =
      MemRefDescriptor::poison(rewriter, loc, converter.convertType(result));
  to.setAllocatedPtr(rewriter, loc, from.allocatedPtr(rewriter, loc));
  to.setAlignedPtr(rewriter, loc, from.alignedPtr(rewriter, loc));
  Value newOffset = builder.scale(from.offset(rewriter, loc), offset);
  if (ShapedType::isDynamic(offset) && shift != 0) {
    newOffset =
        LLVM::AddOp::create(rewriter, loc, newOffset, builder.constant(shift));
  }
  to.setOffset(rewriter, loc, newOffset);
  for (int64_t i = 0; i != result.getRank(); ++i) {
    bool isLast = i == type.getRank() - 1;
    if (i >= type.getRank()) {
      to.setConstantSize(rewriter, loc, i, result.getDimSize(i));
      to.setConstantStride(rewriter, loc, i, strides[i]);
      continue;
    }
    Value size = from.size(rewriter, loc, i);
    to.setSize(rewriter, loc, i,
               isLast && scalesLast ? builder.scale(size, result.getDimSize(i))
                                    : size);
    to.setStride(
        rewriter, loc, i,
        isLast && scalesLast
            ? from.stride(rewriter, loc, i)
            : builder.scale(from.stride(rewriter, loc, i), strides[i]));
  }
  return to;
}

namespace {

struct FieldViewLowering : public ConvertOpToLLVMPattern<FieldViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(FieldViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto source = cast<MemRefType>(op.getMemref().getType());
    auto element = cast<DTypeInterface>(source.getElementType());
    ElementPart part =
        *followPath(element, op.getPath(), [&] { return op.emitOpError(); });
    int64_t size = *getElementDType(part.dtype).getItemSize();
    rewriter.replaceOp(op, buildView(*getTypeConverter(), rewriter, op.getLoc(),
                                     op.getMemref(), adaptor.getMemref(),
                                     cast<MemRefType>(op.getResult().getType()),
                                     size, part.offset / size,
                                     /*scalesLast=*/false));
    return success();
  }
};

struct ViewLowering : public ConvertOpToLLVMPattern<ViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t size = *cast<DTypeInterface>(op.getDtype()).getItemSize();
    rewriter.replaceOp(
        op, buildView(*getTypeConverter(), rewriter, op.getLoc(),
                      op.getMemref(), adaptor.getMemref(),
                      cast<MemRefType>(op.getResult().getType()), size,
                      /*shift=*/0,
                      /*scalesLast=*/size != getElementSize(op.getMemref())));
    return success();
  }
};

} // namespace

void mlir::dtyp::populateDtypToLLVMPatterns(const LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns
      .add<FieldViewLowering, RawLoadLowering, RawStoreLowering, ViewLowering>(
          converter);
}

//===----------------------------------------------------------------------===//
// The interface that upstream's passes ask
//===----------------------------------------------------------------------===//

namespace {

/// A dtype as a value, or an object that has one, is nothing at run time. For
/// an op that is not converted, a cast stays in its place.
template <typename OpTy>
struct EraseCompileTimeOp : public ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

struct DtypToLLVMInterface : public ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;

  void loadDependentDialects(MLIRContext *context) const final {
    context->loadDialect<arith::ArithDialect, complex::ComplexDialect,
                         LLVM::LLVMDialect, memref::MemRefDialect>();
  }

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &converter,
      RewritePatternSet &patterns) const final {
    populateDtypToLLVMTypeConversions(converter);
    populateDtypToLLVMPatterns(converter, patterns);
    populateLowerAccessesPatterns(patterns);
    populateLowerCastPatterns(patterns);
    patterns
        .add<EraseCompileTimeOp<ConstantOp>, EraseCompileTimeOp<MakeProviderOp>,
             EraseCompileTimeOp<WeakScalarOp>>(converter);
    // What is a constant folds before any pattern is asked.
    target.addIllegalDialect<DtypDialect>();
  }
};

} // namespace

void mlir::dtyp::registerConvertDtypToLLVMInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, DtypDialect *dialect) {
    dialect->addInterfaces<DtypToLLVMInterface>();
  });
}

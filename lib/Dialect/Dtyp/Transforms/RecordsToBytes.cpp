//===- RecordsToBytes.cpp - Arrays of records as arrays of bytes ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that makes bytes of all elements with a layout
// of their own: the conversion of types, and of the ops that hand values on.
//
//===----------------------------------------------------------------------===//

#include "RecordsToBytes.h"

#include "ControlFlowConversion.h"
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::dtyp {
#define GEN_PASS_DEF_RECORDSTOBYTESPASS
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h.inc"
} // namespace mlir::dtyp

using namespace mlir;
using namespace mlir::dtyp;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

DTypeInterface mlir::dtyp::getBytesElementDType(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  return type ? getAsOwnStorage(type.getElementType()) : DTypeInterface();
}

/// Scales a stride or an offset. Fails where it exceeds 64 bits.
static bool scale(int64_t &count, int64_t size) {
  return ShapedType::isDynamic(count) || !llvm::MulOverflow(count, size, count);
}

/// Returns the array of bytes for one whose elements have `size` of them, or
/// null where it cannot be written.
static Type convertArray(MemRefType type, int64_t size) {
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(size);
  Type byte = IntegerType::get(type.getContext(), 8);
  if (type.getLayout().isIdentity()) {
    return MemRefType::get(shape, byte, MemRefLayoutAttrInterface(),
                           type.getMemorySpace());
  }
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      !scale(offset, size) || !llvm::all_of(strides, [&](int64_t &stride) {
        return scale(stride, size);
      })) {
    return {};
  }
  strides.push_back(1);
  return MemRefType::get(
      shape, byte, StridedLayoutAttr::get(type.getContext(), offset, strides),
      type.getMemorySpace());
}

/// Whether `type` is made of something that becomes bytes. A provider, or a
/// dtype as a value, only speaks of it.
static bool mentionsBytes(Type type) {
  WalkResult result = type.walk<WalkOrder::PreOrder>([](Type part) {
    if (isa<DTypeProviderTypeInterface>(part)) {
      return WalkResult::skip();
    }
    return getAsOwnStorage(part) ? WalkResult::interrupt()
                                 : WalkResult::advance();
  });
  return result.wasInterrupted();
}

void mlir::dtyp::populateRecordsToBytesTypeConversions(
    TypeConverter &converter) {
  // What holds such elements in a way that is not known has no conversion.
  converter.addConversion([](Type type) -> std::optional<Type> {
    return mentionsBytes(type) ? Type() : type;
  });
  converter.addConversion(
      [&converter](DTypeProviderTypeInterface provider) -> std::optional<Type> {
        SmallVector<Type> fields;
        provider.getRuntimeTypes(fields);
        return converter.isLegal(fields) ? Type(provider) : Type();
      });
  converter.addConversion(
      [&converter](FunctionType type) -> std::optional<Type> {
        SmallVector<Type> inputs;
        SmallVector<Type> results;
        if (failed(converter.convertTypes(type.getInputs(), inputs)) ||
            failed(converter.convertTypes(type.getResults(), results))) {
          return Type();
        }
        return FunctionType::get(type.getContext(), inputs, results);
      });
  converter.addConversion([](MemRefType type) -> std::optional<Type> {
    if (auto dtype = getAsOwnStorage(type.getElementType())) {
      return convertArray(type, *dtype.getItemSize());
    }
    return std::nullopt;
  });
  converter.addConversion([](Type type) -> std::optional<Type> {
    auto dtype = getAsOwnStorage(type);
    if (!dtype) {
      return std::nullopt;
    }
    int64_t size = *dtype.getItemSize();
    return size < 1 || size > kMaxValueBytes
               ? Type()
               : VectorType::get(size, IntegerType::get(type.getContext(), 8));
  });
}

//===----------------------------------------------------------------------===//
// Functions and control flow
//===----------------------------------------------------------------------===//

/// Gives the attributions of a kernel the alignment of their elements.
static void
alignAttributions(ValueRange attributions,
                  function_ref<Attribute(unsigned, StringAttr)> getAttr,
                  function_ref<void(unsigned, StringAttr, Attribute)> setAttr) {
  for (auto [index, array] : llvm::enumerate(attributions)) {
    DTypeInterface dtype = getBytesElementDType(array);
    if (!dtype) {
      continue;
    }
    Builder builder(array.getContext());
    auto name = builder.getStringAttr(LLVM::LLVMDialect::getAlignAttrName());
    int64_t alignment = getStorageAlignment(dtype);
    if (auto stated = dyn_cast_or_null<IntegerAttr>(getAttr(index, name))) {
      alignment = std::max(alignment, stated.getInt());
    }
    setAttr(index, name, builder.getI64IntegerAttr(alignment));
  }
}

namespace {

/// Converts the signature of a function and the arguments of its blocks, the
/// attributions of gpu.func included.
template <typename FunctionOp>
struct ConvertFunction : public OpConversionPattern<FunctionOp> {
  using OpConversionPattern<FunctionOp>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(FunctionOp op, typename FunctionOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getFunctionType());
    if (!type) {
      return rewriter.notifyMatchFailure(op, "signature cannot be converted");
    }
    rewriter.modifyOpInPlace(op, [&] {
      if constexpr (std::is_same_v<FunctionOp, gpu::GPUFuncOp>) {
        alignAttributions(
            op.getWorkgroupAttributions(),
            [&](unsigned index, StringAttr name) {
              return op.getWorkgroupAttributionAttr(index, name);
            },
            [&](unsigned index, StringAttr name, Attribute value) {
              op.setWorkgroupAttributionAttr(index, name, value);
            });
        alignAttributions(
            op.getPrivateAttributions(),
            [&](unsigned index, StringAttr name) {
              return op.getPrivateAttributionAttr(index, name);
            },
            [&](unsigned index, StringAttr name, Attribute value) {
              op.setPrivateAttributionAttr(index, name, value);
            });
      }
      op.setFunctionTypeAttr(TypeAttr::get(type));
    });
    return rewriter.convertRegionTypes(&op.getFunctionBody(),
                                       *this->getTypeConverter());
  }
};

} // namespace

void mlir::dtyp::populateRecordsToBytesPatternsAndLegality(
    const TypeConverter &converter, RewritePatternSet &patterns,
    ConversionTarget &target) {
  patterns.add<ConvertFunction<func::FuncOp>, ConvertFunction<gpu::GPUFuncOp>>(
      converter, patterns.getContext());
  target.addDynamicallyLegalOp<func::FuncOp, gpu::GPUFuncOp>(
      [&](Operation *op) {
        auto function = cast<FunctionOpInterface>(op);
        return converter.isLegal(function.getFunctionType()) &&
               converter.isLegal(&function.getFunctionBody());
      });
  addOpsByTypes<arith::SelectOp, func::CallIndirectOp, func::CallOp,
                func::ConstantOp, func::ReturnOp, gpu::AllocOp, gpu::DeallocOp,
                gpu::LaunchFuncOp, gpu::MemcpyOp, gpu::ReturnOp, ub::PoisonOp>(
      converter, patterns, target);
  populateControlFlowPatternsAndLegality(converter, patterns, target);
  populateBytesMemRefPatternsAndLegality(converter, patterns, target);
  populateBytesAccessPatternsAndLegality(converter, patterns, target);
  populateBytesViewPatternsAndLegality(converter, patterns, target);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Reports a type of `op` that has no form in bytes.
static InFlightDiagnostic emitTypeError(Operation *op, Type type) {
  if (auto array = dyn_cast<UnrankedMemRefType>(type)) {
    return op->emitOpError("expected a ranked memref of ")
           << array.getElementType()
           << ", which gets a dimension of bytes, but got " << type
           << "; cast it where it is made";
  }
  if (isa<MemRefType>(type) &&
      !isa<BaseMemRefType>(cast<MemRefType>(type).getElementType())) {
    return op->emitOpError("expected a memref with strides that can be counted "
                           "in bytes, but got ")
           << type;
  }
  if (auto dtype = getAsOwnStorage(type)) {
    return op->emitOpError("expected values of 1 to ")
           << kMaxValueBytes << " bytes, which become vectors, but " << type
           << " has " << *dtype.getItemSize()
           << "; access its fields, or copy arrays of it";
  }
  if (isa<DTypeProviderTypeInterface>(type)) {
    return op->emitOpError("expected objects without fields that become bytes, "
                           "but got ")
           << type << "; run dtyp-erase-providers before";
  }
  return op->emitOpError("expected memrefs and values of dtypes, but got ")
         << type << ", which holds elements that become bytes";
}

/// Calls `callback` with each type that `op` gives to a value or a symbol.
static void forEachType(Operation *op, function_ref<void(Type)> callback) {
  llvm::for_each(op->getOperandTypes(), callback);
  llvm::for_each(op->getResultTypes(), callback);
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      llvm::for_each(block.getArgumentTypes(), callback);
    }
  }
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    llvm::for_each(function.getArgumentTypes(), callback);
    llvm::for_each(function.getResultTypes(), callback);
  } else if (auto global = dyn_cast<memref::GlobalOp>(op)) {
    callback(global.getType());
  }
}

/// Fails with an error where `op` has a type that becomes bytes, and either the
/// type or the op has no form for it.
static LogicalResult verifyConvertible(Operation *op,
                                       const TypeConverter &converter,
                                       const ConversionTarget &target) {
  Type illegal;
  Type inconvertible;
  forEachType(op, [&](Type type) {
    if (!converter.isLegal(type)) {
      illegal = illegal ? illegal : type;
      if (!inconvertible && !converter.convertType(type)) {
        inconvertible = type;
      }
    }
  });
  if (inconvertible) {
    return emitTypeError(op, inconvertible);
  }
  if (illegal && !target.getOpAction(op->getName())) {
    return op->emitOpError("expected an op that has a form for arrays of "
                           "bytes, but it has ")
           << illegal
           << "; lower it before (cudax by cudax-resolve-arrays, gpu.launch by "
              "gpu-kernel-outlining, affine by lower-affine, linalg by "
              "convert-linalg-to-loops)";
  }
  if (auto global = dyn_cast<memref::GlobalOp>(op);
      global && illegal && !global.isUninitialized() && !global.isExternal()) {
    return op->emitOpError("expected no initial value, which bytes do not have "
                           "of ")
           << illegal;
  }
  return success();
}

namespace {

struct RecordsToBytesPass
    : public dtyp::impl::RecordsToBytesPassBase<RecordsToBytesPass> {
  void runOnOperation() override {
    TypeConverter converter;
    populateRecordsToBytesTypeConversions(converter);
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populateRecordsToBytesPatternsAndLegality(converter, patterns, target);

    // The conversion leaves unreachable blocks as they are, with terminators
    // that no longer fit the function.
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());

    bool isConvertible = true;
    getOperation()->walk([&](Operation *op) {
      isConvertible &= succeeded(verifyConvertible(op, converter, target));
    });
    if (!isConvertible) {
      return signalPassFailure();
    }
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns)))) {
      signalPassFailure();
    }
  }
};

} // namespace

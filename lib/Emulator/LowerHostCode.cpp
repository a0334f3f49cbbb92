//===- LowerHostCode.cpp - Host functions that launch kernels -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that lowers the gpu dialect in host code.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Passes.h"

#include "HostOpChecks.h"
#include "HostRuntime.h"
#include "HostTypeConverter.h"
#include "KernelEntry.h"
#include "RuntimeCalls.h"

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::dtyp::emulator {
#define GEN_PASS_DEF_LOWERHOSTCODEPASS
#include "dtyp/Emulator/Passes.h.inc"
} // namespace mlir::dtyp::emulator

using namespace mlir;
using namespace mlir::dtyp::emulator;

//===----------------------------------------------------------------------===//
// Values for the runtime library
//===----------------------------------------------------------------------===//

static Type getPointerType(OpBuilder &builder) {
  return LLVM::LLVMPointerType::get(builder.getContext());
}

static Value makeI1(OpBuilder &builder, Location location, bool value) {
  return arith::ConstantIntOp::create(builder, location, value, 1);
}

/// Converts a size or an index, which may be missing, to 64 bits.
static Value toI64(OpBuilder &builder, Location location, Value value,
                   int64_t valueIfMissing = 1) {
  if (!value) {
    return makeI64(builder, location, valueIfMissing);
  }
  Type i64 = builder.getI64Type();
  if (isa<IndexType>(value.getType())) {
    return arith::IndexCastOp::create(builder, location, i64, value);
  }
  return value.getType() == i64
             ? value
             : arith::ExtUIOp::create(builder, location, i64, value);
}

static Value toPointer(OpBuilder &builder, Location location, Value address) {
  return LLVM::IntToPtrOp::create(builder, location, getPointerType(builder),
                                  address);
}

/// Makes the bytes that an element takes in memory.
static Value makeElementBytes(OpBuilder &builder, Operation *op, Type type) {
  if (dtyp::DTypeInterface dtype = dtyp::getAsOwnStorage(type)) {
    return makeI64(builder, op->getLoc(), *dtype.getItemSize());
  }
  llvm::TypeSize size = DataLayout::closest(op).getTypeSize(type);
  return makeI64(builder, op->getLoc(),
                 static_cast<int64_t>(size.getFixedValue()));
}

/// Stores a value on the stack; returns its address.
static Value store(OpBuilder &builder, Location location, Value value) {
  Value place =
      LLVM::AllocaOp::create(builder, location, getPointerType(builder),
                             value.getType(), makeI64(builder, location, 1));
  LLVM::StoreOp::create(builder, location, value, place);
  return place;
}

/// Stores values of one type on the stack, one behind the other.
static Value storeAll(OpBuilder &builder, Location location, Type type,
                      ValueRange values) {
  Type pointer = getPointerType(builder);
  Value places = LLVM::AllocaOp::create(
      builder, location, pointer, type,
      makeI64(builder, location, std::max<size_t>(values.size(), 1)));
  for (auto [index, value] : llvm::enumerate(values)) {
    Value place = LLVM::GEPOp::create(
        builder, location, pointer, type, places,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, location, value, place);
  }
  return places;
}

/// Returns the value as one of the LLVM dialect.
static Value toLLVM(OpBuilder &builder, Location location, Value value) {
  HostTypeConverter converter(builder.getContext());
  Type type = converter.convertType(value.getType());
  if (type == value.getType()) {
    return value;
  }
  return UnrealizedConversionCastOp::create(builder, location, type, value)
      .getResult(0);
}

namespace {

/// What a memref is, in numbers of 64 bits.
struct MemRefNumbers {
  MemRefNumbers(OpBuilder &builder, Location location, Value memref);

  Value address;
  Value offset;
  SmallVector<Value> sizes;
  SmallVector<Value> strides;
};

} // namespace

MemRefNumbers::MemRefNumbers(OpBuilder &builder, Location location,
                             Value memref) {
  address = toI64(builder, location,
                  memref::ExtractAlignedPointerAsIndexOp::create(
                      builder, location, memref));
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, location, memref);
  offset = toI64(builder, location, metadata.getOffset());
  for (Value size : metadata.getSizes()) {
    sizes.push_back(toI64(builder, location, size));
  }
  for (Value stride : metadata.getStrides()) {
    strides.push_back(toI64(builder, location, stride));
  }
}

/// Stores what the runtime library is told of an array.
static Value storeArray(OpBuilder &builder, Location location, Value memref,
                        Value elementBytes) {
  MemRefNumbers numbers(builder, location, memref);
  Value offset =
      arith::MulIOp::create(builder, location, numbers.offset, elementBytes);
  SmallVector<Value> all = {
      arith::AddIOp::create(builder, location, numbers.address, offset)};
  llvm::append_range(all, numbers.sizes);
  llvm::append_range(all, numbers.strides);
  return storeAll(builder, location, builder.getI64Type(), all);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// Lowers an op of the gpu dialect to calls of the runtime library. The stack
/// that the arguments take is given back, since a loop may do it often.
template <typename Op>
class HostPattern : public OpRewritePattern<Op> {
public:
  HostPattern(MLIRContext *context, RuntimeCalls &runtime)
      : OpRewritePattern<Op>(context), runtime(runtime) {}

protected:
  /// Calls a function of the runtime library, with the location behind the
  /// other arguments.
  Value call(OpBuilder &builder, Location location, StringRef function,
             SmallVector<Value> arguments, Type result = {}) const {
    arguments.push_back(runtime.getLocation(builder, location));
    return runtime.call(builder, location, function,
                        result ? result
                               : LLVM::LLVMVoidType::get(builder.getContext()),
                        arguments);
  }

  /// Replaces the results of the op: the values, and a token if it has one. All
  /// is done in order, so a token says nothing.
  static void replace(PatternRewriter &rewriter, Op op,
                      SmallVector<Value> values = {}) {
    if (op->getNumResults() != values.size()) {
      Value nothing = makeI1(rewriter, op.getLoc(), false);
      values.push_back(
          UnrealizedConversionCastOp::create(
              rewriter, op.getLoc(), op->getResults().back().getType(), nothing)
              .getResult(0));
    }
    rewriter.replaceOp(op, values);
  }

  RuntimeCalls &runtime;
};

/// Gives back the stack that is used while it lives.
class StackScope {
public:
  StackScope(OpBuilder &builder, Location location)
      : builder(builder), location(location),
        stack(LLVM::StackSaveOp::create(builder, location,
                                        getPointerType(builder))) {}
  ~StackScope() { LLVM::StackRestoreOp::create(builder, location, stack); }

private:
  OpBuilder &builder;
  Location location;
  Value stack;
};

struct LowerLaunch : HostPattern<gpu::LaunchFuncOp> {
  using HostPattern::HostPattern;

  /// Stores the parameters that the operands are, and tells their kinds.
  static Value storeParameters(PatternRewriter &rewriter, gpu::LaunchFuncOp op,
                               std::string &kinds) {
    Location location = op.getLoc();
    SmallVector<Value> places;
    auto add = [&](Value value, ParameterKind kind) {
      places.push_back(store(rewriter, location, value));
      kinds.push_back(static_cast<char>(kind));
    };
    for (Value operand : op.getKernelOperands()) {
      if (isa<MemRefType>(operand.getType())) {
        MemRefNumbers numbers(rewriter, location, operand);
        add(numbers.address, ParameterKind::Array);
        add(numbers.address, ParameterKind::ArrayData);
        add(numbers.offset, ParameterKind::ArrayIndex);
        for (ArrayRef<Value> each :
             {ArrayRef(numbers.sizes), ArrayRef(numbers.strides)}) {
          for (Value number : each) {
            add(number, ParameterKind::ArrayIndex);
          }
        }
        continue;
      }
      Value value = toLLVM(rewriter, location, operand);
      add(value, isa<LLVM::LLVMPointerType>(value.getType())
                     ? ParameterKind::Pointer
                     : ParameterKind::Scalar);
    }
    return storeAll(rewriter, location, getPointerType(rewriter), places);
  }

  LogicalResult matchAndRewrite(gpu::LaunchFuncOp op,
                                PatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    {
      StackScope scope(rewriter, location);
      SmallVector<Value> sizes;
      for (Value size :
           {op.getGridSizeX(), op.getGridSizeY(), op.getGridSizeZ(),
            op.getBlockSizeX(), op.getBlockSizeY(), op.getBlockSizeZ(),
            op.getClusterSizeX(), op.getClusterSizeY(), op.getClusterSizeZ()}) {
        sizes.push_back(toI64(rewriter, location, size));
      }
      sizes.push_back(
          toI64(rewriter, location, op.getDynamicSharedMemorySize(), 0));
      Value storedSizes =
          storeAll(rewriter, location, rewriter.getI64Type(), sizes);
      std::string kinds;
      Value parameters = storeParameters(rewriter, op, kinds);
      call(rewriter, location, host::kLaunch,
           {runtime.getText(rewriter, location,
                            op.getKernelModuleName().getValue()),
            runtime.getText(rewriter, location, op.getKernelName().getValue()),
            storedSizes, runtime.getText(rewriter, location, kinds), parameters,
            makeI1(rewriter, location, op.getAsyncToken() != nullptr)});
    }
    replace(rewriter, op);
    return success();
  }
};

struct LowerAlloc : HostPattern<gpu::AllocOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(gpu::AllocOp op,
                                PatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    MemRefType type = op.getType();
    Value numBytes = makeElementBytes(rewriter, op, type.getElementType());
    ValueRange dynamicSizes = op.getDynamicSizes();
    for (int64_t size : type.getShape()) {
      Value factor = makeI64(rewriter, location, size);
      if (ShapedType::isDynamic(size)) {
        factor = toI64(rewriter, location, dynamicSizes.front());
        dynamicSizes = dynamicSizes.drop_front();
      }
      numBytes = arith::MulIOp::create(rewriter, location, numBytes, factor);
    }
    Value address =
        call(rewriter, location, host::kAllocate,
             {numBytes, makeI1(rewriter, location, op.getHostShared())},
             getPointerType(rewriter));
    // Bytes first: what a memref of other elements becomes is not known here.
    auto bytesType =
        MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type());
    Value zero = makeI64(rewriter, location, 0);
    Value one = makeI64(rewriter, location, 1);
    HostTypeConverter converter(rewriter.getContext());
    Value descriptor =
        MemRefDescriptor::pack(rewriter, location, converter, bytesType,
                               {address, address, zero, numBytes, one});
    auto inSpace =
        MemRefType::get({ShapedType::kDynamic}, rewriter.getI8Type(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace());
    Value bytes = UnrealizedConversionCastOp::create(rewriter, location,
                                                     inSpace, descriptor)
                      .getResult(0);
    Value start = arith::ConstantIndexOp::create(rewriter, location, 0);
    Value memory = memref::ViewOp::create(rewriter, location, type, bytes,
                                          start, op.getDynamicSizes());
    replace(rewriter, op, {memory});
    return success();
  }
};

struct LowerDealloc : HostPattern<gpu::DeallocOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(gpu::DeallocOp op,
                                PatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    MemRefNumbers numbers(rewriter, location, op.getMemref());
    call(rewriter, location, host::kDeallocate,
         {toPointer(rewriter, location, numbers.address)});
    replace(rewriter, op);
    return success();
  }
};

struct LowerMemcpy : HostPattern<gpu::MemcpyOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(gpu::MemcpyOp op,
                                PatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto type = cast<MemRefType>(op.getDst().getType());
    Value elementBytes = makeElementBytes(rewriter, op, type.getElementType());
    {
      StackScope scope(rewriter, location);
      Value to = storeArray(rewriter, location, op.getDst(), elementBytes);
      Value from = storeArray(rewriter, location, op.getSrc(), elementBytes);
      call(rewriter, location, host::kCopy,
           {makeI64(rewriter, location, type.getRank()), elementBytes, to, from,
            makeI1(rewriter, location, op.getAsyncToken() != nullptr)});
    }
    replace(rewriter, op);
    return success();
  }
};

struct LowerMemset : HostPattern<gpu::MemsetOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(gpu::MemsetOp op,
                                PatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto type = cast<MemRefType>(op.getDst().getType());
    Value elementBytes = makeElementBytes(rewriter, op, type.getElementType());
    {
      StackScope scope(rewriter, location);
      Value to = storeArray(rewriter, location, op.getDst(), elementBytes);
      Value value =
          store(rewriter, location, toLLVM(rewriter, location, op.getValue()));
      call(rewriter, location, host::kFill,
           {makeI64(rewriter, location, type.getRank()), elementBytes, to,
            value, makeI1(rewriter, location, op.getAsyncToken() != nullptr)});
    }
    replace(rewriter, op);
    return success();
  }
};

/// Registers and unregisters memory of the host.
template <typename Op>
struct LowerRegister : HostPattern<Op> {
  LowerRegister(MLIRContext *context, RuntimeCalls &runtime, StringRef function)
      : HostPattern<Op>(context, runtime), function(function) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    auto type = cast<UnrankedMemRefType>(op.getValue().getType());
    Value memref = toLLVM(rewriter, location, op.getValue());
    this->call(rewriter, location, function,
               {LLVM::ExtractValueOp::create(rewriter, location, memref, 0),
                LLVM::ExtractValueOp::create(rewriter, location, memref, 1),
                makeElementBytes(rewriter, op, type.getElementType())});
    rewriter.eraseOp(op);
    return success();
  }

  StringRef function;
};

struct LowerWait : HostPattern<gpu::WaitOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(gpu::WaitOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getAsyncToken()) {
      call(rewriter, op.getLoc(), host::kWait, {});
    }
    replace(rewriter, op);
    return success();
  }
};

struct LowerSetDefaultDevice : HostPattern<gpu::SetDefaultDeviceOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(gpu::SetDefaultDeviceOp op,
                                PatternRewriter &rewriter) const override {
    call(rewriter, op.getLoc(), host::kSetDevice, {op.getDevIndex()});
    replace(rewriter, op);
    return success();
  }
};

} // namespace

static void populateHostCodePatterns(RewritePatternSet &patterns,
                                     RuntimeCalls &runtime) {
  MLIRContext *context = patterns.getContext();
  patterns.add<LowerLaunch, LowerAlloc, LowerDealloc, LowerMemcpy, LowerMemset,
               LowerWait, LowerSetDefaultDevice>(context, runtime);
  patterns.add<LowerRegister<gpu::HostRegisterOp>>(context, runtime,
                                                   host::kRegister);
  patterns.add<LowerRegister<gpu::HostUnregisterOp>>(context, runtime,
                                                     host::kUnregister);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Makes the entry of a host function: it takes the addresses of the arguments
/// as a kernel does.
static void makeHostEntry(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  Location location = function.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(function.getContext());
  auto entry = func::FuncOp::create(builder, location,
                                    (function.getName() + kEntrySuffix).str(),
                                    builder.getFunctionType({pointer}, {}));
  builder.setInsertionPointToStart(entry.addEntryBlock());
  SmallVector<Value> arguments = readParameters(
      builder, location, entry.getArgument(0), function.getArgumentTypes());
  func::CallOp::create(builder, location, function, arguments);
  func::ReturnOp::create(builder, location);
}

namespace {

struct LowerHostCodePass
    : public mlir::dtyp::emulator::impl::LowerHostCodePassBase<
          LowerHostCodePass> {
  void runOnOperation() override {
    RuntimeCalls runtime(getOperation());
    RewritePatternSet patterns(&getContext());
    populateHostCodePatterns(patterns, runtime);
    FrozenRewritePatternSet frozen(std::move(patterns));
    // Tokens that control flow carries are values like others.
    AttrTypeReplacer tokens;
    tokens.addReplacement([](gpu::AsyncTokenType type) -> std::optional<Type> {
      return IntegerType::get(type.getContext(), 1);
    });
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      if (function.isExternal()) {
        continue;
      }
      if (failed(checkHostOps(function))) {
        return signalPassFailure();
      }
      walkAndApplyPatterns(function, frozen);
      tokens.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
      makeHostEntry(function);
    }
  }
};

} // namespace

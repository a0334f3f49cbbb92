//===- LowerKernels.cpp - Kernels as host functions -----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that turns kernels into functions of one
// thread, and moves them out of their gpu.module. The ops in them are lowered
// by DeviceOps.cpp, the entries made by KernelEntry.cpp.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Passes.h"

#include "AccessChecks.h"
#include "DeviceOps.h"
#include "KernelEntry.h"
#include "LowerLocalArrays.h"
#include "SharedMemory.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::dtyp::emulator {
#define GEN_PASS_DEF_LOWERKERNELSPASS
#include "dtyp/Emulator/Passes.h.inc"
} // namespace mlir::dtyp::emulator

using namespace mlir;
using namespace mlir::dtyp::emulator;

/// What lies between the shared arrays of kernels that are checked, so that an
/// access beyond one of them is not one to the next.
static constexpr int64_t kSharedGapBytes = 32;

namespace {

/// Lowers one gpu.module.
class ModuleLowering {
public:
  ModuleLowering(ModuleOp module, gpu::GPUModuleOp device,
                 RuntimeCalls &runtime, bool sanitize)
      : module(module), device(device), runtime(runtime), sanitize(sanitize),
        shared(sanitize ? kSharedGapBytes : 0) {}

  LogicalResult lower();

private:
  /// A function, and what is known of it and those that it calls.
  struct Function {
    func::FuncOp op;
    bool isKernel = false;
    bool waits = false;
    bool usesCluster = false;
    int64_t stackBytes = 0;
    bool isVisited = false;
  };

  LogicalResult lowerAllReduce();
  LogicalResult renameSymbols();
  LogicalResult checkContents();
  void collectFunctions();
  LogicalResult makeHostFunction(gpu::GPUFuncOp kernel);
  void addContextArguments(func::FuncOp function);
  void addPointerChecks(LLVM::LLVMFuncOp function);
  LogicalResult lowerOps(Function &function);
  void summarize(Function &function);
  void moveToModule();

  ModuleOp module;
  gpu::GPUModuleOp device;
  RuntimeCalls &runtime;
  bool sanitize;
  SharedMemory shared;
  /// The shared arrays that kernels had before reductions got theirs. Accesses
  /// to the latter are not checked: all lanes of a warp write the same result.
  llvm::DenseMap<StringAttr, unsigned> numOwnArrays;
  llvm::DenseSet<Value> uncheckedArrays;
  llvm::MapVector<StringAttr, Function> functions;
};

} // namespace

/// Makes the names of the device's symbols unique in the module around it. All
/// at once: to replace the uses of one symbol takes a walk over all of the
/// device.
LogicalResult ModuleLowering::renameSymbols() {
  llvm::DenseMap<StringAttr, StringAttr> names;
  for (Operation &op : device.getBody()->getOperations()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!symbol || (function && function.isExternal())) {
      continue;
    }
    auto name = StringAttr::get(
        op.getContext(), (device.getName() + "::" + symbol.getName()).str());
    names[symbol.getNameAttr()] = name;
    symbol.setName(name);
  }
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymbolRefAttr use) -> std::pair<Attribute, WalkResult> {
        if (StringAttr name = names.lookup(use.getRootReference())) {
          use = SymbolRefAttr::get(name, use.getNestedReferences());
        }
        return {use, WalkResult::skip()};
      });
  WalkResult result =
      device.getBodyRegion().walk<WalkOrder::PreOrder>(
          [&](Operation *op) {
            if (!op->getDialect()) {
              op->emitError()
                  << "expected an op that is known, so that the symbols "
                     "it uses can be renamed";
              return WalkResult::interrupt();
            }
            replacer.replaceElementsIn(op);
            // What is inside of another table of symbols uses those.
            return op->hasTrait<OpTrait::SymbolTable>() ? WalkResult::skip()
                                                        : WalkResult::advance();
          });
  return failure(result.wasInterrupted());
}

/// Refuses what has no equivalent on the CPU and is no op of the GPU dialects.
LogicalResult ModuleLowering::checkContents() {
  WalkResult result = device.walk([&](Operation *op) {
    if (isa<func::CallIndirectOp, func::ConstantOp>(op)) {
      op->emitOpError() << "is not emulated on the CPU; call the function "
                           "directly";
      return WalkResult::interrupt();
    }
    if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op)) {
      for (Type type : kernel.getArgumentTypes()) {
        if (auto memref = dyn_cast<MemRefType>(type);
            memref && !memref.isStrided()) {
          kernel.emitError() << "expected a kernel that takes its arrays by "
                                "strides, but got an argument of type "
                             << type;
          return WalkResult::interrupt();
        }
      }
    }
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
        function && !function.isExternal()) {
      WalkResult body = function.walk([&](Operation *inner) {
        if (isa_and_nonnull<NVVM::NVVMDialect, gpu::GPUDialect>(
                inner->getDialect())) {
          inner->emitOpError() << "is not emulated on the CPU in an llvm.func; "
                                  "write the function as func.func";
          return WalkResult::interrupt();
        }
        return WalkResult::advance();
      });
      if (body.wasInterrupted()) {
        return WalkResult::interrupt();
      }
    }
    if (auto function = dyn_cast<func::FuncOp>(op);
        function && function.isExternal()) {
      function.emitError() << "expected a body of the device function '"
                           << function.getName()
                           << "', but got a declaration; an external function "
                              "is declared by llvm.func";
      return WalkResult::interrupt();
    }
    if (auto global = dyn_cast<LLVM::GlobalOp>(op);
        global && global.getAddrSpace() == 3) {
      global.emitOpError() << "in shared memory is not emulated on the CPU; "
                              "write it as a memref.global in the space "
                              "#gpu.address_space<workgroup>";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void ModuleLowering::addContextArguments(func::FuncOp function) {
  SmallVector<Type> types = getContextTypes(function.getContext());
  for (auto [index, type] : llvm::enumerate(types)) {
    function.getBody().insertArgument(index, type, function.getLoc());
  }
  llvm::append_range(types, function.getArgumentTypes());
  // The attributes of arguments are of no use on the CPU.
  function.removeArgAttrsAttr();
  function.setFunctionType(FunctionType::get(function.getContext(), types,
                                             function.getResultTypes()));
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

LogicalResult ModuleLowering::makeHostFunction(gpu::GPUFuncOp kernel) {
  OpBuilder builder(kernel);
  auto function = func::FuncOp::create(
      builder, kernel.getLoc(), kernel.getName(), kernel.getFunctionType());
  function.getBody().takeBody(kernel.getBody());
  Block &entry = function.front();
  unsigned numArguments = kernel.getFunctionType().getNumInputs();
  unsigned numShared = kernel.getNumWorkgroupAttributions();
  unsigned numOwn = numOwnArrays.lookup(kernel.getNameAttr());
  addContextArguments(function);
  OpBuilder atEntry = OpBuilder::atBlockBegin(&entry);
  unsigned first = kNumContextArguments + numArguments;
  for (unsigned i = first, end = entry.getNumArguments(); i != end; ++i) {
    BlockArgument array = entry.getArgument(i);
    auto type = cast<MemRefType>(array.getType());
    Value replacement;
    if (i - first < numShared) {
      FailureOr<int64_t> offset = shared.allocate(type, array.getLoc());
      if (failed(offset)) {
        return failure();
      }
      replacement = shared.makeArray(atEntry, array.getLoc(),
                                     entry.getArgument(0), *offset, type);
      if (i - first >= numOwn) {
        uncheckedArrays.insert(replacement);
      }
    } else {
      replacement = memref::AllocaOp::create(atEntry, array.getLoc(), type);
    }
    array.replaceAllUsesWith(replacement);
  }
  entry.eraseArguments(first, entry.getNumArguments() - first);
  Function &added = functions[function.getSymNameAttr()];
  added.op = function;
  added.isKernel = kernel.isKernel();
  kernel.erase();
  return success();
}

LogicalResult ModuleLowering::lowerOps(Function &function) {
  DeviceOpLowering lowering(function.op, runtime);
  SmallVector<Value> context(
      function.op.getArguments().take_front(kNumContextArguments));
  std::optional<AccessChecker> checker;
  if (sanitize) {
    OpBuilder atEntry = OpBuilder::atBlockBegin(&function.op.front());
    Location location = function.op.getLoc();
    Value thread = lowering.getThreadNumber(atEntry, location);
    runtime.call(atEntry, location, "dtyp_emu_enter_thread",
                 LLVM::LLVMVoidType::get(function.op.getContext()), {thread});
    lowerLocalArrays(function.op, context[0], thread, runtime);
    checker.emplace(context[0], thread, uncheckedArrays, runtime);
  } else {
    inlineAllocaScopes(function.op, /*restoresStack=*/true);
  }
  SmallVector<Operation *> ops;
  function.op.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (op == function.op) {
      continue;
    }
    function.waits |= mayWait(op);
    function.usesCluster |= usesCluster(op);
    if (checker) {
      checker->add(op);
    }
    if (auto call = dyn_cast<func::CallOp>(op)) {
      SmallVector<Value> operands(context);
      llvm::append_range(operands, call.getOperands());
      call->setOperands(operands);
      continue;
    }
    if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
      std::optional<int64_t> offset = shared.lookup(global.getName());
      if (offset) {
        OpBuilder builder(op);
        Value array = shared.makeArray(builder, op->getLoc(), context[0],
                                       *offset, global.getType());
        global.replaceAllUsesWith(array);
        global.erase();
      }
      continue;
    }
    if (failed(lowering.lower(op))) {
      return failure();
    }
  }
  return success();
}

/// Checks what a function of the dialect llvm does, which is not given the
/// context.
void ModuleLowering::addPointerChecks(LLVM::LLVMFuncOp function) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  Location location = function.getLoc();
  Value block =
      runtime.call(builder, location, "dtyp_emu_get_block",
                   LLVM::LLVMPointerType::get(function.getContext()), {});
  Value thread = runtime.call(builder, location, "dtyp_emu_get_thread",
                              builder.getI64Type(), {block});
  lowerLocalArrays(function, block, thread, runtime);
  AccessChecker checker(block, thread, uncheckedArrays, runtime);
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    checker.addPointerChecks(op);
  }
}

/// Finds out whether a thread may wait in the function or those that it calls,
/// and how much of stack their arrays need.
void ModuleLowering::summarize(Function &function) {
  if (function.isVisited) {
    return; // A recursive call counts once.
  }
  function.isVisited = true;
  function.op.walk([&](Operation *op) {
    if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
      MemRefType type = alloca.getType();
      if (type.hasStaticShape()) {
        function.stackBytes +=
            getByteSize(type) +
            static_cast<int64_t>(alloca.getAlignment().value_or(16));
      }
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      auto *callee =
          functions.find(StringAttr::get(op->getContext(), call.getCallee()));
      if (callee != functions.end()) {
        summarize(callee->second);
        function.waits |= callee->second.waits;
        function.usesCluster |= callee->second.usesCluster;
        function.stackBytes += callee->second.stackBytes;
      }
    }
  });
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

void ModuleLowering::moveToModule() {
  for (Operation &op :
       llvm::make_early_inc_range(device.getBody()->getOperations())) {
    // A declaration may be there from another gpu.module.
    if (auto symbol = dyn_cast<SymbolOpInterface>(op);
        symbol && symbol.isDeclaration() &&
        module.lookupSymbol(symbol.getName())) {
      continue;
    }
    op.moveBefore(device);
  }
  device.erase();
}

/// Turns reductions over a block into shuffles and barriers, as the conversion
/// to the nvvm dialect does for the GPU.
LogicalResult ModuleLowering::lowerAllReduce() {
  for (auto kernel : device.getOps<gpu::GPUFuncOp>()) {
    numOwnArrays[kernel.getNameAttr()] = kernel.getNumWorkgroupAttributions();
  }
  RewritePatternSet patterns(device.getContext());
  populateGpuAllReducePatterns(patterns);
  return applyPatternsGreedily(device, std::move(patterns));
}

/// Returns the largest alignment that dynamic shared memory needs.
static int64_t getDynamicAlignment(gpu::GPUModuleOp device) {
  cudax::CudaxDialect::DynamicSharedAlignmentAttrHelper helper(
      device.getContext());
  int64_t alignment = 1;
  device.walk([&](gpu::DynamicSharedMemoryOp op) {
    if (IntegerAttr asked = helper.getAttr(op)) {
      alignment = std::max(alignment, asked.getInt());
    }
  });
  return alignment;
}

LogicalResult ModuleLowering::lower() {
  if (failed(checkContents()) || failed(renameSymbols()) ||
      failed(lowerAllReduce())) {
    return failure();
  }
  int64_t dynamicAlignment = getDynamicAlignment(device);
  for (auto global :
       llvm::make_early_inc_range(device.getOps<memref::GlobalOp>())) {
    if (isSharedArray(global.getType())) {
      if (failed(shared.allocateGlobal(global))) {
        return failure();
      }
      global.erase();
    }
  }
  for (Operation &op :
       llvm::make_early_inc_range(device.getBody()->getOperations())) {
    if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op)) {
      if (failed(makeHostFunction(kernel))) {
        return failure();
      }
    } else if (auto function = dyn_cast<func::FuncOp>(op)) {
      addContextArguments(function);
      functions[function.getSymNameAttr()].op = function;
    }
  }
  for (auto &[name, function] : functions) {
    if (failed(lowerOps(function))) {
      return failure();
    }
  }
  if (sanitize) {
    for (auto function : device.getOps<LLVM::LLVMFuncOp>()) {
      if (!function.isExternal()) {
        addPointerChecks(function);
      }
    }
  }
  for (auto &[name, function] : functions) {
    summarize(function);
  }
  shared.alignEnd(dynamicAlignment);
  for (auto &[name, function] : functions) {
    if (function.isKernel) {
      KernelProperties properties;
      properties.waits = function.waits;
      properties.usesCluster = function.usesCluster;
      properties.isSanitized = sanitize;
      properties.sharedArrays = shared.getArrays().vec();
      properties.sharedBytes = shared.getNumBytes();
      properties.stackBytes = function.stackBytes;
      makeKernelEntry(function.op, properties);
    }
  }
  moveToModule();
  return success();
}

namespace {

struct LowerKernelsPass
    : public mlir::dtyp::emulator::impl::LowerKernelsPassBase<
          LowerKernelsPass> {
  using LowerKernelsPassBase::LowerKernelsPassBase;

  void runOnOperation() override {
    RuntimeCalls runtime(getOperation());
    SmallVector<gpu::GPUModuleOp> devices(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp device : devices) {
      if (failed(ModuleLowering(getOperation(), device, runtime, sanitize)
                     .lower())) {
        return signalPassFailure();
      }
    }
  }
};

} // namespace

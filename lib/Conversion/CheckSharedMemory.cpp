//===- CheckSharedMemory.cpp - Shared memory of kernels -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that compares the arrays in shared memory of a
// kernel, and of the functions that it calls, with what a block has.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "DeviceCodeChecks.h"
#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Cudax/IR/SharedMemoryLimits.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_CHECKSHAREDMEMORYPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

/// The arrays in shared memory that a kernel uses.
class SharedArrays {
public:
  SharedArrays(Operation *kernel, SymbolTable &symbols);

  /// Fails after an error if there are more bytes of static arrays than there
  /// are on any chip.
  LogicalResult verifyStaticBytes();

  /// Fails after an error if `chip` has not as many bytes.
  LogicalResult verifyBytes(StringRef chip);

  bool hasDynamicMemory() const { return usesDynamicMemory; }

private:
  void addFunction(Operation *function, SymbolTable &symbols);
  void addArray(MemRefType type, Location location);
  void attachNotes(InFlightDiagnostic &diagnostic) const;

  Operation *kernel;
  DataLayout layout;
  llvm::SetVector<Operation *> functions;
  llvm::DenseSet<Operation *> globals;
  /// Where static arrays are made, and their sizes.
  SmallVector<std::pair<Location, int64_t>> arrays;
  /// The same of views of dynamic shared memory.
  SmallVector<std::pair<Location, int64_t>> views;
  int64_t staticBytes = 0;
  int64_t dynamicBytes = 0;
  bool usesDynamicMemory = false;
};

} // namespace

SharedArrays::SharedArrays(Operation *kernel, SymbolTable &symbols)
    : kernel(kernel), layout(DataLayout::closest(kernel)) {
  functions.insert(kernel);
  for (size_t i = 0; i < functions.size(); ++i) {
    addFunction(functions[i], symbols);
  }
  CudaxDialect::DynamicSharedBytesAttrHelper helper(kernel->getContext());
  if (IntegerAttr bytes = helper.getAttr(kernel)) {
    dynamicBytes = bytes.getInt();
  }
}

void SharedArrays::addArray(MemRefType type, Location location) {
  if (std::optional<BufferSize> size = getBufferSize(type, layout)) {
    arrays.emplace_back(location, size->bytes);
    staticBytes = llvm::SaturatingAdd(static_cast<uint64_t>(staticBytes),
                                      static_cast<uint64_t>(size->bytes));
  }
}

void SharedArrays::addFunction(Operation *function, SymbolTable &symbols) {
  if (auto gpuFunction = dyn_cast<gpu::GPUFuncOp>(function)) {
    for (BlockArgument array : gpuFunction.getWorkgroupAttributions()) {
      addArray(cast<MemRefType>(array.getType()), array.getLoc());
    }
  }
  function->walk([&](Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
      Operation *called =
          callee ? symbols.lookup(callee.getLeafReference()) : nullptr;
      if (called) {
        functions.insert(called);
      }
    } else if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      auto global = symbols.lookup<memref::GlobalOp>(get.getName());
      if (global && isSharedSpace(global.getType().getMemorySpace()) &&
          globals.insert(global).second) {
        addArray(global.getType(), global.getLoc());
      }
    } else if (isa<gpu::DynamicSharedMemoryOp>(op)) {
      usesDynamicMemory = true;
    } else if (auto view = dyn_cast<memref::ViewOp>(op)) {
      std::optional<BufferSize> size = getBufferSize(view.getType(), layout);
      if (size &&
          view.getSource().getDefiningOp<gpu::DynamicSharedMemoryOp>()) {
        views.emplace_back(view.getLoc(), size->bytes);
      }
    }
  });
}

void SharedArrays::attachNotes(InFlightDiagnostic &diagnostic) const {
  for (auto [location, bytes] : arrays) {
    diagnostic.attachNote(location)
        << "a static array of " << bytes << " bytes is made here";
  }
}

LogicalResult SharedArrays::verifyStaticBytes() {
  if (staticBytes <= kMaxStaticSharedBytes) {
    return success();
  }
  InFlightDiagnostic diagnostic = kernel->emitError();
  diagnostic << "expected at most " << kMaxStaticSharedBytes
             << " bytes of static arrays in shared memory, but kernel "
             << SymbolTable::getSymbolName(kernel)
             << " and the functions that it calls have " << staticBytes
             << "; make some of them dynamic";
  attachNotes(diagnostic);
  return diagnostic;
}

LogicalResult SharedArrays::verifyBytes(StringRef chip) {
  std::optional<int64_t> limit = getMaxSharedBytes(chip);
  if (!limit || staticBytes + dynamicBytes <= *limit) {
    return success();
  }
  InFlightDiagnostic diagnostic = kernel->emitError();
  diagnostic << "expected at most " << *limit
             << " bytes of arrays in shared memory, which a block has on "
             << chip << ", but kernel " << SymbolTable::getSymbolName(kernel)
             << " has " << staticBytes << " bytes of static and "
             << dynamicBytes << " bytes of dynamic arrays";
  attachNotes(diagnostic);
  for (auto [location, bytes] : views) {
    diagnostic.attachNote(location)
        << "a dynamic array of " << bytes << " bytes is made here";
  }
  return diagnostic;
}

namespace {

struct CheckSharedMemoryPass
    : public cudax::impl::CheckSharedMemoryPassBase<CheckSharedMemoryPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<std::string> names = getChips();
    SymbolTable symbols(getOperation());
    Builder builder(&getContext());
    SmallVector<NamedAttribute> limits;
    for (StringRef chip : names) {
      if (std::optional<int64_t> limit = getMaxSharedBytes(chip)) {
        limits.push_back(
            builder.getNamedAttr(chip, builder.getI64IntegerAttr(*limit)));
      }
    }
    bool isValid = true;
    for (Operation &op : getOperation().getOps()) {
      if (!op.hasAttr(gpu::GPUDialect::getKernelFuncAttrName())) {
        continue;
      }
      SharedArrays arrays(&op, symbols);
      if (failed(arrays.verifyStaticBytes())) {
        isValid = false;
        continue;
      }
      for (StringRef chip : names) {
        isValid &= succeeded(arrays.verifyBytes(chip));
      }
      if (arrays.hasDynamicMemory() && !limits.empty()) {
        CudaxDialect::MaxSharedBytesAttrHelper(&getContext())
            .setAttr(&op, builder.getDictionaryAttr(limits));
      }
    }
    if (!isValid) {
      signalPassFailure();
    }
  }

private:
  /// Returns the chips of the option, or those of the module's targets.
  SmallVector<std::string> getChips() {
    SmallVector<std::string> names(chips.begin(), chips.end());
    ArrayAttr targets = getOperation().getTargetsAttr();
    if (!names.empty() || !targets) {
      return names;
    }
    for (Attribute target : targets) {
      if (auto chip = dyn_cast<NVVM::NVVMTargetAttr>(target)) {
        names.push_back(chip.getChip().str());
      }
    }
    return names;
  }
};

} // namespace

//===- PrepareKernels.cpp - Linkage and signatures of device code ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that gives device functions their linkage and
// checks signatures.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_PREPAREKERNELSPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

/// The attribute from which the conversion of func.func takes its linkage.
static constexpr llvm::StringLiteral kLinkageAttrName = "llvm.linkage";

static LogicalResult prepareFunction(func::FuncOp function) {
  if (function.isDeclaration()) {
    return emitError(function.getLoc())
           << "expected a body of '" << function.getName()
           << "', as a func.func in a gpu.module is not linked from elsewhere; "
              "declare an external device function by llvm.func";
  }
  if (!function->hasAttr(kLinkageAttrName)) {
    function->setAttr(
        kLinkageAttrName,
        LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
  }
  return success();
}

/// Checks that PTX can have a function of the name of `function`: LLVM ends the
/// process for one that it cannot.
static LogicalResult verifyName(FunctionOpInterface function) {
  StringRef name = function.getName();
  auto isWordCharacter = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  bool startsLikeName = !name.empty() && !llvm::isDigit(name.front());
  if (startsLikeName && llvm::all_of(name, isWordCharacter)) {
    return success();
  }
  return emitError(function.getLoc())
         << "expected a name of letters, digits, '_' and '$' for a kernel, as "
            "PTX has, but got '"
         << name << "'";
}

/// Checks the type of a kernel's argument that is no memref: LLVM writes PTX of
/// parameters that no assembler takes.
static LogicalResult verifyParameter(gpu::GPUFuncOp function,
                                     BlockArgument argument) {
  Type type = argument.getType();
  if (!type.isIntOrFloat()) {
    return success();
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1 || (width >= 8 && llvm::isPowerOf2_32(width))) {
    return success();
  }
  return emitError(argument.getLoc())
         << "expected a kernel's parameter of 1, 8, 16, 32 or 64 bits, but "
            "argument "
         << argument.getArgNumber() << " of '" << function.getName() << "' is "
         << type << "; pass it as a wider integer";
}

static LogicalResult verifyFunction(gpu::GPUFuncOp function,
                                    bool kernelBarePtr) {
  if (!function.isKernel()) {
    return emitError(function.getLoc())
           << "expected '" << function.getName()
           << "' to be a kernel, as nothing can call a gpu.func; write "
              "func.func for a device function";
  }
  bool isValid = succeeded(verifyName(function));
  for (BlockArgument argument : function.getArguments()) {
    isValid &= succeeded(verifyParameter(function, argument));
    auto type = dyn_cast<BaseMemRefType>(argument.getType());
    if (kernelBarePtr && type &&
        !LLVMTypeConverter::canConvertToBarePtr(type)) {
      isValid = false;
      emitError(argument.getLoc())
          << "expected a memref of static shape, strides and offset for a "
             "kernel that takes bare pointers, but argument "
          << argument.getArgNumber() << " of '" << function.getName() << "' is "
          << type << "; cast the memref in the kernel, or pass descriptors";
    }
  }
  return success(isValid);
}

/// The name by which the conversion to LLVM knows an annotation of a loop, and
/// the one that is written in most places, which it ignores.
static constexpr llvm::StringLiteral kLoopAnnotationAttrName =
    "loop_annotation";
static constexpr llvm::StringLiteral kIgnoredLoopAnnotationAttrName =
    "llvm.loop_annotation";

static void renameLoopAnnotation(Operation *op) {
  Attribute annotation = op->getDiscardableAttr(kIgnoredLoopAnnotationAttrName);
  if (isa_and_present<LLVM::LoopAnnotationAttr>(annotation) &&
      !op->hasAttr(kLoopAnnotationAttrName)) {
    op->removeDiscardableAttr(kIgnoredLoopAnnotationAttrName);
    op->setDiscardableAttr(kLoopAnnotationAttrName, annotation);
  }
}

/// Returns the number of parameters that an argument of `type` becomes where
/// memrefs are passed as descriptors.
static int64_t getParameterCount(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type)) {
    // Two pointers and an offset, then the sizes and the strides.
    return 3 + 2 * memref.getRank();
  }
  // The rank, and a pointer to a descriptor.
  return isa<UnrankedMemRefType>(type) ? 2 : 1;
}

/// Notes which parameters `function` has without aliases, and takes the
/// attribute off the arguments, where upstream warns of it.
static void noteNoAlias(FunctionOpInterface function) {
  if (function.isDeclaration()) {
    return;
  }
  StringRef name = LLVM::LLVMDialect::getNoAliasAttrName();
  SmallVector<int64_t> parameters;
  int64_t next = 0;
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (isa<BaseMemRefType>(argument.getType()) &&
        function.getArgAttr(number, name)) {
      function.removeArgAttr(number, name);
      if (isa<MemRefType>(argument.getType())) {
        parameters.push_back(next + 1);
      }
    }
    next += getParameterCount(argument.getType());
  }
  if (!parameters.empty()) {
    CudaxDialect::NoaliasParametersAttrHelper(function.getContext())
        .setAttr(function,
                 DenseI64ArrayAttr::get(function.getContext(), parameters));
  }
}

/// Takes the mark off a local array that is where each run of its function
/// begins: it need not be moved any more.
static void unmarkLocalArray(memref::AllocaOp alloca,
                             CudaxDialect::LocalArrayAttrHelper mark) {
  Block *block = alloca->getBlock();
  if (block->isEntryBlock() && isa<FunctionOpInterface>(block->getParentOp())) {
    alloca->removeDiscardableAttr(mark.getName());
  }
}

namespace {

struct PrepareKernelsPass
    : public cudax::impl::PrepareKernelsPassBase<PrepareKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    bool isValid = true;
    for (Operation &op : getOperation().getBody()->getOperations()) {
      if (auto function = dyn_cast<func::FuncOp>(op)) {
        isValid &= succeeded(prepareFunction(function));
        noteNoAlias(function);
      } else if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op)) {
        isValid &= succeeded(verifyFunction(kernel, kernelBarePtr));
        if (!kernelBarePtr) {
          noteNoAlias(kernel);
        }
      }
    }
    CudaxDialect::LocalArrayAttrHelper mark(&getContext());
    getOperation()->walk(
        [&](Operation *op) {
          if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
            unmarkLocalArray(alloca, mark);
          }
          if (isa<LoopLikeOpInterface>(op)) {
            renameLoopAnnotation(op);
          }
          if (indexBitwidth != 64 &&
              isa_and_present<nvgpu::NVGPUDialect>(op->getDialect())) {
            isValid = false;
            op->emitError()
                << "expected an index of 64 bits where ops of nvgpu are "
                   "used, but got one of "
                << indexBitwidth.getValue();
          }
        });
    if (!isValid) {
      signalPassFailure();
    }
  }
};

} // namespace

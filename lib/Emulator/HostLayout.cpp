//===- HostLayout.cpp - Types in the memory of the host -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostLayout.h"

#include "mlir/Target/LLVMIR/TypeToLLVM.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/LLVMContext.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

HostLayout mlir::dtyp::emulator::getHostLayout(Type type) {
  llvm::LLVMContext context;
  llvm::Type *translated =
      LLVM::TypeToLLVMIRTranslator(context).translateType(type);
  // As all 64-bit hosts have it.
  llvm::DataLayout layout("i64:64-i128:128");
  HostLayout result;
  result.storeSize = layout.getTypeStoreSize(translated).getFixedValue();
  result.allocSize = layout.getTypeAllocSize(translated).getFixedValue();
  result.alignment =
      static_cast<int64_t>(layout.getABITypeAlign(translated).value());
  return result;
}

//===- VariableAlignment.cpp - The alignment of variables -----------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableAlignment.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// What the widest access of a thread needs.
static constexpr uint64_t kVectorAccessBytes = 16;

void cudax::raiseVariableAlignment(llvm::Module &module) {
  const llvm::DataLayout &layout = module.getDataLayout();
  for (llvm::GlobalVariable &variable : module.globals()) {
    uint64_t size = layout.getTypeAllocSize(variable.getValueType());
    if (variable.isDeclaration() || size == 0) {
      continue;
    }
    llvm::Align alignment(
        std::min(kVectorAccessBytes, llvm::PowerOf2Ceil(size)));
    variable.setAlignment(
        std::max(alignment, variable.getAlign().valueOrOne()));
  }
}

//===- EraseCInterfaces.cpp - Erase C interfaces in device code -----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that erases the C interfaces which upstream
// adds to device functions.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::cudax {
#define GEN_PASS_DEF_ERASECINTERFACESPASS
#include "dtyp/Conversion/Passes.h.inc"
} // namespace mlir::cudax

using namespace mlir;
using namespace mlir::cudax;

namespace {

struct EraseCInterfacesPass
    : public cudax::impl::EraseCInterfacesPassBase<EraseCInterfacesPass> {
  void runOnOperation() override {
    for (auto function : llvm::make_early_inc_range(
             getOperation().getOps<LLVM::LLVMFuncOp>())) {
      if (function.getName().starts_with("_mlir_ciface_") &&
          SymbolTable::symbolKnownUseEmpty(function, getOperation())) {
        function.erase();
      }
    }
  }
};

} // namespace

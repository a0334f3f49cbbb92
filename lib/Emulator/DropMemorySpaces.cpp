//===- DropMemorySpaces.cpp - One memory space for all --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the pass that removes memory spaces.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Emulator/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::dtyp::emulator {
#define GEN_PASS_DEF_DROPMEMORYSPACESPASS
#include "dtyp/Emulator/Passes.h.inc"
} // namespace mlir::dtyp::emulator

using namespace mlir;
using namespace mlir::dtyp;

namespace {

struct DropMemorySpacesPass
    : public emulator::impl::DropMemorySpacesPassBase<DropMemorySpacesPass> {
  void runOnOperation() override {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
      if (!type.getMemorySpace()) {
        return std::nullopt;
      }
      return MemRefType::get(type.getShape(), type.getElementType(),
                             type.getLayout());
    });
    replacer.addReplacement([](UnrankedMemRefType type) -> std::optional<Type> {
      if (!type.getMemorySpace()) {
        return std::nullopt;
      }
      return UnrankedMemRefType::get(type.getElementType(), Attribute());
    });
    replacer.addReplacement(
        [](LLVM::LLVMPointerType type) -> std::optional<Type> {
          if (type.getAddressSpace() == 0) {
            return std::nullopt;
          }
          return LLVM::LLVMPointerType::get(type.getContext());
        });
    replacer.recursivelyReplaceElementsIn(getOperation(),
                                          /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    getOperation()->walk([](Operation *op) {
      if (auto global = dyn_cast<LLVM::GlobalOp>(op)) {
        global.setAddrSpace(0);
      }
      if (isa<memref::MemorySpaceCastOp, LLVM::AddrSpaceCastOp>(op)) {
        op->getResult(0).replaceAllUsesWith(op->getOperand(0));
        op->erase();
      }
    });
  }
};

} // namespace

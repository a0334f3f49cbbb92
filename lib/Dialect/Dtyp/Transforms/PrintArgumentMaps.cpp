//===- PrintArgumentMaps.cpp - Print what became of arguments -------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the printing of the argument maps of kernels.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/Transforms/Passes.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/IR/SymbolTable.h"

namespace mlir::dtyp {
#define GEN_PASS_DEF_PRINTARGUMENTMAPSPASS
#include "dtyp/Dialect/Dtyp/Transforms/Passes.h.inc"
} // namespace mlir::dtyp

using namespace mlir;
using namespace mlir::dtyp;

static void printArgumentMap(ArgumentMapAttr map, llvm::raw_ostream &os) {
  int64_t next = 0;
  for (auto [index, argument] : llvm::enumerate(
           llvm::zip_equal(map.getSourceTypes(), map.getParameterCounts()))) {
    auto [type, count] = argument;
    os << "  argument " << index << ": " << type << " -> ";
    if (count == 0) {
      os << "no parameter";
    } else {
      os << (count == 1 ? "parameter " : "parameters ");
      llvm::interleaveComma(llvm::seq(next, next + count), os);
    }
    os << '\n';
    next += count;
  }
}

void mlir::dtyp::printArgumentMaps(ModuleOp module, llvm::raw_ostream &os) {
  DtypDialect::ArgumentMapAttrHelper helper(module.getContext());
  module.walk([&](Operation *op) {
    ArgumentMapAttr map = helper.getAttr(op);
    if (!map) {
      return;
    }
    auto name = FlatSymbolRefAttr::get(SymbolTable::getSymbolName(op));
    os << "kernel ";
    if (auto parent = op->getParentOfType<SymbolOpInterface>();
        parent && parent.getNameAttr()) {
      os << SymbolRefAttr::get(parent.getNameAttr(), name);
    } else {
      os << name;
    }
    os << '\n';
    printArgumentMap(map, os);
  });
}

namespace {

struct PrintArgumentMapsPass
    : public dtyp::impl::PrintArgumentMapsPassBase<PrintArgumentMapsPass> {
  void runOnOperation() override {
    printArgumentMaps(getOperation(), llvm::errs());
    markAllAnalysesPreserved();
  }
};

} // namespace

//===- RecursiveArrays.cpp - Local arrays in recursion --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the warning of local arrays in functions that call
// themselves.
//
//===----------------------------------------------------------------------===//

#include "RecursiveArrays.h"

#include "LocalArrayDiagnostics.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::cudax;

/// Warns of the arrays in `functions`, which call each other in a cycle.
static void warnOfCycle(const llvm::SetVector<Region *> &functions) {
  SmallVector<Value> arrays;
  SmallVector<Location> calls;
  SymbolTableCollection symbolTables;
  for (Region *function : functions) {
    function->walk([&](Operation *op) {
      if (Value array = getLocalArray(op)) {
        arrays.push_back(array);
      }
      auto call = dyn_cast<CallOpInterface>(op);
      if (!call) {
        return;
      }
      auto callee = dyn_cast_or_null<CallableOpInterface>(
          call.resolveCallableInTable(&symbolTables));
      if (callee && functions.contains(callee.getCallableRegion())) {
        calls.push_back(call.getLoc());
      }
    });
  }
  for (Value array : arrays) {
    InFlightDiagnostic diagnostic =
        emitWarning(array.getLoc())
        << "the function of this local array calls itself: each call in "
           "progress has an array of its own, and no limit of local memory is "
           "checked";
    for (Location call : calls) {
      diagnostic.attachNote(call) << "a call of the cycle is here";
    }
  }
}

void mlir::cudax::warnOfRecursiveArrays(Operation *root) {
  const CallGraph graph(root);
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc) {
    if (!scc.hasCycle()) {
      continue;
    }
    llvm::SetVector<Region *> functions;
    for (const CallGraphNode *node : *scc) {
      if (!node->isExternal()) {
        functions.insert(node->getCallableRegion());
      }
    }
    warnOfCycle(functions);
  }
}

//===- ErasedOps.cpp - Ops that are freed later ---------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Cudax/Transforms/ErasedOps.h"

using namespace mlir;
using namespace mlir::cudax;

void ErasedOps::add(Operation *op) {
  op->dropAllReferences();
  op->remove();
  std::scoped_lock<std::mutex> lock(mutex);
  ops.push_back(op);
}

void ErasedOps::clear() {
  std::scoped_lock<std::mutex> lock(mutex);
  for (Operation *op : ops) {
    op->destroy();
  }
  ops.clear();
}

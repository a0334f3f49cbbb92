//===- ReorderedArrays.cpp - Arrays that change an order ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReorderedArrays.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Whether `load` reads an argument of its function that says that nothing
/// writes to its memory while the function runs.
static bool readsConstantMemory(memref::LoadOp load) {
  Value source = load.getMemRef();
  while (auto view = source.getDefiningOp<ViewLikeOpInterface>()) {
    source = view.getViewSource();
  }
  auto argument = dyn_cast<BlockArgument>(source);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : nullptr;
  return function &&
         argument.getOwner() == &function.getFunctionBody().front() &&
         function.getArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getNoAliasAttrName()) &&
         function.getArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getReadonlyAttrName());
}

/// Returns the outermost loop of the nest around `access` that consists of
/// nothing but loops, and multiplies `numAccesses` by their iterations.
static scf::ForOp
getNest(Operation *access, uint64_t &numAccesses,
        function_ref<std::optional<uint64_t>(scf::ForOp)> getTripCount) {
  scf::ForOp nest;
  auto loop = dyn_cast<scf::ForOp>(access->getParentOp());
  while (loop) {
    std::optional<uint64_t> tripCount = getTripCount(loop);
    if (!tripCount) {
      break;
    }
    numAccesses = llvm::SaturatingMultiply(numAccesses, *tripCount);
    nest = loop;
    loop = dyn_cast<scf::ForOp>(loop->getParentOp());
  }
  return nest;
}

/// Whether the ops in `nest`, but for its loops, have no regions: unrolled, it
/// is one block.
static bool isStraight(scf::ForOp nest) {
  return !nest.walk([](Operation *op) {
                return op->getNumRegions() != 0 && !isa<scf::ForOp>(op)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

bool cudax::isReordering(
    memref::AllocaOp array,
    function_ref<std::optional<uint64_t>(scf::ForOp)> getTripCount) {
  memref::StoreOp store;
  memref::LoadOp read;
  for (Operation *user : array->getUsers()) {
    if (auto op = dyn_cast<memref::StoreOp>(user); op && !store) {
      store = op;
    } else if (auto op = dyn_cast<memref::LoadOp>(user); op && !read) {
      read = op;
    } else {
      return false;
    }
  }
  if (!store || !read) {
    return false;
  }
  auto load = store.getValueToStore().getDefiningOp<memref::LoadOp>();
  if (!load || !load->hasOneUse() || !read->hasOneUse() ||
      !readsConstantMemory(load)) {
    return false;
  }

  auto numElements = static_cast<uint64_t>(array.getType().getNumElements());
  uint64_t numStores = 1, numReads = 1;
  scf::ForOp writing = getNest(store, numStores, getTripCount);
  scf::ForOp reading = getNest(read, numReads, getTripCount);
  if (!writing || !reading || load->getParentOp() != store->getParentOp() ||
      numStores > numElements || numReads > numElements ||
      writing->getBlock() != reading->getBlock() ||
      !writing->isBeforeInBlock(reading)) {
    return false;
  }
  for (Operation *op = writing->getNextNode(); op != reading;
       op = op->getNextNode()) {
    if (op->getNumRegions() != 0) {
      return false;
    }
  }
  return isStraight(writing) && isStraight(reading);
}

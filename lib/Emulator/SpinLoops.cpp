//===- SpinLoops.cpp - Loops that wait for other threads ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpinLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// Whether an atomic update by that value changes what it finds, so that a loop
/// of it alone makes progress.
static bool alwaysChanges(arith::AtomicRMWKind kind, Value value) {
  return (kind == arith::AtomicRMWKind::addi ||
          kind == arith::AtomicRMWKind::addf) &&
         !matchPattern(value, m_Zero()) &&
         !matchPattern(value, m_AnyZeroFloat());
}

static bool alwaysChanges(LLVM::AtomicBinOp kind, Value value) {
  return (kind == LLVM::AtomicBinOp::add || kind == LLVM::AtomicBinOp::sub ||
          kind == LLVM::AtomicBinOp::fadd || kind == LLVM::AtomicBinOp::fsub ||
          kind == LLVM::AtomicBinOp::uinc_wrap ||
          kind == LLVM::AtomicBinOp::udec_wrap) &&
         !matchPattern(value, m_Zero()) &&
         !matchPattern(value, m_AnyZeroFloat());
}

/// Whether what a thread expects to find comes from memory: then it tries to
/// update what it has read, and fails only if another does.
static bool isRetry(LLVM::AtomicCmpXchgOp op) {
  llvm::SetVector<Value> sources;
  sources.insert(op.getCmp());
  for (size_t i = 0; i != sources.size(); ++i) {
    Operation *source = sources[i].getDefiningOp();
    if (!source) {
      // A block argument: what the last try has found.
      if (!isa<FunctionOpInterface>(
              cast<BlockArgument>(sources[i]).getOwner()->getParentOp())) {
        return true;
      }
      continue;
    }
    if (!isMemoryEffectFree(source)) {
      return true;
    }
    sources.insert(source->operand_begin(), source->operand_end());
  }
  return false;
}

/// Whether `op` can see another thread's write and does nothing that another
/// would not wait for. What plain reads give need not change, on a GPU either.
static bool readsAnew(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
    return load.getVolatile_() ||
           load.getOrdering() != LLVM::AtomicOrdering::not_atomic;
  }
  if (auto update = dyn_cast<memref::AtomicRMWOp>(op)) {
    return !alwaysChanges(update.getKind(), update.getValue());
  }
  if (auto update = dyn_cast<LLVM::AtomicRMWOp>(op)) {
    return !alwaysChanges(update.getBinOp(), update.getVal());
  }
  if (auto exchange = dyn_cast<LLVM::AtomicCmpXchgOp>(op)) {
    return !isRetry(exchange);
  }
  return isa<memref::GenericAtomicRMWOp>(op);
}

/// Whether control can come back to a block.
static bool isInCycle(Block *block) {
  llvm::SetVector<Block *> reached(block->succ_begin(), block->succ_end());
  for (size_t i = 0; i != reached.size(); ++i) {
    reached.insert(reached[i]->succ_begin(), reached[i]->succ_end());
  }
  return reached.contains(block);
}

/// Adds to `values` what the user of `use` makes of it. Returns whether the
/// user decides by it whether a loop goes on.
static bool visitUse(OpOperand &use, llvm::SetVector<Value> &values) {
  Operation *user = use.getOwner();
  if (auto condition = dyn_cast<scf::ConditionOp>(user);
      condition && condition.getCondition() == use.get()) {
    return true;
  }
  if (auto branch = dyn_cast<BranchOpInterface>(user)) {
    if (auto argument =
            branch.getSuccessorBlockArgument(use.getOperandNumber())) {
      values.insert(*argument);
      return false;
    }
    return isInCycle(user->getBlock());
  }
  if (auto branch = dyn_cast<RegionBranchTerminatorOpInterface>(user)) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(
        SmallVector<Attribute>(user->getNumOperands(), Attribute()),
        successors);
    for (RegionSuccessor &successor : successors) {
      for (auto [operand, input] :
           llvm::zip(branch.getSuccessorOperands(successor),
                     successor.getSuccessorInputs())) {
        if (operand == use.get()) {
          values.insert(input);
        }
      }
    }
    return false;
  }
  // A branch decides what it yields, and what its regions do.
  values.insert(user->result_begin(), user->result_end());
  return false;
}

bool mlir::dtyp::emulator::isSpinRead(Operation *op) {
  if (!readsAnew(op)) {
    return false;
  }
  llvm::SetVector<Value> values(op->result_begin(), op->result_end());
  for (size_t i = 0; i != values.size(); ++i) {
    for (OpOperand &use : values[i].getUses()) {
      if (visitUse(use, values)) {
        return true;
      }
    }
  }
  return false;
}

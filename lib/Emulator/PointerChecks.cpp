//===- PointerChecks.cpp - Calls that check accesses by pointers ----------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the checks of the ops of the dialect llvm.
//
//===----------------------------------------------------------------------===//

#include "AccessChecks.h"

#include "HostLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::dtyp::emulator;

/// Returns where the memory comes from that a pointer is computed from.
static Location getOrigin(Value pointer) {
  while (Operation *op = pointer.getDefiningOp()) {
    if (!isa<LLVM::GEPOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp>(op)) {
      break;
    }
    pointer = op->getOperand(0);
  }
  return pointer.getLoc();
}

/// Volatile accesses are made like atomic ones on a GPU (PTX ISA, "Volatile
/// Operation": relaxed ones in the scope of the system).
template <typename Op>
static bool isStrong(Op op) {
  return op.getVolatile_() ||
         op.getOrdering() != LLVM::AtomicOrdering::not_atomic;
}

void AccessChecker::checkPointer(Operation *op, Value pointer, Value numBytes,
                                 int64_t alignment, AccessKind kind) {
  // What was made of the context of the block is no memory of the kernel.
  Value base = pointer;
  while (auto gep = base.getDefiningOp<LLVM::GEPOp>()) {
    base = gep.getBase();
  }
  if (base == block) {
    return;
  }
  OpBuilder builder(op);
  Location location = op->getLoc();
  Type i64 = builder.getI64Type();
  Value address = LLVM::PtrToIntOp::create(builder, location, i64, pointer);
  if (numBytes.getType() != i64) {
    numBytes = arith::ExtUIOp::create(builder, location, i64, numBytes);
  }
  checkBytes(builder, location, address, numBytes, alignment, kind,
             getOrigin(pointer));
}

void AccessChecker::checkValue(Operation *op, Value pointer, Type type,
                               int64_t alignment, AccessKind kind) {
  HostLayout layout = getHostLayout(type);
  OpBuilder builder(op);
  checkPointer(op, pointer, makeI64(builder, op->getLoc(), layout.storeSize),
               alignment == 0 ? layout.alignment : alignment, kind);
}

void AccessChecker::addPointerChecks(Operation *op) {
  auto getAlignment = [](auto access) {
    return static_cast<int64_t>(access.getAlignment().value_or(0));
  };
  OpBuilder builder(op);
  auto makeLength = [&](IntegerAttr length) {
    return makeI64(builder, op->getLoc(), length.getInt());
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LLVM::AddressOfOp addressOf) {
        auto global = dyn_cast_or_null<LLVM::GlobalOp>(
            SymbolTable::lookupNearestSymbolFrom(
                op, addressOf.getGlobalNameAttr()));
        if (!global) {
          return;
        }
        builder.setInsertionPointAfter(op);
        Value address = LLVM::PtrToIntOp::create(
            builder, op->getLoc(), builder.getI64Type(), addressOf.getResult());
        addConstant(builder, op->getLoc(), address,
                    getHostLayout(global.getType()).allocSize);
      })
      .Case([&](LLVM::LoadOp load) {
        checkValue(op, load.getAddr(), load.getType(), getAlignment(load),
                   isStrong(load) ? AccessKind::AtomicRead : AccessKind::Read);
      })
      .Case([&](LLVM::StoreOp store) {
        checkValue(op, store.getAddr(), store.getValue().getType(),
                   getAlignment(store),
                   isStrong(store) ? AccessKind::AtomicWrite
                                   : AccessKind::Write);
      })
      .Case([&](LLVM::AtomicRMWOp atomic) {
        checkValue(op, atomic.getPtr(), atomic.getVal().getType(),
                   getAlignment(atomic), AccessKind::AtomicUpdate);
      })
      .Case([&](LLVM::AtomicCmpXchgOp atomic) {
        checkValue(op, atomic.getPtr(), atomic.getVal().getType(),
                   getAlignment(atomic), AccessKind::AtomicUpdate);
      })
      .Case<LLVM::MemcpyOp, LLVM::MemmoveOp>([&](auto copy) {
        checkPointer(op, copy.getSrc(), copy.getLen(), 1, AccessKind::Read);
        checkPointer(op, copy.getDst(), copy.getLen(), 1, AccessKind::Write);
      })
      .Case([&](LLVM::MemcpyInlineOp copy) {
        Value length = makeLength(copy.getLenAttr());
        checkPointer(op, copy.getSrc(), length, 1, AccessKind::Read);
        checkPointer(op, copy.getDst(), length, 1, AccessKind::Write);
      })
      .Case([&](LLVM::MemsetOp fill) {
        checkPointer(op, fill.getDst(), fill.getLen(), 1, AccessKind::Write);
      })
      .Case([&](LLVM::MemsetInlineOp fill) {
        checkPointer(op, fill.getDst(), makeLength(fill.getLenAttr()), 1,
                     AccessKind::Write);
      });
}

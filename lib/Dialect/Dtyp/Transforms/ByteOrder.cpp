//===- ByteOrder.cpp - Numbers in another byte order ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the change of a number's byte order.
//
//===----------------------------------------------------------------------===//

#include "ByteOrder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::dtyp;

Value mlir::dtyp::swapBytes(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<IntegerType>(value.getType());
  auto constant = [&](const APInt &bits) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, bits));
  };
  unsigned width = type.getWidth();
  // Halves are swapped, then their halves, down to bytes.
  for (unsigned half = width / 2; half >= 8; half /= 2) {
    APInt mask = APInt::getSplat(width, APInt::getLowBitsSet(2 * half, half));
    Value distance = constant(APInt(width, half));
    Value low = arith::AndIOp::create(builder, loc, value, constant(mask));
    Value high = arith::ShRUIOp::create(builder, loc, value, distance);
    high = arith::AndIOp::create(builder, loc, high, constant(mask));
    low = arith::ShLIOp::create(builder, loc, low, distance);
    value = arith::OrIOp::create(builder, loc, low, high);
  }
  return value;
}

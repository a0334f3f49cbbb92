//===- TimeCasts.cpp - Lower casts of times -------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements casts of datetimes and timedeltas to another unit by
// ops.
//
//===----------------------------------------------------------------------===//

#include "CastLowering.h"

#include "dtyp/Dialect/Dtyp/IR/TimeConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// Builds ops on 64-bit integers.
class OpArithmetic {
public:
  using Number = Value;
  using Condition = Value;

  explicit OpArithmetic(ImplicitLocOpBuilder &builder) : builder(builder) {}

  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
  }
  Value add(Value left, Value right) {
    return arith::AddIOp::create(builder, left, right);
  }
  Value subtract(Value left, Value right) {
    return arith::SubIOp::create(builder, left, right);
  }
  Value multiply(Value left, int64_t right) {
    return arith::MulIOp::create(builder, left, constant(right));
  }
  Value divide(Value left, int64_t right) {
    return arith::DivSIOp::create(builder, left, constant(right));
  }
  Value remainder(Value left, int64_t right) {
    return arith::RemSIOp::create(builder, left, constant(right));
  }
  Value isLess(Value left, int64_t right) {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, left,
                                 constant(right));
  }
  Value isEqual(Value left, int64_t right) {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, left,
                                 constant(right));
  }
  Value select(Value condition, Value left, Value right) {
    return arith::SelectOp::create(builder, condition, left, right);
  }

private:
  ImplicitLocOpBuilder &builder;
};

} // namespace

Value mlir::dtyp::castTime(ImplicitLocOpBuilder &builder, Value value,
                           UnitMultiple source, UnitMultiple target,
                           bool isTimedelta) {
  return TimeConversion<OpArithmetic>(OpArithmetic(builder))
      .convert(value, source, target, isTimedelta);
}

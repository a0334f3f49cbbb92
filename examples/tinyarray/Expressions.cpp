//===- Expressions.cpp - Parsing expressions ------------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tiny;

const Symbol *Parser::lookup(const Token &name) {
  auto found = symbols.find(name.text);
  if (found == symbols.end()) {
    emitError(name.loc) << "expected a name that is known, but got '"
                        << name.text << "'";
    return nullptr;
  }
  return &found->second;
}

const Symbol *Parser::lookupArray(const Token &name) {
  const Symbol *symbol = lookup(name);
  if (symbol && !isa<MemRefType>(symbol->value.getType())) {
    emitError(name.loc) << "expected an array, but got '" << name.text << "'";
    return nullptr;
  }
  return symbol;
}

Value Parser::toNumber(Value value, Location loc) {
  if (!value.getType().isIndex()) {
    return value;
  }
  Type i64 = builder.getI64Type();
  value = arith::IndexCastOp::create(builder, loc, i64, value);
  return dtyp::CastOp::create(builder, loc, value, i64, builder.getF32Type());
}

Value Parser::buildArithmetic(const Token &op, Value lhs, Value rhs) {
  bool isIndex = lhs.getType().isIndex() && rhs.getType().isIndex();
  if (!isIndex) {
    lhs = toNumber(lhs, op.loc);
    rhs = toNumber(rhs, op.loc);
  }
  auto build = [&](auto index, auto number) -> Value {
    return isIndex
               ? decltype(index)::create(builder, op.loc, lhs, rhs).getResult()
               : decltype(number)::create(builder, op.loc, lhs, rhs)
                     .getResult();
  };
  switch (op.text[0]) {
  case '+':
    return build(arith::AddIOp(), arith::AddFOp());
  case '-':
    return build(arith::SubIOp(), arith::SubFOp());
  case '*':
    return build(arith::MulIOp(), arith::MulFOp());
  default:
    return build(arith::DivSIOp(), arith::DivFOp());
  }
}

Value Parser::buildLoad(const Symbol &array, Value index, Location loc) {
  Value element = dtyp::LoadOp::create(
      builder, loc, array.dtype.getValueType(), array.value, index,
      ValueRange(), builder.getArrayAttr({}), TypeAttr::get(array.dtype));
  return dtyp::CastOp::create(builder, loc, element, array.dtype,
                              builder.getF32Type());
}

Value Parser::parseExpression() {
  llvm::SaveAndRestore level(depth, depth + 1);
  Value lhs = succeeded(checkDepth()) ? parseTerm() : Value();
  while (lhs && (isNext("+") || isNext("-"))) {
    Token op = advance();
    Value rhs = parseTerm();
    lhs = rhs ? buildArithmetic(op, lhs, rhs) : Value();
  }
  return lhs;
}

Value Parser::parseTerm() {
  Value lhs = parseFactor();
  while (lhs && (isNext("*") || isNext("/"))) {
    Token op = advance();
    Value rhs = parseFactor();
    lhs = rhs ? buildArithmetic(op, lhs, rhs) : Value();
  }
  return lhs;
}

Value Parser::parseIndex() {
  Location loc = token.loc;
  Value value = parseExpression();
  if (value && !value.getType().isIndex()) {
    emitError(loc) << "expected an index, but got a number; write index(...)";
    return {};
  }
  return value;
}

Value Parser::parseFactor() {
  Location loc = token.loc;
  if (token.kind == Token::Integer) {
    FailureOr<int64_t> value = parseInteger();
    return succeeded(value)
               ? arith::ConstantIndexOp::create(builder, loc, *value)
               : Value();
  }
  if (token.kind == Token::Float) {
    double value = 0;
    advance().text.getAsDouble(value);
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(value));
  }
  if (consumeIf("thread")) {
    return gpu::GlobalIdOp::create(builder, loc, gpu::Dimension::x);
  }
  bool isLength = consumeIf("len"), isIndex = !isLength && consumeIf("index");
  if (isLength || isIndex || isNext("(")) {
    Value value;
    if (failed(expect("("))) {
      return {};
    }
    if (isLength) {
      FailureOr<Token> name = expectToken(Token::Name, "an array");
      const Symbol *array = succeeded(name) ? lookupArray(*name) : nullptr;
      if (array) {
        value = memref::DimOp::create(builder, loc, array->value, 0);
      }
    } else {
      value = parseExpression();
    }
    if (value && isIndex && !value.getType().isIndex()) {
      Type f32 = builder.getF32Type(), i64 = builder.getI64Type();
      value = dtyp::CastOp::create(builder, loc, value, f32, i64);
      value = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         value);
    }
    return value && succeeded(expect(")")) ? value : Value();
  }
  FailureOr<Token> name = expectToken(Token::Name, "an expression");
  if (failed(name)) {
    return {};
  }
  if (consumeIf("[")) {
    const Symbol *array = lookupArray(*name);
    Value index = array ? parseIndex() : Value();
    return index && succeeded(expect("]")) ? buildLoad(*array, index, loc)
                                           : Value();
  }
  const Symbol *symbol = lookup(*name);
  if (!symbol || symbol->value.getType().isIndex() ||
      symbol->value.getType().isF32()) {
    return symbol ? symbol->value : Value();
  }
  emitError(loc) << "expected an index or a number, but got '" << name->text
                 << "'";
  return {};
}

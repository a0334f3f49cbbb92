//===- Frontend.cpp - From source to dtyp, cudax and gpu ------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "dtyp/Dialect/Cudax/IR/Cudax.h"
#include "dtyp/Dialect/Dtyp/IR/DTypeSpec.h"
#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"
#include "dtyp/Support/DTypeParser.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tiny;
using dtyp::DTypeInterface;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

InFlightDiagnostic Parser::errorExpected(const Twine &what) {
  InFlightDiagnostic error = emitError(token.loc) << "expected " << what;
  return token.kind == Token::End
             ? std::move(error << ", but the file ends")
             : std::move(error << ", but got '" << token.text << "'");
}

LogicalResult Parser::expect(StringRef text) {
  return consumeIf(text) ? success() : errorExpected("'" + text + "'");
}

FailureOr<Token> Parser::expectToken(Token::Kind kind, StringRef what) {
  if (token.kind != kind) {
    return errorExpected(what);
  }
  return advance();
}

LogicalResult Parser::checkDepth() {
  // The parser calls itself, and has a stack of the usual size.
  constexpr unsigned kMaxDepth = 256;
  return depth <= kMaxDepth ? success()
                            : emitError(token.loc)
                                  << "expected at most " << kMaxDepth
                                  << " blocks and expressions in each other";
}

FailureOr<int64_t> Parser::parseInteger() {
  int64_t value = 0;
  if (token.kind != Token::Integer || token.text.getAsInteger(10, value)) {
    return errorExpected("an integer of at most 63 bits");
  }
  advance();
  return value;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

DTypeInterface Parser::parseDType() {
  Location loc = token.loc;
  auto emitHere = [&] { return emitError(loc); };
  Type type;
  if (consumeIf("fixed")) {
    FailureOr<int64_t> fraction = failure();
    if (failed(expect("(")) || failed(fraction = parseInteger()) ||
        failed(expect(")"))) {
      return {};
    }
    // What is larger than the parameter of the type is refused as this is.
    fraction = std::min<int64_t>(*fraction, UINT32_MAX);
    type = FixedType::getChecked(emitHere, builder.getContext(), *fraction);
  } else if (token.kind != Token::Name && token.kind != Token::String) {
    errorExpected("a dtype");
    return {};
  } else if (auto found = classes.find(token.text); found != classes.end()) {
    advance();
    type = found->second.getProvidedDType();
  } else {
    dtyp::Result<dtyp::NumPyDType> spelled =
        dtyp::parseGPUDType(advance().text.str());
    if (!spelled) {
      emitError(loc) << spelled.error().message;
      return {};
    }
    type = dtyp::getDType(builder.getContext(), *spelled, emitHere);
  }
  auto dtype = dyn_cast_or_null<DTypeInterface>(type);
  if (dtype && !dtype.getSubArrayShape().empty()) {
    emitError(loc) << "expected a dtype without a shape, but got "
                   << dtype.getDTypeName();
    return {};
  }
  return dtype;
}

LogicalResult Parser::parseClass() {
  FailureOr<Token> name = expectToken(Token::Name, "the name of a class");
  DTypeInterface dtype;
  if (failed(name) || failed(expect("{")) || failed(expect("dtype")) ||
      failed(expect("=")) || !(dtype = parseDType())) {
    return failure();
  }
  auto type = ObjectType::get(builder.getContext(), name->text, dtype);
  if (!classes.try_emplace(name->text, type).second) {
    return emitError(name->loc)
           << "expected a new class, but got '" << name->text << "' again";
  }
  return expect("}");
}

/// Parses what stands behind the name of a parameter. Returns its type.
Type Parser::parseParameterType(Parameter &parameter) {
  auto found = classes.find(token.text);
  DTypeInterface dtype = parseDType();
  parameter.isArray = dtype && consumeIf("[");
  if (!dtype || (parameter.isArray && failed(expect("]")))) {
    return {};
  }
  if (!parameter.isArray && found != classes.end()) {
    return found->second;
  }
  parameter.dtype = dtype;
  return parameter.isArray
             ? MemRefType::get(ShapedType::kDynamic, dtype.getStorageType())
             : dtype.getValueType();
}

LogicalResult Parser::parseKernel() {
  FailureOr<Token> name = expectToken(Token::Name, "the name of a kernel");
  if (failed(name) || failed(expect("("))) {
    return failure();
  }
  std::vector<Parameter> parameters;
  SmallVector<Type> types;
  while (!consumeIf(")")) {
    Type type;
    FailureOr<Token> parameter = failure();
    if ((!types.empty() && failed(expect(","))) ||
        failed(parameter =
                   expectToken(Token::Name, "the name of a parameter")) ||
        failed(expect(":"))) {
      return failure();
    }
    if (llvm::any_of(parameters, [&](const Parameter &other) {
          return other.name == parameter->text;
        })) {
      return emitError(parameter->loc) << "expected a new parameter, but got '"
                                       << parameter->text << "' again";
    }
    parameters.push_back({parameter->text.str(), parameter->loc, {}});
    if (!(type = parseParameterType(parameters.back()))) {
      return failure();
    }
    types.push_back(type);
  }

  OpBuilder::InsertionGuard guard(builder);
  auto kernel = gpu::GPUFuncOp::create(builder, name->loc, name->text,
                                       builder.getFunctionType(types, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  symbols.clear();
  for (auto [parameter, argument] :
       llvm::zip_equal(parameters, kernel.getArguments())) {
    argument.setLoc(parameter.loc);
    Value value = argument;
    if (parameter.dtype && !parameter.isArray) {
      value = dtyp::CastOp::create(builder, parameter.loc, argument,
                                   parameter.dtype, builder.getF32Type());
    }
    symbols[parameter.name] = {value, parameter.dtype};
  }
  if (failed(parseBlock())) {
    return failure();
  }
  gpu::ReturnOp::create(builder, name->loc);
  // An object is no parameter of the kernel that is launched.
  llvm::erase_if(parameters, [](Parameter &each) { return !each.dtype; });
  kernels.push_back({name->text.str(), name->loc, std::move(parameters)});
  return success();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

LogicalResult Parser::parseBlock() {
  llvm::SaveAndRestore level(depth, depth + 1);
  if (failed(checkDepth()) || failed(expect("{"))) {
    return failure();
  }
  llvm::StringMap<Symbol> outer = symbols;
  while (!consumeIf("}")) {
    if (failed(parseStatement())) {
      return failure();
    }
  }
  symbols = std::move(outer);
  return success();
}

LogicalResult Parser::parseStatement() {
  Location loc = token.loc;
  if (consumeIf("local")) {
    return parseLocal();
  }
  if (consumeIf("for")) {
    return parseFor(loc);
  }
  if (consumeIf("if")) {
    return parseIf(loc);
  }
  if (!consumeIf("let")) {
    return parseAssignment();
  }
  FailureOr<Token> name = expectToken(Token::Name, "the name of a value");
  if (failed(name) || failed(expect("="))) {
    return failure();
  }
  Value value = parseExpression();
  symbols[name->text] = {value, {}};
  return success(value != nullptr);
}

LogicalResult Parser::parseLocal() {
  FailureOr<Token> name = expectToken(Token::Name, "the name of an array");
  FailureOr<int64_t> size = failure();
  if (failed(name) || failed(expect("[")) || failed(size = parseInteger()) ||
      failed(expect("]")) || failed(expect("dtype"))) {
    return failure();
  }
  // An object stands for the dtype that it provides: dtyp asks its type.
  DTypeInterface dtype;
  Value source;
  if (auto object = symbols.find(token.text); object != symbols.end()) {
    Location loc = advance().loc;
    source = object->second.value;
    auto provider =
        dtyp::verifyProvider(source.getType(), [&] { return emitError(loc); });
    if (!provider) {
      return failure();
    }
    dtype = cast<DTypeInterface>(provider.getProvidedDType());
  } else {
    if (!(dtype = parseDType())) {
      return failure();
    }
    source = dtyp::ConstantOp::create(
        builder, name->loc, dtyp::DTypeType::get(builder.getContext(), dtype),
        TypeAttr::get(dtype));
  }
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Private);
  Type type = MemRefType::get(*size, dtype.getStorageType(),
                              MemRefLayoutAttrInterface(), space);
  Value array = cudax::LocalAllocaOp::create(builder, name->loc, type, source,
                                             ValueRange(), *size,
                                             /*alignment=*/nullptr);
  symbols[name->text] = {array, dtype};
  return success();
}

LogicalResult Parser::parseFor(Location loc) {
  FailureOr<Token> name = expectToken(Token::Name, "the name of an index");
  Value first, last;
  if (failed(name) || failed(expect("in")) || !(first = parseIndex()) ||
      failed(expect("..")) || !(last = parseIndex())) {
    return failure();
  }
  Value step = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(builder, loc, first, last, step);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  symbols[name->text] = {loop.getInductionVar(), {}};
  return parseBlock();
}

LogicalResult Parser::parseIf(Location loc) {
  Value lhs, rhs;
  if (!(lhs = parseExpression()) || failed(expect("<")) ||
      !(rhs = parseExpression())) {
    return failure();
  }
  Value condition;
  if (lhs.getType().isIndex() && rhs.getType().isIndex()) {
    condition = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                      lhs, rhs);
  } else {
    condition = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                      toNumber(lhs, loc), toNumber(rhs, loc));
  }
  auto branch = scf::IfOp::create(builder, loc, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  return parseBlock();
}

LogicalResult Parser::parseAssignment() {
  FailureOr<Token> name = expectToken(Token::Name, "a statement");
  const Symbol *array = nullptr;
  Value index;
  if (failed(name) || !(array = lookupArray(*name)) || failed(expect("[")) ||
      !(index = parseIndex()) || failed(expect("]"))) {
    return failure();
  }
  Location loc = token.loc;
  bool isUpdate = consumeIf("+=");
  Value value;
  if ((!isUpdate && failed(expect("="))) || !(value = parseExpression())) {
    return failure();
  }
  if (isUpdate) {
    value = arith::AddFOp::create(builder, loc, buildLoad(*array, index, loc),
                                  toNumber(value, loc));
  }
  // The cast is NumPy's, or that of the dtype's own dialect.
  Value element = dtyp::CastOp::create(builder, loc, toNumber(value, loc),
                                       builder.getF32Type(), array->dtype);
  dtyp::StoreOp::create(builder, loc, element, array->value, index,
                        ValueRange(), builder.getArrayAttr({}),
                        TypeAttr::get(array->dtype));
  return success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

FailureOr<Program> Parser::parse() {
  Program program;
  program.module = ModuleOp::create(token.loc);
  builder.setInsertionPointToEnd(program.module->getBody());
  auto module = gpu::GPUModuleOp::create(builder, token.loc, "kernels");
  builder.setInsertionPointToEnd(module.getBody());
  while (token.kind != Token::End) {
    bool isKernel = isNext("kernel");
    if (!isKernel && !isNext("class")) {
      return errorExpected("'class' or 'kernel'");
    }
    advance();
    if (failed(isKernel ? parseKernel() : parseClass())) {
      return failure();
    }
  }
  // What dtyp and cudax refuse is reported where it stands in the source.
  if (failed(verify(*program.module))) {
    return failure();
  }
  program.kernels = std::move(kernels);
  return program;
}

FailureOr<Program> tiny::parseProgram(MLIRContext *context, StringRef file,
                                      StringRef source) {
  context->loadDialect<TinyDialect, dtyp::DtypDialect, cudax::CudaxDialect,
                       arith::ArithDialect, gpu::GPUDialect,
                       memref::MemRefDialect, scf::SCFDialect>();
  return Parser(context, file, source).parse();
}

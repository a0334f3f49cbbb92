//===- Parser.h - Parsing a source ---------------------------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYARRAY_PARSER_H
#define TINYARRAY_PARSER_H

#include "Frontend.h"
#include "Lexer.h"
#include "TinyDialect.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SaveAndRestore.h"

namespace tiny {

/// What a name stands for: an index, a float32, an object, or an array and the
/// dtype of its elements.
struct Symbol {
  mlir::Value value;
  mlir::dtyp::DTypeInterface dtype;
};

/// Parses a source, and builds the IR of a kernel while it does.
class Parser {
public:
  Parser(mlir::MLIRContext *context, llvm::StringRef file,
         llvm::StringRef source)
      : lexer(context, file, source), token(lexer.next()), builder(context) {}

  mlir::FailureOr<Program> parse();

private:
  // Words. An expected one that is not there is an error.
  bool isNext(llvm::StringRef text) const {
    return token.kind != Token::String && token.text == text;
  }
  bool consumeIf(llvm::StringRef text) {
    return isNext(text) && (advance(), true);
  }
  Token advance() { return std::exchange(token, lexer.next()); }
  mlir::InFlightDiagnostic errorExpected(const llvm::Twine &what);
  mlir::LogicalResult expect(llvm::StringRef text);
  mlir::FailureOr<Token> expectToken(Token::Kind kind, llvm::StringRef what);
  mlir::FailureOr<int64_t> parseInteger();
  mlir::LogicalResult checkDepth();

  // Declarations. Null after an error.
  mlir::dtyp::DTypeInterface parseDType();
  mlir::Type parseParameterType(Parameter &parameter);
  mlir::LogicalResult parseClass();
  mlir::LogicalResult parseKernel();

  // Statements.
  mlir::LogicalResult parseBlock();
  mlir::LogicalResult parseStatement();
  mlir::LogicalResult parseLocal();
  mlir::LogicalResult parseFor(mlir::Location loc);
  mlir::LogicalResult parseIf(mlir::Location loc);
  mlir::LogicalResult parseAssignment();

  // Expressions. Null after an error.
  mlir::Value parseExpression();
  mlir::Value parseTerm();
  mlir::Value parseFactor();
  mlir::Value parseIndex();
  const Symbol *lookup(const Token &name);
  const Symbol *lookupArray(const Token &name);
  mlir::Value toNumber(mlir::Value value, mlir::Location loc);
  mlir::Value buildArithmetic(const Token &op, mlir::Value lhs,
                              mlir::Value rhs);
  mlir::Value buildLoad(const Symbol &array, mlir::Value index,
                        mlir::Location loc);

  Lexer lexer;
  Token token;
  mlir::OpBuilder builder;
  /// How many blocks and expressions the parser is in.
  unsigned depth = 0;
  /// The object types of the classes.
  llvm::StringMap<ObjectType> classes;
  llvm::StringMap<Symbol> symbols;
  std::vector<Kernel> kernels;
};

} // namespace tiny

#endif // TINYARRAY_PARSER_H

//===- Lexer.cpp - The words of a kernel's source -------------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tiny;

static bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

StringRef Lexer::take(size_t count) {
  StringRef text = rest.take_front(count);
  for (char c : text) {
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n';
  }
  rest = rest.drop_front(text.size());
  return text;
}

Token Lexer::next() {
  while (!rest.empty() && (llvm::isSpace(rest[0]) || rest[0] == '#')) {
    take(rest[0] == '#' ? std::min(rest.find('\n'), rest.size()) : 1);
  }
  Token token{Token::End, "", FileLineColLoc::get(file, line, column)};
  if (rest.empty()) {
    return token;
  }
  if (llvm::isDigit(rest[0])) {
    size_t end = rest.find_if_not(llvm::isDigit);
    // A `..` behind a number is that of a range.
    bool isFloat = rest.substr(end).starts_with(".") &&
                   !rest.substr(end).starts_with("..");
    if (isFloat) {
      end = rest.find_if_not(llvm::isDigit, end + 1);
    }
    token.kind = isFloat ? Token::Float : Token::Integer;
    token.text = take(end);
  } else if (isNameCharacter(rest[0])) {
    token.kind = Token::Name;
    token.text = take(rest.find_if_not(isNameCharacter));
  } else if (size_t end = rest.find('\'', 1);
             rest[0] == '\'' && end != StringRef::npos) {
    token.kind = Token::String;
    token.text = take(end + 1).drop_front().drop_back();
  } else {
    token.kind = Token::Punctuation;
    bool isDouble = rest.starts_with("..") || rest.starts_with("+=");
    token.text = take(isDouble ? 2 : 1);
  }
  return token;
}

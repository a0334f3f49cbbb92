//===- Lexer.h - The words of a kernel's source --------------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYARRAY_LEXER_H
#define TINYARRAY_LEXER_H

#include "mlir/IR/Location.h"

namespace tiny {

/// A word of the source: a name, a number, the text between two `'`, or
/// punctuation. The last one is empty.
struct Token {
  enum Kind { Name, Integer, Float, String, Punctuation, End };
  Kind kind = End;
  llvm::StringRef text;
  mlir::Location loc;
};

/// Cuts a source into words. `#` starts a comment.
class Lexer {
public:
  Lexer(mlir::MLIRContext *context, llvm::StringRef file,
        llvm::StringRef source)
      : file(mlir::StringAttr::get(context, file)), rest(source) {}

  Token next();

private:
  /// Takes the first characters of what is left.
  llvm::StringRef take(size_t count);

  mlir::StringAttr file;
  llvm::StringRef rest;
  unsigned line = 1, column = 1;
};

} // namespace tiny

#endif // TINYARRAY_LEXER_H

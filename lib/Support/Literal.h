//===- Literal.h - Literals of Python and JSON ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a parser of literals as Python and JSON write them: both
// write the forms of dtypes, the headers of .npy files are Python's, and values
// of records are, too. It takes what either language has, so `null` and `None`
// are the same; `(x)` is x, and `(x,)` a sequence.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_SUPPORT_LITERAL_H
#define DTYP_LIB_SUPPORT_LITERAL_H

#include "dtyp/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::dtyp {

struct Literal {
  enum class Kind : uint8_t { Word, String, Bytes, Sequence, Dictionary };

  Kind kind = Kind::Word;
  /// The column of its first character.
  size_t column = 0;
  /// A word (a number, `true`, `None`) as written; the content of a string, in
  /// UTF-8, or of bytes.
  std::string text;
  /// The elements of a sequence; of a dictionary, keys and values in turns.
  std::vector<Literal> elements;
  /// Whether a sequence is in parentheses.
  bool isTuple = false;

  bool isWord() const { return kind == Kind::Word; }
  bool isString() const { return kind == Kind::String; }
  bool isSequence() const { return kind == Kind::Sequence; }
  bool isDictionary() const { return kind == Kind::Dictionary; }
  bool isNone() const { return isWord() && (text == "None" || text == "null"); }

  /// Returns what it is, for messages: `a string`.
  std::string_view describe() const;
};

/// Parses a text that is one literal.
Result<Literal> parseLiteral(std::string_view text, size_t column = 1);

/// Returns where the literal that starts the text ends, or npos where its
/// brackets or quotes do not.
size_t findLiteralEnd(std::string_view text);

/// Returns the integer; `what` is what was expected.
Result<int64_t> getInteger(const Literal &literal, std::string_view what);
Result<bool> getBool(const Literal &literal, std::string_view what);

/// Returns whether the literal is an integer.
bool isInteger(const Literal &literal);

/// Returns the string as Python's `repr` writes it. Of what is not ASCII it
/// escapes the control characters only; Python escapes all that do not print.
std::string formatPythonString(std::string_view text);

/// Returns bytes as Python's `repr` writes them: `b'a\x00'`.
std::string formatPythonBytes(std::string_view bytes);

/// Returns the string in JSON.
std::string formatJSONString(std::string_view text);

/// Appends the code point in UTF-8.
void appendUTF8(std::string &text, uint32_t codePoint);

/// Reads one code point of UTF-8 at `pos` and moves on; false where there is
/// none.
bool readUTF8(std::string_view text, size_t &pos, uint32_t &codePoint);

} // namespace mlir::dtyp

#endif // DTYP_LIB_SUPPORT_LITERAL_H

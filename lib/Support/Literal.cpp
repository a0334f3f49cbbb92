//===- Literal.cpp - Literals of Python and JSON ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the parser of literals. The text may come from a file
// and is not trusted: nesting has a limit, and strings are checked.
//
//===----------------------------------------------------------------------===//

#include "Literal.h"

#include "dtyp/Support/StrCat.h"

#include <charconv>

using namespace mlir::dtyp;

/// A level of a dtype takes up to three brackets; this is for
/// `NumPyDType::maxNesting` of them.
static constexpr size_t maxBrackets = 800;

std::string_view Literal::describe() const {
  switch (kind) {
  case Kind::Word:
    return isNone() ? "nothing" : isInteger(*this) ? "an integer" : "a word";
  case Kind::String:
    return "a string";
  case Kind::Bytes:
    return "bytes";
  case Kind::Sequence:
    return "a list";
  case Kind::Dictionary:
    return "a dictionary";
  }
  return "a literal";
}

namespace {

class LiteralParser {
public:
  LiteralParser(std::string_view text, size_t column)
      : text(text), column(column) {}

  Result<Literal> parse();

private:
  void skipSpace() {
    while (pos != text.size() && isSpace(text[pos]))
      ++pos;
  }
  static bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }
  bool consume(char c) {
    skipSpace();
    if (pos == text.size() || text[pos] != c)
      return false;
    ++pos;
    return true;
  }

  Error expected(std::string_view what, size_t at) const {
    std::string found =
        at >= text.size() ? "the end" : formatPythonString(text.substr(at, 1));
    return Error(strCat("expected ", what, ", got ", found), column + at);
  }

  Status parseValue(Literal &literal);
  Status parseSequence(Literal &literal, char close);
  Status parseDictionary(Literal &literal);
  Status parseString(Literal &literal);
  Status parseEscape(Literal &literal);
  Status parseHex(size_t digits, uint32_t &value);

  std::string_view text;
  size_t column;
  size_t pos = 0;
  size_t depth = 0;
};

} // namespace

Status LiteralParser::parseHex(size_t digits, uint32_t &value) {
  const char *start = text.data() + pos;
  std::string_view part = text.substr(pos, digits);
  auto [stop, errc] = std::from_chars(start, start + part.size(), value, 16);
  if (part.size() != digits || errc != std::errc() || stop != start + digits)
    return expected(strCat(digits, " hexadecimal digits"), pos);
  pos += digits;
  return Status::success();
}

/// Parses what follows a backslash.
Status LiteralParser::parseEscape(Literal &literal) {
  static constexpr std::string_view letters = "abfnrtv\\'\"/";
  static constexpr std::string_view values = "\a\b\f\n\r\t\v\\'\"/";
  size_t start = pos;
  if (pos == text.size())
    return expected("the rest of the string", pos);
  char letter = text[pos++];
  if (size_t i = letters.find(letter); i != std::string_view::npos) {
    literal.text += values[i];
    return Status::success();
  }
  bool isBytes = literal.kind == Literal::Kind::Bytes;
  uint32_t value = 0;
  if (letter >= '0' && letter <= '7') {
    value = letter - '0';
    for (int i = 0;
         i != 2 && pos != text.size() && text[pos] >= '0' && text[pos] <= '7';
         ++i)
      value = value * 8 + (text[pos++] - '0');
  } else if (letter == 'x') {
    if (Status status = parseHex(2, value); !status)
      return status;
  } else if (!isBytes && (letter == 'u' || letter == 'U')) {
    if (Status status = parseHex(letter == 'u' ? 4 : 8, value); !status)
      return status;
    // JSON writes what lies beyond 16 bits as two.
    if (value >= 0xd800 && value < 0xdc00 && text.substr(pos, 2) == "\\u") {
      pos += 2;
      uint32_t low = 0;
      if (Status status = parseHex(4, low); !status)
        return status;
      if (low < 0xdc00 || low > 0xdfff)
        return expected("the second half of a surrogate pair", pos - 4);
      value = 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00);
    }
  } else {
    return expected("an escape of Python or JSON", start);
  }
  if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
    return expected("the number of a character", start);
  if (isBytes)
    literal.text += static_cast<char>(value);
  else
    appendUTF8(literal.text, value);
  return Status::success();
}

Status LiteralParser::parseString(Literal &literal) {
  char quote = text[pos];
  size_t start = pos++;
  while (true) {
    if (pos == text.size())
      return Error(strCat("expected ", std::string(1, quote),
                          " at the end of the string that starts here"),
                   column + start);
    char c = text[pos];
    if (c == quote) {
      ++pos;
      return Status::success();
    }
    if (c == '\\') {
      ++pos;
      if (Status status = parseEscape(literal); !status)
        return status;
      continue;
    }
    uint32_t codePoint = 0;
    size_t next = pos;
    // A terminal that shows a message must not obey what it holds.
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f ||
        !readUTF8(text, next, codePoint) ||
        (literal.kind == Literal::Kind::Bytes && codePoint > 0x7f))
      return expected("a string of plain characters", pos);
    literal.text += text.substr(pos, next - pos);
    pos = next;
  }
}

Status LiteralParser::parseSequence(Literal &literal, char close) {
  literal.kind = Literal::Kind::Sequence;
  bool hasComma = true;
  literal.isTuple = close == ')';
  while (!consume(close)) {
    if (!hasComma)
      return expected(close == ']' ? "',' or ']'" : "',' or ')'", pos);
    literal.elements.emplace_back();
    if (Status status = parseValue(literal.elements.back()); !status)
      return status;
    hasComma = consume(',');
  }
  // Parentheses around one value.
  if (literal.isTuple && literal.elements.size() == 1 && !hasComma) {
    Literal inner = std::move(literal.elements.front());
    literal = std::move(inner);
  }
  return Status::success();
}

Status LiteralParser::parseDictionary(Literal &literal) {
  literal.kind = Literal::Kind::Dictionary;
  bool hasComma = true;
  while (!consume('}')) {
    if (!hasComma)
      return expected("',' or '}'", pos);
    Literal key;
    if (Status status = parseValue(key); !status)
      return status;
    if (!key.isString())
      return Error(strCat("expected a string as a key, got ", key.describe()),
                   key.column);
    literal.elements.push_back(std::move(key));
    if (!consume(':'))
      return expected("':'", pos);
    literal.elements.emplace_back();
    if (Status status = parseValue(literal.elements.back()); !status)
      return status;
    hasComma = consume(',');
  }
  return Status::success();
}

Status LiteralParser::parseValue(Literal &literal) {
  skipSpace();
  literal.column = column + pos;
  if (pos == text.size())
    return expected("a value", pos);
  char c = text[pos];
  if (c == '[' || c == '(' || c == '{') {
    if (++depth > maxBrackets)
      return Error(strCat("expected at most ", maxBrackets, " nested brackets"),
                   column + pos);
    ++pos;
    Status status = c == '{' ? parseDictionary(literal)
                             : parseSequence(literal, c == '[' ? ']' : ')');
    --depth;
    return status;
  }
  if (c == '\'' || c == '"') {
    literal.kind = Literal::Kind::String;
    return parseString(literal);
  }
  if (c == 'b' && pos + 1 != text.size() &&
      (text[pos + 1] == '\'' || text[pos + 1] == '"')) {
    literal.kind = Literal::Kind::Bytes;
    ++pos;
    return parseString(literal);
  }
  size_t start = pos;
  while (pos != text.size() && !isSpace(text[pos]) &&
         std::string_view(",:[](){}'\"").find(text[pos]) ==
             std::string_view::npos)
    ++pos;
  if (pos == start)
    return expected("a value", pos);
  literal.text = text.substr(start, pos - start);
  return Status::success();
}

Result<Literal> LiteralParser::parse() {
  Literal literal;
  if (Status status = parseValue(literal); !status)
    return status.error();
  skipSpace();
  if (pos != text.size())
    return expected("the end", pos);
  return std::move(literal);
}

Result<Literal> mlir::dtyp::parseLiteral(std::string_view text, size_t column) {
  return LiteralParser(text, column).parse();
}

size_t mlir::dtyp::findLiteralEnd(std::string_view text) {
  size_t depth = 0;
  char quote = 0;
  for (size_t i = 0; i != text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == '\\' && i + 1 != text.size())
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[' || c == '(' || c == '{') {
      ++depth;
    } else if (c == ']' || c == ')' || c == '}') {
      if (depth == 0 || --depth == 0)
        return i + 1;
    }
  }
  return std::string_view::npos;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool readInteger(const Literal &literal, int64_t &value) {
  if (!literal.isWord())
    return false;
  std::string_view text = literal.text;
  // Python 2 wrote long integers this way.
  if (text.size() > 1 && text.back() == 'L')
    text.remove_suffix(1);
  auto [stop, errc] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  return errc == std::errc() && stop == text.data() + text.size();
}

bool mlir::dtyp::isInteger(const Literal &literal) {
  int64_t value = 0;
  return readInteger(literal, value);
}

Result<int64_t> mlir::dtyp::getInteger(const Literal &literal,
                                       std::string_view what) {
  int64_t value = 0;
  if (!readInteger(literal, value))
    return Error(strCat("expected ", what, ", got ", literal.describe(),
                        literal.isWord() ? " '" + literal.text + "'" : ""),
                 literal.column);
  return value;
}

Result<bool> mlir::dtyp::getBool(const Literal &literal,
                                 std::string_view what) {
  if (literal.isWord() && (literal.text == "True" || literal.text == "true"))
    return true;
  if (literal.isWord() && (literal.text == "False" || literal.text == "false"))
    return false;
  return Error(strCat("expected ", what, ", got ", literal.describe()),
               literal.column);
}

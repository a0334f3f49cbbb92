//===- TextFormat.cpp - Text as literals of Python and JSON -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements writing strings as literals, and UTF-8.
//
//===----------------------------------------------------------------------===//

#include "Literal.h"

#include "dtyp/Support/StrCat.h"

using namespace mlir::dtyp;

void mlir::dtyp::appendUTF8(std::string &text, uint32_t codePoint) {
  auto append = [&](uint32_t byte) { text += static_cast<char>(byte); };
  if (codePoint < 0x80) {
    append(codePoint);
    return;
  }
  int more = codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
  constexpr uint32_t leads[] = {0, 0xc0, 0xe0, 0xf0};
  append(leads[more] | (codePoint >> (6 * more)));
  while (more--)
    append(0x80 | ((codePoint >> (6 * more)) & 0x3f));
}

bool mlir::dtyp::readUTF8(std::string_view text, size_t &pos,
                          uint32_t &codePoint) {
  if (pos >= text.size())
    return false;
  auto lead = static_cast<unsigned char>(text[pos]);
  int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 ||
      text.size() - pos <= static_cast<size_t>(more))
    return false;
  codePoint = more == 0 ? lead : lead & (0x3f >> more);
  for (int i = 1; i <= more; ++i) {
    auto byte = static_cast<unsigned char>(text[pos + i]);
    if ((byte & 0xc0) != 0x80)
      return false;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  constexpr uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
  if (codePoint < smallest[more] || codePoint > 0x10ffff ||
      (codePoint >= 0xd800 && codePoint <= 0xdfff))
    return false;
  pos += more + 1;
  return true;
}

static std::string formatHex(uint32_t value, int digits) {
  std::string text;
  while (digits--)
    text += "0123456789abcdef"[(value >> (4 * digits)) & 15];
  return text;
}

/// Appends a character of ASCII as Python's `repr` does between `quote`s.
static void appendPythonCharacter(std::string &text, unsigned char c,
                                  char quote) {
  if (c == '\\' || c == static_cast<unsigned char>(quote))
    text += {'\\', static_cast<char>(c)};
  else if (c == '\n')
    text += "\\n";
  else if (c == '\r')
    text += "\\r";
  else if (c == '\t')
    text += "\\t";
  else if (c < 0x20 || c >= 0x7f)
    text += "\\x" + formatHex(c, 2);
  else
    text += static_cast<char>(c);
}

static char chooseQuote(std::string_view text) {
  return text.find('\'') != std::string_view::npos &&
                 text.find('"') == std::string_view::npos
             ? '"'
             : '\'';
}

std::string mlir::dtyp::formatPythonString(std::string_view text) {
  char quote = chooseQuote(text);
  std::string result(1, quote);
  for (size_t pos = 0; pos != text.size();) {
    uint32_t codePoint = 0;
    size_t start = pos;
    if (!readUTF8(text, pos, codePoint))
      appendPythonCharacter(result, text[pos++], quote);
    else if (codePoint < 0x80)
      appendPythonCharacter(result, codePoint, quote);
    else if (codePoint <= 0xa0 || codePoint == 0xad)
      result += "\\x" + formatHex(codePoint, 2);
    else
      result += text.substr(start, pos - start);
  }
  return result + quote;
}

std::string mlir::dtyp::formatPythonBytes(std::string_view bytes) {
  char quote = chooseQuote(bytes);
  std::string result = {'b', quote};
  for (char c : bytes)
    appendPythonCharacter(result, c, quote);
  return result + quote;
}

std::string mlir::dtyp::formatJSONString(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      result += "\\u" + formatHex(byte, 4);
    else
      result += c;
  }
  return result + '"';
}

//===- NpyHeader.cpp - The header of .npy files -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements reading and writing what precedes the elements in a
// `.npy` file: `\x93NUMPY`, a version, a length, and the text of a Python
// dictionary. The text comes from anywhere and is not trusted.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/Npy.h"
#include "dtyp/Support/StrCat.h"

#include <charconv>

using namespace mlir::dtyp;

static constexpr std::string_view magic = "\x93NUMPY";

Result<NpyPreamble> mlir::dtyp::parseNpyPreamble(std::string_view bytes) {
  if (bytes.substr(0, magic.size()) != magic)
    return Error("expected a .npy file, but it does not start with "
                 "'\\x93NUMPY'");
  auto byte = [&](size_t i) { return static_cast<uint8_t>(bytes[i]); };
  NpyPreamble preamble;
  if (bytes.size() < 10)
    return Error("expected a version and a header, but the file ends");
  unsigned major = byte(6), minor = byte(7);
  if (minor != 0 || major < 1 || major > 3)
    return Error(strCat("expected version 1.0, 2.0 or 3.0 of the .npy format, "
                        "got ",
                        major, ".", minor));
  if (major == 1) {
    preamble.headerOffset = 10;
    preamble.headerSize = byte(8) | byte(9) << 8;
  } else {
    if (bytes.size() < 12)
      return Error("expected a version and a header, but the file ends");
    preamble.headerOffset = 12;
    for (int i = 3; i >= 0; --i)
      preamble.headerSize = preamble.headerSize << 8 | byte(8 + i);
  }
  if (preamble.headerSize > npyMaxHeaderSize)
    return Error(strCat("expected a header of at most ", npyMaxHeaderSize,
                        " bytes, got one of ", preamble.headerSize));
  return preamble;
}

namespace {

/// A parser of the dictionary's literals: strings, booleans, and tuples of
/// non-negative integers.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}

  Result<NpyHeader> parse();

private:
  void skipSpace() {
    while (pos != text.size() && std::string_view(" \t\n\r").find(text[pos]) !=
                                     std::string_view::npos)
      ++pos;
  }
  bool peek(char c) {
    skipSpace();
    return pos != text.size() && text[pos] == c;
  }
  bool consume(char c) {
    if (!peek(c))
      return false;
    ++pos;
    return true;
  }
  bool consumeWord(std::string_view word) {
    skipSpace();
    if (text.substr(pos, word.size()) != word)
      return false;
    pos += word.size();
    return true;
  }

  Error expected(std::string_view what) {
    return Error(
        strCat("bad header: expected ", what, " at byte ", pos, " of it"));
  }

  Status parseString(std::string &result);
  Status parseBool(bool &result);
  Status parseShape(std::vector<int64_t> &shape);
  Status parseDescr(std::string &descr);

  std::string_view text;
  size_t pos = 0;
};

} // namespace

Status HeaderParser::parseString(std::string &result) {
  skipSpace();
  char quote = pos != text.size() ? text[pos] : 0;
  if (quote != '\'' && quote != '"')
    return expected("a string");
  size_t end = text.find(quote, pos + 1);
  if (end == std::string_view::npos)
    return expected("the end of the string that starts");
  std::string_view content = text.substr(pos + 1, end - pos - 1);
  // No key and no scalar's typestr has these, and they must not reach a
  // terminal through an error message.
  for (char c : content)
    if (c < 0x20 || c > 0x7e || c == '\\')
      return expected("a string of plain characters");
  result = content;
  pos = end + 1;
  return Status::success();
}

Status HeaderParser::parseBool(bool &result) {
  if (consumeWord("True"))
    result = true;
  else if (consumeWord("False"))
    result = false;
  else
    return expected("True or False");
  return Status::success();
}

Status HeaderParser::parseShape(std::vector<int64_t> &shape) {
  if (!consume('('))
    return expected("a tuple");
  shape.clear();
  bool hasComma = false;
  while (!consume(')')) {
    if (!shape.empty() && !hasComma)
      return expected("',' or ')'");
    skipSpace();
    int64_t size = 0;
    auto [stop, errc] =
        std::from_chars(text.data() + pos, text.data() + text.size(), size);
    if (errc != std::errc() || size < 0)
      return expected("a size from 0 to 2**63-1");
    pos = stop - text.data();
    // Python 2 wrote long integers this way.
    consume('L');
    shape.push_back(size);
    if (shape.size() > maxRank)
      return expected(strCat("at most ", maxRank, " dimensions"));
    hasComma = consume(',');
  }
  if (shape.size() == 1 && !hasComma)
    return expected("a tuple, not an integer in parentheses,");
  return Status::success();
}

Status HeaderParser::parseDescr(std::string &descr) {
  if (peek('['))
    return Error("expected a scalar dtype, got a record; records are not "
                 "supported yet");
  if (peek('('))
    return Error("expected a scalar dtype, got a sub-array; sub-arrays are not "
                 "supported yet");
  return parseString(descr);
}

Result<NpyHeader> HeaderParser::parse() {
  NpyHeader header;
  bool hasDescr = false, hasOrder = false, hasShape = false;
  if (!consume('{'))
    return expected("a dictionary");
  while (!consume('}')) {
    std::string key;
    if (Status status = parseString(key); !status)
      return status.error();
    if (!consume(':'))
      return expected("':'");
    bool *seen = key == "descr"           ? &hasDescr
                 : key == "fortran_order" ? &hasOrder
                 : key == "shape"         ? &hasShape
                                          : nullptr;
    if (!seen || *seen)
      return Error(strCat("bad header: expected the keys 'descr', "
                          "'fortran_order' and 'shape' once each, got '",
                          key, "'"));
    *seen = true;
    Status status = seen == &hasDescr   ? parseDescr(header.descr)
                    : seen == &hasOrder ? parseBool(header.fortranOrder)
                                        : parseShape(header.shape);
    if (!status)
      return status.error();
    if (!consume(',') && !peek('}'))
      return expected("',' or '}'");
  }
  skipSpace();
  if (pos != text.size())
    return expected("the end");
  if (!hasDescr || !hasOrder || !hasShape)
    return Error("bad header: expected the keys 'descr', 'fortran_order' and "
                 "'shape', but not all are there");
  return header;
}

Result<NpyHeader> mlir::dtyp::parseNpyHeader(std::string_view text) {
  return HeaderParser(text).parse();
}

std::string mlir::dtyp::formatNpyHeader(const NumPyDType &dtype,
                                        const std::vector<int64_t> &shape) {
  std::string header = strCat("{'descr': '", dtype.typestr(),
                              "', 'fortran_order': False, "
                              "'shape': (");
  for (size_t i = 0; i != shape.size(); ++i)
    header += strCat(i ? ", " : "", shape[i]);
  header += shape.size() == 1 ? ",), }" : "), }";
  // NumPy leaves room for the first size to grow to 21 digits.
  if (!shape.empty())
    header.append(21 - std::to_string(shape[0]).size(), ' ');
  // The elements start at a multiple of 64; NumPy pads by at least one byte.
  constexpr size_t preamble = 10;
  header.append(64 - (preamble + header.size() + 1) % 64, ' ');
  header += '\n';

  // At most 64 sizes of 21 characters: version 1.0 has room for that.
  std::string bytes(magic);
  bytes += {'\x01', '\x00', static_cast<char>(header.size() & 0xff),
            static_cast<char>(header.size() >> 8)};
  return bytes + header;
}

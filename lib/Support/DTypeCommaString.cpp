//===- DTypeCommaString.cpp - Dtypes such as 'f4,(2,)i2' ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the parser of NumPy's lists of formats. It follows
// `_commastring` in NumPy's _internal.py, where each format is an optional byte
// order, an optional shape, which is a Python literal, another optional byte
// order, and a dtype; whatever NumPy's pattern matches greedily is matched here
// so, which is why '2,3f4' is a sub-array of two dimensions.
//
//===----------------------------------------------------------------------===//

#include "DTypeStringParser.h"

#include "dtyp/Support/RecordLayout.h"
#include "dtyp/Support/StrCat.h"

#include <optional>

using namespace mlir::dtyp;

static bool isByteOrder(char c) {
  return c == '<' || c == '>' || c == '=' || c == '|';
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool mlir::dtyp::isCommaString(std::string_view spelling) {
  std::string_view rest = spelling;
  if (rest.size() > 1 && isByteOrder(rest[0]))
    rest.remove_prefix(1);
  if (!rest.empty() && (isDigit(rest[0]) || rest.substr(0, 2) == "()")) {
    // NumPy does not look at so short a text.
    return rest.size() == spelling.size() || isDigit(rest[0]) ||
           spelling.size() > 3;
  }
  int depth = 0;
  for (char c : spelling) {
    if (c == ',' && depth == 0)
      return true;
    depth += (c == '[') - (c == ']');
  }
  return false;
}

namespace {

/// One format: `>(2,3)f4`.
struct Format {
  bool isBigEndian = false;
  std::optional<std::string_view> repeats;
  std::string_view dtype;
  size_t repeatsColumn = 0, dtypeColumn = 0;
};

class CommaStringParser {
public:
  CommaStringParser(std::string_view text, size_t column, bool align)
      : text(text), column(column), align(align) {}

  Result<NumPyDType> parse();

private:
  template <typename Predicate>
  std::string_view take(Predicate predicate) {
    size_t start = pos;
    while (pos != text.size() && predicate(text[pos]))
      ++pos;
    return text.substr(start, pos - start);
  }
  bool take(char c) {
    if (pos == text.size() || text[pos] != c)
      return false;
    ++pos;
    return true;
  }

  Error expected(std::string_view what, size_t at) const {
    return Error(strCat("expected ", what, " in '", text, "', got '",
                        text.substr(at), "'"),
                 column + at);
  }

  Status parseFormat(Format &format);
  Status parseSeparator(bool &isList);
  Result<NumPyDType> getDType(const Format &format);

  std::string_view text;
  size_t column;
  bool align;
  size_t pos = 0;
};

} // namespace

/// What `\s` matches in ASCII text.
static bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

/// Parses the literal of a shape: `3`, `(2,3)`, `2,3`, `()`. As in Python,
/// `(3)` is an integer.
static bool parseRepeats(std::string_view text, std::vector<int64_t> &shape,
                         bool &isInteger) {
  size_t pos = 0;
  auto skip = [&] {
    while (pos != text.size() && text[pos] == ' ')
      ++pos;
  };
  skip();
  bool isOpen = pos != text.size() && text[pos] == '(';
  pos += isOpen;
  skip();
  bool hasComma = false, needsComma = false;
  while (pos != text.size() && text[pos] != ')') {
    if (text[pos] == ',') {
      if (!needsComma)
        return false;
      hasComma = true;
      needsComma = false;
      ++pos;
    } else {
      if (needsComma)
        return false;
      size_t start = pos;
      int64_t value = 0;
      for (; pos != text.size() && isDigit(text[pos]); ++pos)
        value = value > maxItemSize ? value : value * 10 + (text[pos] - '0');
      // Python writes no zeros in front but those of zero itself.
      if (text[start] == '0' && value != 0)
        return false;
      shape.push_back(value);
      needsComma = true;
    }
    skip();
  }
  bool isClosed = pos != text.size();
  pos += isClosed;
  skip();
  isInteger = shape.size() == 1 && !hasComma;
  return pos == text.size() && isOpen == isClosed && (isOpen || !shape.empty());
}

Status CommaStringParser::parseFormat(Format &format) {
  std::optional<char> orders[2];
  auto takeOrder = [&](std::optional<char> &order) {
    if (pos != text.size() && isByteOrder(text[pos]))
      order = text[pos++];
  };
  takeOrder(orders[0]);
  size_t start = pos;
  format.repeatsColumn = column + pos;
  auto isBlank = [](char c) { return c == ' '; };
  take(isBlank);
  take('(');
  take([](char c) { return c == ' ' || c == ',' || isDigit(c); });
  take(')');
  take(isBlank);
  if (pos != start)
    format.repeats = text.substr(start, pos - start);
  size_t orderAt = pos;
  takeOrder(orders[1]);
  auto isBig = [](std::optional<char> order) { return order == '>'; };
  if (orders[0] && orders[1]) {
    // `|` is no order, so it agrees with itself only.
    auto normalize = [](char order) { return order == '=' ? '<' : order; };
    if (normalize(*orders[0]) != normalize(*orders[1]))
      return expected("one byte order", orderAt);
  }
  format.isBigEndian = isBig(orders[0]) || isBig(orders[1]);

  format.dtypeColumn = column + pos;
  size_t dtypeStart = pos;
  auto isAlnum = [](char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  take([&](char c) { return isAlnum(c) || c == '.' || c == '?'; });
  size_t bracket = pos;
  if (take('[')) {
    std::string_view content =
        take([&](char c) { return isAlnum(c) || c == ',' || c == '.'; });
    if (content.empty() || !take(']'))
      pos = bracket;
  }
  format.dtype = text.substr(dtypeStart, pos - dtypeStart);
  return Status::success();
}

/// Skips the comma after a format, or the blanks after the last one.
Status CommaStringParser::parseSeparator(bool &isList) {
  if (pos == text.size())
    return Status::success();
  size_t start = pos;
  take(isSpace);
  if (pos == text.size())
    return Status::success();
  if (!take(','))
    return expected("a dtype, or a comma after one", start);
  take(isSpace);
  isList = true;
  return Status::success();
}

Result<NumPyDType> CommaStringParser::getDType(const Format &format) {
  std::string spelling = strCat(format.isBigEndian ? ">" : "", format.dtype);
  size_t dtypeColumn = format.dtypeColumn;
  // The order may stand before the shape.
  if (format.isBigEndian && dtypeColumn > 1)
    --dtypeColumn;
  Result<NumPyDType> dtype =
      parseDTypeString(spelling, dtypeColumn, align,
                       /*allowUnsized=*/format.repeats.has_value());
  if (!dtype || !format.repeats)
    return dtype;
  std::vector<int64_t> shape;
  bool isInteger = false;
  if (!parseRepeats(*format.repeats, shape, isInteger))
    return Error(strCat("expected a shape such as 3 or (2,3), got '",
                        *format.repeats, "'"),
                 format.repeatsColumn);
  // NumPy, too, overlooks one with a blank behind it.
  if (isInteger && format.repeats->front() == '(' &&
      format.repeats->back() == ')')
    return Error(strCat("expected a shape such as 3 or (2,3), got '",
                        *format.repeats,
                        "', which NumPy deprecates: write 3 or (3,)"),
                 format.repeatsColumn);
  return applyShape(std::move(*dtype), std::move(shape), isInteger, spelling,
                    format.repeatsColumn);
}

Result<NumPyDType> CommaStringParser::parse() {
  std::vector<Format> formats;
  bool isList = false;
  while (pos != text.size()) {
    Format format;
    if (Status status = parseFormat(format); !status)
      return status.error();
    if (Status status = parseSeparator(isList); !status)
      return status.error();
    formats.push_back(format);
    if (formats.size() > maxFields)
      return Error(
          strCat("expected at most ", maxFields, " fields in a record"),
          column);
  }
  if (!isList) {
    if (!formats.front().repeats)
      return expected("a dtype", 0);
    return getDType(formats.front());
  }
  // NumPy drops an empty format at the end, of which only a native byte order
  // can be there.
  const Format &last = formats.back();
  if (!last.repeats && last.dtype.empty() && !last.isBigEndian)
    formats.pop_back();
  if (formats.empty())
    return expected("a dtype", 0);
  RecordBuilder builder(align);
  for (const Format &format : formats) {
    Result<NumPyDType> dtype = getDType(format);
    if (!dtype)
      return dtype;
    std::string name = strCat("f", &format - formats.data());
    if (Status status = builder.addField(name, "", std::move(*dtype)); !status)
      return Error(status.error().message, format.dtypeColumn);
  }
  Result<NumPyDType> record = std::move(builder).finish();
  if (!record)
    return Error(record.error().message, column);
  return record;
}

Result<NumPyDType> mlir::dtyp::parseCommaString(std::string_view spelling,
                                                size_t column, bool align) {
  return CommaStringParser(spelling, column, align).parse();
}

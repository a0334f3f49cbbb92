//===- ArgumentSpec.cpp - Kernel arguments on a command line ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the parser of the argument language.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/ArgumentSpec.h"

#include "Literal.h"
#include "dtyp/Support/DTypeParser.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/Element.h"
#include "dtyp/Support/Npy.h"
#include "dtyp/Support/StrCat.h"

#include <algorithm>
#include <charconv>

using namespace mlir::dtyp;

static constexpr std::string_view npySuffix = ".npy";

static bool startsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

static bool endsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         text.substr(text.size() - suffix.size()) == suffix;
}

/// Returns whether the bracket group is the unit of a time, `[25s]`, and no
/// shape, which has numbers only.
static bool isTimeUnit(std::string_view before, std::string_view group) {
  bool isTime = false;
  for (std::string_view prefix : {"M8", "m8", "datetime64", "timedelta64"})
    isTime |= endsWith(before, prefix);
  return isTime && group.find_first_not_of("[0123456789, ") != group.npos;
}

/// Returns whether the text before a colon has a slash that is no divisor of a
/// unit of time, and is no literal: then it is part of a file's name.
static bool isPath(std::string_view text) {
  if (text[0] == '[' || text[0] == '{')
    return false;
  size_t slash = text.find('/'), bracket = text.find('[');
  return slash != text.npos && !(bracket < slash && endsWith(text, "]"));
}

/// Returns where the dtype that starts the text ends: at a `:` or `[` that
/// belongs to no literal and to no unit of time. npos where there is neither.
static size_t findDTypeEnd(std::string_view text) {
  size_t pos = 0;
  if (!text.empty() && (text[0] == '[' || text[0] == '{')) {
    pos = findLiteralEnd(text);
    if (pos == std::string_view::npos)
      return pos;
  }
  while (true) {
    pos = text.find_first_of(":[", pos);
    if (pos == std::string_view::npos || text[pos] == ':')
      return pos;
    size_t close = text.find(']', pos);
    if (close == std::string_view::npos ||
        !isTimeUnit(text.substr(0, pos), text.substr(pos, close - pos)))
      return pos;
    pos = close + 1;
  }
}

namespace {

/// Parses one argument; `text` is what is left, and starts at `column`.
class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  Result<ArgumentSpec> parse();

private:
  void drop(size_t count) {
    text.remove_prefix(count);
    column += count;
  }

  Status parseOutput();
  Status parseFile();
  Status parseScalar(size_t colon);
  Status parseGenerated(size_t bracket);
  Status parseShape(std::string_view sizes);
  Status parseInit();
  Status parseDType(size_t length);

  std::string_view text;
  size_t column = 1;
  ArgumentSpec spec;
};

} // namespace

Status Parser::parseOutput() {
  if (startsWith(text, "out:")) {
    spec.printAfterRun = true;
    drop(4);
    return Status::success();
  }
  if (!startsWith(text, "out="))
    return Status::success();
  drop(4);
  size_t end = text.find(".npy:");
  if (end == std::string_view::npos || end == 0)
    return Error(strCat("expected the file to save to and the array, as in "
                        "out=result.npy:float32[64]=zeros, got '",
                        text, "'"),
                 column);
  spec.savePath = text.substr(0, end + npySuffix.size());
  drop(spec.savePath.size() + 1);
  return Status::success();
}

Status Parser::parseDType(size_t length) {
  Result<NumPyDType> dtype = parseGPUDType(text.substr(0, length), column);
  if (!dtype)
    return dtype.error();
  spec.dtype = std::move(*dtype);
  drop(length);
  return Status::success();
}

Status Parser::parseFile() {
  spec.source = ArgumentSpec::Source::File;
  size_t end = findDTypeEnd(text);
  if (end != std::string_view::npos && text[end] == ':' &&
      !isPath(text.substr(0, end))) {
    if (Status status = parseDType(end); !status)
      return status;
    drop(1);
  }
  if (text.size() == npySuffix.size())
    return Error("expected a file name before .npy", column);
  spec.path = text;
  return Status::success();
}

Status Parser::parseScalar(size_t colon) {
  spec.source = ArgumentSpec::Source::Scalar;
  size_t start = column;
  if (Status status = parseDType(colon); !status)
    return status;
  if (spec.dtype->isSubArray())
    return Error(strCat("expected a scalar, got a value of the sub-array ",
                        formatDType(*spec.dtype), "; write ",
                        formatDType(*spec.dtype), "[]=full:", text.substr(1)),
                 start);
  if (spec.isOutput())
    return Error(strCat("expected an array as an output, got a scalar, which a "
                        "kernel gets by value; write ",
                        formatDType(*spec.dtype), "[1]=full:", text.substr(1)),
                 start);
  drop(1);
  spec.value.resize(spec.dtype->itemsize);
  return parseElement(*spec.dtype, text, spec.value.data(), column);
}

Status Parser::parseShape(std::string_view sizes) {
  if (sizes.empty())
    return Status::success();
  size_t start = 0;
  while (true) {
    size_t comma = sizes.find(',', start);
    std::string_view digits = sizes.substr(
        start, comma == std::string_view::npos ? comma : comma - start);
    int64_t size = 0;
    const char *end = digits.data() + digits.size();
    auto [stop, errc] = std::from_chars(digits.data(), end, size);
    if (errc != std::errc() || stop != end || size < 0)
      return Error(
          strCat("expected a size, an integer from 0 to 2**63-1, got '", digits,
                 "'"),
          column + start);
    spec.shape.push_back(size);
    if (comma == std::string_view::npos)
      break;
    start = comma + 1;
  }
  if (spec.shape.size() > maxRank)
    return Error(strCat("expected at most ", maxRank, " dimensions, got ",
                        spec.shape.size()),
                 column);
  if (Result<int64_t> bytes = getByteSize(spec.shape, spec.dtype->itemsize);
      !bytes)
    return Error(bytes.error().message, column);
  return Status::success();
}

Status Parser::parseGenerated(size_t bracket) {
  spec.source = ArgumentSpec::Source::Generated;
  if (Status status = parseDType(bracket); !status)
    return status;
  drop(1);
  size_t close = text.find(']');
  if (close == std::string_view::npos)
    return Error("expected ']' after the shape", column + text.size());
  if (Status status = parseShape(text.substr(0, close)); !status)
    return status;
  drop(close + 1);
  if (text.empty() || text[0] != '=')
    return Error(strCat("expected '=' and what the array holds, as in =zeros, "
                        "got '",
                        text, "'"),
                 column);
  drop(1);
  return parseInit();
}

Status Parser::parseInit() {
  if (text == "zeros" || text == "ones" || text == "arange") {
    spec.init = text == "zeros"  ? ArrayInit::Zeros
                : text == "ones" ? ArrayInit::Ones
                                 : ArrayInit::Arange;
    return Status::success();
  }
  if (startsWith(text, "random:")) {
    spec.init = ArrayInit::Random;
    drop(7);
    int base = startsWith(text, "0x") ? 16 : 10;
    std::string_view digits = text.substr(base == 16 ? 2 : 0);
    const char *end = digits.data() + digits.size();
    auto [stop, errc] = std::from_chars(digits.data(), end, spec.seed, base);
    if (errc != std::errc() || stop != end)
      return Error(
          strCat("expected a seed, an integer from 0 to 2**64-1, got '", text,
                 "'"),
          column);
    return Status::success();
  }
  if (startsWith(text, "full:")) {
    spec.init = ArrayInit::Full;
    drop(5);
    spec.value.resize(spec.dtype->itemsize);
    return parseElement(*spec.dtype, text, spec.value.data(), column);
  }
  std::string hint;
  if (text == "random")
    hint = ": the numbers depend on the seed only, so give one";
  else if (text == "full")
    hint = ": say with what";
  return Error(
      strCat("expected zeros, ones, arange, random:SEED or full:VALUE, "
             "got '",
             text, "'", hint),
      column);
}

Result<ArgumentSpec> Parser::parse() {
  Status status = parseOutput();
  if (!status)
    return status.error();
  size_t special = findDTypeEnd(text);
  if (endsWith(text, npySuffix)) {
    status = parseFile();
  } else if (special != std::string_view::npos) {
    status =
        text[special] == ':' ? parseScalar(special) : parseGenerated(special);
  } else {
    std::string hint;
    if (parseNumPyDType(text))
      hint = strCat("; a scalar is written ", text, ":VALUE, an array ", text,
                    "[SHAPE]=INIT");
    else if (!text.empty() && text.find_first_not_of("+-.0123456789eExX") ==
                                  std::string_view::npos)
      hint = strCat("; a number needs its dtype, as in float32:", text);
    else if (text.find('.') != std::string_view::npos)
      hint = "; a file must be a .npy file";
    status =
        Error(strCat("expected DTYPE:VALUE, DTYPE[SHAPE]=INIT or FILE.npy, "
                     "got '",
                     text, "'", hint),
              column);
  }
  if (!status)
    return status.error();
  return std::move(spec);
}

Result<ArgumentSpec> mlir::dtyp::parseArgumentSpec(std::string_view text) {
  return Parser(text).parse();
}

/// Reads a file; it has the elements of a sub-array dtype, and ends with its
/// shape.
static Result<HostArray> loadFile(const ArgumentSpec &spec) {
  if (!spec.dtype)
    return readNpy(spec.path);
  NumPyDType dtype = *spec.dtype;
  std::vector<int64_t> inner;
  while (dtype.base) {
    inner.insert(inner.end(), dtype.shape.begin(), dtype.shape.end());
    dtype = NumPyDType(*dtype.base);
  }
  Result<HostArray> array = readNpy(spec.path, &dtype);
  if (!array)
    return array;
  const std::vector<int64_t> &shape = array->getShape();
  if (shape.size() < inner.size() ||
      !std::equal(inner.rbegin(), inner.rend(), shape.rbegin()))
    return Error(strCat("'", spec.path, "': holds ", array->getTypeString(),
                        ", expected an array of ", formatDType(*spec.dtype)));
  return array;
}

Result<HostArray> mlir::dtyp::loadArgument(const ArgumentSpec &spec) {
  if (spec.source == ArgumentSpec::Source::File)
    return loadFile(spec);
  Result<HostArray> array = HostArray::create(*spec.dtype, spec.shape);
  if (!array)
    return array;
  // The memory is zero already, and a large array may never be touched.
  ArrayInit init = spec.isScalar() ? ArrayInit::Full : spec.init;
  if (init != ArrayInit::Zeros)
    fillArray(*array, init, spec.seed, spec.value);
  return array;
}

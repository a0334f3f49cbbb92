//===- DTypeFacts.cpp - Prints what the parser knows of dtypes ------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program reads a request per line, `0` or `1` for `align`, a tab and a
// spelling in which `\n`, `\t` and `\\` are escaped, and answers each by a line
// of JSON: the dtype's facts, or the error. Tests compare them with NumPy's.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Support/DTypeParser.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/RecordLayout.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <iostream>

using namespace mlir::dtyp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// Returns the facts that every part of a dtype has.
static Object getFacts(const NumPyDType &dtype) {
  Object facts{{"name", dtype.name},
               {"str", dtype.typestr()},
               {"kind", std::string(1, dtype.numpyKind())},
               {"itemsize", dtype.itemsize},
               {"alignment", dtype.alignment},
               {"device", getDeviceAlignment(dtype)},
               {"native", dtype.isNative()}};
  if (dtype.base) {
    facts["shape"] = Array(dtype.shape);
    facts["base"] = getFacts(*dtype.base);
  }
  if (dtype.isRecord()) {
    Array fields;
    for (const RecordField &field : dtype.fields)
      fields.push_back(Array{field.name, field.title, field.offset,
                             Value(getFacts(field.dtype))});
    facts["fields"] = std::move(fields);
    facts["aligned"] = dtype.isAligned;
  }
  return facts;
}

static Object answer(const std::string &spelling, bool align) {
  Result<NumPyDType> dtype = parseNumPyDType(spelling, /*column=*/1, align);
  if (!dtype)
    return Object{{"error", llvm::json::fixUTF8(dtype.error().message)},
                  {"column", static_cast<int64_t>(dtype.error().column)}};
  Object facts = getFacts(*dtype);
  facts["spelling"] = formatDType(*dtype);
  Result<NumPyDType> again = parseNumPyDType(formatDType(*dtype));
  facts["roundTrips"] = again && *again == *dtype;
  if (Result<std::string> descr = formatDescr(*dtype))
    facts["descr"] = *descr;
  facts["losslessDescr"] = isDescrLossless(*dtype);
  if (Result<NumPyDType> device = layOutForDevice(*dtype))
    facts["deviceLayout"] = getFacts(*device);
  return facts;
}

/// Undoes the escapes of a request.
static std::string unescape(const std::string &text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    char letter = text[++i];
    result += letter == 'n' ? '\n' : letter == 't' ? '\t' : letter;
  }
  return result;
}

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.size() < 2)
      continue;
    llvm::outs() << Value(answer(unescape(line.substr(2)), line[0] == '1'))
                 << '\n';
  }
  return 0;
}

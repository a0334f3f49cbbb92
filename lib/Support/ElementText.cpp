//===- ElementText.cpp - Elements that are bytes or strings -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the conversions of `S`, `U` and `V` elements.
//
//===----------------------------------------------------------------------===//

#include "ElementText.h"

#include "Literal.h"
#include "dtyp/Support/DTypePrinter.h"
#include "dtyp/Support/StrCat.h"

#include <cstring>

using namespace mlir::dtyp;

static Status storeCharacters(const NumPyDType &dtype, std::string_view text,
                              uint8_t *element, size_t column) {
  std::vector<uint32_t> characters;
  for (size_t pos = 0; pos != text.size();) {
    uint32_t character = 0;
    if (!readUTF8(text, pos, character))
      return Error("expected text in UTF-8", column);
    characters.push_back(character);
  }
  if (static_cast<int64_t>(characters.size()) > dtype.itemsize / 4)
    return Error(strCat("expected at most ", dtype.itemsize / 4,
                        " characters for ", formatDType(dtype), ", got ",
                        characters.size()),
                 column);
  std::memset(element, 0, dtype.itemsize);
  // An empty vector has no bytes to point to.
  if (!characters.empty())
    std::memcpy(element, characters.data(), 4 * characters.size());
  return Status::success();
}

Status mlir::dtyp::storeText(const NumPyDType &dtype, std::string_view text,
                             uint8_t *element, size_t column, bool isBytes) {
  if (dtype.kind == NumPyKind::Str) {
    if (isBytes)
      return Error(
          strCat("expected a string for ", formatDType(dtype), ", got bytes"),
          column);
    return storeCharacters(dtype, text, element, column);
  }
  if (dtype.kind == NumPyKind::Void && !isBytes)
    return Error(strCat("expected bytes such as b'\\x01\\x02' for ",
                        formatDType(dtype), ", got a string"),
                 column);
  if (static_cast<int64_t>(text.size()) > dtype.itemsize)
    return Error(strCat("expected at most ", dtype.itemsize, " bytes for ",
                        formatDType(dtype), ", got ", text.size()),
                 column);
  std::memset(element, 0, dtype.itemsize);
  std::memcpy(element, text.data(), text.size());
  return Status::success();
}

static std::string formatHex(std::string_view digits, uint32_t value,
                             int count) {
  std::string text;
  while (count--)
    text += digits[(value >> (4 * count)) & 15];
  return text;
}

static std::string formatCharacters(const NumPyDType &dtype,
                                    const uint8_t *element) {
  std::vector<uint32_t> characters(dtype.itemsize / 4);
  std::memcpy(characters.data(), element, dtype.itemsize);
  while (!characters.empty() && characters.back() == 0)
    characters.pop_back();
  std::string text, invalid;
  for (uint32_t character : characters) {
    if (character <= 0x10ffff && (character < 0xd800 || character > 0xdfff))
      appendUTF8(text, character);
    else
      invalid = formatHex("0123456789abcdef", character, 8);
  }
  // No text has such a number; NumPy cannot print it either.
  if (!invalid.empty())
    return strCat("<no character: 0x", invalid, ">");
  return formatPythonString(text);
}

std::string mlir::dtyp::formatText(const NumPyDType &dtype,
                                   const uint8_t *element) {
  if (dtype.kind == NumPyKind::Str)
    return formatCharacters(dtype, element);
  if (dtype.kind == NumPyKind::Void) {
    std::string text = "b'";
    for (int64_t i = 0; i != dtype.itemsize; ++i)
      text += "\\x" + formatHex("0123456789ABCDEF", element[i], 2);
    return text + "'";
  }
  std::string_view bytes(reinterpret_cast<const char *>(element),
                         dtype.itemsize);
  size_t end = bytes.find_last_not_of('\0');
  return formatPythonBytes(
      bytes.substr(0, end == std::string_view::npos ? 0 : end + 1));
}

//===- PtxMerge.cpp - PTX of parts to that of the whole -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM writes the header, then what is declared, which are statements that end
// in `;` at the end of a line, then the functions. A comment that names the
// first function is in front of the declarations.
//
//===----------------------------------------------------------------------===//

#include "PtxMerge.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

/// The last line of the header.
static constexpr llvm::StringLiteral kEndOfHeader = "\n.address_size 64\n";

/// Takes the first line off `text`, with its end.
static StringRef takeLine(StringRef &text) {
  size_t end = text.find('\n');
  StringRef line = text.take_front(end == StringRef::npos ? end : end + 1);
  text = text.drop_front(line.size());
  return line;
}

/// Whether `line` says nothing.
static bool isComment(StringRef line) {
  return line.split("//").first.trim().empty();
}

/// Takes a declaration off `text`. Returns nothing, and leaves `text` as it is,
/// if the definition of a function is next.
static StringRef takeDeclaration(StringRef &text) {
  StringRef rest = text;
  while (!rest.empty()) {
    StringRef line = takeLine(rest).split("//").first.rtrim();
    if (line.ends_with("{")) {
      break;
    }
    if (line.ends_with(";")) {
      StringRef declaration = text.drop_back(rest.size());
      text = rest;
      return declaration;
    }
  }
  return {};
}

/// Returns the name in a declaration such as
///   .extern .func (.param .b32 func_retval0) vprintf ( ... ) ;
///   .global .align 4 .b8 table[8] = {0, 0, 0, 63, 0, 0, 128, 63};
static StringRef getName(StringRef declaration) {
  StringRef text = declaration;
  size_t function = text.find(".func");
  if (function != StringRef::npos) {
    text = text.drop_front(function + StringRef(".func").size()).ltrim();
    if (text.starts_with("(")) {
      text = text.split(')').second.ltrim();
    }
    return text.take_until(
        [](char c) { return llvm::isSpace(c) || c == '(' || c == ';'; });
  }
  text =
      text.take_until([](char c) { return c == '[' || c == '=' || c == ';'; });
  return llvm::getToken(text.rtrim().rsplit(' ').second).first;
}

std::optional<SmallString<0>> cudax::mergePtx(ArrayRef<SmallString<0>> parts) {
  SmallString<0> result;
  llvm::StringMap<StringRef> declarations;
  for (StringRef part : parts) {
    size_t endOfHeader = part.find(kEndOfHeader);
    if (endOfHeader == StringRef::npos) {
      return std::nullopt;
    }
    StringRef body = part.drop_front(endOfHeader + kEndOfHeader.size());
    if (result.empty()) {
      result += part.drop_back(body.size());
    }
    while (!body.empty()) {
      StringRef rest = body;
      StringRef line = takeLine(rest);
      if (isComment(line)) {
        result += line;
        body = rest;
        continue;
      }
      StringRef declaration = takeDeclaration(body);
      if (declaration.empty()) {
        break;
      }
      auto [known, isNew] =
          declarations.try_emplace(getName(declaration), declaration);
      if (isNew) {
        result += declaration;
      } else if (known->second != declaration) {
        return std::nullopt;
      }
    }
    result += body;
  }
  return result;
}

//===- HoverFilter.cpp - Add to what an editor shows ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoverFilter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <unistd.h>

using llvm::StringRef;

/// What each message begins with; upstream's server sends no other header.
static constexpr StringRef kHeader = "Content-Length: ";
static constexpr StringRef kHeaderEnd = "\r\n\r\n";

/// Returns the message with what `describe` has to say, or nothing if it is no
/// answer to a hover or there is nothing to say.
static std::optional<std::string>
extendHover(StringRef message,
            llvm::function_ref<std::string(StringRef)> describe) {
  if (!message.contains("\"contents\"")) {
    return std::nullopt;
  }
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(message);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  llvm::json::Object *answer = value->getAsObject();
  llvm::json::Object *result = answer ? answer->getObject("result") : nullptr;
  llvm::json::Object *contents =
      result ? result->getObject("contents") : nullptr;
  std::optional<StringRef> text =
      contents ? contents->getString("value") : std::nullopt;
  std::string more = text ? describe(*text) : std::string();
  if (more.empty()) {
    return std::nullopt;
  }
  (*contents)["value"] = llvm::json::fixUTF8(text->str() + more);
  // As the server writes it: in lines for tests, in one for editors.
  return message.contains('\n') ? llvm::formatv("{0:2}\n", *value).str()
                                : llvm::formatv("{0}", *value).str();
}

/// Takes the first message from the front of `buffer` and writes it. Returns
/// false if it is not complete.
static bool
forwardMessage(StringRef &buffer, llvm::raw_ostream &output,
               llvm::function_ref<std::string(StringRef)> describe) {
  size_t prefix = std::min(buffer.size(), kHeader.size());
  if (buffer.take_front(prefix) != kHeader.take_front(prefix)) {
    // Help, or a version.
    output << buffer.take_front(1);
    buffer = buffer.drop_front(1);
    return true;
  }
  size_t end = buffer.find(kHeaderEnd);
  size_t length;
  if (end == StringRef::npos ||
      buffer.slice(kHeader.size(), end).getAsInteger(10, length)) {
    return false;
  }
  size_t start = end + kHeaderEnd.size();
  if (buffer.size() - start < length) {
    return false;
  }
  StringRef message = buffer.substr(start, length);
  if (std::optional<std::string> extended = extendHover(message, describe)) {
    output << kHeader << extended->size() << kHeaderEnd << *extended;
  } else {
    output << buffer.take_front(start + length);
  }
  buffer = buffer.drop_front(start + length);
  return true;
}

void mlir::dtyp::filterHovers(
    int input, llvm::raw_ostream &output,
    llvm::function_ref<std::string(StringRef)> describe) {
  std::string pending;
  char chunk[4096];
  while (true) {
    ssize_t count = llvm::sys::RetryAfterSignal(
        -1, [&] { return read(input, chunk, sizeof(chunk)); });
    if (count <= 0) {
      break;
    }
    pending.append(chunk, count);
    StringRef rest = pending;
    while (!rest.empty() && forwardMessage(rest, output, describe)) {
    }
    pending = rest.str();
    output.flush();
  }
  output << pending;
  output.flush();
}

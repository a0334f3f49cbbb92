//===- FormatPrintf.cpp - The text that a kernel prints -------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatPrintf.h"

#include <cstdio>
#include <cstring>

using namespace mlir::dtyp::emulator;

namespace {

/// A conversion of a format: `%-8.3lld`.
struct Conversion {
  /// Flags, width and precision.
  std::string flags;
  /// `hh`, `h`, `l`, `ll`, `z`, `j`, `t` or `L`.
  std::string length;
  char letter = 0;
  /// Where the format goes on.
  const char *end = nullptr;
};

} // namespace

/// Parses what follows a `%`.
static Conversion parseConversion(const char *text) {
  Conversion conversion;
  while (*text && std::strchr("-+ #0123456789.", *text)) {
    conversion.flags += *text++;
  }
  while (*text && std::strchr("hlzjtL", *text)) {
    conversion.length += *text++;
  }
  conversion.letter = *text;
  conversion.end = *text ? text + 1 : text;
  return conversion;
}

template <typename T>
static std::string formatOne(const std::string &format, T value) {
  char buffer[512];
  int size = std::snprintf(buffer, sizeof(buffer), format.c_str(), value);
  if (size < 0) {
    return "";
  }
  return std::string(buffer, std::min<size_t>(size, sizeof(buffer) - 1));
}

/// Takes the bits that a conversion of that length prints.
static long long truncate(uint64_t bits, const Conversion &conversion) {
  bool isSigned = conversion.letter == 'd' || conversion.letter == 'i';
  if (conversion.length == "hh") {
    return isSigned ? static_cast<int8_t>(bits) : static_cast<uint8_t>(bits);
  }
  if (conversion.length == "h") {
    return isSigned ? static_cast<int16_t>(bits) : static_cast<uint16_t>(bits);
  }
  if (conversion.length.empty()) {
    return isSigned ? static_cast<long long>(static_cast<int32_t>(bits))
                    : static_cast<long long>(static_cast<uint32_t>(bits));
  }
  return static_cast<long long>(bits);
}

std::string mlir::dtyp::emulator::formatPrintf(const char *format,
                                               const char *kinds,
                                               const uint64_t *arguments) {
  std::string result;
  size_t numArguments = std::strlen(kinds), next = 0;
  while (*format) {
    if (*format != '%') {
      result += *format++;
      continue;
    }
    Conversion conversion = parseConversion(format + 1);
    if (conversion.letter == '%') {
      result += '%';
      format = conversion.end;
      continue;
    }
    bool takesInteger =
        conversion.letter && std::strchr("diouxXcp", conversion.letter);
    bool takesFloat =
        conversion.letter && std::strchr("eEfFgGaA", conversion.letter);
    if (next == numArguments || !(takesInteger || takesFloat)) {
      result.append(format, conversion.end);
      format = conversion.end;
      continue;
    }
    uint64_t bits = arguments[next];
    bool isFloat = kinds[next++] == 'f';
    double number = 0;
    std::memcpy(&number, &bits, sizeof(number));
    std::string start = "%" + conversion.flags;
    if (takesFloat) {
      result += formatOne(start + conversion.letter,
                          isFloat ? number : static_cast<double>(bits));
    } else if (conversion.letter == 'c') {
      result += formatOne(start + "c", static_cast<int>(bits));
    } else if (conversion.letter == 'p') {
      result += formatOne(start + "p", reinterpret_cast<void *>(bits));
    } else {
      result += formatOne(start + "ll" + conversion.letter,
                          truncate(bits, conversion));
    }
    format = conversion.end;
  }
  return result;
}

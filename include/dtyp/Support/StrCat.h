//===- StrCat.h - Text out of pieces ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines `strCat`, which builds a message out of text and integers
// without a stream (streams would drag locales into the carryable tools).
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_STRCAT_H
#define DTYP_SUPPORT_STRCAT_H

#include <string>
#include <string_view>
#include <type_traits>

namespace mlir::dtyp {

/// Returns the pieces, text or integers, one after the other.
template <typename... Pieces>
std::string strCat(const Pieces &...pieces) {
  std::string text;
  auto append = [&text](const auto &piece) {
    using Piece = std::decay_t<decltype(piece)>;
    static_assert(!std::is_same_v<Piece, bool> && !std::is_same_v<Piece, char>,
                  "say what a bool or a character should look like");
    if constexpr (std::is_integral_v<Piece>)
      text += std::to_string(piece);
    else
      text += std::string_view(piece);
  };
  (append(pieces), ...);
  return text;
}

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_STRCAT_H

//===- DTypeHints.h - Why a dtype spelling is refused -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the part of the dtype parser that explains rejections.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_SUPPORT_DTYPEHINTS_H
#define DTYP_LIB_SUPPORT_DTYPEHINTS_H

#include <string>
#include <string_view>

namespace mlir::dtyp {

/// Returns the message about a spelling that denotes no supported dtype.
/// `rest` is the spelling without its byte order.
std::string explainRejectedDType(std::string_view spelling,
                                 std::string_view rest);

} // namespace mlir::dtyp

#endif // DTYP_LIB_SUPPORT_DTYPEHINTS_H

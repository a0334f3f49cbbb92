//===- ElementText.h - Elements that are bytes or strings -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversions of `S`, `U` and `V` elements, whose bytes
// are in the machine's order.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_SUPPORT_ELEMENTTEXT_H
#define DTYP_LIB_SUPPORT_ELEMENTTEXT_H

#include "dtyp/Support/NumPyDType.h"

namespace mlir::dtyp {

/// Stores the text, which is UTF-8 unless `isBytes`, and zeros behind it.
Status storeText(const NumPyDType &dtype, std::string_view text,
                 uint8_t *element, size_t column, bool isBytes = false);

/// Returns the element as NumPy prints it in an array: a literal without the
/// zeros at the end, or of a void all bytes in hexadecimal.
std::string formatText(const NumPyDType &dtype, const uint8_t *element);

} // namespace mlir::dtyp

#endif // DTYP_LIB_SUPPORT_ELEMENTTEXT_H

//===- Element.h - One element of an array ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversions between the bytes of one element, numbers
// and text. All functions expect a dtype in native byte order.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_ELEMENT_H
#define DTYP_SUPPORT_ELEMENT_H

#include "dtyp/Support/NumPyDType.h"

#include <string>
#include <string_view>

namespace mlir::dtyp {

/// Parses a number as Python writes it into the `itemsize` bytes at `element`:
/// `-3`, `0x1f`, `1.5e-3`, `inf`, `nan`, `1+2j`, `true`. A number that the
/// dtype cannot hold is an error; one that it must round is not.
Status parseElement(const NumPyDType &dtype, std::string_view text,
                    uint8_t *element, size_t column = 0);

/// Stores an integer as `np.int64(value).astype(dtype)` does: integers wrap,
/// bool is "not zero", complex gets it as the real part.
void storeInteger(const NumPyDType &dtype, int64_t value, uint8_t *element);

/// Returns the element as `str` of the NumPy scalar: floats by the fewest
/// digits that give the same element back. (ml_dtypes' own `str` of a bfloat16
/// shows six digits; here it follows the others.)
std::string formatElement(const NumPyDType &dtype, const uint8_t *element);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_ELEMENT_H

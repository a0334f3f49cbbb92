//===- Element.h - One element of an array ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversions between the bytes of one element, numbers
// and text. They know every dtype, in either byte order.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_ELEMENT_H
#define DTYP_SUPPORT_ELEMENT_H

#include "dtyp/Support/NumPyDType.h"

#include <complex>
#include <string>
#include <string_view>

namespace mlir::dtyp {

/// Parses a value as Python writes it into the `itemsize` bytes at `element`.
/// A value that the dtype cannot hold is an error; a number that it must round
/// is not.
///
///   numbers        -3  0x1f  1.5e-3  inf  nan  1+2j  true
///   datetime64     2020-01-01T05:06:07.123  NaT; as `np.datetime64(text)`,
///   what
///                  is finer than the unit is dropped, but without time zones,
///                  `now` and `today`
///   timedelta64    5  NaT: the number of steps
///   S, U           the characters, or a literal: b'a\x00'  'a b'
///   V              a literal: b'\x01\x02'
///   records        (1, 2.5, 'abc'), fields in order; other sub-arrays than
///                  those of one value are lists: (1, [2, 3]). One value
///                  without parentheses is every field's.
Status parseElement(const NumPyDType &dtype, std::string_view text,
                    uint8_t *element, size_t column = 0);

/// Stores an integer as `np.int64(value).astype(dtype)` does: integers wrap,
/// bool is "not zero", complex gets it as the real part, strings the decimal
/// digits that fit, void the bytes of the int64, and every field of a record
/// and element of a sub-array the integer.
void storeInteger(const NumPyDType &dtype, int64_t value, uint8_t *element);

/// Returns the element as `str` of the NumPy scalar: floats by the fewest
/// digits that give the same element back. (ml_dtypes' own `str` shows six
/// digits; here bfloat16 follows the others, and only floats of at most 8 bits
/// have six.) A timedelta64 is its number
/// of steps, and strings and bytes are literals, as NumPy prints them in an
/// array; and so is a record's datetime64.
std::string formatElement(const NumPyDType &dtype, const uint8_t *element);

/// Returns a bool, an integer, a float or a complex number exactly.
std::complex<long double> loadNumber(const NumPyDType &dtype,
                                     const uint8_t *element);

/// Returns the bits of an element that are its value, such as 4 for int4.
unsigned getValueBits(const NumPyDType &dtype);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_ELEMENT_H

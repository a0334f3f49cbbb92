//===- DTypeStringParser.h - Dtypes that are spelled as strings -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the part of the dtype parser for strings.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_SUPPORT_DTYPESTRINGPARSER_H
#define DTYP_LIB_SUPPORT_DTYPESTRINGPARSER_H

#include "dtyp/Support/NumPyDType.h"

namespace mlir::dtyp {

/// Parses a string that `np.dtype` accepts: a name, a typestr, a type character
/// or a comma string. An unsized `S`, `U` or `V`, which only the elements of a
/// literal may complete, is accepted where `allowUnsized` is set; its item size
/// is 0.
Result<NumPyDType> parseDTypeString(std::string_view spelling, size_t column,
                                    bool align, bool allowUnsized = false);

/// Returns the dtype of the elements `base` in an array of that shape: a
/// sub-array, or a string of that length where the base is unsized and the
/// shape an integer. `spelling` is that of the base, and the shape stands at
/// `column`.
Result<NumPyDType> applyShape(NumPyDType base, std::vector<int64_t> shape,
                              bool isInteger, std::string_view spelling,
                              size_t column);

/// Returns whether NumPy takes the string for a list of formats.
bool isCommaString(std::string_view spelling);

/// Parses a comma string.
Result<NumPyDType> parseCommaString(std::string_view spelling, size_t column,
                                    bool align);

} // namespace mlir::dtyp

#endif // DTYP_LIB_SUPPORT_DTYPESTRINGPARSER_H

//===- DTypePrinter.h - From dtypes to NumPy's spellings --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares printing dtypes. What `formatDType` prints, the parser
// reads as the same dtype, down to alignment and titles.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_DTYPEPRINTER_H
#define DTYP_SUPPORT_DTYPEPRINTER_H

#include "dtyp/Support/NumPyDType.h"

#include <string>

namespace mlir::dtyp {

/// Returns the spelling of a dtype: its name where that says it (`float32`,
/// `datetime64[25s]`), its typestr otherwise (`>f4`, `S5`), `(2,3)float32` for
/// a sub-array, and for a record the list form of JSON, or the dictionary form
/// where the list cannot say it.
std::string formatDType(const NumPyDType &dtype);

/// Returns `repr(dtype.descr)`, or an error where NumPy has no such list: where
/// fields overlap or are out of order. It loses whether a record is aligned,
/// and the types of ml_dtypes: see `isDescrLossless`.
Result<std::string> formatDescr(const NumPyDType &dtype);

/// Returns what a `.npy` file holds of the dtype: the list of `formatDescr` for
/// a record, `repr(dtype.str)` for another.
Result<std::string> formatNpyDescr(const NumPyDType &dtype);

/// Returns whether `np.dtype` (and for padding `np.load`) makes the same dtype
/// of the descr.
bool isDescrLossless(const NumPyDType &dtype);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_DTYPEPRINTER_H

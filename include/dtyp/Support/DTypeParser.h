//===- DTypeParser.h - From NumPy's spellings to dtypes ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the parser of what `np.dtype` accepts (with ml_dtypes
// imported) on a 64-bit Linux machine. Command lines name dtypes this way and
// in no other: `i8` is NumPy's int64, whatever MLIR calls by that name.
//
//   float32  <f4  >i2  single  f  bfloat16       names, typestrs, characters
//   datetime64[25s]  m8[h/4]                      times
//   S5  <U3  |V7                                  bytes, strings, raw bytes
//   3f4  (2,3)f4                                  sub-arrays
//   f4,(2,)i2                                     records; fields f0, f1
//
// Two more forms are literals, of JSON or of Python; brackets of either kind
// do, since JSON has no tuples. A list of fields, each `[name, dtype]` or
// `[name, dtype, shape]`, where the name may be `[title, name]`:
//
//   [["x", "<f4"], ["y", "<i2", [2]], [["title", "z"], "u1"]]
//
// and a dictionary, of which `names` and `formats` are required:
//
//   {"names": ["x", "y"], "formats": ["u1", "f8"], "offsets": [0, 8],
//    "titles": [null, "t"], "itemsize": 16, "aligned": true}
//
// Where a dtype stands in these, each form may stand, and `[dtype, shape]` for
// a sub-array. One key is not NumPy's: `"alignment": n` makes a record keep the
// layout given (offsets and itemsize are required then) whatever it stands in.
// NumPy needs a `np.dtype` object for that, which no text can hold.
//
// What NumPy accepts and this parser refuses, with a reason: dtypes that no GPU
// has (object, longdouble, StringDType) or that have no size (`S`, `U0`);
// titles that are no strings; a step of zero or of negative length, an item
// size beyond a C `int` (NumPy lets it wrap), more than `maxFields` fields and
// `maxNesting` levels; a dtype that inherits from another (`(int32, {...})`),
// the dictionary without `names`; and spellings that NumPy deprecates.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_DTYPEPARSER_H
#define DTYP_SUPPORT_DTYPEPARSER_H

#include "dtyp/Support/NumPyDType.h"

namespace mlir::dtyp {

/// Parses a dtype. `column` is where the spelling starts in the text that
/// errors count in. `align` lays records out like C structures, as the
/// parameter of `np.dtype` does.
Result<NumPyDType> parseNumPyDType(std::string_view spelling, size_t column = 1,
                                   bool align = false);

/// Fails where elements of the dtype cannot be computed with on a GPU.
Status checkGPUSupport(const NumPyDType &dtype, size_t column = 0);

/// Parses a spelling, and checks that the dtype can be used on a GPU.
Result<NumPyDType> parseGPUDType(std::string_view spelling, size_t column = 1);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_DTYPEPARSER_H

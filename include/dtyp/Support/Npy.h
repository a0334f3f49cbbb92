//===- Npy.h - NumPy's .npy files -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the reader and the writer of `.npy` files. The reader
// takes versions 1.0, 2.0 and 3.0 in C and in Fortran order (a Fortran-order
// file becomes the same array in C order). It trusts nothing in the file: sizes
// are checked against the file's length before memory is allocated.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_NPY_H
#define DTYP_SUPPORT_NPY_H

#include "dtyp/Support/HostArray.h"

#include <string>
#include <string_view>
#include <vector>

namespace mlir::dtyp {

/// What precedes the elements in a `.npy` file.
struct NpyHeader {
  /// The dtype as the file tells it: one of ml_dtypes is a void in it.
  NumPyDType dtype;
  /// The typestr, where `np.save` writes it for dtypes of ml_dtypes only.
  std::string untoldTypestr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// The bytes before the header's text: the magic, the version and the length.
struct NpyPreamble {
  /// The offset of the header's text, and its length.
  size_t headerOffset = 0;
  size_t headerSize = 0;
  /// The text is UTF-8 from version 3.0 on, and Latin-1 before.
  bool isLatin1 = true;
};

/// The most bytes a preamble takes, and the longest header that is read.
inline constexpr size_t npyPreambleSize = 12;
inline constexpr size_t npyMaxHeaderSize = 65536;

/// Parses the first bytes of a file: `npyPreambleSize` of them, or fewer where
/// the file is shorter.
Result<NpyPreamble> parseNpyPreamble(std::string_view bytes);

/// Parses the header's text in UTF-8, a Python dictionary.
Result<NpyHeader> parseNpyHeader(std::string_view text);

/// Reads an array. Where `expected` is given, the file must hold that dtype;
/// for ml_dtypes that is the only way to read it, also as a field of a record,
/// since the file only says that its elements are bytes (`<V2`). That a record
/// is aligned, no file says either.
Result<HostArray> readNpy(const std::string &path,
                          const NumPyDType *expected = nullptr);

/// Returns what `np.save` writes before the elements.
/// Fails for a record that NumPy cannot describe: see `formatDescr`.
Result<std::string> formatNpyHeader(const NumPyDType &dtype,
                                    const std::vector<int64_t> &shape);

/// Writes the file that `np.save` writes, byte for byte. Leaves no half-written
/// file behind when it fails.
Status writeNpy(const std::string &path, const HostArray &array);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_NPY_H

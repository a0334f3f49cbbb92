//===- NumPyDType.h - NumPy dtypes as plain data ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a NumPy dtype as plain data, free of MLIR and LLVM, and
// the parser of the spellings that `np.dtype` accepts for it: names, aliases,
// type characters and typestrs such as `<f4`. Command lines name dtypes this
// way and in no other: `i8` is NumPy's int64, whatever MLIR calls by that name.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_NUMPYDTYPE_H
#define DTYP_SUPPORT_NUMPYDTYPE_H

#include "dtyp/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::dtyp {

/// What the elements are. Together with the item size it says how to read the
/// bytes of every scalar that is not an extension; those go by name.
enum class NumPyKind : uint8_t { Bool, Int, UInt, Float, Complex };

/// The byte order of an element. Elements of one byte have none.
enum class ByteOrder : uint8_t { None, Little, Big };

/// A dtype. Its identity is its name and its byte order, never the typestr,
/// which ml_dtypes shares between types.
struct NumPyDType {
  /// NumPy's name, such as `float32`.
  std::string name;
  NumPyKind kind = NumPyKind::Bool;
  ByteOrder byteOrder = ByteOrder::None;
  /// The bytes of one element, and their alignment in NumPy (x86-64).
  int64_t itemsize = 0;
  int64_t alignment = 0;
  /// Whether the dtype comes from ml_dtypes. Its kind is what it is, here:
  /// NumPy itself calls bfloat16 a void.
  bool isExtension = false;

  /// Returns `dtype.str`, such as `<f4`, and `<V2` for bfloat16.
  std::string typestr() const;

  /// Returns `dtype.kind`, such as 'f', and 'V' for bfloat16.
  char numpyKind() const;

  bool isBFloat16() const { return isExtension && name == "bfloat16"; }

  bool operator==(const NumPyDType &other) const {
    return name == other.name && byteOrder == other.byteOrder;
  }
  bool operator!=(const NumPyDType &other) const { return !(*this == other); }
};

/// Parses what `np.dtype` accepts (with ml_dtypes imported) on a 64-bit Linux
/// machine, as far as it denotes one of today's scalars: bool, int8 to int64,
/// uint8 to uint64, float16 to float64, complex64, complex128 and bfloat16.
/// `column` is where the spelling starts in the text that errors count in.
///
/// Dtypes that no GPU has (longdouble, object, ...) are errors that say so, as
/// are the ones that are not supported yet. A non-native byte order is parsed:
/// see `checkGPUSupport`.
Result<NumPyDType> parseNumPyDType(std::string_view spelling,
                                   size_t column = 1);

/// Fails where elements of the dtype cannot be computed with on a GPU.
Status checkGPUSupport(const NumPyDType &dtype, size_t column = 0);

/// Parses a spelling, and checks that the dtype can be used on a GPU.
Result<NumPyDType> parseGPUDType(std::string_view spelling, size_t column = 1);

/// Returns the dtype of that canonical name in the machine's byte order. The
/// name must be one of `getScalarDTypeNames()`.
NumPyDType getScalarDType(std::string_view name);

/// Returns the canonical names of the scalars, in NumPy's order.
std::vector<std::string> getScalarDTypeNames();

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_NUMPYDTYPE_H

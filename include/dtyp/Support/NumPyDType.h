//===- NumPyDType.h - NumPy dtypes as plain data ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a NumPy dtype as plain data, free of MLIR and LLVM: the
// scalars of NumPy and ml_dtypes, times, strings, records and sub-arrays.
// DTypeParser.h makes one from NumPy's spellings, RecordLayout.h from parts.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_NUMPYDTYPE_H
#define DTYP_SUPPORT_NUMPYDTYPE_H

#include "dtyp/Support/DTypeLimits.h"
#include "dtyp/Support/DatetimeUnit.h"
#include "dtyp/Support/Result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::dtyp {

/// What the elements are. Together with the item size it says how to read the
/// bytes of every scalar that is not an extension; those go by name.
enum class NumPyKind : uint8_t {
  Bool,
  Int,
  UInt,
  Float,
  Complex,
  Datetime,
  Timedelta,
  Bytes,
  Str,
  Void,
  Record,
  SubArray,
};

/// The byte order of an element. Elements of one byte have none, nor have
/// records and sub-arrays, whose parts have.
enum class ByteOrder : uint8_t { None, Little, Big };

struct RecordField;

/// A dtype. Its identity is all of what is here, never the typestr, which
/// ml_dtypes shares between types. It is finer than NumPy's own: an aligned
/// record and a packed one of the same layout are different dtypes.
struct NumPyDType {
  /// NumPy's name, such as `float32`, `bytes40` or, of a record, `void96`.
  std::string name;
  NumPyKind kind = NumPyKind::Bool;
  ByteOrder byteOrder = ByteOrder::None;
  /// The bytes of one element, and their alignment in NumPy (x86-64).
  int64_t itemsize = 0;
  int64_t alignment = 0;
  /// Whether the dtype comes from ml_dtypes. Its kind is what it is, here:
  /// NumPy itself calls bfloat16 a void.
  bool isExtension = false;

  /// Datetime and Timedelta: what they count.
  DatetimeStep step;

  /// Record: the fields in their order, which need not be that of their
  /// offsets, and whether the record was laid out with `align=True`.
  std::vector<RecordField> fields;
  bool isAligned = false;

  /// SubArray: its shape, and the dtype of its elements, which may be a
  /// sub-array again.
  std::vector<int64_t> shape;
  std::shared_ptr<const NumPyDType> base;

  /// Returns `dtype.str`, such as `<f4`, and `<V2` for bfloat16.
  std::string typestr() const;

  /// Returns `dtype.kind`, such as 'f', and 'V' for bfloat16.
  char numpyKind() const;

  bool isRecord() const { return kind == NumPyKind::Record; }
  bool isSubArray() const { return kind == NumPyKind::SubArray; }
  bool isBFloat16() const { return isExtension && name == "bfloat16"; }

  /// Returns whether the bytes of all numbers are in the machine's order.
  bool isNative() const;

  bool operator==(const NumPyDType &other) const;
  bool operator!=(const NumPyDType &other) const { return !(*this == other); }
};

/// A field of a record.
struct RecordField {
  std::string name;
  /// A second name, or nothing.
  std::string title;
  /// Bytes from the start of the record.
  int64_t offset = 0;
  NumPyDType dtype;

  bool operator==(const RecordField &other) const {
    return name == other.name && title == other.title &&
           offset == other.offset && dtype == other.dtype;
  }
};

/// Returns whether the elements of both are the same bytes with the same
/// meaning: NumPy's own equality, to which the alignment of a record and
/// whether it is aligned do not matter.
bool haveSameElements(const NumPyDType &lhs, const NumPyDType &rhs);

/// Returns how deep records and sub-arrays nest in the dtype.
size_t getNesting(const NumPyDType &dtype);

/// Returns the dtype of that canonical name in the machine's byte order. The
/// name must be one of `getScalarDTypeNames()`.
NumPyDType getScalarDType(std::string_view name);

/// Returns the canonical names of the numeric scalars of a fixed size, NumPy's
/// own in NumPy's order and then those of ml_dtypes.
std::vector<std::string> getScalarDTypeNames();

/// Returns datetime64 or timedelta64.
NumPyDType getDatetimeDType(DatetimeStep step,
                            ByteOrder order = ByteOrder::Little);
NumPyDType getTimedeltaDType(DatetimeStep step,
                             ByteOrder order = ByteOrder::Little);

/// Returns `S<n>`, `U<n>` (of n characters, 4 bytes each) or `V<n>`; n is
/// positive, and the bytes are at most `maxItemSize`.
NumPyDType getBytesDType(int64_t length);
NumPyDType getStrDType(int64_t length, ByteOrder order = ByteOrder::Little);
NumPyDType getVoidDType(int64_t length);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_NUMPYDTYPE_H

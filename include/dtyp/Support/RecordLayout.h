//===- RecordLayout.h - How records lay out their fields --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares NumPy's rules of record and sub-array layout, and CUDA's
// alignment of the same dtypes. NumPy aligns complex numbers like their parts;
// CUDA's vector types, which a kernel loads at once, need the whole size. Every
// error is NumPy's, and says which bytes are in the way.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_RECORDLAYOUT_H
#define DTYP_SUPPORT_RECORDLAYOUT_H

#include "dtyp/Support/NumPyDType.h"

#include <optional>
#include <unordered_set>

namespace mlir::dtyp {

/// Lays out a record field by field.
class RecordBuilder {
public:
  /// `align` is that of `np.dtype`: fields are put where a C compiler puts
  /// them, and fields that are given an offset must have it.
  explicit RecordBuilder(bool align);

  /// Adds a field behind those added by this function before, or at an offset.
  /// A record takes either all offsets or none.
  Status addField(std::string name, std::string title, NumPyDType dtype,
                  std::optional<int64_t> offset = std::nullopt);

  /// Returns the record. An item size that is given must be large enough, and
  /// with `align` a multiple of the alignment. An alignment that is given, a
  /// power of two, is taken instead of NumPy's.
  Result<NumPyDType> finish(std::optional<int64_t> itemsize = std::nullopt,
                            std::optional<int64_t> alignment = std::nullopt) &&;

private:
  NumPyDType record;
  std::unordered_set<std::string> names;
  size_t nesting = 0;
};

/// Returns a sub-array dtype; the base itself where the shape is empty.
Result<NumPyDType> makeSubArray(NumPyDType base, std::vector<int64_t> shape);

/// Returns the alignment of an element on the device: that of CUDA's vector
/// types, where NumPy's is half of it (complex64, complex128, complex32), that
/// of its layout for a record. Like NumPy's it is a power of two.
int64_t getDeviceAlignment(const NumPyDType &dtype);

/// Lays out all records in the dtype again, aligned for the device; what is no
/// record keeps its layout. (CuPy calls this `make_aligned_dtype`.)
Result<NumPyDType> layOutForDevice(const NumPyDType &dtype);

/// Returns whether two fields share a byte.
bool hasOverlap(const NumPyDType &record);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_RECORDLAYOUT_H

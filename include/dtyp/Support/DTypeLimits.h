//===- DTypeLimits.h - How large a dtype can be -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the limits of dtypes, those of the parser and of the types
// in IR alike.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_SUPPORT_DTYPELIMITS_H
#define DTYP_SUPPORT_DTYPELIMITS_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace mlir::dtyp {

/// The most bytes of an element: NumPy keeps the number in a C `int`.
inline constexpr int64_t maxItemSize = INT32_MAX;
/// NumPy's limit on the number of dimensions, also of a sub-array.
inline constexpr size_t maxRank = 64;
/// The most fields of one record, and how deep records and sub-arrays nest, a
/// scalar counting 0: deeper ones would be a danger to the stack of whoever
/// walks them. (NumPy's own limit is Python's on recursion, which leaves about
/// 990 levels.)
inline constexpr size_t maxFields = 65535;
inline constexpr size_t maxNesting = 64;

/// Returns the bytes of a sub-array of `rank` extents, each of 0 to
/// `maxItemSize`, or nothing where NumPy refuses it: where the product of the
/// extents does not fit into 64 bits before a zero ends it, or it or the bytes
/// into a C `int`.
std::optional<int64_t> getSubArraySize(const int64_t *shape, size_t rank,
                                       int64_t itemSize);

} // namespace mlir::dtyp

#endif // DTYP_SUPPORT_DTYPELIMITS_H

//===- DTypeFamily.h - Which rules apply to a dtype -------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the families of dtypes that promotion and casts tell
// apart.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPEFAMILY_H
#define DTYP_DIALECT_DTYP_IR_DTYPEFAMILY_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

namespace mlir::dtyp {

/// The dtypes that one set of rules is for.
enum class DTypeFamily : uint8_t {
  /// NumPy's own bool, integers, floats and complex numbers.
  Number,
  /// The numbers of the package ml_dtypes.
  ExtensionNumber,
  Datetime,
  Timedelta,
  Bytes,
  Str,
  Void,
  Record,
  /// Sub-arrays of every dialect.
  SubArray,
  CudaVector,
  /// A dtype of another dialect, which answers for itself.
  Foreign
};

/// Returns the family of a dtype, whatever its byte order.
DTypeFamily getFamily(Type dtype);

/// Returns the dtype in the byte order of the GPU.
Type toNativeOrder(Type dtype);

/// Returns what sort of number a dtype of the first two families is: where
/// NumPy takes one of ml_dtypes for bytes, an integer or a float all the same.
DTypeKind getNumberKind(Type dtype);

/// Returns NumPy's number of this kind and size in bytes; null if it has none.
Type getNumberType(MLIRContext *context, DTypeKind kind, int64_t itemSize);

/// Returns the characters that NumPy needs to print one of its numbers.
int64_t getPrintWidth(Type number);

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_DTYPEFAMILY_H

//===- ScalarTable.h - The numeric scalars of NumPy and ml_dtypes ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the table of the numeric scalars and how they are looked
// up.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_SUPPORT_SCALARTABLE_H
#define DTYP_LIB_SUPPORT_SCALARTABLE_H

#include "dtyp/Support/NumPyDType.h"

namespace mlir::dtyp {

/// One row per scalar. `characters` are NumPy's type characters for it on LP64;
/// `numpyKind` is `dtype.kind`.
struct ScalarRow {
  const char *name;
  NumPyKind kind;
  int8_t itemsize;
  int8_t alignment;
  bool isExtension;
  char numpyKind;
  const char *characters;
};

/// Returns the row of a name or alias, or null.
const ScalarRow *findScalarByName(std::string_view name);

/// Returns the row of a type character, or null.
const ScalarRow *findScalarByCharacter(char character);

/// Returns the row of NumPy's own scalar of that kind and size, or null.
const ScalarRow *findScalarByKindAndSize(char kind, int64_t itemsize);

/// Returns the dtype of the row.
NumPyDType makeScalar(const ScalarRow &row,
                      ByteOrder order = ByteOrder::Little);

} // namespace mlir::dtyp

#endif // DTYP_LIB_SUPPORT_SCALARTABLE_H

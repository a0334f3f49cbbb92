//===- DTypeLiteral.h - Dtypes in the list and dictionary form --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the part of the dtype parser for literals.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_SUPPORT_DTYPELITERAL_H
#define DTYP_LIB_SUPPORT_DTYPELITERAL_H

#include "Literal.h"
#include "dtyp/Support/NumPyDType.h"

namespace mlir::dtyp {

/// Whose reading of a literal: that of `np.dtype`, or of `np.load`, for which
/// fields without a name are padding, and which meets the typestrs of
/// ml_dtypes; they are void dtypes to it.
enum class DTypeDialect : uint8_t { Constructor, NpyFile };

/// Converts a literal to the dtype that it denotes.
Result<NumPyDType>
parseDTypeLiteral(const Literal &literal, bool align,
                  DTypeDialect dialect = DTypeDialect::Constructor);

} // namespace mlir::dtyp

#endif // DTYP_LIB_SUPPORT_DTYPELITERAL_H

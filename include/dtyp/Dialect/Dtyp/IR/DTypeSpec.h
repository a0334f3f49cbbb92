//===- DTypeSpec.h - Dtypes as types and as plain data ----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the conversions between dtypes as MLIR types and the plain
// data that dtyp/Support/DTypeParser.h makes of NumPy's spellings.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPESPEC_H
#define DTYP_DIALECT_DTYP_IR_DTYPESPEC_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"
#include "dtyp/Support/NumPyDType.h"

namespace mlir::dtyp {

/// Returns the dtype as NumPy sees it. A dtype of another dialect is known by
/// its name, or by its fields if it has some; the error says that there is no
/// such dtype in NumPy or ml_dtypes.
Result<NumPyDType> getNumPyDType(DTypeInterface dtype);

/// Returns the type that is this dtype, or null after an error that says why
/// there is none.
Type getDType(MLIRContext *context, const NumPyDType &dtype,
              function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_DTYPESPEC_H

//===- DatetimeTypes.h - What datetimes and timedeltas share ----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the generated methods of Datetime64Type and
// Timedelta64Type call.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_IR_DATETIMETYPES_H
#define DTYP_LIB_DIALECT_DTYP_IR_DATETIMETYPES_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

#include "mlir/IR/OpImplementation.h"

namespace mlir::dtyp {

/// Parses `(< multiplier? unit >)?`.
ParseResult parseUnit(AsmParser &parser, DatetimeUnit &unit,
                      int64_t &multiplier);

void printUnit(AsmPrinter &printer, DatetimeUnit unit, int64_t multiplier);

LogicalResult verifyUnit(function_ref<InFlightDiagnostic()> emitError,
                         DatetimeUnit unit, int64_t multiplier);

/// Returns NumPy's name of the dtype: `datetime64[25s]`.
std::string formatDatetime(StringRef prefix, DatetimeUnit unit,
                           int64_t multiplier);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_IR_DATETIMETYPES_H

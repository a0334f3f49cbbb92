//===- ControlFlowConversion.h - Conversion of control flow -----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what conversions of types do to the ops that hand values
// on, where a value may become several.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_TRANSFORMS_CONTROLFLOWCONVERSION_H
#define DTYP_LIB_DIALECT_DTYP_TRANSFORMS_CONTROLFLOWCONVERSION_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::dtyp {

/// Returns the values that the operands became, one after the other.
SmallVector<Value> flattenValues(ArrayRef<ValueRange> operands);

/// Splits `values` into groups of `counts`: the inverse of flattenValues().
SmallVector<SmallVector<Value>> splitValues(ValueRange values,
                                            ArrayRef<size_t> counts);

/// Appends the types that the results of `op` become to `types`, and how many
/// each one becomes to `counts`.
LogicalResult convertResults(Operation *op, const TypeConverter &converter,
                             SmallVectorImpl<Type> &types,
                             SmallVectorImpl<size_t> &counts);

/// Collects the patterns for cf and scf.
void populateControlFlowPatternsAndLegality(const TypeConverter &converter,
                                            RewritePatternSet &patterns,
                                            ConversionTarget &target);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_TRANSFORMS_CONTROLFLOWCONVERSION_H

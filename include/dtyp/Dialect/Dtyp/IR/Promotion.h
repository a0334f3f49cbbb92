//===- Promotion.h - The common dtype of dtypes -----------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the promotion of dtypes, which needs no operations.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_PROMOTION_H
#define DTYP_DIALECT_DTYP_IR_PROMOTION_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

namespace mlir::dtyp {

/// Returns the dtype of the result of an operation on elements of all `dtypes`
/// (dtypes, or !dtyp.weak for a Python number) by these rules, or fails with an
/// error that names two that have none and why. Here as below, no `emitError`
/// means no text. All count at once: a fold over pairs has other results.
FailureOr<Type> promoteDTypes(ArrayRef<Type> dtypes, PromotionRules rules,
                              function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_PROMOTION_H

//===- PromotionRules.h - Parts of the promotion of dtypes ------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the rules that the promotion of dtypes is made of.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_IR_PROMOTIONRULES_H
#define DTYP_LIB_DIALECT_DTYP_IR_PROMOTIONRULES_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

namespace mlir::dtyp {

/// Fails with an error that names two operands without a common dtype.
LogicalResult refusePromotion(function_ref<InFlightDiagnostic()> emitError,
                              PromotionRules rules, Type left, Type right,
                              const Twine &why);

/// Returns the promotion of NumPy's own numbers, of which there is one at
/// least.
Type promoteNumbers(ArrayRef<Type> numbers);

/// Returns NumPy's common dtype of one of ml_dtypes and one of its own, or
/// null.
Type promoteExtension(Type extension, Type number);

/// Returns what a number of NumPy's becomes when it meets a Python one.
Type promoteWeak(Type number, WeakScalarKind weak);

/// Returns the dtype of Python numbers alone.
Type getWeakDefault(MLIRContext *context, WeakScalarKind weak);

/// Returns NumPy's promotion of two of the dtypes that are bytes to it: void,
/// records and sub-arrays.
FailureOr<Type> promoteVoids(Type left, Type right,
                             function_ref<InFlightDiagnostic()> emitError);

/// Returns the promotion of dtypes in native byte order by JAX's lattice.
FailureOr<Type> promoteByJAX(ArrayRef<Type> dtypes,
                             function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_IR_PROMOTIONRULES_H

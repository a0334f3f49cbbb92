//===- TinyDialect.h - The types of tinyarray ----------------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYARRAY_TINYDIALECT_H
#define TINYARRAY_TINYDIALECT_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

#include "mlir/IR/Dialect.h"

#include <memory>

#include "TinyDialect.h.inc"
#define GET_TYPEDEF_CLASSES
#include "TinyTypes.h.inc"

namespace mlir {
class Pass;
} // namespace mlir

namespace tiny {

/// Returns a pass that lowers casts of fixed-point numbers to arithmetic. dtyp
/// does it for the dtypes that it knows.
std::unique_ptr<mlir::Pass> createLowerFixedCastsPass();

} // namespace tiny

#endif // TINYARRAY_TINYDIALECT_H

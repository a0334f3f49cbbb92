//===- ProviderErasure.h - How providers become their fields ----*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a quick way to erase providers, besides the patterns.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_DTYP_TRANSFORMS_PROVIDERERASURE_H
#define DTYP_LIB_DIALECT_DTYP_TRANSFORMS_PROVIDERERASURE_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::dtyp {

/// Erases the arguments of `function`, which nothing calls, that are objects
/// without fields and are not used. Does nothing if it has other objects, which
/// only a conversion can replace.
void eraseUnusedProviders(FunctionOpInterface function,
                          const TypeConverter &converter);

} // namespace mlir::dtyp

#endif // DTYP_LIB_DIALECT_DTYP_TRANSFORMS_PROVIDERERASURE_H

//===- DialectTypes.h - What the dialect says of arguments ------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what the tool asks the dialect dtyp about the arguments
// of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TOOLS_DTYP_RUN_DIALECTTYPES_H
#define DTYP_TOOLS_DTYP_RUN_DIALECTTYPES_H

#include "dtyp/Support/NumPyDType.h"

#include "mlir/IR/Types.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <string>

namespace mlir::dtyp {

/// An argument that the author of a function wrote.
struct SourceArgument {
  Type type;
  /// A name for each parameter that it became: those of the fields of an
  /// object, and one empty name for anything else.
  SmallVector<std::string> fields;
};

/// Returns the arguments that a function had before its providers were erased.
SmallVector<SourceArgument> getSourceArguments(FunctionOpInterface function);

/// Returns the spellings of the dtypes whose elements have this type in the IR,
/// which tells neither signed from unsigned integers nor bool from a byte.
SmallVector<std::string> getDTypeNames(Type type);

/// Returns whether elements of the dtype have this type in the IR: it is the
/// dtype, or what the dtype is stored as.
bool takesDType(Type type, const NumPyDType &dtype);

} // namespace mlir::dtyp

#endif // DTYP_TOOLS_DTYP_RUN_DIALECTTYPES_H

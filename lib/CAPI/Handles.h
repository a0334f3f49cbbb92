//===- Handles.h - What the C API's functions share -------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how handles and strings of callers are taken with care:
// any of them may be null.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_CAPI_HANDLES_H
#define DTYP_LIB_CAPI_HANDLES_H

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

namespace mlir::dtyp::capi {

/// Returns a string of the caller's, which may be null.
inline StringRef unwrapString(MlirStringRef string) {
  return string.data ? unwrap(string) : StringRef();
}

/// Returns whether an array of the caller's can be read: null only if it has
/// no elements.
template <typename T>
bool isArray(intptr_t size, const T *elements) {
  return size == 0 || (size > 0 && elements);
}

/// Loads the dialect, without which there are none of its types, and no builtin
/// type is a dtype.
inline void loadDialect(MLIRContext *context) {
  context->getOrLoadDialect<DtypDialect>();
}

/// Returns the type as one of this kind; null if it is null or another one.
template <typename T>
T unwrapAs(MlirType type) {
  if (!type.ptr) {
    return {};
  }
  loadDialect(unwrap(type).getContext());
  return dyn_cast<T>(unwrap(type));
}

/// Calls the caller's function with a string.
inline MlirLogicalResult
emitString(StringRef string, MlirStringCallback callback, void *userData) {
  if (!callback) {
    return mlirLogicalResultFailure();
  }
  callback(wrap(string), userData);
  return mlirLogicalResultSuccess();
}

/// Returns a type of the dialect, or null after a diagnostic.
template <typename T, typename... Parameters>
MlirType getType(MLIRContext *context, Parameters &&...parameters) {
  loadDialect(context);
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(context)); };
  return wrap(Type(T::getChecked(emitError, context,
                                 std::forward<Parameters>(parameters)...)));
}

/// Returns null after a diagnostic.
inline MlirType emitTypeError(MLIRContext *context, const Twine &message) {
  mlir::emitError(UnknownLoc::get(context)) << message;
  return MlirType{nullptr};
}

} // namespace mlir::dtyp::capi

#endif // DTYP_LIB_CAPI_HANDLES_H

//===- DType.h - Types: dtypes, and those of the IR -------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares a type that Python holds.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_BINDINGS_PYTHON_DTYPE_H
#define DTYP_LIB_BINDINGS_PYTHON_DTYPE_H

#include "Context.h"

namespace dtyp::python {

/// A type, which keeps its context alive.
class Type {
public:
  Type(std::shared_ptr<Context> context, MlirType type)
      : context(std::move(context)), type(type) {}

  MlirType get() const { return type; }
  const std::shared_ptr<Context> &getContext() const { return context; }

  /// Returns another type of the context; nothing for null.
  std::optional<Type> wrap(MlirType other) const {
    if (!other.ptr) {
      return std::nullopt;
    }
    return Type(context, other);
  }

private:
  std::shared_ptr<Context> context;
  MlirType type;
};

} // namespace dtyp::python

#endif // DTYP_LIB_BINDINGS_PYTHON_DTYPE_H

//===- Frontend.h - From source to dtyp, cudax and gpu -------- -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// This file declares the front end. It parses this language, and builds the IR
// of a kernel while it does:
//
//   file       ::= (class | kernel)*
//   class      ::= `class` name `{` `dtype` `=` dtype `}`
//   dtype      ::= name | `'` NumPy's spelling `'` | `fixed` `(` integer `)`
//   kernel     ::= `kernel` name `(` (parameter (`,` parameter)*)? `)` block
//   parameter  ::= name `:` (dtype (`[` `]`)? | class)
//   block      ::= `{` statement* `}`
//   statement  ::= `local` name `[` integer `]` `dtype` (object | dtype)
//                | `let` name `=` expression
//                | `for` name `in` expression `..` expression block
//                | `if` expression `<` expression block
//                | name `[` expression `]` (`=` | `+=`) expression
//   expression ::= term ((`+` | `-`) term)*
//   term       ::= factor ((`*` | `/`) factor)*
//   factor     ::= integer | float | name | name `[` expression `]`
//                | `thread` | `len` `(` name `)` | `index` `(` expression `)`
//                | `(` expression `)`
//
// A value is an index or a float32: elements of all dtypes are cast to and from
// float32. The dtype of an object is that of its class.
//
//===----------------------------------------------------------------------===//

#ifndef TINYARRAY_FRONTEND_H
#define TINYARRAY_FRONTEND_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace tiny {

/// A parameter of a kernel to which a value is passed: all but objects.
struct Parameter {
  std::string name;
  mlir::Location loc;
  mlir::dtyp::DTypeInterface dtype;
  bool isArray = false;
};

struct Kernel {
  std::string name;
  mlir::Location loc;
  std::vector<Parameter> parameters;
};

/// What a source is turned into: a gpu.module `kernels`, and its signatures.
struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Kernel> kernels;
};

/// Parses a source. Fails after an error, which is a diagnostic of the context.
mlir::FailureOr<Program> parseProgram(mlir::MLIRContext *context,
                                      llvm::StringRef file,
                                      llvm::StringRef source);

} // namespace tiny

#endif // TINYARRAY_FRONTEND_H

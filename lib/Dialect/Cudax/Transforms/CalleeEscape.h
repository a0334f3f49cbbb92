//===- CalleeEscape.h - Local arrays that callees keep ----------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the analysis that finds where a local array leaves its
// scope, in its own function and in those that it is passed to.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_CALLEEESCAPE_H
#define DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_CALLEEESCAPE_H

#include "dtyp/Dialect/Cudax/IR/LocalArrayEscape.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::cudax {

/// Follows local arrays through calls. What a function does with a parameter is
/// found once: parameters start as not kept, and those of which that is not
/// true are corrected until nothing changes, so that recursion comes to an end.
///
/// A function whose body is not below the root is not looked into, as another
/// thread may be changing it; one that has no body, or is not known, keeps its
/// argument unless the parameter or the argument has `llvm.nocapture`.
class CalleeEscapeAnalysis {
public:
  explicit CalleeEscapeAnalysis(Operation *root) : root(root) {}

  /// Returns the first place where `array` leaves its scope, or nothing.
  std::optional<LocalArrayEscape> findEscape(Value array);

private:
  /// A function and the number of its parameter.
  using Parameter = std::pair<Operation *, unsigned>;

  /// What a function does with a parameter that refers to an array.
  struct Effect {
    std::optional<LocalArrayEscape> escape;
    llvm::SmallBitVector returned;
  };

  std::optional<LocalArrayEscape> followCall(CallOpInterface call,
                                             OpOperand &argument,
                                             ArrayReferences &references);

  /// Corrects what is known of the parameters. Returns whether it was wrong.
  bool solve();

  Operation *root;
  SymbolTableCollection symbolTables;
  llvm::MapVector<Parameter, Effect> effects;
  size_t numSolved = 0;
};

} // namespace mlir::cudax

#endif // DTYP_LIB_DIALECT_CUDAX_TRANSFORMS_CALLEEESCAPE_H

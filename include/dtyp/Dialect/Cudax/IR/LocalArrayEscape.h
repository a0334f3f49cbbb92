//===- LocalArrayEscape.h - Local arrays that leave their scope -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the analysis that finds where an array in private memory
// leaves the scope in which it was made.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_LOCALARRAYESCAPE_H
#define DTYP_DIALECT_CUDAX_IR_LOCALARRAYESCAPE_H

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

#include <optional>

namespace mlir::cudax {

/// A use through which a local array leaves its scope.
struct LocalArrayEscape {
  /// The use of the array, or of a value that may be a view of it.
  OpOperand *use;
  /// What happens there, as a predicate of "the array" (`is returned`).
  StringRef what;
  /// Whether the use is an argument of a call, and the callee keeps the array
  /// or may do so.
  bool isCall = false;
  /// Where the callee, or a function that it calls, keeps the array, if its
  /// body was seen.
  OpOperand *useInCallee = nullptr;
};

/// Values that may refer to the memory of one array.
using ArrayReferences = llvm::SetVector<Value>;

/// Tells what a call does with `argument`, a reference to an array: returns how
/// the array leaves its scope there, or adds to the references those of the
/// call's results that refer to it.
using CallFollower = function_ref<std::optional<LocalArrayEscape>(
    CallOpInterface call, OpOperand &argument, ArrayReferences &references)>;

/// Returns the first place, in the order of a walk over its uses, where `array`
/// leaves its scope: it is returned, yielded out of the region in which it was
/// made, stored, kept until its op is executed again, or captured into a
/// `gpu.launch` around which it was made. Returns nothing if it stays.
///
/// A call uses the array and no more, unless `followCall` says otherwise:
/// without it, nothing but the array's own function is looked at.
///
/// Linear in the uses of the array and of its views, but for branches: those
/// add a walk over the blocks behind the array.
std::optional<LocalArrayEscape>
findLocalArrayEscape(Value array, CallFollower followCall = nullptr);

/// The same for an array that `parameter`, an argument of a function, refers
/// to. Returning it is no escape; `returned` gets the numbers of such results.
std::optional<LocalArrayEscape>
findParameterEscape(BlockArgument parameter, CallFollower followCall,
                    llvm::SmallBitVector &returned);

} // namespace mlir::cudax

#endif // DTYP_DIALECT_CUDAX_IR_LOCALARRAYESCAPE_H

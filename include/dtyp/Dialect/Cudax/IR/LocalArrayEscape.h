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

#include <optional>

namespace mlir::cudax {

/// A use through which a local array leaves its scope.
struct LocalArrayEscape {
  /// The use of the array, or of a value that may be a view of it.
  OpOperand *use;
  /// What happens there, as a predicate of "the array" (`is returned`).
  StringRef what;
};

/// Returns the first place, in the order of a walk over its uses, where `array`
/// leaves its scope: it is returned, yielded out of the region in which it was
/// made, stored, kept until its op is executed again, or captured into a
/// `gpu.launch` around which it was made. Returns nothing if it stays.
///
/// Linear in the uses of the array and of its views, but for branches: those
/// add a walk over the blocks behind the array.
std::optional<LocalArrayEscape> findLocalArrayEscape(Value array);

} // namespace mlir::cudax

#endif // DTYP_DIALECT_CUDAX_IR_LOCALARRAYESCAPE_H

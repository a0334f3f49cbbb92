//===- FieldPath.h - The way to a part of an element ------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how a path such as `["position"][%k]` is followed from an
// element of an array to the part that is accessed. In IR it is an array
// attribute: a string for a name, and for indices into a sub-array an integer,
// their number; the indices themselves are operands.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_FIELDPATH_H
#define DTYP_DIALECT_DTYP_IR_FIELDPATH_H

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

namespace mlir::dtyp {

/// The part of an element to which a path leads.
struct ElementPart {
  DTypeInterface dtype;
  /// The offset in bytes, from the start of the element, that is known.
  int64_t offset = 0;
  /// What each of the path's indices adds to it, in bytes.
  SmallVector<int64_t> strides;
  /// The extents of the sub-arrays that the path's indices index.
  SmallVector<int64_t> extents;

  /// Returns the alignment in bytes of the part in an element that is aligned
  /// to `elementAlignment`.
  int64_t getAlignment(int64_t elementAlignment) const;
};

/// Follows `path` from an element of `dtype`. Fails with an error where it
/// leads nowhere.
FailureOr<ElementPart> followPath(DTypeInterface dtype, ArrayAttr path,
                                  function_ref<InFlightDiagnostic()> emitError);

/// Returns the dtype of the elements of `memref`: `named`, where an op names
/// one, or the element type. Fails with an error where it is no dtype, or is
/// stored as another type.
FailureOr<DTypeInterface>
resolveElementDType(MemRefType memref, std::optional<Type> named,
                    function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_FIELDPATH_H

//===- FieldLayout.h - Where a record's fields lie --------------*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares records whose layout is computed, as it is where
// `!dtyp.record` is written without offsets.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_FIELDLAYOUT_H
#define DTYP_DIALECT_DTYP_IR_FIELDLAYOUT_H

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

namespace mlir::dtyp {

/// How the offsets of a record follow from its fields.
enum class FieldLayout : uint8_t {
  /// One behind the other, as `numpy.dtype([...])`.
  Packed,
  /// As C aligns a struct, and `numpy.dtype([...], align=True)`.
  Aligned,
  /// As `Aligned`, with CUDA's alignments.
  Device
};

/// Returns the record of the fields, whose offsets do not matter; null after an
/// error.
RecordType layOutRecord(function_ref<InFlightDiagnostic()> emitError,
                        MLIRContext *context, ArrayRef<DTypeField> fields,
                        FieldLayout layout);

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_FIELDLAYOUT_H

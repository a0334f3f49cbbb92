//===- DtypTypeInterfaces.h - What a dtype and its provider are -*- C++ -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the interfaces through which a type is a dtype or provides
// one, and the plain data in their answers.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPTYPEINTERFACES_H
#define DTYP_DIALECT_DTYP_IR_DTYPTYPEINTERFACES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"

#include <optional>
#include <string>

#include "dtyp/Dialect/Dtyp/IR/DtypEnums.h.inc"

namespace mlir::dtyp {

/// DLPack's `DLDataType`: the code of the type family, the bits of one lane and
/// the number of lanes.
struct DLPackDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

} // namespace mlir::dtyp

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h.inc"

namespace mlir::dtyp {

/// Returns `type` as a dtype, or null after an error that says why it is none
/// and what to write instead. Here as below, no `emitError` means no text.
DTypeInterface verifyDType(Type type,
                           function_ref<InFlightDiagnostic()> emitError);

/// Returns `type` as a provider of a dtype, or null after an error that says
/// why an object of that type cannot stand for a dtype and what to do. The
/// protocol of the provider is not judged here.
DTypeProviderTypeInterface
verifyProvider(Type type, function_ref<InFlightDiagnostic()> emitError);

/// Fails with an error that names `__numpy_dtype__` if `provider` has only the
/// legacy `.dtype` attribute.
LogicalResult
verifyNumPyDTypeProtocol(DTypeProviderTypeInterface provider,
                         function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::dtyp

#endif // DTYP_DIALECT_DTYP_IR_DTYPTYPEINTERFACES_H

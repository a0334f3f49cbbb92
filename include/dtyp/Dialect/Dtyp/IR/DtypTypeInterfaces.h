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

#include "dtyp/Support/DTypeLimits.h"

#include "mlir/IR/BuiltinAttributes.h"
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
  /// Whether an array needs DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED: each
  /// element has bytes of its own, where DLPack would pack fewer bits.
  bool isSubByteTypePadded = false;
};

/// A part of an element that has a name.
struct DTypeField {
  StringAttr name;
  /// NumPy's second name of the field; null if it has none.
  StringAttr title;
  Type dtype;
  /// From the start of the element, in bytes.
  int64_t offset;
};

} // namespace mlir::dtyp

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h.inc"

namespace mlir::dtyp {

/// Returns `type` as a dtype, or null after an error that says why it is none
/// and what to write instead. Here as below, no `emitError` means no text.
DTypeInterface verifyDType(Type type,
                           function_ref<InFlightDiagnostic()> emitError);

/// Returns the field of `dtype` that has this name or title, as NumPy looks
/// fields up, or nothing.
std::optional<DTypeField> lookupField(DTypeInterface dtype, StringRef name);

/// Returns the dtype of the elements that an array of `dtype` has: the
/// innermost base of a sub-array, or `dtype` itself.
DTypeInterface getElementDType(DTypeInterface dtype);

/// Returns the shape of a sub-array without those of sub-arrays in it, which is
/// `numpy.dtype.shape`; empty for every other dtype.
SmallVector<int64_t> getOwnShape(DTypeInterface dtype);

/// Returns how deep records and sub-arrays nest in `dtype`, a number counting
/// 0.
size_t getNesting(DTypeInterface dtype);

/// Returns `type` as a dtype if it is one that is the element of its memrefs
/// itself, with a layout of its own that is known; null for any other type. The
/// dialect does not matter.
DTypeInterface getAsOwnStorage(Type type);

/// Returns the alignment in bytes that the elements of a memref of `dtype` are
/// sure to have. A builtin complex number may come from NumPy, or be a field of
/// a record: only its parts are aligned.
int64_t getStorageAlignment(DTypeInterface dtype);

/// Returns `numpy.dtype.descr` as a Python literal where it leads back to the
/// same dtype: not for ml_dtypes, and not for a record that is padded or
/// aligned.
std::optional<std::string> getDescr(DTypeInterface dtype);

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

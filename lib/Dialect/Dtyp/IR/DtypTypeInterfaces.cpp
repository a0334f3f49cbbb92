//===- DtypTypeInterfaces.cpp - What a dtype and its provider are ---------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the checks of types in dtype position, with the messages
// that tell a user what to write instead.
//
//===----------------------------------------------------------------------===//

#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::dtyp;

#include "dtyp/Dialect/Dtyp/IR/DtypEnums.cpp.inc"
#include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.cpp.inc"

/// Returns `type` as it is written in IR: a diagnostic would put quotes around
/// it, which do not belong into a piece of code.
static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Returns why `type` is no dtype, and what to write instead; empty if all that
/// is known is that it does not implement the interface.
static std::string explainNoDType(Type type) {
  if (type.isF80() || type.isF128()) {
    return "it is NumPy's longdouble, which no GPU has; use f64";
  }
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned width = integer.getWidth();
    if (integer.isSigned() && width <= 64 && llvm::isPowerOf2_32(width)) {
      return llvm::formatv("one NumPy dtype is one type; write i{0} for int{0}",
                           width);
    }
    return "NumPy's integers have 8, 16, 32 or 64 bits (i8, ui8, ...), its "
           "bool "
           "is i1, and ml_dtypes' have 1, 2 or 4 (si1, ui1, i2, ui2, i4, ui4)";
  }
  if (isa<FloatType>(type)) {
    return "NumPy's floats are f16, f32 and f64, and ml_dtypes' are bf16, the "
           "f8 "
           "family, f6E2M3FN, f6E3M2FN and f4E2M1FN";
  }
  if (isa<IndexType>(type)) {
    return "its width depends on the target; NumPy's intp is i64";
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    return "NumPy's complex dtypes are complex<f32> and complex<f64>, and "
           "ml_dtypes' are complex<f16> and complex<bf16>";
  }
  if (auto dtype = dyn_cast<DTypeProviderTypeInterface>(type)) {
    return "it provides one; write " + toString(dtype.getProvidedDType());
  }
  if (auto array = dyn_cast<ShapedType>(type)) {
    return "an array is not a dtype; its elements are " +
           toString(array.getElementType());
  }
  return "";
}

DTypeInterface
mlir::dtyp::verifyDType(Type type,
                        function_ref<InFlightDiagnostic()> emitError) {
  if (auto dtype = dyn_cast_if_present<DTypeInterface>(type)) {
    return dtype;
  }
  if (!emitError) {
    return {};
  }
  if (!type) {
    emitError() << "expected a dtype, but the object provides none";
    return {};
  }
  std::string why = explainNoDType(type);
  if (why.empty()) {
    why = "expected a type that implements DTypeInterface";
  }
  emitError() << "type " << type << " is not a dtype: " << why;
  return {};
}

DTypeProviderTypeInterface
mlir::dtyp::verifyProvider(Type type,
                           function_ref<InFlightDiagnostic()> emitError) {
  if (auto provider = dyn_cast<DTypeProviderTypeInterface>(type)) {
    return provider;
  }
  if (!emitError) {
    return {};
  }
  if (auto array = dyn_cast<ShapedType>(type)) {
    InFlightDiagnostic diagnostic = emitError();
    diagnostic << "cannot construct a dtype from an array of type " << type;
    if (isa<DTypeInterface>(array.getElementType())) {
      diagnostic << "; write 'dtyp.constant "
                 << toString(array.getElementType())
                 << "' for the dtype of its elements";
    }
    return {};
  }
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "expected an object that provides a dtype, but got type "
             << type;
  if (isa<DTypeInterface>(type)) {
    diagnostic << "; write 'dtyp.constant " << toString(type)
               << "' for that dtype";
  } else {
    diagnostic << "; implement DTypeProviderTypeInterface on it, as the type "
                  "of an object with a '__numpy_dtype__' attribute";
  }
  return {};
}

LogicalResult mlir::dtyp::verifyNumPyDTypeProtocol(
    DTypeProviderTypeInterface provider,
    function_ref<InFlightDiagnostic()> emitError) {
  if (provider.getDTypeProtocol() == DTypeProtocol::NumPyDType) {
    return success();
  }
  if (!emitError) {
    return failure();
  }
  return emitError() << "object of type " << provider
                     << " has the legacy '.dtype' attribute and no "
                        "'__numpy_dtype__'; define '__numpy_dtype__' on it, or "
                        "pass its '.dtype' explicitly ('dtyp.constant "
                     << toString(provider.getProvidedDType())
                     << "'), or set 'allow_legacy' on a dtyp.dtype_of";
}

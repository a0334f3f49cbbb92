//===- DtypEnums.td - Enumerations of the dtyp dialect -----*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPENUMS_TD
#define DTYP_DIALECT_DTYP_IR_DTYPENUMS_TD

include "dtyp/Dialect/Dtyp/IR/DtypDialect.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// DTypeKind
//===----------------------------------------------------------------------===//

def Dtyp_DTypeKind : I32Enum<"DTypeKind", "kind of a dtype, as numpy.dtype.kind", [
    I32EnumCase<"Boolean", 0, "b">,
    I32EnumCase<"SignedInteger", 1, "i">,
    I32EnumCase<"UnsignedInteger", 2, "u">,
    I32EnumCase<"Floating", 3, "f">,
    I32EnumCase<"ComplexFloating", 4, "c">,
    I32EnumCase<"Timedelta", 5, "m">,
    I32EnumCase<"Datetime", 6, "M">,
    I32EnumCase<"Bytes", 7, "S">,
    I32EnumCase<"Str", 8, "U">,
    I32EnumCase<"Void", 9, "V">,
    I32EnumCase<"ExtensionComplex", 10, "W">
  ]> {
  let cppNamespace = "::mlir::dtyp";
}

//===----------------------------------------------------------------------===//
// DatetimeUnit
//===----------------------------------------------------------------------===//

def Dtyp_DatetimeUnit : I32Enum<"DatetimeUnit",
    "unit of datetime64 and timedelta64, as NumPy spells it", [
    I32EnumCase<"Generic", 0, "generic">,
    I32EnumCase<"Year", 1, "Y">,
    I32EnumCase<"Month", 2, "M">,
    I32EnumCase<"Week", 3, "W">,
    I32EnumCase<"Day", 4, "D">,
    I32EnumCase<"Hour", 5, "h">,
    I32EnumCase<"Minute", 6, "m">,
    I32EnumCase<"Second", 7, "s">,
    I32EnumCase<"Millisecond", 8, "ms">,
    I32EnumCase<"Microsecond", 9, "us">,
    I32EnumCase<"Nanosecond", 10, "ns">,
    I32EnumCase<"Picosecond", 11, "ps">,
    I32EnumCase<"Femtosecond", 12, "fs">,
    I32EnumCase<"Attosecond", 13, "as">
  ]> {
  let cppNamespace = "::mlir::dtyp";
}

//===----------------------------------------------------------------------===//
// DTypeProtocol
//===----------------------------------------------------------------------===//

def Dtyp_DTypeProtocol : I32Enum<"DTypeProtocol",
    "protocol through which an object provides its dtype", [
    I32EnumCase<"NumPyDType", 0, "numpy_dtype">,
    I32EnumCase<"Legacy", 1, "legacy">
  ]> {
  let cppNamespace = "::mlir::dtyp";
}

//===----------------------------------------------------------------------===//
// AlignmentModel
//===----------------------------------------------------------------------===//

def Dtyp_AlignmentModel : I32Enum<"AlignmentModel",
    "whose alignment rules apply: NumPy's on the host or CUDA's on the device", [
    I32EnumCase<"NumPy", 0, "numpy">,
    I32EnumCase<"Device", 1, "device">
  ]> {
  let cppNamespace = "::mlir::dtyp";
}

def Dtyp_AlignmentModelAttr : EnumAttr<Dtyp_Dialect, Dtyp_AlignmentModel, "alignment_model">;

//===----------------------------------------------------------------------===//
// PromotionRules
//===----------------------------------------------------------------------===//

def Dtyp_PromotionRules : I32Enum<"PromotionRules",
    "whose rules of promotion apply: NumPy's or JAX's", [
    I32EnumCase<"NumPy", 0, "numpy">,
    I32EnumCase<"JAX", 1, "jax">
  ]> {
  let cppNamespace = "::mlir::dtyp";
}

def Dtyp_PromotionRulesAttr : EnumAttr<Dtyp_Dialect, Dtyp_PromotionRules, "promotion_rules">;

//===----------------------------------------------------------------------===//
// CastingLevel
//===----------------------------------------------------------------------===//

def Dtyp_CastingLevel : I32Enum<"CastingLevel",
    "how much a cast may change, as NumPy's casting argument; each level allows "
    "what those before it do", [
    I32EnumCase<"No", 0, "no">,
    I32EnumCase<"Equiv", 1, "equiv">,
    I32EnumCase<"Safe", 2, "safe">,
    I32EnumCase<"SameKind", 3, "same_kind">,
    I32EnumCase<"Unsafe", 4, "unsafe">
  ]> {
  let cppNamespace = "::mlir::dtyp";
}

def Dtyp_CastingLevelAttr : EnumAttr<Dtyp_Dialect, Dtyp_CastingLevel, "casting_level">;

//===----------------------------------------------------------------------===//
// WeakScalarKind
//===----------------------------------------------------------------------===//

def Dtyp_WeakScalarKind : I32Enum<"WeakScalarKind", "Python type of a number", [
    I32EnumCase<"Int", 0, "int">,
    I32EnumCase<"Float", 1, "float">,
    I32EnumCase<"Complex", 2, "complex">
  ]> {
  let cppNamespace = "::mlir::dtyp";
}

def Dtyp_WeakScalarKindAttr : EnumAttr<Dtyp_Dialect, Dtyp_WeakScalarKind, "weak_scalar_kind">;

#endif // DTYP_DIALECT_DTYP_IR_DTYPENUMS_TD

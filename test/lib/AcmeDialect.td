//===- AcmeDialect.td - The dialect of another compiler ----*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_TEST_LIB_ACMEDIALECT_TD
#define DTYP_TEST_LIB_ACMEDIALECT_TD

include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

def Acme_Dialect : Dialect {
  let name = "acme";
  let cppNamespace = "::acme";
  let summary = "what a compiler that uses dtyp brings along";
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerTypes();
  }];
}

class Acme_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Acme_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// An object that implements the interface itself and has no run-time state.
def Acme_InstanceType : Acme_Type<"Instance", "instance",
    [DeclareTypeInterfaceMethods<DTypeProviderTypeInterface>]> {
  let parameters = (ins StringRefParameter<>:$className, "::mlir::Type":$dtype);
  let assemblyFormat = "`<` $className `,` $dtype `>`";
}

/// An object with run-time state: a weight, and a pointer to its data.
def Acme_WeightedType : Acme_Type<"Weighted", "weighted",
    [DeclareTypeInterfaceMethods<DTypeProviderTypeInterface,
                                 ["getRuntimeTypes"]>]> {
  let parameters = (ins "::mlir::Type":$dtype);
  let assemblyFormat = "`<` $dtype `>`";
}

/// An object to which the interface is attached as an external model: its own
/// dialect knows nothing of dtyp.
def Acme_ForeignType : Acme_Type<"Foreign", "foreign"> {
  let parameters = (ins "::mlir::Type":$dtype, DefaultValuedParameter<"bool", "false">:$legacy);
  let assemblyFormat = "`<` $dtype (`,` $legacy^)? `>`";
}

//===----------------------------------------------------------------------===//
// Dtypes
//===----------------------------------------------------------------------===//

/// A fixed-point number: an integer whose lowest bits are the fraction. It says
/// what it promotes with, and what it is cast to and from.
def Acme_FixedType : Acme_Type<"Fixed", "fixed",
    [DeclareTypeInterfaceMethods<DTypeInterface,
       ["promoteWith", "getCastingLevelTo", "getCastingLevelFrom"]>]> {
  let parameters = (ins "unsigned":$fraction);
  let assemblyFormat = "`<` $fraction `>`";
}

/// An interval with a layout of its own, which no builtin type has: two floats
/// and a byte that tells whether it is open.
def Acme_IntervalType : Acme_Type<"Interval", "interval",
    [MemRefElementTypeInterface,
     DeclareTypeInterfaceMethods<DTypeInterface, ["getFields"]>]>;

/// Three floats, as a sub-array dtype.
def Acme_TripleType : Acme_Type<"Triple", "triple",
    [DeclareTypeInterfaceMethods<DTypeInterface,
       ["getSubArrayShape", "getSubArrayBase"]>]>;

/// A dtype of no bytes, like NumPy's empty record.
def Acme_EmptyType : Acme_Type<"Empty", "empty",
    [DeclareTypeInterfaceMethods<DTypeInterface>]>;

/// A pixel of three 16-bit numbers, which is an element of memrefs itself.
def Acme_PixelType : Acme_Type<"Pixel", "pixel",
    [DeclareTypeInterfaceMethods<DTypeInterface, ["getFields"]>,
     MemRefElementTypeInterface]>;

/// A dtype whose size is not known yet.
def Acme_UnknownType : Acme_Type<"Unknown", "unknown",
    [DeclareTypeInterfaceMethods<DTypeInterface>]>;

#endif // DTYP_TEST_LIB_ACMEDIALECT_TD

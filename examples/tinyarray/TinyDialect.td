//===- TinyDialect.td - The types of tinyarray ----------- -*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYARRAY_TINYDIALECT_TD
#define TINYARRAY_TINYDIALECT_TD

include "dtyp/Dialect/Dtyp/IR/DtypTypeInterfaces.td"
include "mlir/IR/AttrTypeBase.td"

def Tiny_Dialect : Dialect {
  let name = "tiny";
  let cppNamespace = "::tiny";
  let summary = "the objects and element types of tinyarray";
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = "void registerTypes();";
}

class Tiny_Type<string name, string typeMnemonic, list<Trait> traits>
    : TypeDef<Tiny_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

// An object may stand where a dtype is expected.
def Tiny_ObjectType : Tiny_Type<"Object", "object",
    [DeclareTypeInterfaceMethods<DTypeProviderTypeInterface>]> {
  let summary = "an object of a declared class, which provides a dtype";
  let parameters = (ins StringRefParameter<>:$className, "::mlir::Type":$dtype);
  let assemblyFormat = "`<` $className `,` $dtype `>`";
}

// A dtype that neither NumPy nor dtyp has.
def Tiny_FixedType : Tiny_Type<"Fixed", "fixed",
    [DeclareTypeInterfaceMethods<DTypeInterface,
       ["getCastingLevelTo", "getCastingLevelFrom"]>]> {
  let summary = "a fixed-point number: 16 bits, the lowest of which are a fraction";
  let parameters = (ins "unsigned":$fraction);
  let assemblyFormat = "`<` $fraction `>`";
  let genVerifyDecl = 1;
}

#endif // TINYARRAY_TINYDIALECT_TD

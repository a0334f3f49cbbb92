//===- DtypOps.td - Operations of the dtyp dialect ---------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPOPS_TD
#define DTYP_DIALECT_DTYP_IR_DTYPOPS_TD

include "dtyp/Dialect/Dtyp/IR/DtypAccessOps.td"
include "dtyp/Dialect/Dtyp/IR/DtypCastOps.td"
include "dtyp/Dialect/Dtyp/IR/DtypTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Dtyp_Op<string mnemonic, list<Trait> traits = []>
    : Op<Dtyp_Dialect, mnemonic, traits>;

// Operands are constrained by predicates, not by the type definitions, so that
// the ops print their types in full (`!dtyp.dtype<ui8>`, not `<ui8>`).
def Dtyp_AnyDType : Type<
    CPred<"::llvm::isa<::mlir::dtyp::DTypeType>($_self)">,
    "dtype">;

def Dtyp_AnyProviderObject : Type<
    CPred<"::llvm::isa<::mlir::dtyp::ProviderType>($_self)">,
    "object of type !dtyp.provider">;

def Dtyp_AnyProvider : Type<
    CPred<"::llvm::isa<::mlir::dtyp::DTypeProviderTypeInterface>($_self)">,
    "dtype provider", "::mlir::Type">;

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

def Dtyp_ConstantOp : Dtyp_Op<"constant", [
    Pure, ConstantLike,
    InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>
  ]> {
  let summary = "a dtype";
  let description = [{
    Yields the dtype that the attribute names.

    Example:

    ```mlir
    %dt = dtyp.constant ui8
    ```
  }];
  let arguments = (ins TypeAttr:$dtype);
  let results = (outs Dtyp_DTypeType:$result);
  let assemblyFormat = "$dtype attr-dict";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// DTypeOfOp
//===----------------------------------------------------------------------===//

def Dtyp_DTypeOfOp : Dtyp_Op<"dtype_of", [
    Pure,
    InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>
  ]> {
  let summary = "the dtype that an object provides";
  let description = [{
    Yields the dtype that `provider` stands for, as `numpy.dtype(provider)` does.
    Folds to `dtyp.constant`: the dtype is part of the provider's type.

    Only NumPy 2.4's protocol is followed by default. An object that has the
    bare `.dtype` attribute and no `__numpy_dtype__` is refused unless the op
    carries `allow_legacy`. An array (memref, tensor, vector) is not a dtype,
    as in NumPy ("cannot construct a dtype from an array").

    Example:

    ```mlir
    !foo = !dtyp.provider<"Foo", ui8>
    !old = !dtyp.provider<"Old", f32, legacy>

    func.func @dtypes(%foo: !foo, %old: !old) -> (!dtyp.dtype<ui8>, !dtyp.dtype<f32>) {
      %0 = dtyp.dtype_of %foo : !foo
      %1 = dtyp.dtype_of %old {allow_legacy} : !old
      return %0, %1 : !dtyp.dtype<ui8>, !dtyp.dtype<f32>
    }
    ```
  }];
  let arguments = (ins AnyType:$provider, UnitAttr:$allow_legacy);
  let results = (outs Dtyp_DTypeType:$result);
  let assemblyFormat = "$provider attr-dict `:` type($provider)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// ItemSizeOp
//===----------------------------------------------------------------------===//

def Dtyp_ItemSizeOp : Dtyp_Op<"itemsize", [Pure]> {
  let summary = "size of one element of a dtype in bytes";
  let description = [{
    Yields `numpy.dtype.itemsize`, in bytes. Folds to a constant.

    Example:

    ```mlir
    %dt = dtyp.constant complex<f64>
    %size = dtyp.itemsize %dt : !dtyp.dtype<complex<f64>>   // 16
    ```
  }];
  let arguments = (ins Dtyp_AnyDType:$dtype);
  let results = (outs Index:$result);
  let assemblyFormat = "$dtype attr-dict `:` type($dtype)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// AlignmentOp
//===----------------------------------------------------------------------===//

def Dtyp_AlignmentOp : Dtyp_Op<"alignment", [Pure]> {
  let summary = "alignment of one element of a dtype in bytes";
  let description = [{
    Yields the alignment of an element in bytes, by NumPy's rules on x86-64
    (`numpy.dtype.alignment`) or by CUDA C++'s on the device (the built-in types
    table of the CUDA C++ Programming Guide). They differ for complex numbers.
    Folds to a constant.

    Example:

    ```mlir
    %dt = dtyp.constant complex<f64>
    %host = dtyp.alignment numpy %dt : !dtyp.dtype<complex<f64>>    // 8
    %device = dtyp.alignment device %dt : !dtyp.dtype<complex<f64>> // 16
    ```
  }];
  let arguments = (ins Dtyp_AlignmentModelAttr:$model, Dtyp_AnyDType:$dtype);
  let results = (outs Index:$result);
  let assemblyFormat = "$model $dtype attr-dict `:` type($dtype)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// MakeProviderOp
//===----------------------------------------------------------------------===//

def Dtyp_MakeProviderOp : Dtyp_Op<"make_provider", [Pure]> {
  let summary = "an object that provides a dtype, from its run-time state";
  let description = [{
    Makes a provider from the values of its run-time fields; from nothing if it
    has none. Operands must have the provider's run-time types, in their order.

    Example:

    ```mlir
    !foo = !dtyp.provider<"Foo", ui8>
    !scaled = !dtyp.provider<"Scaled", f32, {scale: f32}>

    func.func @objects(%scale: f32) -> (!foo, !scaled) {
      %foo = dtyp.make_provider() : () -> !foo
      %scaled = dtyp.make_provider(%scale) : (f32) -> !scaled
      return %foo, %scaled : !foo, !scaled
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$fields);
  let results = (outs Dtyp_AnyProvider:$result);
  let assemblyFormat = "`(` $fields `)` attr-dict `:` functional-type($fields, $result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// GetFieldOp
//===----------------------------------------------------------------------===//

def Dtyp_GetFieldOp : Dtyp_Op<"get_field", [
    Pure,
    InferTypeOpAdaptor
  ]> {
  let summary = "a run-time field of a provider";
  let description = [{
    Yields the value of a named run-time field of an object of type
    `!dtyp.provider`. Folds through `dtyp.make_provider`.

    Example:

    ```mlir
    !scaled = !dtyp.provider<"Scaled", f32, {scale: f32}>

    func.func @scale_of(%object: !scaled) -> f32 {
      %scale = dtyp.get_field %object["scale"] : !scaled
      return %scale : f32
    }
    ```
  }];
  let arguments = (ins Dtyp_AnyProviderObject:$provider, StrAttr:$field);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$provider `[` $field `]` attr-dict `:` type($provider)";
  let hasFolder = 1;
}

#endif // DTYP_DIALECT_DTYP_IR_DTYPOPS_TD

//===- DtypCastOps.td - Promotion and casts ----------------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPCASTOPS_TD
#define DTYP_DIALECT_DTYP_IR_DTYPCASTOPS_TD

include "dtyp/Dialect/Dtyp/IR/DtypTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Dtyp_PromotionOp<string mnemonic, list<Trait> traits = []>
    : Op<Dtyp_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// WeakScalarOp
//===----------------------------------------------------------------------===//

def Dtyp_WeakScalarOp : Dtyp_PromotionOp<"weak_scalar", [
    Pure,
    InferTypeOpAdaptor
  ]> {
  let summary = "a Python number in promotion";
  let description = [{
    Yields an operand for `dtyp.promote` that stands for a Python number, whose
    dtype follows from what it meets (NumPy's NEP 50). Its value does not matter
    for promotion. It has no run-time representation, and is gone when the
    promotion is folded.

    Example:

    ```mlir
    %one = dtyp.weak_scalar int
    ```
  }];
  let arguments = (ins Dtyp_WeakScalarKindAttr:$kind);
  let results = (outs Dtyp_WeakType:$result);
  let assemblyFormat = "$kind attr-dict";
}

//===----------------------------------------------------------------------===//
// PromoteOp
//===----------------------------------------------------------------------===//

def Dtyp_PromoteOp : Dtyp_PromotionOp<"promote", [
    Pure,
    InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>
  ]> {
  let summary = "the dtype in which dtypes have a common operation";
  let description = [{
    Yields the dtype of the result of an operation on elements of all operands,
    as `numpy.result_type` does. Operands are dtypes, objects that provide one,
    and Python numbers (`!dtyp.weak`). All operands count at once: promoting two
    after two gives other results (`i8, ui8, f16` is `f16`, but `i8, ui8` is
    `i16`, and `i16, f16` is `f32`). Folds to `dtyp.constant`.

    `rules` says whose rules these are:

    * `numpy` (the default): NumPy's own dtypes, numbers, datetimes, strings,
      records and sub-arrays as in NumPy 2.4, and of the dtypes of ml_dtypes
      what does not depend on the order of operands in NumPy. Two different
      dtypes of ml_dtypes are refused: NumPy has results only where their sizes
      happen to agree.
    * `jax`: JAX's lattice (with 64-bit types), for numbers and ml_dtypes.
      Integers do not widen floats, and a float of at most 8 bits meets no other.

    Example:

    ```mlir
    %i8 = dtyp.constant i8
    %u8 = dtyp.constant ui8
    %f16 = dtyp.constant f16
    %bf16 = dtyp.constant bf16
    %one = dtyp.weak_scalar float
    %0 = dtyp.promote %i8, %u8, %f16 : !dtyp.dtype<i8>, !dtyp.dtype<ui8>, !dtyp.dtype<f16>  // f16
    %1 = dtyp.promote %i8, %one : !dtyp.dtype<i8>, !dtyp.weak<float>                         // f64
    %2 = dtyp.promote %bf16, %f16 rules jax : !dtyp.dtype<bf16>, !dtyp.dtype<f16>            // f32
    ```
  }];
  let arguments = (ins
    Variadic<AnyType>:$dtypes,
    DefaultValuedAttr<Dtyp_PromotionRulesAttr,
      "::mlir::dtyp::PromotionRules::NumPy">:$rules
  );
  let results = (outs Dtyp_DTypeType:$result);
  let assemblyFormat = "$dtypes (`rules` $rules^)? attr-dict `:` type($dtypes)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// CanCastOp
//===----------------------------------------------------------------------===//

def Dtyp_CanCastOp : Dtyp_PromotionOp<"can_cast", [Pure]> {
  let summary = "whether a cast between dtypes is allowed at a casting level";
  let description = [{
    Yields `numpy.can_cast(source, target, level)`. Operands are dtypes or
    objects that provide one. Folds to a constant.

    Each of the levels `no`, `equiv` (but for the byte order), `safe`,
    `same_kind` and `unsafe` allows what those before it do. As in NumPy, `safe`
    is a cast to what both promote to, which can lose digits of an integer
    (`i64` to `f64`). For the dtypes of ml_dtypes, levels follow from what they
    are; NumPy takes most of them for bytes of a size.

    Example:

    ```mlir
    %i32 = dtyp.constant i32
    %f32 = dtyp.constant f32
    %safe = dtyp.can_cast safe %i32 to %f32 : !dtyp.dtype<i32>, !dtyp.dtype<f32>       // false
    %kind = dtyp.can_cast same_kind %i32 to %f32 : !dtyp.dtype<i32>, !dtyp.dtype<f32>  // true
    ```
  }];
  let arguments = (ins
    Dtyp_CastingLevelAttr:$level,
    AnyType:$source,
    AnyType:$target
  );
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $level $source `to` $target attr-dict `:` type($source) `,` type($target)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// CastOp
//===----------------------------------------------------------------------===//

def Dtyp_CastOp : Dtyp_PromotionOp<"cast", [Pure]> {
  let summary = "the value of one dtype that another dtype has for it";
  let description = [{
    Yields what `numpy.ndarray.astype` makes of an element. The op names both
    dtypes, since values have lost what makes them different: those of `ui8` and
    `i8` are both of type `i8`. Operand and result are of the value types of the
    dtypes. As in `astype`, every cast is allowed unless `casting` says less.

    * An integer is wrapped to the bits of a narrower one. Anything but zero is
      true, also NaN. A complex number loses its imaginary part.
    * A float is truncated to an integer. What the integer cannot hold is not
      defined in C; here it is what NumPy computes on x86-64 for one element:
      `i32` and `i64` get their smallest value for NaN and all that is out of
      range, narrower integers the low bits of the `i32`, `ui32` those of the
      `i64`, and `ui64` the `i64`, or from 2^63 on that of the value less 2^63
      with the highest bit flipped. From floats of at most 8 bits, NaN is zero
      and an infinity is the largest or smallest integer, as in ml_dtypes.
    * A float is rounded once, to the nearest, ties to even; to `bf16` and floats
      of at most 8 bits through `f32`, as ml_dtypes does.
    * A datetime is converted to another unit rounding down, and NaT is kept.
      What overflows is wrapped. Between datetimes and numbers the count of
      units is the number.
    * `bytes`, `str` and `void` are cut, or filled with zeros, to the length of
      the same kind. The characters of a `str` in the other byte order are
      swapped.

    A cast of a constant is one: of a number, complex ones included, and of a
    time. There are no constants of `bytes`, `str` and `void` to fold: no
    attribute of MLIR is of such a type, so that their values come from memory
    only.

    Refused: text to and from numbers, datetimes and other text, which is
    formatting and parsing; records, whose fields are cast one by one; and
    datetimes to none of a unit, where NumPy keeps the unit.

    Example:

    ```mlir
    func.func @cast(%byte: i8, %x: f64) -> (f32, i8) {
      %0 = dtyp.cast %byte : ui8 to f32
      %1 = dtyp.cast %x casting unsafe : f64 to ui8
      return %0, %1 : f32, i8
    }
    ```
  }];
  let arguments = (ins
    AnyType:$value,
    TypeAttr:$source,
    TypeAttr:$target,
    DefaultValuedAttr<Dtyp_CastingLevelAttr,
      "::mlir::dtyp::CastingLevel::Unsafe">:$casting
  );
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $value (`casting` $casting^)? attr-dict `:`
    custom<CastTypes>($source, $target, type($value), type($result))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$value, "::mlir::Type":$source,
                   "::mlir::Type":$target)>
  ];
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // DTYP_DIALECT_DTYP_IR_DTYPCASTOPS_TD

//===- DtypAccessOps.td - Access to the elements of arrays -*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref knows how its elements are stored, not what they are: `i8` is int8,
// uint8 or bool. The ops of this file name the dtype, or have it from a memref
// whose elements are a dtype of the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPACCESSOPS_TD
#define DTYP_DIALECT_DTYP_IR_DTYPACCESSOPS_TD

include "dtyp/Dialect/Dtyp/IR/DtypTypes.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

// An op that accesses a part of an element: the memref, its indices, the path
// to the part, and the dtype of the elements where the memref does not tell.
class Dtyp_AccessOp<string mnemonic, list<Trait> traits = []>
    : Op<Dtyp_Dialect, mnemonic, traits # [AttrSizedOperandSegments]> {
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns the part of an element that is accessed.
    ::llvm::FailureOr<::mlir::dtyp::ElementPart> getElementPart();

    /// Returns the dtype of the array's elements.
    ::mlir::dtyp::DTypeInterface getElementDType() {
      return ::llvm::cast<::mlir::dtyp::DTypeInterface>(getDtype().value_or(
          ::llvm::cast<::mlir::MemRefType>(getMemref().getType())
              .getElementType()));
    }
  }];
}

//===----------------------------------------------------------------------===//
// LoadOp
//===----------------------------------------------------------------------===//

def Dtyp_LoadOp : Dtyp_AccessOp<"load", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>
  ]> {
  let summary = "the value of an element, or of a part of one";
  let description = [{
    Reads an element of an array as a value of its dtype's value type:

    - bool: any byte but 0 is true, as in NumPy,
    - int1, int2, int4 and their unsigned twins: the low bits of the byte; the
      value has these bits only. So it is with float6 and float4, but any bit
      above them is the sign, too. Both as in ml_dtypes,
    - big-endian numbers: with their bytes swapped,
    - datetime64, timedelta64: the 64-bit integer, NaT included,
    - CUDA's vectors: a `vector`,
    - records, strings and void: all their bytes, as a value of the dtype itself.

    `as` names the dtype of the elements where the memref's element type does
    not; it must be stored as that type.

    A path behind the indices leads to a part of the element: a record's field
    by name or title, an element of a sub-array by its indices, `real` and
    `imag` of a complex number, `x` to `w` of a vector. A part is accessed with
    the alignment that its offset gives it; a field of a packed record takes as
    many accesses as that needs.

    Example:

    ```mlir
    !particle = !dtyp.record<id: ui16, alive: i1, position: !dtyp.subarray<3xf32>>

    func.func @parts(%flags: memref<?xi8>, %particles: memref<?x!particle>, %i: index, %k: index) -> (i1, i1, f32, !particle) {
      %0 = dtyp.load %flags[%i] : memref<?xi8> as i1
      %1 = dtyp.load %particles[%i]["alive"] : memref<?x!particle>
      %2 = dtyp.load %particles[%i]["position"][%k] : memref<?x!particle>
      %3 = dtyp.load %particles[%i] : memref<?x!particle>
      return %0, %1, %2, %3 : i1, i1, f32, !particle
    }
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "the array", [MemRead]>:$memref,
    Variadic<Index>:$indices,
    Variadic<Index>:$subindices,
    DefaultValuedAttr<ArrayAttr, "{}">:$path,
    OptionalAttr<TypeAttr>:$dtype
  );
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $memref `[` $indices `]` `` custom<FieldPath>($path, $subindices) attr-dict
    `:` type($memref) (`as` $dtype^)?
  }];
}

//===----------------------------------------------------------------------===//
// StoreOp
//===----------------------------------------------------------------------===//

def Dtyp_StoreOp : Dtyp_AccessOp<"store"> {
  let summary = "write an element, or a part of one";
  let description = [{
    Writes a value of a dtype's value type to an element of an array; the rules,
    `as` and the path are those of `dtyp.load`. A bool is stored as 0 or 1, the
    narrow numbers of ml_dtypes with zeros above their bits. All bytes of a
    record are written, its padding included.

    Example:

    ```mlir
    func.func @set(%flags: memref<?xi8>, %network: memref<4x!dtyp.big_endian<i32>>, %i: index, %flag: i1, %word: i32) {
      dtyp.store %flag, %flags[%i] : i1, memref<?xi8> as i1
      dtyp.store %word, %network[%i] : i32, memref<4x!dtyp.big_endian<i32>>
      return
    }
    ```
  }];
  let arguments = (ins
    AnyType:$value,
    Arg<AnyMemRef, "the array", [MemWrite]>:$memref,
    Variadic<Index>:$indices,
    Variadic<Index>:$subindices,
    DefaultValuedAttr<ArrayAttr, "{}">:$path,
    OptionalAttr<TypeAttr>:$dtype
  );
  let assemblyFormat = [{
    $value `,` $memref `[` $indices `]` `` custom<FieldPath>($path, $subindices)
    attr-dict `:` type($value) `,` type($memref) (`as` $dtype^)?
  }];
}

//===----------------------------------------------------------------------===//
// AtomicRMWOp
//===----------------------------------------------------------------------===//

def Dtyp_AtomicRMWOp : Dtyp_AccessOp<"atomic_rmw", [
    TypesMatchWith<"result has the type of the value", "value", "result",
                   "$_self">
  ]> {
  let summary = "atomically update an element, or a part of one";
  let description = [{
    Reads, updates and writes an element of an array, or the part of one to which
    the path leads, in one step, and yields the value before; the kinds are
    those of `memref.atomic_rmw`. The dtype must be an integer, a float or a
    datetime that is stored as it is computed with (not a bool, nor a
    big-endian number), and a field must lie at a multiple of its size.

    Example:

    ```mlir
    !bin = !dtyp.record<aligned, count: ui32, sum: f32>

    func.func @add(%bins: memref<?x!bin>, %i: index, %value: f32) -> f32 {
      %old = dtyp.atomic_rmw addf %value, %bins[%i]["sum"] : f32, memref<?x!bin>
      return %old : f32
    }
    ```
  }];
  let arguments = (ins
    AtomicRMWKindAttr:$kind,
    AnyType:$value,
    Arg<AnyMemRef, "the array", [MemRead, MemWrite]>:$memref,
    Variadic<Index>:$indices,
    Variadic<Index>:$subindices,
    DefaultValuedAttr<ArrayAttr, "{}">:$path,
    OptionalAttr<TypeAttr>:$dtype
  );
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $kind $value `,` $memref `[` $indices `]` ``
    custom<FieldPath>($path, $subindices) attr-dict
    `:` type($value) `,` type($memref) (`as` $dtype^)?
  }];
}

//===----------------------------------------------------------------------===//
// FieldViewOp
//===----------------------------------------------------------------------===//

def Dtyp_FieldViewOp : Op<Dtyp_Dialect, "field_view", [
    Pure,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<ViewLikeOpInterface>
  ]> {
  let summary = "one field of all elements of an array, as a view";
  let description = [{
    Yields a view of one part of each element, as `array["x"]` in NumPy: a memref
    of the part's storage type with the strides of the array. A sub-array field
    appends its shape.

    A memref counts strides in elements, so the size of the record and the
    offset of the field must be multiples of the field's size (of the base's,
    for a sub-array), and its alignment must hold for all elements. Fields of
    other layouts are accessed by `dtyp.load` and `dtyp.store` with a path.

    Example:

    ```mlir
    !point = !dtyp.record<aligned, x: f32, y: f32>

    func.func @ys(%points: memref<10x!point>) -> memref<10xf32, strided<[2], offset: 1>> {
      %y = dtyp.field_view %points["y"] : memref<10x!point> to memref<10xf32, strided<[2], offset: 1>>
      return %y : memref<10xf32, strided<[2], offset: 1>>
    }
    ```
  }];
  let arguments = (ins AnyMemRef:$memref, StrArrayAttr:$path);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $memref `` custom<FieldNames>($path) attr-dict
    `:` type($memref) `to` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// ViewOp
//===----------------------------------------------------------------------===//

def Dtyp_ViewOp : Op<Dtyp_Dialect, "view", [
    Pure,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<ViewLikeOpInterface>
  ]> {
  let summary = "an array's bytes under another dtype";
  let description = [{
    Yields a view of the same bytes as elements of another dtype, as
    `array.view(dtype)` in NumPy. Where the sizes of the elements differ, the
    last dimension must be contiguous, and its bytes a multiple of the new size;
    it becomes longer or shorter, and an array without dimensions is refused.
    All other strides must be multiples of the new size.

    The view's memory must be aligned as its dtype needs: that is up to the
    caller, and checked by `dtyp-run --sanitize`.

    Example:

    ```mlir
    func.func @bytes(%words: memref<8x4xf32>) -> memref<8x16xi8> {
      %bytes = dtyp.view %words as ui8 : memref<8x4xf32> to memref<8x16xi8>
      return %bytes : memref<8x16xi8>
    }
    ```
  }];
  let arguments = (ins AnyMemRef:$memref, TypeAttr:$dtype);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $memref `as` $dtype attr-dict `:` type($memref) `to` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// RawLoadOp, RawStoreOp
//===----------------------------------------------------------------------===//

def Dtyp_RawLoadOp : Op<Dtyp_Dialect, "raw_load"> {
  let summary = "read bytes of an element as they are";
  let description = [{
    Reads a value from `offset` bytes behind the start of an element, as it lies
    in memory, with an access of `alignment` bytes: what `dtyp.load` is lowered
    to where memref has no such access. The result is a type whose values fill
    their bytes.

    Example:

    ```mlir
    func.func @second(%points: memref<?x!dtyp.record<x: f32, y: f32>>, %i: index) -> f32 {
      %offset = arith.constant 4 : index
      %y = dtyp.raw_load %points[%i], %offset {alignment = 4} : memref<?x!dtyp.record<x: f32, y: f32>> -> f32
      return %y : f32
    }
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "the array", [MemRead]>:$memref,
    Variadic<Index>:$indices,
    Index:$offset,
    ConfinedAttr<I64Attr, [IntPositive]>:$alignment
  );
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $memref `[` $indices `]` `,` $offset attr-dict
    `:` type($memref) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Dtyp_RawStoreOp : Op<Dtyp_Dialect, "raw_store"> {
  let summary = "write bytes of an element as they are";
  let description = [{
    Writes a value to `offset` bytes behind the start of an element, as it is,
    with an access of `alignment` bytes: what `dtyp.store` is lowered to where
    memref has no such access.

    Example:

    ```mlir
    func.func @set_second(%points: memref<?x!dtyp.record<x: f32, y: f32>>, %i: index, %y: f32) {
      %offset = arith.constant 4 : index
      dtyp.raw_store %y, %points[%i], %offset {alignment = 4} : f32, memref<?x!dtyp.record<x: f32, y: f32>>
      return
    }
    ```
  }];
  let arguments = (ins
    AnyType:$value,
    Arg<AnyMemRef, "the array", [MemWrite]>:$memref,
    Variadic<Index>:$indices,
    Index:$offset,
    ConfinedAttr<I64Attr, [IntPositive]>:$alignment
  );
  let assemblyFormat = [{
    $value `,` $memref `[` $indices `]` `,` $offset attr-dict
    `:` type($value) `,` type($memref)
  }];
  let hasVerifier = 1;
}

#endif // DTYP_DIALECT_DTYP_IR_DTYPACCESSOPS_TD

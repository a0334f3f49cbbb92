//===- CudaxOpBase.td - Base classes of the ops ------------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAXOPBASE_TD
#define DTYP_DIALECT_CUDAX_IR_CUDAXOPBASE_TD

include "dtyp/Dialect/Cudax/IR/CudaxDialect.td"
include "dtyp/Dialect/Cudax/IR/CudaxInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"

class Cudax_Op<string mnemonic, list<Trait> traits = []>
    : Op<Cudax_Dialect, mnemonic, traits>;

/// An op that makes an array of a dtype and a shape, as
/// `cudax.mnemonic(%dt) [8, %n] {alignment = 16} : !dtyp.dtype<f32> -> memref<8x?xf32>`.
class Cudax_ArrayOp<string mnemonic, list<Trait> traits = []>
    : Cudax_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<Cudax_ArrayOpInterface,
                                  ["getMemorySpace", "getMemoryLimit"]>,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>
      ]> {
  dag arrayArguments = (ins
    AnyType:$dtype,
    Variadic<Index>:$dynamic_sizes,
    DenseI64ArrayAttr:$static_sizes,
    OptionalAttr<I64Attr>:$alignment
  );
  let arguments = arrayArguments;
  let assemblyFormat = [{
    `(` $dtype `)` custom<DynamicIndexList>($dynamic_sizes, $static_sizes)
    attr-dict `:` type($dtype) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // DTYP_DIALECT_CUDAX_IR_CUDAXOPBASE_TD

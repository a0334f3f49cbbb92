//===- DtypDialect.td - The dtyp dialect -------------------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_IR_DTYPDIALECT_TD
#define DTYP_DIALECT_DTYP_IR_DTYPDIALECT_TD

include "mlir/IR/DialectBase.td"

def Dtyp_Dialect : Dialect {
  let name = "dtyp";
  let cppNamespace = "::mlir::dtyp";
  let summary = "NumPy's dtypes, and the objects that provide them";
  let description = [{
    The dialect answers one question in the IR: which dtype does this object
    stand for? NumPy lets any object that has a `__numpy_dtype__` attribute
    stand where a dtype is expected; a front end writes that as an SSA value
    whose type is a *provider*, and the compiler resolves it:

    ```mlir
    !foo = !dtyp.provider<"Foo", ui8>

    func.func @itemsize_of(%foo: !foo) -> index {
      %dt = dtyp.dtype_of %foo : !foo
      %size = dtyp.itemsize %dt : !dtyp.dtype<ui8>
      return %size : index
    }
    ```

    A dtype is an MLIR type that implements `DTypeInterface`. These builtin
    types do, NumPy's and those of the package ml_dtypes:

    | dtype | MLIR type | value | storage | itemsize | NumPy alignment | CUDA alignment |
    |---|---|---|---|---|---|---|
    | bool | `i1` | `i1` | `i8` | 1 | 1 | 1 |
    | int8, int16, int32, int64 | `i8`, `i16`, `i32`, `i64` | the same | the same | 1, 2, 4, 8 | itemsize | itemsize |
    | uint8, uint16, uint32, uint64 | `ui8`, `ui16`, `ui32`, `ui64` | `i8` … `i64` | `i8` … `i64` | 1, 2, 4, 8 | itemsize | itemsize |
    | int1, int2, int4, uint1, uint2, uint4 | `si1`, `i2`, `i4`, `ui1`, `ui2`, `ui4` | `i1`, `i2`, `i4` | `i8` | 1 | 1 | 1 |
    | float16, bfloat16, float32, float64 | `f16`, `bf16`, `f32`, `f64` | the same | the same | 2, 2, 4, 8 | itemsize | itemsize |
    | float8_e4m3fn and the other seven | `f8E4M3FN`, … | the same | the same | 1 | 1 | 1 |
    | float6_e2m3fn, float6_e3m2fn, float4_e2m1fn | `f6E2M3FN`, `f6E3M2FN`, `f4E2M1FN` | the same | `i8` | 1 | 1 | 1 |
    | complex64, complex128 | `complex<f32>`, `complex<f64>` | the same | the same | 8, 16 | 4, 8 | 8, 16 |
    | complex32, bcomplex32 | `complex<f16>`, `complex<bf16>` | the same | the same | 4 | 2 | 4 |

    The dialect's own types are the rest of NumPy's dtypes: `!dtyp.datetime64`,
    `!dtyp.timedelta64`, `!dtyp.bytes`, `!dtyp.str`, `!dtyp.void`,
    `!dtyp.record`, `!dtyp.subarray`, the other byte order by
    `!dtyp.big_endian`, and CUDA's vectors by `!dtyp.vector`.

    Sizes and alignments are in bytes. The value type is the type of one
    element as an SSA value, the storage type is what a memref of it holds.
    Another dialect adds a dtype by implementing the interface, and an object
    type by implementing `DTypeProviderTypeInterface`; nothing here lists them.
  }];

  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect"
  ];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;

  let extraClassDeclaration = [{
    /// Name of the attribute of a kernel that maps its source arguments to its
    /// parameters, an `ArgumentMapAttr`.
    static constexpr ::llvm::StringLiteral kArgumentMapAttrName =
        "dtyp.argument_map";

    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type,
                   ::mlir::DialectAsmPrinter &printer) const override;

    /// Attaches DTypeInterface to the builtin types that are dtypes.
    void attachBuiltinDTypes();

    void registerAttributes();
    void registerTypes();
  }];

  let discardableAttrs = (ins
    "::mlir::dtyp::ArgumentMapAttr":$argument_map
  );
}

#endif // DTYP_DIALECT_DTYP_IR_DTYPDIALECT_TD

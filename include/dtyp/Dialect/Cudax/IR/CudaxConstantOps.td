//===- CudaxConstantOps.td - Arrays of constants -----------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_IR_CUDAXCONSTANTOPS_TD
#define DTYP_DIALECT_CUDAX_IR_CUDAXCONSTANTOPS_TD

include "dtyp/Dialect/Cudax/IR/CudaxOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// ConstArrayOp
//===----------------------------------------------------------------------===//

def Cudax_ConstArrayOp : Cudax_ArrayOp<"const_array", [
    Pure, InferTypeOpAdaptorWithIsCompatible
  ]> {
  let summary = "an array of constants";
  let description = [{
    An array whose elements are known when the kernel is compiled, as
    `cuda.const.array_like(table)` makes one in a GPU compiler for Python.
    `dtype` is the dtype of its elements, or an object that provides one through
    `__numpy_dtype__`. The shape is that of `contents`, which says all elements:
    of the dtype's storage type where this is an integer, a float or a complex
    number (so that a bool is an `i8` of 0 or 1); else, as for records and text,
    their bytes (`i8`), in a last dimension as long as the itemsize. Every
    extent is at least 1.

    The array must not be stored to. Two ops of equal contents may be one array.

    `cudax-resolve-const-arrays` places the arrays in constant memory, in the
    order of the program, as far as its 64 KiB reach (CUDA C++ Programming
    Guide, table of technical specifications), and the others in global memory.
    The result is a memref without a memory space for both, as the address of a
    `__constant__` variable is a generic one in CUDA C++; LLVM finds the space
    of accesses again, so that they are `ld.const` or `ld.global`.

    The array is aligned to the largest of the dtype's alignment on the device,
    `alignment` (bytes, a power of two, at least the dtype's, at most 65,536),
    and its size rounded up to a power of two but no more than 16.

    Example:

    ```mlir
    func.func @constants(%i: index) -> f32 {
      %dt = dtyp.constant f32
      %weights = cudax.const_array(%dt) dense<[0.25, 0.5, 0.25]> : tensor<3xf32> : !dtyp.dtype<f32> -> memref<3xf32>
      %weight = memref.load %weights[%i] : memref<3xf32>
      return %weight : f32
    }
    ```

    The bytes of two packed records:

    ```mlir
    !pair = !dtyp.record<a: ui8, b: i16>

    func.func @records() -> memref<2x!pair> {
      %dt = dtyp.constant !pair
      %pairs = cudax.const_array(%dt) dense<[[1, 2, 0], [3, 4, 0]]> : tensor<2x3xi8> : !dtyp.dtype<!pair> -> memref<2x!pair>
      return %pairs : memref<2x!pair>
    }
    ```
  }];
  let arguments = (ins
    AnyType:$dtype,
    ElementsAttr:$contents,
    OptionalAttr<I64Attr>:$alignment
  );
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    `(` $dtype `)` $contents attr-dict `:` type($dtype) `->` type($result)
  }];
  let hasCanonicalizer = 1;

  let extraClassDeclaration = [{
    /// Whether `contents` holds the bytes of elements, and not elements.
    bool hasBytes();
  }];
}

#endif // DTYP_DIALECT_CUDAX_IR_CUDAXCONSTANTOPS_TD

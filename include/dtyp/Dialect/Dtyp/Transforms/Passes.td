//===- Passes.td - Passes of the dtyp dialect --------------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_TD
#define DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// EraseProviders
//===----------------------------------------------------------------------===//

def EraseProvidersPass : Pass<"dtyp-erase-providers", "::mlir::ModuleOp"> {
  let summary = "replace providers by their run-time fields";
  let description = [{
    Replaces each value whose type provides a dtype (`!dtyp.provider`,
    `!dtyp.dtype`, another compiler's object type) by the values of its run-time
    fields: by nothing, for an object without state. Signatures of `func.func`
    and `gpu.func`, `func.call`, `func.return`, `gpu.launch_func`, block
    arguments, `arith.select`, and the operands and results of `cf` and `scf`
    ops change together, so one run over the module keeps kernels and their
    launches in step. Attributes of arguments stay with them; those of an erased
    argument go.

    An op outside of these that still uses a provider gets it from a
    `dtyp.make_provider` (a `dtyp.constant`, for a dtype).

    Every kernel gets the attribute `dtyp.argument_map`, which tells what became
    of its arguments; `dtyp-print-argument-maps` prints it. Outline kernels
    before (`gpu-kernel-outlining`): one that is made later has no map.

    Example: before

    ```mlir
    !scaled = !dtyp.provider<"Scaled", f32, {scale: f32}>

    gpu.module @kernels {
      gpu.func @kernel(%object: !scaled, %out: memref<f32>) kernel {
        %scale = dtyp.get_field %object["scale"] : !scaled
        memref.store %scale, %out[] : memref<f32>
        gpu.return
      }
    }
    ```

    and after, followed by `--canonicalize`

    ```mlir
    gpu.module @kernels {
      gpu.func @kernel(%scale: f32, %out: memref<f32>) kernel attributes {
          dtyp.argument_map = #dtyp.argument_map<!dtyp.provider<"Scaled", f32, {scale: f32}> -> [0], memref<f32> -> [1]>} {
        memref.store %scale, %out[] : memref<f32>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::dtyp::DtypDialect"];
}

//===----------------------------------------------------------------------===//
// LowerAccesses
//===----------------------------------------------------------------------===//

def LowerAccessesPass : Pass<"dtyp-lower-accesses"> {
  let summary = "lower accesses by dtype to accesses of memory";
  let description = [{
    Lowers `dtyp.load`, `dtyp.store` and `dtyp.atomic_rmw`: to the op of memref
    for elements that are stored as a builtin type, to `dtyp.raw_load` and
    `dtyp.raw_store` for records, their fields, and the other dtypes with a
    layout of their own, with the alignment that the layout gives. What lies
    between the bytes and the value becomes ops of arith: a comparison for bool,
    a truncation or an extension for the narrow numbers of ml_dtypes, a swap for
    big-endian numbers.

    Example: before

    ```mlir
    func.func @flag(%flags: memref<?xi8>, %i: index) -> i1 {
      %flag = dtyp.load %flags[%i] : memref<?xi8> as i1
      return %flag : i1
    }
    ```

    and after

    ```mlir
    func.func @flag(%flags: memref<?xi8>, %i: index) -> i1 {
      %byte = memref.load %flags[%i] : memref<?xi8>
      %c0_i8 = arith.constant 0 : i8
      %flag = arith.cmpi ne, %byte, %c0_i8 : i8
      return %flag : i1
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// PrintArgumentMaps
//===----------------------------------------------------------------------===//

def PrintArgumentMapsPass : Pass<"dtyp-print-argument-maps", "::mlir::ModuleOp"> {
  let summary = "print which parameters the arguments of each kernel became";
  let description = [{
    Prints the attribute `dtyp.argument_map` of each kernel to standard error, a
    line for each argument that its author wrote. The IR is not changed.

    Example: for the kernel in the description of `dtyp-erase-providers`

    ```
    kernel @kernels::@kernel
      argument 0: !dtyp.provider<"Scaled", f32, {scale: f32}> -> parameter 0
      argument 1: memref<f32> -> parameter 1
    ```
  }];
}

#endif // DTYP_DIALECT_DTYP_TRANSFORMS_PASSES_TD

//===- Passes.td - Passes of the cudax dialect -------------*- tablegen -*-===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTYP_DIALECT_CUDAX_TRANSFORMS_PASSES_TD
#define DTYP_DIALECT_CUDAX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// CheckLocalArrays
//===----------------------------------------------------------------------===//

def CheckLocalArraysPass : Pass<"cudax-check-local-arrays"> {
  let summary = "refuse local arrays that leave their scope";
  let description = [{
    Reports each `cudax.local_alloca` whose value is returned, yielded by the
    region in which it is made, stored, kept until the op is executed again, or
    captured into a `gpu.launch` around which it is made. The array is one
    storage per thread, so such a value would name a dead array or, in the next
    iteration of a loop, another one; LLVM, ptxas and nvcc let that through.

    Run it before canonicalization: an array that fails the check is not
    resolved, and `cudax-resolve-arrays` would report it, but canonicalization
    may have merged its place with others.

    Example: this is refused, since `%old` is kept while `%new` is made.

    ```
    %result = scf.for %i = %c0 to %c4 step %c1 iter_args(%old = %first) -> (!array) {
      %new = cudax.local_alloca(%dt) [16] : !dtyp.dtype<f32> -> !array
      memref.copy %old, %new : !array to !array
      scf.yield %new : !array
    }
    ```
  }];
}

//===----------------------------------------------------------------------===//
// ResolveArrays
//===----------------------------------------------------------------------===//

def ResolveArraysPass : Pass<"cudax-resolve-arrays"> {
  let summary = "turn cudax arrays into memrefs of the gpu dialect's spaces";
  let description = [{
    Applies the canonicalization patterns of the cudax ops, and of nothing else,
    moves arrays of constants into the `gpu.launch` that uses them, and reports
    each op that is left: a local array whose shape is not constant, with a note
    at the origin of the extent, or one that leaves its scope, an array on a
    device that has an extent below 1, and an array of constants in host code.
    Arrays of constants in device code are left to `cudax-resolve-const-arrays`.

    Example: before

    ```mlir
    func.func @before() {
      %dt = dtyp.constant ui8
      %a = cudax.local_alloca(%dt) [10] : !dtyp.dtype<ui8> -> memref<10xi8, #gpu.address_space<private>>
      "test.use"(%a) : (memref<10xi8, #gpu.address_space<private>>) -> ()
      return
    }
    ```

    and after

    ```mlir
    func.func @after() {
      %a = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xi8, #gpu.address_space<private>>
      "test.use"(%a) : (memref<10xi8, #gpu.address_space<private>>) -> ()
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::dtyp::DtypDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// ResolveConstArrays
//===----------------------------------------------------------------------===//

def ResolveConstArraysPass
    : Pass<"cudax-resolve-const-arrays", "::mlir::gpu::GPUModuleOp"> {
  let summary = "place arrays of constants in constant or global memory";
  let description = [{
    Makes a `memref.global` of each `cudax.const_array` of the gpu.module. Arrays
    of equal contents are one. In the order of the program they go to constant
    memory (address space 4, as the gpu dialect has none for it) as long as the
    64 KiB that a module has of it suffice, and the others to global memory; a
    cast to a memref without a memory space follows, so that both are used the
    same way.

    A store to an array of constants, or to a view of it, is an error. What
    calls and branches do with it is not followed.

    Run it behind `gpu-kernel-outlining`; `cudax-resolve-arrays` moves what a
    `gpu.launch` uses into it.

    Example: before

    ```mlir
    gpu.module @before {
      gpu.func @kernel(%i: index, %out: memref<?xf32>) kernel {
        %dt = dtyp.constant f32
        %weights = cudax.const_array(%dt) dense<[0.25, 0.5]> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
        %weight = memref.load %weights[%i] : memref<2xf32>
        memref.store %weight, %out[%i] : memref<?xf32>
        gpu.return
      }
    }
    ```

    and after

    ```mlir
    gpu.module @after {
      memref.global "private" constant @const_array : memref<2xf32, 4> = dense<[0.25, 0.5]> {alignment = 8 : i64}
      gpu.func @kernel(%i: index, %out: memref<?xf32>) kernel {
        %dt = dtyp.constant f32
        %0 = memref.get_global @const_array : memref<2xf32, 4>
        %weights = memref.memory_space_cast %0 : memref<2xf32, 4> to memref<2xf32>
        %weight = memref.load %weights[%i] : memref<2xf32>
        memref.store %weight, %out[%i] : memref<?xf32>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

//===----------------------------------------------------------------------===//
// HoistAllocas
//===----------------------------------------------------------------------===//

def HoistAllocasPass : Pass<"cudax-hoist-allocas"> {
  let summary = "move allocas of static shape to the entry block";
  let description = [{
    Moves each `memref.alloca` of static shape from loops and branches to the
    entry block of its function or `gpu.launch`, so that it is one storage: LLVM
    clones the arrays of a loop that it unrolls (a 64-byte array becomes 192
    bytes of stack), where nvcc keeps one.

    An alloca that carries `cudax.local_array` was checked when it was resolved
    and moves freely. Any other moves only if its value is not kept until the op
    is executed again and does not leave its scope, as an iteration would then
    see the array of another. No alloca leaves a parallel region, whose
    iterations need one each.

    Example: before

    ```mlir
    func.func @before(%n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %a = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xi8, #gpu.address_space<private>>
        "test.use"(%a) : (memref<10xi8, #gpu.address_space<private>>) -> ()
      }
      return
    }
    ```

    and after

    ```mlir
    func.func @after(%n: index) {
      %a = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xi8, #gpu.address_space<private>>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        "test.use"(%a) : (memref<10xi8, #gpu.address_space<private>>) -> ()
      }
      return
    }
    ```
  }];
}

#endif // DTYP_DIALECT_CUDAX_TRANSFORMS_PASSES_TD

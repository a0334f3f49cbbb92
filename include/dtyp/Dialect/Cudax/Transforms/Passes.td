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

    Calls are followed: a function with a body may not store the array either,
    nor pass it to one that does, and what it returns of it is followed in the
    caller. A function without a body, or an unknown one, may keep whatever it is
    given, and is refused unless its parameter, or the argument of the call, has
    the attribute `llvm.nocapture`. Calls are followed for resolved arrays, too.

    A local array in a function that calls itself, by way of others or not, is a
    warning with a note at each call of the cycle: each call in progress has an
    array of its own, and nobody knows how many.

    Run it on the module before canonicalization: an array that fails the check
    is not resolved, and `cudax-resolve-arrays` would report it, but
    canonicalization may have merged its place with others. Functions outside of
    the op that it is run on are not followed.

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
    each op that is left: a local array whose shape is not constant, with notes
    at the op that makes the extent and at what that depends on, or one that
    leaves its scope, an array on a device that has an extent below 1, and an
    array of constants in host code.
    Arrays of constants in device code are left to `cudax-resolve-const-arrays`.

    An extent is constant, too, where one value only is possible, as upstream's
    analysis of integer ranges tells: `arith.maxui` of 8 and of the lower of
    `%n` and 8 is 8.

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
  let options = [
    Option<"onlyStatic", "only-static", "bool", /*default=*/"false",
           "Resolve local arrays of static shape in one walk, and leave the "
           "others as they are, without errors">
  ];
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
// ResolveSharedArrays
//===----------------------------------------------------------------------===//

def ResolveSharedArraysPass
    : Pass<"cudax-resolve-shared-arrays", "::mlir::gpu::GPUModuleOp"> {
  let summary = "give arrays in shared memory their place";
  let description = [{
    Replaces each `cudax.shared_alloca` of a `gpu.module`. A static array becomes
    a `memref.global` of the module; a dynamic one becomes a view of
    `gpu.dynamic_shared_memory`, behind the dynamic arrays of the kernel that the
    program makes before it. An array that is not used vanishes.

    A kernel whose dynamic arrays have constant extents gets the attribute
    `cudax.dynamic_shared_bytes`: what a launch has to give. The op
    `gpu.dynamic_shared_memory` gets `cudax.dynamic_shared_alignment`, the
    largest alignment of its arrays, which `cudax-lower-gpu-ops` writes into PTX.

    These are errors: a dynamic array in a device function, which does not know
    the arrays of its kernel; one whose extents are not known in the kernel's entry
    block although another follows; constant extents below 1, or of more bytes
    than there are.

    Run it after `gpu-kernel-outlining`, and after constant extents are folded
    (`cudax-resolve-arrays`, canonicalization): an extent that is no attribute
    makes an array dynamic.

    Example: before

    ```mlir
    gpu.module @kernels {
      gpu.func @kernel(%n: index) kernel {
        %dt = dtyp.constant f32
        %a = cudax.shared_alloca(%dt) [8, 8] : !dtyp.dtype<f32> -> memref<8x8xf32, #gpu.address_space<workgroup>>
        %b = cudax.shared_alloca(%dt) [100] {dynamic} : !dtyp.dtype<f32> -> memref<100xf32, #gpu.address_space<workgroup>>
        "test.use"(%a, %b) : (memref<8x8xf32, #gpu.address_space<workgroup>>, memref<100xf32, #gpu.address_space<workgroup>>) -> ()
        gpu.return
      }
    }
    ```

    and after

    ```mlir
    gpu.module @kernels {
      memref.global "private" @kernel_shared : memref<8x8xf32, #gpu.address_space<workgroup>> = uninitialized {alignment = 16}
      gpu.func @kernel(%n: index) kernel attributes {cudax.dynamic_shared_bytes = 400 : i64} {
        %bytes = gpu.dynamic_shared_memory {cudax.dynamic_shared_alignment = 16 : i64} : memref<?xi8, #gpu.address_space<workgroup>>
        %dt = dtyp.constant f32
        %a = memref.get_global @kernel_shared : memref<8x8xf32, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        %b = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<100xf32, #gpu.address_space<workgroup>>
        "test.use"(%a, %b) : (memref<8x8xf32, #gpu.address_space<workgroup>>, memref<100xf32, #gpu.address_space<workgroup>>) -> ()
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

//===----------------------------------------------------------------------===//
// CheckIndices
//===----------------------------------------------------------------------===//

def CheckIndicesPass : Pass<"cudax-check-indices"> {
  let summary = "refuse constant indices that are out of bounds";
  let description = [{
    Reports loads, stores and atomic updates of memref, dtyp, vector and affine
    with an index that is a constant and out of bounds: negative, or not below a
    static extent, less the elements that a vector takes; in sub-arrays of an
    element as well. Such an access reads or writes other memory of the thread,
    or faults.

    clang warns of as much by `-Warray-bounds`; here it is an error wherever the
    access can be reached, under a condition or not, as nobody writes it on
    purpose. Code that cannot be reached is not looked at: run it behind
    canonicalization, which folds conditions and removes what is dead. An index
    that is not constant is `dtyp-run --sanitize`'s business.

    Example: this is refused.

    ```
    %c4 = arith.constant 4 : index
    %x = memref.load %a[%c4] : memref<4xf32, #gpu.address_space<private>>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// CheckUninitializedReads
//===----------------------------------------------------------------------===//

def CheckUninitializedReadsPass : Pass<"cudax-check-uninitialized-reads"> {
  let summary = "warn of reads of local arrays that nothing writes";
  let description = [{
    Warns of each read of a local array, resolved or not, that nothing in the
    program can write: it has reads and views, but no write, and its reference
    goes nowhere else. The contents of such an array are undefined: LLVM takes
    any value, and deletes the stores that depend on it.

    It is not part of `dtyp-to-nvvm`: run it by itself, on what the front end
    made. An array of which one element is written, or which is passed on, is
    not reported.

    Example: this is reported.

    ```
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
    %x = memref.load %a[%i] : memref<4xf32, #gpu.address_space<private>>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// StripPrivateSpace
//===----------------------------------------------------------------------===//

def StripPrivateSpacePass : Pass<"cudax-strip-private-space"> {
  let summary = "remove the private memory space from all types";
  let description = [{
    Replaces `#gpu.address_space<private>` by no memory space in every memref
    type, those of functions included, and removes the casts between the two:
    for compilers that keep local arrays in the default space, as
    numba-cuda-mlir does. NVPTX lowers both to the same.

    Arrays must be resolved. Run it on all functions that call each other.

    Example: before

    ```mlir
    func.func @before(%a: memref<4xf32, #gpu.address_space<private>>, %i: index) -> f32 {
      %b = memref.memory_space_cast %a : memref<4xf32, #gpu.address_space<private>> to memref<4xf32>
      %x = memref.load %b[%i] : memref<4xf32>
      return %x : f32
    }
    ```

    and after

    ```mlir
    func.func @after(%a: memref<4xf32>, %i: index) -> f32 {
      %x = memref.load %a[%i] : memref<4xf32>
      return %x : f32
    }
    ```
  }];
}

#endif // DTYP_DIALECT_CUDAX_TRANSFORMS_PASSES_TD

// Upstream's passes accept what --canonicalize leaves of local arrays.

// RUN: split-file %s %t

// Bufferization puts a tensor in the space that it names, beside a local array;
// promote-buffers-to-stack makes an alloca of it, as a thread's memory must be.
// RUN: dtyp-opt %t/bufferize.mlir --canonicalize --one-shot-bufferize \
// RUN:   | dtyp-opt --pass-pipeline='builtin.module(gpu.module(func.func(promote-buffers-to-stack)))' -o %t/bufferized.mlir
// RUN: FileCheck %s --input-file=%t/bufferized.mlir --check-prefix=BUFFERIZE
// RUN: dtyp-compile %t/bufferized.mlir --chip=sm_90 --emit=ptx -o %t/bufferized.ptx
// BUFFERIZE:     %[[A:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<8xf32, #gpu.address_space<private>>
// BUFFERIZE:     %[[B:.*]] = memref.alloca() {alignment = 64 : i64} : memref<8xf32, #gpu.address_space<private>>
// BUFFERIZE:     linalg.add ins(%[[A]], %[[A]] : {{.*}}) outs(%[[B]]

// Outlining takes the array into the kernel.
// RUN: dtyp-opt %t/outline.mlir --canonicalize --gpu-kernel-outlining | FileCheck %s --check-prefix=OUTLINE
// OUTLINE:       gpu.func @launch_kernel(
// OUTLINE:       memref.alloca() {alignment = 16 : i64, cudax.local_array}

// The inliner takes it out of its function; in a loop, the hoisting pass makes
// it one.
// RUN: dtyp-opt %t/inline.mlir --canonicalize --inline | FileCheck %s --check-prefix=INLINE
// RUN: dtyp-opt %t/inline.mlir --inline --canonicalize --cudax-hoist-allocas | FileCheck %s --check-prefix=HOIST
// INLINE:        gpu.func @kernel(
// INLINE:        scf.for
// INLINE:        memref.alloca() {alignment = 16 : i64, cudax.local_array}
// INLINE-NOT:    func.call
// HOIST:         gpu.func @kernel(
// HOIST-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array}
// HOIST:         scf.for

// Views become arithmetic on the array.
// RUN: dtyp-opt %t/views.mlir --canonicalize --expand-strided-metadata | FileCheck %s --check-prefix=VIEWS
// VIEWS:         %[[A:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<8xf32, #gpu.address_space<private>>
// VIEWS:         memref.reinterpret_cast %[[A]]
// VIEWS-NOT:     memref.subview

// The passes that numba-cuda-mlir 0.5.0 runs, in its order, but for
// convert-math-to-nvvm, which LLVM 22 does not have. It keeps local arrays in the
// default space; its passes accept both.
// DEFINE: %{passes} = reconcile-unrealized-casts,convert-shape-to-std,one-shot-bufferize,inline{default-pipeline=canonicalize}, \
// DEFINE:   convert-linalg-to-parallel-loops,convert-complex-to-standard,convert-complex-to-llvm,convert-nvgpu-to-nvvm,inline, \
// DEFINE:   gpu-kernel-outlining{data-layout-str=},convert-vector-to-scf,convert-scf-to-cf,convert-nvvm-to-llvm, \
// DEFINE:   convert-func-to-llvm{index-bitwidth=0},expand-strided-metadata,lower-affine,math-uplift-to-fma, \
// DEFINE:   gpu.module(convert-gpu-to-nvvm{has-redux=false index-bitwidth=64 use-bare-ptr-memref-call-conv=false}), \
// DEFINE:   convert-arith-to-llvm,convert-index-to-llvm{index-bitwidth=64},canonicalize,cse,gpu.module(canonicalize), \
// DEFINE:   gpu.module(cse),gpu.module(reconcile-unrealized-casts),gpu-to-llvm,inline,canonicalize,cse
// RUN: dtyp-opt %t/peer.mlir --canonicalize --dtyp-lower-accesses --dtyp-erase-providers -o %t/private.mlir
// RUN: dtyp-opt %t/private.mlir --cudax-strip-private-space -o %t/generic.mlir
// RUN: not grep 'address_space<private>' %t/generic.mlir
// RUN: dtyp-opt %t/private.mlir --pass-pipeline='builtin.module(%{passes})' -o %t/private.llvm.mlir
// RUN: dtyp-opt %t/generic.mlir --pass-pipeline='builtin.module(%{passes})' -o %t/generic.llvm.mlir
// RUN: FileCheck %s --input-file=%t/generic.llvm.mlir --check-prefix=PEER
// RUN: diff %t/private.llvm.mlir %t/generic.llvm.mlir
// PEER:      llvm.func @kernel(
// PEER:      llvm.alloca %{{.*}} x f32 {alignment = 16 : i64} : (i64) -> !llvm.ptr
// PEER:      llvm.alloca %{{.*}} x i32 {alignment = 32 : i64} : (i64) -> !llvm.ptr
// PEER-NOT:  unrealized_conversion_cast
// PEER-NOT:  memref.

//--- bufferize.mlir
!foo = !dtyp.provider<"Foo", f32>
gpu.module @kernels {
  func.func private @device(%foo: !foo, %x: f32, %i: index) -> f32 {
    %a = cudax.local_alloca(%foo) [8] : !foo -> memref<8xf32, #gpu.address_space<private>>
    memref.store %x, %a[%i] : memref<8xf32, #gpu.address_space<private>>
    %t = bufferization.alloc_tensor() {memory_space = #gpu.address_space<private>} : tensor<8xf32>
    %u = bufferization.to_tensor %a restrict : memref<8xf32, #gpu.address_space<private>> to tensor<8xf32>
    %s = linalg.add ins(%u, %u : tensor<8xf32>, tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>
    %y = tensor.extract %s[%i] : tensor<8xf32>
    return %y : f32
  }
  gpu.func @kernel(%foo: !foo, %out: memref<8xf32>, %x: f32) kernel {
    %i = gpu.thread_id x
    %y = func.call @device(%foo, %x, %i) : (!foo, f32, index) -> f32
    memref.store %y, %out[%i] : memref<8xf32>
    gpu.return
  }
}

//--- outline.mlir
!foo = !dtyp.provider<"Foo", f32>
func.func @launch(%foo: !foo, %out: memref<8xf32>, %x: f32, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %a = cudax.local_alloca(%foo) [8] : !foo -> memref<8xf32, #gpu.address_space<private>>
    memref.store %x, %a[%tx] : memref<8xf32, #gpu.address_space<private>>
    %y = memref.load %a[%ty] : memref<8xf32, #gpu.address_space<private>>
    memref.store %y, %out[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}

//--- inline.mlir
!foo = !dtyp.provider<"Foo", f32>
gpu.module @kernels {
  func.func private @device(%foo: !foo, %x: f32, %i: index) -> f32 {
    %a = cudax.local_alloca(%foo) [8] : !foo -> memref<8xf32, #gpu.address_space<private>>
    memref.store %x, %a[%i] : memref<8xf32, #gpu.address_space<private>>
    %y = memref.load %a[%i] : memref<8xf32, #gpu.address_space<private>>
    return %y : f32
  }
  gpu.func @kernel(%foo: !foo, %out: memref<?xf32>, %n: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %y = func.call @device(%foo, %x, %i) : (!foo, f32, index) -> f32
      memref.store %y, %out[%i] : memref<?xf32>
    }
    gpu.return
  }
}

//--- views.mlir
!foo = !dtyp.provider<"Foo", f32>
func.func @views(%foo: !foo, %x: f32, %i: index) -> f32 {
  %a = cudax.local_alloca(%foo) [8] : !foo -> memref<8xf32, #gpu.address_space<private>>
  %view = memref.subview %a[%i] [4] [2] : memref<8xf32, #gpu.address_space<private>> to memref<4xf32, strided<[2], offset: ?>, #gpu.address_space<private>>
  memref.store %x, %view[%i] : memref<4xf32, strided<[2], offset: ?>, #gpu.address_space<private>>
  %y = memref.load %a[%i] : memref<8xf32, #gpu.address_space<private>>
  return %y : f32
}

//--- peer.mlir
// Arrays of the peer are strided, with an offset that is not known.
!foo = !dtyp.provider<"Foo", f32>
!array = memref<?xf32, strided<[?], offset: ?>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func private @sum(%a: memref<8xf32>, %i: index) -> f32 {
      %x = memref.load %a[%i] : memref<8xf32>
      return %x : f32
    }
    gpu.func @kernel(%foo: !foo, %out: !array, %n: i32) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %i = gpu.thread_id x
      %x = arith.constant 2.0 : f32
      %dt = dtyp.constant ui32
      %a = cudax.local_alloca(%foo) [8] : !foo -> memref<8xf32, #gpu.address_space<private>>
      %b = cudax.local_alloca(%dt) [2, 4] {alignment = 32} : !dtyp.dtype<ui32> -> memref<2x4xi32, #gpu.address_space<private>>
      scf.for %j = %c0 to %c8 step %c1 {
        memref.store %x, %a[%j] : memref<8xf32, #gpu.address_space<private>>
      }
      dtyp.store %n, %b[%c1, %i] : i32, memref<2x4xi32, #gpu.address_space<private>> as ui32
      %m = dtyp.load %b[%i, %c1] : memref<2x4xi32, #gpu.address_space<private>> as ui32
      %f = arith.uitofp %m : i32 to f32
      %g = memref.memory_space_cast %a : memref<8xf32, #gpu.address_space<private>> to memref<8xf32>
      %y = func.call @sum(%g, %i) : (memref<8xf32>, index) -> f32
      %z = arith.addf %f, %y : f32
      memref.store %z, %out[%i] : !array
      gpu.return
    }
  }
}

// Arrays that mem2reg and sroa promote once they are resolved: those of rank 0,
// and those with constant indices.

// RUN: dtyp-opt %s --canonicalize --dtyp-lower-accesses --canonicalize --sroa --mem2reg --canonicalize \
// RUN:   | FileCheck %s --implicit-check-not=memref.alloca

// What is promoted is not in PTX either.
// RUN: dtyp-compile %s --chip=sm_75 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// PTX:      .entry rank_0(
// PTX-NOT:  .local

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @rank_0(
  // CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[X:.*]], %[[X]]
  // CHECK-NEXT:    memref.store %[[SUM]], %{{.*}}[%{{.*}}]
  gpu.func @rank_0(%foo: !dtyp.provider<"Foo", f32>, %out: memref<4xf32>, %i: index, %x: f32) kernel {
    %a = cudax.local_alloca(%foo) [] : !dtyp.provider<"Foo", f32> -> memref<f32, #gpu.address_space<private>>
    memref.store %x, %a[] : memref<f32, #gpu.address_space<private>>
    %y = memref.load %a[] : memref<f32, #gpu.address_space<private>>
    %z = arith.addf %x, %y : f32
    memref.store %z, %out[%i] : memref<4xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @constant_indices(
  // CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[X:.*]], %[[Y:.*]] : f32
  // CHECK-NEXT:    memref.store %[[SUM]], %{{.*}}[%{{.*}}]
  gpu.func @constant_indices(%out: memref<4xf32>, %i: index, %x: f32, %y: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dt = dtyp.constant f32
    %a = cudax.local_alloca(%dt) [2, 2] : !dtyp.dtype<f32> -> memref<2x2xf32, #gpu.address_space<private>>
    memref.store %x, %a[%c0, %c1] : memref<2x2xf32, #gpu.address_space<private>>
    memref.store %y, %a[%c1, %c0] : memref<2x2xf32, #gpu.address_space<private>>
    %v = memref.load %a[%c0, %c1] : memref<2x2xf32, #gpu.address_space<private>>
    %w = memref.load %a[%c1, %c0] : memref<2x2xf32, #gpu.address_space<private>>
    %z = arith.addf %v, %w : f32
    memref.store %z, %out[%i] : memref<4xf32>
    gpu.return
  }

  // Accesses by dtype: a bool is compared with zero where it is loaded.
  // CHECK-LABEL: gpu.func @by_dtype(
  // CHECK-NOT:     memref.load
  // CHECK:         gpu.return
  gpu.func @by_dtype(%out: memref<4xi32>, %i: index, %n: i32, %flag: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %int = dtyp.constant ui32
    %bool = dtyp.constant i1
    %a = cudax.local_alloca(%int) [2] : !dtyp.dtype<ui32> -> memref<2xi32, #gpu.address_space<private>>
    %b = cudax.local_alloca(%bool) [2] : !dtyp.dtype<i1> -> memref<2xi8, #gpu.address_space<private>>
    dtyp.store %n, %a[%c1] : i32, memref<2xi32, #gpu.address_space<private>> as ui32
    dtyp.store %flag, %b[%c0] : i1, memref<2xi8, #gpu.address_space<private>> as i1
    %m = dtyp.load %a[%c1] : memref<2xi32, #gpu.address_space<private>> as ui32
    %f = dtyp.load %b[%c0] : memref<2xi8, #gpu.address_space<private>> as i1
    %wide = arith.extui %f : i1 to i32
    %sum = arith.addi %m, %wide : i32
    memref.store %sum, %out[%i] : memref<4xi32>
    gpu.return
  }
}

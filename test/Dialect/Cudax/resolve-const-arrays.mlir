// Where arrays of constants are placed.

// RUN: dtyp-opt %s -split-input-file -cudax-resolve-const-arrays | FileCheck %s
// RUN: dtyp-opt %s -split-input-file -cudax-resolve-const-arrays -remarks-filter=cudax -remark-policy=all -remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

!pair = !dtyp.record<a: ui8, b: i16>

// CHECK-LABEL: gpu.module @places
gpu.module @places {
  // CHECK-DAG: memref.global "private" constant @[[$WEIGHTS:.*]] : memref<2xf32, 4> = dense<[2.500000e-01, 5.000000e-01]> {alignment = 64 : i64}
  // CHECK-DAG: memref.global "private" constant @[[$PAIRS:.*]] : memref<6xi8, 4> = dense<[1, 2, 0, 3, 4, 1]> {alignment = 8 : i64}
  // CHECK-DAG: memref.global "private" constant @[[$NUMBERS:.*]] : memref<2x3xi8, 4> = dense<{{\[\[}}1, 2, 0], [3, 4, 1]]> {alignment = 8 : i64}
  // CHECK-DAG: memref.global "private" constant @[[$LARGE:.*]] : memref<16383xi32, #gpu.address_space<global>> = dense<7> {alignment = 16 : i64}
  // CHECK-DAG: memref.global "private" constant @[[$RESOURCE:.*]] : memref<6xi8, 4> = dense_resource<table>

  // CHECK-LABEL: @kernel
  gpu.func @kernel(%i: index, %out: memref<?xf32>) kernel {
    // CHECK: %[[A:.*]] = memref.get_global @[[$WEIGHTS]] : memref<2xf32, 4>
    // CHECK: %[[GENERIC:.*]] = memref.memory_space_cast %[[A]] : memref<2xf32, 4> to memref<2xf32>
    // CHECK: memref.load %[[GENERIC]]
    %dt = dtyp.constant f32
    %weights = cudax.const_array(%dt) dense<[0.25, 0.5]> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
    %weight = memref.load %weights[%i] : memref<2xf32>
    memref.store %weight, %out[%i] : memref<?xf32>
    // The bytes of elements, and elements that are bytes.
    // CHECK: memref.get_global @[[$PAIRS]]
    // CHECK: memref.view %{{.*}} : memref<6xi8> to memref<2x!{{.*}}>
    %record = dtyp.constant !pair
    %pairs = cudax.const_array(%record) dense<[[1, 2, 0], [3, 4, 1]]> : tensor<2x3xi8> : !dtyp.dtype<!pair> -> memref<2x!pair>
    // CHECK: memref.get_global @[[$NUMBERS]]
    %int8 = dtyp.constant i8
    %numbers = cudax.const_array(%int8) dense<[[1, 2, 0], [3, 4, 1]]> : tensor<2x3xi8> : !dtyp.dtype<i8> -> memref<2x3xi8>
    // CHECK: memref.get_global @[[$RESOURCE]]
    %resource = cudax.const_array(%record) dense_resource<table> : tensor<2x3xi8> : !dtyp.dtype<!pair> -> memref<2x!pair>
    gpu.return
  }

  // The same contents are the same object, of the larger alignment.
  // CHECK-LABEL: func.func @function
  func.func @function() -> (memref<2xf32>, memref<16383xi32>) {
    %dt = dtyp.constant f32
    // CHECK: memref.get_global @[[$WEIGHTS]]
    %weights = cudax.const_array(%dt) dense<[0.25, 0.5]> : tensor<2xf32> {alignment = 64} : !dtyp.dtype<f32> -> memref<2xf32>
    // 65,532 bytes are too many, as 38 are taken: 8, 6 and 2, 6 and 2, 6 and 2.
    // REMARK: [[@LINE+3]]:{{.*}}remark: {{.*}}array of 65532 bytes is in global memory, as 65506 bytes of constant memory are left
    %int = dtyp.constant i32
    // CHECK: memref.get_global @[[$LARGE]]
    %large = cudax.const_array(%int) dense<7> : tensor<16383xi32> : !dtyp.dtype<i32> -> memref<16383xi32>
    return %weights, %large : memref<2xf32>, memref<16383xi32>
  }
}

{-# dialect_resources: { builtin: { table: "0x01000000010200030401" } } #-}

// -----

// Just all of constant memory.
// CHECK-LABEL: gpu.module @full
gpu.module @full {
  // CHECK: memref.global "private" constant @{{.*}} : memref<65536xi8, 4>
  func.func @function() -> memref<65536xi8> {
    %dt = dtyp.constant i8
    %table = cudax.const_array(%dt) dense<1> : tensor<65536xi8> : !dtyp.dtype<i8> -> memref<65536xi8>
    return %table : memref<65536xi8>
  }
}

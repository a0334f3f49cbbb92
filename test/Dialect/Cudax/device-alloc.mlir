// Arrays on a device: their textual form, and the gpu.alloc that they become.

// RUN: dtyp-opt %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt %s -emit-bytecode | dtyp-opt | FileCheck %s
// RUN: dtyp-opt %s -mlir-print-op-generic | dtyp-opt | FileCheck %s
// RUN: dtyp-opt %s -canonicalize | FileCheck %s --check-prefix=CANON
// RUN: dtyp-opt %s -cudax-resolve-arrays | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: @object
// CANON-LABEL: @object
func.func @object(%foo: !dtyp.provider<"Foo", i1>) -> memref<10xi8> {
  // CHECK: cudax.device_alloc (%{{.*}}) [10] : !dtyp.provider<"Foo", i1> -> memref<10xi8>
  // CANON-NEXT: %[[ARRAY:.*]] = gpu.alloc () : memref<10xi8>
  // CANON-NEXT: return %[[ARRAY]]
  %array = cudax.device_alloc(%foo) [10] : !dtyp.provider<"Foo", i1> -> memref<10xi8>
  return %array : memref<10xi8>
}

// CHECK-LABEL: @shapes
// CANON-LABEL: @shapes
// CANON-SAME: %[[N:.*]]: index
func.func @shapes(%n: index) -> (memref<?x?x2xf32>, memref<f32>) {
  %dt = dtyp.constant !dtyp.subarray<2xf32>
  %c3 = arith.constant 3 : index
  // CHECK: cudax.device_alloc (%{{.*}}) [%{{.*}}, %{{.*}}] {alignment = 256 : i64}
  // CANON: %[[ROWS:.*]] = gpu.alloc (%[[N]]) : memref<?x3x2xf32>
  // CANON: memref.cast %[[ROWS]] : memref<?x3x2xf32> to memref<?x?x2xf32>
  %rows = cudax.device_alloc(%dt) [%n, %c3] {alignment = 256} : !dtyp.dtype<!dtyp.subarray<2xf32>> -> memref<?x?x2xf32>
  %f32 = dtyp.constant f32
  // CHECK: cudax.device_alloc (%{{.*}}) [] :
  // CANON: gpu.alloc () : memref<f32>
  %number = cudax.device_alloc(%f32) [] : !dtyp.dtype<f32> -> memref<f32>
  return %rows, %number : memref<?x?x2xf32>, memref<f32>
}

// CHECK-LABEL: @tokens
// CANON-LABEL: @tokens
func.func @tokens() {
  %dt = dtyp.constant f64
  %start = gpu.wait async
  // CHECK: %[[A:.*]], %[[TOKEN:.*]] = cudax.device_alloc async [%{{.*}}](%{{.*}}) [2]
  // CANON: %[[A:.*]], %[[TOKEN:.*]] = gpu.alloc async [%{{.*}}] () {note = "kept"} : memref<2xf64>
  %a, %made = cudax.device_alloc async [%start](%dt) [2] {note = "kept"} : !dtyp.dtype<f64> -> memref<2xf64>
  // CHECK: gpu.dealloc async [%[[TOKEN]]] %[[A]]
  %end = gpu.dealloc async [%made] %a : memref<2xf64>
  // CHECK: cudax.device_alloc [%{{.*}}] host_shared(%{{.*}}) [2]
  // CANON: gpu.alloc [%{{.*}}] host_shared () : memref<2xf64>
  %b = cudax.device_alloc [%end] host_shared(%dt) [2] : !dtyp.dtype<f64> -> memref<2xf64>
  gpu.dealloc %b : memref<2xf64>
  return
}

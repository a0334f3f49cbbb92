// With only-static, local arrays of static shape are resolved, and what cannot
// be yet is left for later, without an error.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-resolve-arrays=only-static %s | FileCheck %s

// CHECK-LABEL: func.func @static(
// CHECK:         %[[A:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<4x3xf32, #gpu.address_space<private>>
// CHECK-NEXT:    "test.use"(%[[A]])
func.func @static() {
  %dtype = dtyp.constant !dtyp.subarray<3xf32>
  %0 = cudax.local_alloca(%dtype) [4] : !dtyp.dtype<!dtyp.subarray<3xf32>> -> memref<4x3xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<4x3xf32, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @dynamic(
// CHECK:         cudax.local_alloca(%{{.*}}) [%{{.*}}]
func.func @dynamic(%n: index) {
  %dtype = dtyp.constant f32
  %0 = cudax.local_alloca(%dtype) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @leaves(
// CHECK:         cudax.local_alloca
func.func @leaves() -> memref<4xf32, #gpu.address_space<private>> {
  %dtype = dtyp.constant f32
  %0 = cudax.local_alloca(%dtype) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  return %0 : memref<4xf32, #gpu.address_space<private>>
}

// CHECK-LABEL: func.func @shared(
// CHECK:         cudax.shared_alloca
func.func @shared() {
  %dtype = dtyp.constant f32
  %0 = cudax.shared_alloca(%dtype) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
  "test.use"(%0) : (memref<4xf32, #gpu.address_space<workgroup>>) -> ()
  return
}

// In a block that is never reached, the dtype may be behind the array.
// CHECK-LABEL: func.func @never_reached(
// CHECK:         memref.alloca()
// CHECK-NEXT:    "test.use"
// CHECK-NEXT:    cf.br
func.func @never_reached() {
  return
^never:
  %0 = cudax.local_alloca(%dtype) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  %dtype = dtyp.constant f32
  "test.use"(%0) : (memref<4xf32, #gpu.address_space<private>>) -> ()
  cf.br ^never
}

// Another compiler's object types provide dtypes, directly (instance, weighted)
// and through an external model (foreign), and its dtypes make arrays.
//
// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --verify-roundtrip \
// RUN:   --canonicalize | FileCheck %s
// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --emit-bytecode \
// RUN:   | dtyp-opt --load-dialect-plugin=%dtyp_test_plugin \
// RUN:   --dtyp-erase-providers --canonicalize | FileCheck %s --check-prefix=ERASED

// CHECK-LABEL: func.func @itemsizes
// CHECK-DAG: %[[F32:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[U8:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[FIXED:.*]] = arith.constant 2 : index
// CHECK: return %[[F32]], %[[U8]], %[[FIXED]]
func.func @itemsizes(%direct: !acme.instance<"Foo", f32>,
                     %external: !acme.foreign<ui8>) -> (index, index, index) {
  %0 = dtyp.dtype_of %direct : !acme.instance<"Foo", f32>
  %1 = dtyp.dtype_of %external : !acme.foreign<ui8>
  %2 = dtyp.constant !acme.fixed<3>
  %3 = dtyp.itemsize %0 : !dtyp.dtype<f32>
  %4 = dtyp.itemsize %1 : !dtyp.dtype<ui8>
  %5 = dtyp.itemsize %2 : !dtyp.dtype<!acme.fixed<3>>
  return %3, %4, %5 : index, index, index
}

// An object with run-time state becomes its fields, the others nothing.
// ERASED-LABEL: func.func @signature
// ERASED-SAME: (%{{.*}}: f32, %{{.*}}: memref<?xi32>) -> (f32, memref<?xi32>)
func.func @signature(%direct: !acme.instance<"Foo", f32>,
                     %weighted: !acme.weighted<i32>,
                     %external: !acme.foreign<ui8>) -> !acme.weighted<i32> {
  return %weighted : !acme.weighted<i32>
}

// The object itself may stand in dtype position.
// CHECK-LABEL: func.func @arrays
// CHECK: memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xf32, #gpu.address_space<private>>
// CHECK: memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xi8, #gpu.address_space<private>>
// CHECK: memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<2x3xi16, #gpu.address_space<private>>
func.func @arrays(%direct: !acme.instance<"Foo", f32>,
                  %external: !acme.foreign<ui8>, %i: index) -> (f32, i8, i16) {
  %fixed = dtyp.constant !acme.fixed<3>
  %0 = cudax.local_alloca(%direct) [10] : !acme.instance<"Foo", f32> -> memref<10xf32, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%external) [10] : !acme.foreign<ui8> -> memref<10xi8, #gpu.address_space<private>>
  %2 = cudax.local_alloca(%fixed) [2, 3] : !dtyp.dtype<!acme.fixed<3>> -> memref<2x3xi16, #gpu.address_space<private>>
  %3 = memref.load %0[%i] : memref<10xf32, #gpu.address_space<private>>
  %4 = memref.load %1[%i] : memref<10xi8, #gpu.address_space<private>>
  %5 = memref.load %2[%i, %i] : memref<2x3xi16, #gpu.address_space<private>>
  return %3, %4, %5 : f32, i8, i16
}

// A sub-array dtype adds its shape behind the array's own; the alignment
// follows the whole size, 2 * 12 bytes here.
// CHECK-LABEL: func.func @sub_array
// CHECK: memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<2x3xf32, #gpu.address_space<private>>
// CHECK: memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3xf32, #gpu.address_space<private>>
func.func @sub_array(%i: index) -> (f32, f32) {
  %dt = dtyp.constant !acme.triple
  %0 = cudax.local_alloca(%dt) [2] : !dtyp.dtype<!acme.triple> -> memref<2x3xf32, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%dt) [] : !dtyp.dtype<!acme.triple> -> memref<3xf32, #gpu.address_space<private>>
  %2 = memref.load %0[%i, %i] : memref<2x3xf32, #gpu.address_space<private>>
  %3 = memref.load %1[%i] : memref<3xf32, #gpu.address_space<private>>
  return %2, %3 : f32, f32
}

// What passes may do with arrays in shared memory: an unused one vanishes, two
// are never merged, none is moved out of a loop or a branch.

// RUN: dtyp-opt -allow-unregistered-dialect --canonicalize --cse --loop-invariant-code-motion %s | FileCheck %s

// CHECK-LABEL: func.func @two_arrays
// CHECK-COUNT-2: cudax.shared_alloca
// CHECK-NOT: cudax.shared_alloca
func.func @two_arrays(%dt: !dtyp.dtype<f32>) {
  %0 = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
  %1 = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
  %2 = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
  "test.use"(%0, %1) : (memref<4xf32, #gpu.address_space<workgroup>>, memref<4xf32, #gpu.address_space<workgroup>>) -> ()
  return
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK-NEXT: cudax.shared_alloca
func.func @loop(%dt: !dtyp.dtype<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
    "test.use"(%0) : (memref<4xf32, #gpu.address_space<workgroup>>) -> ()
  }
  return
}

// The extents that are constants become part of the type; the attributes stay.
// CHECK-LABEL: func.func @extents
// CHECK-SAME: %[[DT:.*]]: !dtyp.dtype<f32>, %[[N:.*]]: index
func.func @extents(%dt: !dtyp.dtype<f32>, %n: index) {
  // CHECK: %[[A:.*]] = cudax.shared_alloca(%[[DT]]) [4, 8] {alignment = 64 : i64, test.kept} : !dtyp.dtype<f32> -> memref<4x8xf32, #gpu.address_space<workgroup>>
  // CHECK: %[[C:.*]] = memref.cast %[[A]] : memref<4x8xf32, #gpu.address_space<workgroup>> to memref<?x8xf32, #gpu.address_space<workgroup>>
  // CHECK: cudax.shared_alloca(%[[DT]]) [4, %[[N]]] {dynamic}
  // CHECK: "test.use"(%[[C]]
  %c4 = arith.constant 4 : index
  %0 = cudax.shared_alloca(%dt) [%c4, 8] {alignment = 64, test.kept} : !dtyp.dtype<f32> -> memref<?x8xf32, #gpu.address_space<workgroup>>
  %1 = cudax.shared_alloca(%dt) [%c4, %n] {dynamic} : !dtyp.dtype<f32> -> memref<?x?xf32, #gpu.address_space<workgroup>>
  "test.use"(%0, %1) : (memref<?x8xf32, #gpu.address_space<workgroup>>, memref<?x?xf32, #gpu.address_space<workgroup>>) -> ()
  return
}

// An extent that no array can have stays, so that it is reported with its
// origin; 48 KiB are the limit of static arrays only.
// CHECK-LABEL: func.func @large
func.func @large(%dt: !dtyp.dtype<f32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[LARGE:.*]] = arith.constant 12289 : index
  // CHECK: cudax.shared_alloca(%{{.*}}) [%[[ZERO]]]
  // CHECK: cudax.shared_alloca(%{{.*}}) [%[[LARGE]]]
  // CHECK: cudax.shared_alloca(%{{.*}}) [12289] {dynamic}
  %c0 = arith.constant 0 : index
  %c12289 = arith.constant 12289 : index
  %0 = cudax.shared_alloca(%dt) [%c0] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<workgroup>>
  %1 = cudax.shared_alloca(%dt) [%c12289] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<workgroup>>
  %2 = cudax.shared_alloca(%dt) [%c12289] {dynamic} : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<workgroup>>
  "test.use"(%0, %1, %2) : (memref<?xf32, #gpu.address_space<workgroup>>, memref<?xf32, #gpu.address_space<workgroup>>, memref<?xf32, #gpu.address_space<workgroup>>) -> ()
  return
}

// CHECK-LABEL: func.func @object
// CHECK-SAME: %[[FOO:.*]]: !dtyp.provider<"Foo", ui8>
func.func @object(%foo: !dtyp.provider<"Foo", ui8>) {
  // CHECK-NOT: dtyp.dtype_of
  // CHECK: %[[DT:.*]] = dtyp.constant ui8
  // CHECK: cudax.shared_alloca(%[[DT]]) [4] : !dtyp.dtype<ui8>
  %0 = cudax.shared_alloca(%foo) [4] : !dtyp.provider<"Foo", ui8> -> memref<4xi8, #gpu.address_space<workgroup>>
  "test.use"(%0) : (memref<4xi8, #gpu.address_space<workgroup>>) -> ()
  return
}

// A sub-array dtype of another dialect is promoted, cast, described and accessed by
// its shape and its base, as one of NumPy is; dtyp knows nothing of it.

// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --split-input-file \
// RUN:   --verify-diagnostics --canonicalize | FileCheck %s
// RUN: dtyp-opt %s --load-dialect-plugin=%dtyp_test_plugin --split-input-file \
// RUN:   --verify-diagnostics --dtyp-print-dtypes=format=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=FACTS

!triple = !acme.triple
!halves = !dtyp.subarray<3xf16>
!body = !dtyp.record<aligned, id: i32, at: !acme.triple, all: !dtyp.subarray<2x!acme.triple>>

// CHECK-LABEL: func.func @promote(
// CHECK-DAG:     %[[SAME:.*]] = dtyp.constant !acme.triple
// CHECK-DAG:     %[[COMMON:.*]] = dtyp.constant !dtyp.subarray<3xf32>
// CHECK:         return %[[SAME]], %[[COMMON]], %[[COMMON]] :
func.func @promote(%a: !dtyp.dtype<!triple>, %b: !dtyp.dtype<!halves>)
    -> (!dtyp.dtype<!triple>, !dtyp.dtype<!dtyp.subarray<3xf32>>, !dtyp.dtype<!dtyp.subarray<3xf32>>) {
  %0 = dtyp.promote %a, %a : !dtyp.dtype<!triple>, !dtyp.dtype<!triple>
  %1 = dtyp.promote %a, %b : !dtyp.dtype<!triple>, !dtyp.dtype<!halves>
  %2 = dtyp.promote %b, %a : !dtyp.dtype<!halves>, !dtyp.dtype<!triple>
  return %0, %1, %2 : !dtyp.dtype<!triple>, !dtyp.dtype<!dtyp.subarray<3xf32>>, !dtyp.dtype<!dtyp.subarray<3xf32>>
}

// CHECK-LABEL: func.func @can_cast(
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant true
// CHECK-DAG:     %[[FALSE:.*]] = arith.constant false
// CHECK:         return %[[TRUE]], %[[FALSE]], %[[TRUE]] :
func.func @can_cast(%a: !dtyp.dtype<!triple>, %b: !dtyp.dtype<!halves>) -> (i1, i1, i1) {
  %0 = dtyp.can_cast safe %b to %a : !dtyp.dtype<!halves>, !dtyp.dtype<!triple>
  %1 = dtyp.can_cast safe %a to %b : !dtyp.dtype<!triple>, !dtyp.dtype<!halves>
  %2 = dtyp.can_cast same_kind %a to %b : !dtyp.dtype<!triple>, !dtyp.dtype<!halves>
  return %0, %1, %2 : i1, i1, i1
}

// FACTS: "descr": "[('id', '<i4'), ('at', '<f4', (3,)), ('all', ('<f4', (3,)), (2,))]"
// CHECK-LABEL: func.func @parts(
func.func @parts(%a: memref<4x!body>, %i: index, %packed: memref<4x!dtyp.record<id: i32, at: !triple, all: !dtyp.subarray<2x!triple>>>) -> (f32, f32) {
  // CHECK: dtyp.load %{{.*}}[%{{.*}}]["at"][%{{.*}}] : memref<4x!{{.*}}>
  %0 = dtyp.load %a[%i]["at"][%i] : memref<4x!body>
  // CHECK: dtyp.load %{{.*}}[%{{.*}}]["all"][%{{.*}}][%{{.*}}] : memref<4x!{{.*}}>
  %1 = dtyp.load %a[%i]["all"][%i][%i] : memref<4x!body>
  // CHECK: memref<4x2x3xf32, strided<[10, 3, 1], offset: 4>>
  %2 = dtyp.field_view %a["all"] : memref<4x!body> to memref<4x2x3xf32, strided<[10, 3, 1], offset: 4>>
  memref.store %0, %2[%i, %i, %i] : memref<4x2x3xf32, strided<[10, 3, 1], offset: 4>>
  return %0, %1 : f32, f32
}

// -----

func.func @other_shape(%a: !dtyp.dtype<!acme.triple>, %b: !dtyp.dtype<!dtyp.subarray<4xf32>>) {
  // expected-error @+1 {{only void of one size, records, and sub-arrays of one shape have a common dtype}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<!acme.triple>, !dtyp.dtype<!dtyp.subarray<4xf32>>
  return
}

// -----

func.func @whole(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected the dtype of one element, but got '!acme.triple'; an array of it has elements of 'f32'}}
  %0 = dtyp.load %a[%i] : memref<4xf32> as !acme.triple
  return
}

// -----

func.func @no_index(%a: memref<4x!dtyp.record<at: !acme.triple>>, %i: index) {
  // expected-error @+1 {{expected the path to lead to one value, but it leads to the sub-array '!acme.triple'; give its 1 indices}}
  %0 = dtyp.load %a[%i]["at"] : memref<4x!dtyp.record<at: !acme.triple>>
  return
}

// -----

// expected-error @+1 {{expected the byte order at the base of a sub-array, but got it at '!acme.triple'}}
func.func private @order(!dtyp.big_endian<!acme.triple>)

// The pass does for arrays what canonicalization does (canonicalize*.mlir), and
// leaves everything else alone.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-resolve-arrays %s | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --cudax-resolve-arrays %s -o %t.once
// RUN: dtyp-opt -allow-unregistered-dialect --cudax-resolve-arrays %t.once -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: dtyp-opt -allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(cudax-resolve-arrays))' %s | FileCheck %s

// CHECK-LABEL: func.func @from_object_to_alloca(
// CHECK-NEXT:    %[[A:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xi8, #gpu.address_space<private>>
// CHECK-NEXT:    "test.use"(%[[A]])
func.func @from_object_to_alloca(%foo: !dtyp.provider<"Foo", ui8>) {
  %0 = cudax.local_alloca(%foo) [10] : !dtyp.provider<"Foo", ui8> -> memref<10xi8, #gpu.address_space<private>>
  "test.use"(%0) : (memref<10xi8, #gpu.address_space<private>>) -> ()
  return
}

// The cast between the types before and after folds into its users.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         %[[A:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<16xf32, #gpu.address_space<private>>
// CHECK-NOT:     memref.cast
// CHECK:         memref.load %[[A]]
func.func @dynamic(%i: index) -> f32 {
  %dtype = dtyp.constant f32
  %size = dtyp.itemsize %dtype : !dtyp.dtype<f32>
  %n = arith.muli %size, %size : index
  %0 = cudax.local_alloca(%dtype) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  %x = memref.load %0[%i] : memref<?xf32, #gpu.address_space<private>>
  return %x : f32
}

// Equal blocks are not merged, constant conditions not followed, an alloca that
// is not marked is not aligned.
// CHECK-LABEL: func.func @other_code(
// CHECK:         memref.alloca() : memref<4xf32>
// CHECK:         cf.cond_br %{{.*}}, ^[[BB1:.*]], ^[[BB2:.*]]
// CHECK:       ^[[BB1]]:
// CHECK:         "test.equal"
// CHECK:       ^[[BB2]]:
// CHECK:         "test.equal"
// CHECK:         scf.if
func.func @other_code(%c: i1) {
  %0 = memref.alloca() : memref<4xf32>
  "test.use"(%0) : (memref<4xf32>) -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.equal"() : () -> ()
  cf.br ^bb3
^bb2:
  "test.equal"() : () -> ()
  cf.br ^bb3
^bb3:
  %true = arith.constant true
  scf.if %true {
    "test.use"(%0) : (memref<4xf32>) -> ()
  }
  return
}

// What nothing reaches need not resolve.
// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unreachable(%dtype: !dtyp.dtype<i8>, %n: index) {
  return
^bb1:
  %0 = cudax.local_alloca(%dtype) [%n] : !dtyp.dtype<i8> -> memref<?xi8, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xi8, #gpu.address_space<private>>) -> ()
  return
}

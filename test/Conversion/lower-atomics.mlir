// RUN: dtyp-opt --cudax-lower-atomics %s | FileCheck %s

// CHECK-LABEL: func.func @multiply(
// CHECK-SAME:    %[[A:.*]]: memref<16xf16, 3>, %[[X:.*]]: f16, %[[I:.*]]: index)
// CHECK-NEXT:    %[[BITS:.*]] = builtin.unrealized_conversion_cast %[[A]] : memref<16xf16, 3> to memref<16xi16, 3>
// CHECK-NEXT:    %[[OLD:.*]] = memref.generic_atomic_rmw %[[BITS]][%[[I]]] : memref<16xi16, 3> {
// CHECK-NEXT:    ^bb0(%[[C:.*]]: i16):
// CHECK-NEXT:      %[[F:.*]] = arith.bitcast %[[C]] : i16 to f16
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[F]], %[[X]] : f16
// CHECK-NEXT:      %[[U:.*]] = arith.bitcast %[[P]] : f16 to i16
// CHECK-NEXT:      memref.atomic_yield %[[U]] : i16
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[R:.*]] = arith.bitcast %[[OLD]] : i16 to f16
// CHECK-NEXT:    return %[[R]]
func.func @multiply(%a: memref<16xf16, 3>, %x: f16, %i: index) -> f16 {
  %old = memref.atomic_rmw mulf %x, %a[%i] : (f16, memref<16xf16, 3>) -> f16
  return %old : f16
}

// CHECK-LABEL: func.func @multiply_integers(
// CHECK:         memref.generic_atomic_rmw %{{.*}} : memref<16xi32> {
// CHECK:           arith.muli
func.func @multiply_integers(%a: memref<16xi32>, %x: i32, %i: index) -> i32 {
  %old = memref.atomic_rmw muli %x, %a[%i] : (i32, memref<16xi32>) -> i32
  return %old : i32
}

// What LLVM has stays.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT:    memref.atomic_rmw addf
// CHECK-NEXT:    memref.generic_atomic_rmw %{{.*}} : memref<16xi32>
// CHECK-NOT:     cast
// CHECK:         return
func.func @others(%a: memref<16xf32>, %x: f32, %b: memref<16xi32>, %i: index) {
  %0 = memref.atomic_rmw addf %x, %a[%i] : (f32, memref<16xf32>) -> f32
  %1 = memref.generic_atomic_rmw %b[%i] : memref<16xi32> {
  ^bb0(%current: i32):
    %new = arith.muli %current, %current : i32
    memref.atomic_yield %new : i32
  }
  return
}

// RUN: dtyp-opt --pass-pipeline="builtin.module(func.func(cudax-approximate-math))" %s | FileCheck %s

// CHECK-LABEL: func.func @functions
// CHECK-SAME:    (%[[X:.*]]: f32, %[[D:.*]]: f64, %[[V:.*]]: vector<4xf32>, %[[I:.*]]: i32)
func.func @functions(%x: f32, %d: f64, %v: vector<4xf32>, %i: i32) -> (f32, f64, vector<4xf32>, f32, f32) {
  // CHECK: math.sin %[[X]] fastmath<afn> : f32
  %0 = math.sin %x : f32
  // There are no fast functions of float64.
  // CHECK: math.sin %[[D]] : f64
  %1 = math.sin %d : f64
  // What the author allows stays allowed.
  // CHECK: math.exp %[[V]] fastmath<contract,afn> : vector<4xf32>
  %2 = math.exp %v fastmath<contract> : vector<4xf32>
  // CHECK: math.fpowi %[[X]], %[[I]] fastmath<afn>
  %3 = math.fpowi %x, %i : f32, i32
  // Divisions follow an option of the target.
  // CHECK: arith.divf %[[X]], %[[X]] : f32
  %4 = arith.divf %x, %x : f32
  return %0, %1, %2, %3, %4 : f32, f64, vector<4xf32>, f32, f32
}

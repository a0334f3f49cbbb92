// RUN: dtyp-opt %s --dtyp-lower-math-to-libm | FileCheck %s

// CHECK-DAG: func.func private @expm1f(f32) -> f32
// CHECK-DAG: func.func private @expm1(f64) -> f64
// CHECK-DAG: func.func private @log1pf(f32) -> f32
// CHECK-DAG: func.func private @log1p(f64) -> f64

// CHECK-LABEL: func.func @scalars
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f64)
func.func @scalars(%x: f32, %y: f64) -> (f32, f64, f32, f64) {
  // CHECK: call @expm1f(%[[X]])
  // CHECK: call @expm1(%[[Y]])
  // CHECK: call @log1pf(%[[X]])
  // CHECK: call @log1p(%[[Y]])
  %0 = math.expm1 %x : f32
  %1 = math.expm1 %y : f64
  %2 = math.log1p %x : f32
  %3 = math.log1p %y : f64
  return %0, %1, %2, %3 : f32, f64, f32, f64
}

// CHECK-LABEL: func.func @halves
func.func @halves(%x: f16, %y: bf16) -> (f16, bf16) {
  // CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[RESULT:.*]] = call @expm1f(%[[WIDE]])
  // CHECK: arith.truncf %[[RESULT]] : f32 to f16
  // CHECK: call @log1pf
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %0 = math.expm1 %x : f16
  %1 = math.log1p %y : bf16
  return %0, %1 : f16, bf16
}

// CHECK-LABEL: func.func @vectors
func.func @vectors(%x: vector<2xf32>) -> vector<2xf32> {
  // CHECK-COUNT-2: call @expm1f
  // CHECK-NOT: math.expm1
  %0 = math.expm1 %x : vector<2xf32>
  return %0 : vector<2xf32>
}

// What the conversion to LLVM does well, and what libm does not have.
// CHECK-LABEL: func.func @others
func.func @others(%x: f32, %y: f128, %z: vector<[4]xf32>) -> (f32, f128, vector<[4]xf32>) {
  // CHECK: math.exp %
  // CHECK: math.expm1 %{{.*}} : f128
  // CHECK: math.log1p %{{.*}} : vector<[4]xf32>
  %0 = math.exp %x : f32
  %1 = math.expm1 %y : f128
  %2 = math.log1p %z : vector<[4]xf32>
  return %0, %1, %2 : f32, f128, vector<[4]xf32>
}

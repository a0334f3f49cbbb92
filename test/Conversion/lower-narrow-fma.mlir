// RUN: dtyp-opt --cudax-lower-narrow-fma %s | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: dtyp-opt --cudax-lower-narrow-fma=native-f16 %s | FileCheck %s --check-prefixes=CHECK,F16
// RUN: dtyp-opt --cudax-lower-narrow-fma="native-f16 native-bf16" %s | FileCheck %s --check-prefixes=CHECK,BOTH

// CHECK-LABEL: func.func @f16
func.func @f16(%a: f16, %b: f16, %c: f16) -> f16 {
  // NONE-COUNT-3: arith.extf %{{.*}} : f16 to f64
  // NONE: arith.truncf %{{.*}} : f64 to f16
  // F16: llvm.intr.fma(%{{.*}}, %{{.*}}, %{{.*}}) : (f16, f16, f16) -> f16
  // BOTH: llvm.intr.fma
  %0 = math.fma %a, %b, %c : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @bf16
func.func @bf16(%a: vector<4xbf16>, %b: vector<4xbf16>, %c: vector<4xbf16>) -> vector<4xbf16> {
  // NONE-COUNT-3: arith.extf %{{.*}} : vector<4xbf16> to vector<4xf64>
  // F16-COUNT-3: arith.extf %{{.*}} : vector<4xbf16> to vector<4xf64>
  // BOTH: llvm.intr.fma(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xbf16>, vector<4xbf16>, vector<4xbf16>) -> vector<4xbf16>
  %0 = math.fma %a, %b, %c : vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: func.func @f32
func.func @f32(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK: math.fma
  %0 = math.fma %a, %b, %c : f32
  return %0 : f32
}

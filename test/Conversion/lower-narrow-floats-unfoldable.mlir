// What upstream folds to numbers that a type does not have is lowered before it is
// folded; types stay.

// RUN: dtyp-opt %s --cudax-lower-narrow-floats=only-unfoldable --canonicalize | FileCheck %s
// RUN: dtyp-opt %s --canonicalize | FileCheck %s --check-prefix=WRONG

// Zero is no power of two: NaN, not 2^-127.
// CHECK-LABEL: func.func @e8m0(
// CHECK:         %[[ONE:.*]] = arith.constant 1.000000e+00 : f8E8M0FNU
// CHECK:         builtin.unrealized_conversion_cast %[[ONE]] : f8E8M0FNU to i8
// CHECK:         arith.subf %{{.*}} : f32
// CHECK:         %[[RESULT:.*]] = builtin.unrealized_conversion_cast %{{.*}} : i8 to f8E8M0FNU
// CHECK:         return %[[RESULT]] : f8E8M0FNU
// WRONG-LABEL: func.func @e8m0(
// WRONG:         arith.constant 5.877470e-39 : f8E8M0FNU
func.func @e8m0() -> f8E8M0FNU {
  %one = arith.constant 1.0 : f8E8M0FNU
  %0 = arith.subf %one, %one : f8E8M0FNU
  return %0 : f8E8M0FNU
}

// An infinity becomes the largest number, 6.0.
// CHECK-LABEL: func.func @f4(
// CHECK-DAG:     %[[LARGEST:.*]] = arith.constant 7 : i8
// CHECK-DAG:     %[[RESULT:.*]] = builtin.unrealized_conversion_cast %[[LARGEST]] : i8 to f4E2M1FN
// CHECK:         return %[[RESULT]] : f4E2M1FN
// WRONG-LABEL: func.func @f4(
// WRONG:         arith.constant 0x0 : f4E2M1FN
func.func @f4() -> f4E2M1FN {
  %infinity = arith.constant 0x7f800000 : f32
  %0 = arith.truncf %infinity : f32 to f4E2M1FN
  return %0 : f4E2M1FN
}

// Types, and other formats, are as before.
// CHECK-LABEL: func.func @others(
// CHECK-SAME:    %[[A:.*]]: memref<4xf4E2M1FN>, %[[X:.*]]: f8E4M3FN, %[[I:.*]]: index
// CHECK:         %[[SUM:.*]] = arith.addf %[[X]], %[[X]] : f8E4M3FN
// CHECK:         %[[NUMBER:.*]] = memref.load %[[A]][%[[I]]] : memref<4xf4E2M1FN>
// CHECK:         %[[BITS:.*]] = arith.bitcast %[[NUMBER]] : f4E2M1FN to i4
// CHECK:         return %[[SUM]], %[[BITS]]
func.func @others(%a: memref<4xf4E2M1FN>, %x: f8E4M3FN, %i: index) -> (f8E4M3FN, i4) {
  %0 = arith.addf %x, %x : f8E4M3FN
  %1 = memref.load %a[%i] : memref<4xf4E2M1FN>
  %2 = arith.bitcast %1 : f4E2M1FN to i4
  return %0, %2 : f8E4M3FN, i4
}

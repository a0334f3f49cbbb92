// What the chip converts: f8E5M2 as the upper half of an f16, or both formats that
// PTX has by its instructions.

// RUN: dtyp-opt %s --cudax-lower-narrow-floats=conversions=f16 --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,F16
// RUN: dtyp-opt %s --cudax-lower-narrow-floats=conversions=f8 --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,F8
// RUN: not dtyp-opt %s --cudax-lower-narrow-floats=conversions=f4 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: f4

// CHECK-LABEL: func.func @extend_e5m2(
// F16-SAME:      %[[BYTE:.*]]: i8) -> f32
// F16:           %[[C8:.*]] = arith.constant 8 : i16
// F16:           %[[CODE:.*]] = arith.extui %[[BYTE]] : i8 to i16
// F16:           %[[BITS:.*]] = arith.shli %[[CODE]], %[[C8]] : i16
// F16:           %[[HALF:.*]] = arith.bitcast %[[BITS]] : i16 to f16
// F16:           %[[RESULT:.*]] = arith.extf %[[HALF]] : f16 to f32
// F16:           return %[[RESULT]]
// F8-SAME:       %[[BYTE:.*]]: i8) -> f32
// F8:            %[[PAIR:.*]] = arith.extui %[[BYTE]] : i8 to i16
// F8:            %[[HALVES:.*]] = llvm.inline_asm "cvt.rn.f16x2.e5m2x2 $0, $1;", "=r,h" %[[PAIR]] : (i16) -> i32
// F8:            %[[BITS:.*]] = arith.trunci %[[HALVES]] : i32 to i16
// F8:            %[[HALF:.*]] = arith.bitcast %[[BITS]] : i16 to f16
// F8:            arith.extf %[[HALF]] : f16 to f32
func.func @extend_e5m2(%x: f8E5M2) -> f32 {
  %0 = arith.extf %x : f8E5M2 to f32
  return %0 : f32
}

// A vector is converted in pairs.
// CHECK-LABEL: func.func @extend_pairs(
// F16-NOT:       llvm.inline_asm
// F8-SAME:       %[[BYTES:.*]]: vector<4xi8>)
// F8:            %[[SHORTS:.*]] = vector.bitcast %[[BYTES]] : vector<4xi8> to vector<2xi16>
// F8:            %[[PAIRS:.*]]:2 = vector.to_elements %[[SHORTS]] : vector<2xi16>
// F8:            %[[LOW:.*]] = llvm.inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h" %[[PAIRS]]#0 : (i16) -> i32
// F8:            %[[HIGH:.*]] = llvm.inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h" %[[PAIRS]]#1 : (i16) -> i32
// F8:            %[[WORDS:.*]] = vector.from_elements %[[LOW]], %[[HIGH]] : vector<2xi32>
// F8:            %[[HALVES:.*]] = vector.bitcast %[[WORDS]] : vector<2xi32> to vector<4xf16>
// F8:            arith.extf %[[HALVES]] : vector<4xf16> to vector<4xf32>
func.func @extend_pairs(%x: vector<4xf8E4M3FN>) -> vector<4xf32> {
  %0 = arith.extf %x : vector<4xf8E4M3FN> to vector<4xf32>
  return %0 : vector<4xf32>
}

// What was saturated becomes the next encoding, NaN: above 464, a tie between 448
// and what would be 480, of which 448 is even.
// CHECK-LABEL: func.func @round_e4m3(
// F16-NOT:       llvm.inline_asm
// F8-SAME:       %[[X:.*]]: f32) -> i8
// F8-DAG:        %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
// F8-DAG:        %[[BEYOND:.*]] = arith.constant 4.640000e+02 : f32
// F8:            %[[SHORT:.*]] = llvm.inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "=h,f,f" %[[ZERO]], %[[X]] : (f32, f32) -> i16
// F8:            %[[CODE:.*]] = arith.extui %[[SHORT]] : i16 to i32
// F8:            %[[ISOVER:.*]] = arith.cmpf ogt, %{{.*}}, %[[BEYOND]] : f32
// F8:            %[[NEXT:.*]] = arith.extui %[[ISOVER]] : i1 to i32
// F8:            %[[SUM:.*]] = arith.addi %[[CODE]], %[[NEXT]] : i32
// F8:            arith.trunci %[[SUM]] : i32 to i8
func.func @round_e4m3(%x: f32) -> f8E4M3FN {
  %0 = arith.truncf %x : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}

// The next encoding is the infinity, to which ties are rounded; a NaN is that of
// ml_dtypes.
// CHECK-LABEL: func.func @round_e5m2(
// F16-NOT:       llvm.inline_asm
// F8-DAG:        %[[BEYOND:.*]] = arith.constant dense<6.144000e+04> : vector<2xf32>
// F8-DAG:        %[[NAN:.*]] = arith.constant dense<126> : vector<2xi32>
// F8:            %[[PAIRS:.*]]:2 = vector.to_elements %{{.*}} : vector<2xf32>
// F8:            llvm.inline_asm "cvt.rn.satfinite.e5m2x2.f32 $0, $1, $2;", "=h,f,f" %[[PAIRS]]#1, %[[PAIRS]]#0 : (f32, f32) -> i16
// F8:            arith.cmpf oge, %{{.*}}, %[[BEYOND]] : vector<2xf32>
// F8:            %[[ISNAN:.*]] = arith.cmpf uno, %{{.*}} : vector<2xf32>
// F8:            arith.select %[[ISNAN]], %[[NAN]], %{{.*}} : vector<2xi1>, vector<2xi32>
func.func @round_e5m2(%x: vector<2xf32>) -> vector<2xf8E5M2> {
  %0 = arith.truncf %x : vector<2xf32> to vector<2xf8E5M2>
  return %0 : vector<2xf8E5M2>
}

// An odd number of elements is no vector of pairs, and other formats have no
// instructions.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     llvm.inline_asm
// CHECK:         return
func.func @others(%x: vector<3xf8E4M3FN>, %y: f8E4M3) -> (vector<3xf32>, f32) {
  %0 = arith.extf %x : vector<3xf8E4M3FN> to vector<3xf32>
  %1 = arith.extf %y : f8E4M3 to f32
  return %0, %1 : vector<3xf32>, f32
}

// Floats with at most 8 bits become bytes; what is computed with them, f32.

// RUN: dtyp-opt %s --cudax-lower-narrow-floats --canonicalize --cse | FileCheck %s --implicit-check-not='{{(f8|f6|f4)E}}'

// A type with NaN, and no infinity.
// CHECK-LABEL: func.func @extend_fn(
// CHECK-SAME:    %[[BYTE:.*]]: i8) -> f32
// CHECK-DAG:     %[[MASK:.*]] = arith.constant 127 : i32
// CHECK-DAG:     %[[SHIFT:.*]] = arith.constant 20 : i32
// CHECK-DAG:     %[[SCALE:.*]] = arith.constant 1.32922{{.*}}E+36 : f32
// CHECK-DAG:     %[[NAN:.*]] = arith.constant 2143289344 : i32
// CHECK-DAG:     %[[SIGN:.*]] = arith.constant 128 : i32
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : i32
// CHECK:         %[[CODE:.*]] = arith.extui %[[BYTE]] : i8 to i32
// CHECK:         %[[MAGNITUDE:.*]] = arith.andi %[[CODE]], %[[MASK]]
// CHECK:         %[[SHIFTED:.*]] = arith.shli %[[MAGNITUDE]], %[[SHIFT]]
// CHECK:         %[[SMALL:.*]] = arith.bitcast %[[SHIFTED]] : i32 to f32
// CHECK:         %[[SCALED:.*]] = arith.mulf %[[SMALL]], %[[SCALE]] : f32
// CHECK:         %[[BITS:.*]] = arith.bitcast %[[SCALED]] : f32 to i32
// CHECK:         %[[ISNAN:.*]] = arith.cmpi eq, %[[MAGNITUDE]], %[[MASK]]
// CHECK:         %[[CHOSEN:.*]] = arith.select %[[ISNAN]], %[[NAN]], %[[BITS]]
// CHECK:         %[[ONLYSIGN:.*]] = arith.andi %[[CODE]], %[[SIGN]]
// CHECK:         %[[MOVED:.*]] = arith.shli %[[ONLYSIGN]], %[[C24]]
// CHECK:         %[[SIGNED:.*]] = arith.ori %[[CHOSEN]], %[[MOVED]]
// CHECK:         %[[RESULT:.*]] = arith.bitcast %[[SIGNED]] : i32 to f32
// CHECK:         return %[[RESULT]]
func.func @extend_fn(%x: f8E4M3FN) -> f32 {
  %0 = arith.extf %x : f8E4M3FN to f32
  return %0 : f32
}

// Finite types saturate; a NaN has the sign's bit for its magnitude.
// CHECK-LABEL: func.func @round_f4(
// CHECK-SAME:    %{{.*}}: f32) -> i8
// CHECK-DAG:     %[[LARGEST:.*]] = arith.constant 7 : i32
// CHECK-DAG:     %[[SIGN:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[INFINITY:.*]] = arith.constant 2139095040 : i32
// CHECK:         %[[ROUNDED:.*]] = arith.minui %{{.*}}, %[[LARGEST]] : i32
// CHECK:         %[[ISNAN:.*]] = arith.cmpi ugt, %{{.*}}, %[[INFINITY]] : i32
// CHECK:         arith.select %[[ISNAN]], %[[SIGN]], %[[ROUNDED]] : i32
// CHECK:         arith.xori
func.func @round_f4(%x: f32) -> f4E2M1FN {
  %0 = arith.truncf %x : f32 to f4E2M1FN
  return %0 : f4E2M1FN
}

// ml_dtypes rounds float64 to float32 first.
// CHECK-LABEL: func.func @round_double(
// CHECK-SAME:    %[[X:.*]]: f64) -> i8
// CHECK:         arith.truncf %[[X]] : f64 to f32
func.func @round_double(%x: f64) -> f8E5M2 {
  %0 = arith.truncf %x : f64 to f8E5M2
  return %0 : f8E5M2
}

// CHECK-LABEL: func.func @between(
// CHECK-SAME:    %{{.*}}: i8) -> i8
// CHECK:         arith.mulf %{{.*}} : f32
func.func @between(%x: f6E3M2FN) -> f8E8M0FNU {
  %0 = arith.extf %x : f6E3M2FN to f8E8M0FNU
  return %0 : f8E8M0FNU
}

// Each operation is rounded.
// CHECK-LABEL: func.func @arithmetic(
// CHECK:         %[[SUM:.*]] = arith.addf %{{.*}} : vector<2xf32>
// CHECK:         arith.trunci %{{.*}} : vector<2xi32> to vector<2xi8>
// CHECK:         arith.mulf %{{.*}} : vector<2xf32>
// CHECK:         math.sqrt %{{.*}} : vector<2xf32>
// CHECK:         arith.cmpf olt, %{{.*}} : vector<2xf32>
func.func @arithmetic(%a: vector<2xf8E5M2>, %b: vector<2xf8E5M2>) -> vector<2xi1> {
  %0 = arith.addf %a, %b : vector<2xf8E5M2>
  %1 = arith.mulf %0, %b : vector<2xf8E5M2>
  %2 = math.sqrt %1 : vector<2xf8E5M2>
  %3 = arith.cmpf olt, %2, %a : vector<2xf8E5M2>
  return %3 : vector<2xi1>
}

// A group of numbers with a common scale.
// CHECK-LABEL: func.func @scaled(
// CHECK:         arith.mulf %{{.*}} : f32
func.func @scaled(%x: f4E2M1FN, %scale: f8E8M0FNU) -> f32 {
  %0 = arith.scaling_extf %x, %scale : f4E2M1FN, f8E8M0FNU to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @integers(
// CHECK:         %[[FLOAT:.*]] = arith.sitofp %{{.*}} : i16 to f32
// CHECK:         arith.fptoui %{{.*}} : f32 to i32
func.func @integers(%x: i16, %y: f8E3M4) -> (f8E3M4, i32) {
  %0 = arith.sitofp %x : i16 to f8E3M4
  %1 = arith.fptoui %y : f8E3M4 to i32
  return %0, %1 : f8E3M4, i32
}

// The float is in the low bits of its byte; of a vector as a whole, it has no
// others.
// CHECK-LABEL: func.func @bitcasts(
// CHECK-SAME:    %[[A:.*]]: i8, %[[B:.*]]: i6, %[[C:.*]]: i8, %[[D:.*]]: vector<4xi8>, %[[E:.*]]: vector<4xi8>)
// CHECK-DAG:     %[[CANON:.*]] = arith.extui %[[B]] : i6 to i8
// CHECK-DAG:     %[[LOW:.*]] = arith.trunci %[[C]] : i8 to i4
// CHECK-DAG:     %[[LOWS:.*]] = arith.trunci %[[D]] : vector<4xi8> to vector<4xi4>
// CHECK-DAG:     %[[WHOLE:.*]] = vector.bitcast %[[LOWS]] : vector<4xi4> to vector<1xi16>
// CHECK-DAG:     %[[WORD:.*]] = vector.bitcast %[[E]] : vector<4xi8> to vector<1xi32>
// CHECK:         return %[[A]], %[[CANON]], %[[LOW]], %[[WHOLE]], %[[WORD]]
func.func @bitcasts(%a: f8E4M3, %b: i6, %c: f4E2M1FN, %d: vector<4xf4E2M1FN>, %e: vector<4xf8E4M3>)
    -> (i8, f6E2M3FN, i4, vector<1xi16>, vector<1xi32>) {
  %0 = arith.bitcast %a : f8E4M3 to i8
  %1 = arith.bitcast %b : i6 to f6E2M3FN
  %2 = arith.bitcast %c : f4E2M1FN to i4
  %3 = vector.bitcast %d : vector<4xf4E2M1FN> to vector<1xi16>
  %4 = vector.bitcast %e : vector<4xf8E4M3> to vector<1xi32>
  return %0, %1, %2, %3, %4 : i8, f6E2M3FN, i4, vector<1xi16>, vector<1xi32>
}

// Types are replaced wherever they are, except in what the attributes of other
// dialects tell.
// CHECK-LABEL: memref.global "private" constant @table : memref<3xi8> = dense<[60, -124, 2]>
memref.global "private" constant @table : memref<3xf8E5M2> = dense<[1.0, -6.103516e-05, 3.051758e-05]>

// CHECK-LABEL: func.func private @callee(i8) -> memref<?xi8, strided<[2]>>
func.func private @callee(f8E5M2) -> memref<?xf8E5M2, strided<[2]>>

// CHECK-LABEL: func.func @types(
// CHECK-SAME:    %[[C:.*]]: i1, %[[X:.*]]: i8, %[[N:.*]]: index)
// CHECK:         %[[CONSTANT:.*]] = arith.constant dense<[60, 68]> : vector<2xi8>
// CHECK:         memref.get_global @table : memref<3xi8>
// CHECK:         memref.alloca(%[[N]]) : memref<?xi8>
// CHECK:         scf.if %[[C]] -> (i8)
// CHECK:         call @callee(%{{.*}}) : (i8) -> memref<?xi8, strided<[2]>>
// CHECK:         gpu.printf "%f", %{{.*}} : f32
func.func @types(%c: i1, %x: f8E5M2, %n: index) -> vector<2xf8E5M2> {
  %0 = arith.constant dense<[1.0, 4.0]> : vector<2xf8E5M2>
  %1 = memref.get_global @table : memref<3xf8E5M2>
  %2 = memref.alloca(%n) : memref<?xf8E5M2>
  %3 = scf.if %c -> f8E5M2 {
    %4 = memref.load %1[%n] : memref<3xf8E5M2>
    scf.yield %4 : f8E5M2
  } else {
    memref.store %x, %2[%n] : memref<?xf8E5M2>
    %4 = memref.load %2[%n] : memref<?xf8E5M2>
    scf.yield %4 : f8E5M2
  }
  %5 = func.call @callee(%3) : (f8E5M2) -> memref<?xf8E5M2, strided<[2]>>
  %6 = memref.load %5[%n] : memref<?xf8E5M2, strided<[2]>>
  gpu.printf "%f", %6 : f8E5M2
  return %0 : vector<2xf8E5M2>
}

// Wider floats, and what only looks like them, stay.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT:    arith.addf %{{.*}} : f16
// CHECK-NEXT:    arith.truncf %{{.*}} : f32 to bf16
func.func @others(%x: f16, %y: f32) -> (f16, bf16) {
  %0 = arith.addf %x, %x : f16
  %1 = arith.truncf %y : f32 to bf16
  return %0, %1 : f16, bf16
}

// RUN: dtyp-opt --verify-roundtrip %s | FileCheck %s
// RUN: dtyp-opt --emit-bytecode %s | dtyp-opt | FileCheck %s

!vec = !dtyp.record<x: f32, y: f32>
!particle = !dtyp.record<id("number"): ui16, alive: i1, position: !dtyp.subarray<3x2xf32>, v: !vec>

// CHECK-LABEL: func.func @loads
func.func @loads(%flags: memref<?xi8>, %bytes: memref<i8>, %particles: memref<?x4x!particle>, %i: index, %k: index) {
  // CHECK: dtyp.load %{{.*}}[%{{.*}}] : memref<?xi8> as i1
  %0 = dtyp.load %flags[%i] : memref<?xi8> as i1
  // CHECK: dtyp.load %{{.*}}[%{{.*}}] : memref<?xi8>{{$}}
  %1 = dtyp.load %flags[%i] : memref<?xi8>
  // CHECK: dtyp.load %{{.*}}[] : memref<i8> as f4E2M1FN
  %2 = dtyp.load %bytes[] : memref<i8> as f4E2M1FN
  // CHECK: dtyp.load %{{.*}}[%[[I:.*]], %[[K:.*]]]["alive"] : memref<?x4x!
  %3 = dtyp.load %particles[%i, %k]["alive"] : memref<?x4x!particle>
  // CHECK: dtyp.load %{{.*}}[%[[I]], %[[K]]]["position"][%[[K]], %[[I]]] : memref<?x4x!
  %4 = dtyp.load %particles[%i, %k]["position"][%k, %i] : memref<?x4x!particle>
  // CHECK: dtyp.load %{{.*}}[%[[I]], %[[K]]]["v"]["x"] {note} : memref<?x4x!
  %5 = dtyp.load %particles[%i, %k]["v"]["x"] {note} : memref<?x4x!particle>
  // A title is a name, too.
  // CHECK: dtyp.load %{{.*}}["number"]
  %6 = dtyp.load %particles[%i, %k]["number"] : memref<?x4x!particle>
  // CHECK: dtyp.load %{{.*}}["v"] : memref
  %7 = dtyp.load %particles[%i, %k]["v"] : memref<?x4x!particle>
  return
}

// CHECK-LABEL: func.func @value_types
func.func @value_types(
    %ui2: memref<i8>, %f8: memref<f8E5M2>, %swapped: memref<!dtyp.big_endian<complex<f64>>>,
    %time: memref<i64>, %float4: memref<!dtyp.vector<4xf32>>, %text: memref<!dtyp.str<3>>,
    %swapped_text: memref<!dtyp.big_endian<!dtyp.str<3>>>)
    -> (i2, f8E5M2, complex<f64>, f64, i64, vector<4xf32>, f32, !dtyp.str<3>, !dtyp.big_endian<!dtyp.str<3>>) {
  %0 = dtyp.load %ui2[] : memref<i8> as ui2
  %1 = dtyp.load %f8[] : memref<f8E5M2>
  %2 = dtyp.load %swapped[] : memref<!dtyp.big_endian<complex<f64>>>
  %3 = dtyp.load %swapped[]["imag"] : memref<!dtyp.big_endian<complex<f64>>>
  // CHECK: as !dtyp.datetime64<ns>
  %4 = dtyp.load %time[] : memref<i64> as !dtyp.datetime64<ns>
  %5 = dtyp.load %float4[] : memref<!dtyp.vector<4xf32>>
  %6 = dtyp.load %float4[]["w"] : memref<!dtyp.vector<4xf32>>
  %7 = dtyp.load %text[] : memref<!dtyp.str<3>>
  %8 = dtyp.load %swapped_text[] : memref<!dtyp.big_endian<!dtyp.str<3>>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i2, f8E5M2, complex<f64>, f64, i64, vector<4xf32>, f32, !dtyp.str<3>, !dtyp.big_endian<!dtyp.str<3>>
}

// CHECK-LABEL: func.func @stores
func.func @stores(%flags: memref<?xi8>, %vecs: memref<8x!vec>, %i: index, %flag: i1, %x: f32, %vec: !vec) {
  // CHECK: dtyp.store %{{.*}}, %{{.*}}[%{{.*}}] : i1, memref<?xi8> as i1
  dtyp.store %flag, %flags[%i] : i1, memref<?xi8> as i1
  // CHECK: dtyp.store %{{.*}}, %{{.*}}[%{{.*}}]["x"] : f32, memref<8x!
  dtyp.store %x, %vecs[%i]["x"] : f32, memref<8x!vec>
  dtyp.store %vec, %vecs[%i] : !vec, memref<8x!vec>
  return
}

// CHECK-LABEL: func.func @atomics
func.func @atomics(%counts: memref<?xi32>, %bins: memref<8x!dtyp.record<n: ui32, sums: !dtyp.subarray<2xf32>>>, %i: index, %n: i32, %x: f32) {
  // CHECK: dtyp.atomic_rmw maxu %{{.*}}, %{{.*}}[%{{.*}}] : i32, memref<?xi32> as ui32
  %0 = dtyp.atomic_rmw maxu %n, %counts[%i] : i32, memref<?xi32> as ui32
  %aligned = memref.alloca() : memref<8x!dtyp.record<aligned, n: ui32, sums: !dtyp.subarray<2xf32>>>
  // CHECK: dtyp.atomic_rmw addf %{{.*}}, %{{.*}}[%{{.*}}]["sums"][%{{.*}}] : f32, memref<8x!
  %1 = dtyp.atomic_rmw addf %x, %aligned[%i]["sums"][%i] : f32, memref<8x!dtyp.record<aligned, n: ui32, sums: !dtyp.subarray<2xf32>>>
  return
}

// CHECK-LABEL: func.func @field_views
func.func @field_views(
    %static: memref<4x5x!dtyp.record<aligned, a: i8, b: f32, c: !dtyp.subarray<2x3xi16>>>,
    %dynamic: memref<?x?x!vec, strided<[?, 2], offset: ?>>, %scalar: memref<!dtyp.record<aligned, x: f64>>) {
  // CHECK: dtyp.field_view %{{.*}}["b"] : memref<4x5x!{{.*}}> to memref<4x5xf32, strided<[25, 5], offset: 1>>
  %0 = dtyp.field_view %static["b"] : memref<4x5x!dtyp.record<aligned, a: i8, b: f32, c: !dtyp.subarray<2x3xi16>>> to memref<4x5xf32, strided<[25, 5], offset: 1>>
  %1 = dtyp.field_view %static["c"] : memref<4x5x!dtyp.record<aligned, a: i8, b: f32, c: !dtyp.subarray<2x3xi16>>> to memref<4x5x2x3xi16, strided<[50, 10, 3, 1], offset: 4>>
  %2 = dtyp.field_view %static["a"] : memref<4x5x!dtyp.record<aligned, a: i8, b: f32, c: !dtyp.subarray<2x3xi16>>> to memref<4x5xi8, strided<[100, 20]>>
  %one = memref.alloca() : memref<4x!dtyp.record<aligned, x: f64>>
  // CHECK: to memref<4xf64>
  %3 = dtyp.field_view %one["x"] : memref<4x!dtyp.record<aligned, x: f64>> to memref<4xf64>
  %4 = dtyp.field_view %scalar["x"] : memref<!dtyp.record<aligned, x: f64>> to memref<f64>
  return
}

// CHECK-LABEL: func.func @views
func.func @views(%words: memref<8x4xf32>, %dynamic: memref<?x?xi8>, %strided: memref<8x4xi16, strided<[8, 1], offset: 4>>) {
  // CHECK: dtyp.view %{{.*}} as ui8 : memref<8x4xf32> to memref<8x16xi8>
  %0 = dtyp.view %words as ui8 : memref<8x4xf32> to memref<8x16xi8>
  %1 = dtyp.view %words as i32 : memref<8x4xf32> to memref<8x4xi32>
  %2 = dtyp.view %words as complex<f64> : memref<8x4xf32> to memref<8x1xcomplex<f64>>
  %3 = dtyp.view %dynamic as i1 : memref<?x?xi8> to memref<?x?xi8>
  %4 = dtyp.view %strided as f64 : memref<8x4xi16, strided<[8, 1], offset: 4>> to memref<8x1xf64, strided<[2, 1], offset: 1>>
  %5 = dtyp.view %words as !vec : memref<8x4xf32> to memref<8x2x!vec>
  return
}

// CHECK-LABEL: func.func @raw
func.func @raw(%vecs: memref<8x!vec>, %i: index) {
  // CHECK: dtyp.raw_load %{{.*}}[%{{.*}}], %{{.*}} {alignment = 1 : i64} : memref<8x!{{.*}}> -> f32
  %0 = dtyp.raw_load %vecs[%i], %i {alignment = 1} : memref<8x!vec> -> f32
  dtyp.raw_store %0, %vecs[%i], %i {alignment = 1} : f32, memref<8x!vec>
  return
}

// RUN: dtyp-opt --dtyp-records-to-bytes --canonicalize --cse %s | FileCheck %s

!point = !dtyp.record<aligned, id: i8, x: f32>
!nested = !dtyp.record<device, points: !dtyp.subarray<2x!point>, key: !dtyp.big_endian<i32>, itemsize 24>

// The start of the array as one number, and the shape laid over it. The offset
// of a memref.reinterpret_cast counts from the array's memory.
// CHECK-LABEL: func.func @field
// CHECK-SAME:    %[[A:.*]]: memref<10x8xi8>
func.func @field(%a: memref<10x!point>) -> memref<10xf32, strided<[2], offset: 1>> {
  // CHECK: %[[BYTES:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4], strides: [1] : memref<10x8xi8> to memref<4xi8>
  // CHECK: %[[START:.*]] = memref.view %[[BYTES]][%{{.*}}][] : memref<4xi8> to memref<1xf32>
  // CHECK: memref.reinterpret_cast %[[START]] to offset: [1], sizes: [10], strides: [2] : memref<1xf32> to memref<10xf32, strided<[2], offset: 1>>
  %0 = dtyp.field_view %a["x"] : memref<10x!point> to memref<10xf32, strided<[2], offset: 1>>
  return %0 : memref<10xf32, strided<[2], offset: 1>>
}

// CHECK-LABEL: func.func @dynamic_field
// CHECK-SAME:    %[[A:.*]]: memref<?x?x8xi8, strided<[?, ?, 1], offset: ?>, 3>
func.func @dynamic_field(%a: memref<?x?x!point, strided<[?, ?], offset: ?>, 3>) -> memref<?x?xf32, strided<[?, ?], offset: ?>, 3> {
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-DAG: %{{.*}}, %[[OFFSET:.*]], %[[SIZES:.*]]:3, %[[STRIDES:.*]]:3 = memref.extract_strided_metadata %[[A]]
  // CHECK: %[[FIELD:.*]] = arith.addi %[[OFFSET]], %[[C4]]
  // CHECK: %[[O:.*]] = arith.divui %[[FIELD]], %[[C4]]
  // CHECK: %[[S0:.*]] = arith.divui %[[STRIDES]]#0, %[[C4]]
  // CHECK: %[[S1:.*]] = arith.divui %[[STRIDES]]#1, %[[C4]]
  // CHECK: memref.view {{.*}} : memref<4xi8, 3> to memref<1xf32, 3>
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [%[[O]]], sizes: [%[[SIZES]]#0, %[[SIZES]]#1], strides: [%[[S0]], %[[S1]]]
  %0 = dtyp.field_view %a["x"] : memref<?x?x!point, strided<[?, ?], offset: ?>, 3> to memref<?x?xf32, strided<[?, ?], offset: ?>, 3>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>, 3>
}

// Fields that are bytes themselves.
// CHECK-LABEL: func.func @nested
func.func @nested(%a: memref<?x4x!nested>) -> (memref<?x4x!dtyp.big_endian<i32>, strided<[24, 6], offset: 4>>, memref<?x4x2x!point, strided<[12, 3, 1]>>) {
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [16], sizes: [%{{.*}}#0, 4, 4], strides: [96, 24, 1] : memref<?x4x24xi8> to memref<?x4x4xi8, strided<[96, 24, 1], offset: 16>>
  %0 = dtyp.field_view %a["key"] : memref<?x4x!nested> to memref<?x4x!dtyp.big_endian<i32>, strided<[24, 6], offset: 4>>
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%{{.*}}#0, 4, 2, 8], strides: [96, 24, 8, 1] : memref<?x4x24xi8> to memref<?x4x2x8xi8, strided<[96, 24, 8, 1]>>
  %1 = dtyp.field_view %a["points"] : memref<?x4x!nested> to memref<?x4x2x!point, strided<[12, 3, 1]>>
  return %0, %1 : memref<?x4x!dtyp.big_endian<i32>, strided<[24, 6], offset: 4>>, memref<?x4x2x!point, strided<[12, 3, 1]>>
}

// Four bytes of the last dimension are one element.
// CHECK-LABEL: func.func @of_bytes
func.func @of_bytes(%a: memref<2x?xi8, strided<[48, 1], offset: 8>>) -> memref<2x?x!dtyp.bytes<4>, strided<[12, 1], offset: 2>> {
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-DAG: %{{.*}}, %{{.*}}, %[[SIZES:.*]]:2, %{{.*}}:2 = memref.extract_strided_metadata
  // CHECK: %[[SIZE:.*]] = arith.divui %[[SIZES]]#1, %[[C4]]
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [8], sizes: [2, %[[SIZE]], 4], strides: [48, 4, 1] : memref<2x?xi8, strided<[48, 1], offset: 8>> to memref<2x?x4xi8, strided<[48, 4, 1], offset: 8>>
  %0 = dtyp.view %a as !dtyp.void<4> : memref<2x?xi8, strided<[48, 1], offset: 8>> to memref<2x?x!dtyp.void<4>, strided<[12, 1], offset: 2>>
  // The view of as many bytes folds.
  // CHECK-NEXT: return
  %1 = dtyp.view %0 as !dtyp.bytes<4> : memref<2x?x!dtyp.void<4>, strided<[12, 1], offset: 2>> to memref<2x?x!dtyp.bytes<4>, strided<[12, 1], offset: 2>>
  return %1 : memref<2x?x!dtyp.bytes<4>, strided<[12, 1], offset: 2>>
}

// Two numbers of each element.
// CHECK-LABEL: func.func @to_smaller
func.func @to_smaller(%a: memref<?x!point>) -> memref<?xf32> {
  // CHECK: %[[SIZE:.*]] = arith.muli %{{.*}}#0, %c2
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[SIZE]]], strides: [1] : memref<1xf32> to memref<?xf32>
  %0 = dtyp.view %a as f32 : memref<?x!point> to memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK-LABEL: func.func @to_larger
func.func @to_larger(%a: memref<?x!dtyp.bytes<3>>) -> memref<?xf32> {
  // CHECK: %[[SIZE:.*]] = arith.muli %{{.*}}#0, %c3
  // CHECK: arith.divui %[[SIZE]], %c4
  %0 = dtyp.view %a as f32 : memref<?x!dtyp.bytes<3>> to memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK-LABEL: func.func @same_size
func.func @same_size(%a: memref<!point>) -> memref<f64> {
  // CHECK: memref.view %{{.*}}[%c0][] : memref<8xi8> to memref<1xf64>
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [], strides: [] : memref<1xf64> to memref<f64>
  %0 = dtyp.view %a as f64 : memref<!point> to memref<f64>
  return %0 : memref<f64>
}

// Memref has no view of the bytes of numbers: the cast of the start is none where
// pointers have no type of elements.
// CHECK-LABEL: func.func @of_numbers
func.func @of_numbers(%a: memref<?x3xf32>) -> memref<?x3x!dtyp.big_endian<i32>> {
  // CHECK: %[[START:.*]], %{{.*}}, %[[SIZES:.*]]:2, %{{.*}}:2 = memref.extract_strided_metadata %{{.*}} : memref<?x3xf32> -> memref<f32>
  // CHECK: %[[BYTE:.*]] = builtin.unrealized_conversion_cast %[[START]] : memref<f32> to memref<i8>
  // CHECK: memref.reinterpret_cast %[[BYTE]] to offset: [0], sizes: [%[[SIZES]]#0, 3, 4], strides: [12, 4, 1] : memref<i8> to memref<?x3x4xi8>
  %0 = dtyp.view %a as !dtyp.big_endian<i32> : memref<?x3xf32> to memref<?x3x!dtyp.big_endian<i32>>
  return %0 : memref<?x3x!dtyp.big_endian<i32>>
}

// Strides and the offset count numbers of 2 bytes, then of 8.
// CHECK-LABEL: func.func @to_wider_numbers
func.func @to_wider_numbers(%a: memref<8x?xf16, strided<[?, 1], offset: ?>>) -> (memref<8x?xi8, strided<[?, 1], offset: ?>>, memref<8x?xi16, strided<[?, 1], offset: ?>>) {
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-DAG: %{{.*}}, %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata
  // CHECK-DAG: %[[BYTE_OFFSET:.*]] = arith.muli %[[OFFSET]], %[[C2]]
  // CHECK-DAG: %[[BYTES:.*]] = arith.muli %[[SIZES]]#1, %[[C2]]
  // CHECK-DAG: %[[BYTE_STRIDE:.*]] = arith.muli %[[STRIDES]]#0, %[[C2]]
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [%[[BYTE_OFFSET]]], sizes: [8, %[[BYTES]]], strides: [%[[BYTE_STRIDE]], 1]
  %0 = dtyp.view %a as ui8 : memref<8x?xf16, strided<[?, 1], offset: ?>> to memref<8x?xi8, strided<[?, 1], offset: ?>>
  // CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<2xi8> to memref<1xi16>
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [%[[OFFSET]]], sizes: [8, %[[SIZES]]#1], strides: [%[[STRIDES]]#0, 1]
  %1 = dtyp.view %a as i16 : memref<8x?xf16, strided<[?, 1], offset: ?>> to memref<8x?xi16, strided<[?, 1], offset: ?>>
  return %0, %1 : memref<8x?xi8, strided<[?, 1], offset: ?>>, memref<8x?xi16, strided<[?, 1], offset: ?>>
}

// Also of those that do not lie one behind the other.
// CHECK-LABEL: func.func @apart
func.func @apart(%a: memref<4xi32, strided<[2]>>, %b: memref<i32>) -> (memref<4x!dtyp.big_endian<i32>, strided<[2]>>, memref<!dtyp.big_endian<i32>>) {
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [4, 4], strides: [8, 1] : memref<i8> to memref<4x4xi8, strided<[8, 1]>>
  %0 = dtyp.view %a as !dtyp.big_endian<i32> : memref<4xi32, strided<[2]>> to memref<4x!dtyp.big_endian<i32>, strided<[2]>>
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [4], strides: [1] : memref<i8> to memref<4xi8>
  %1 = dtyp.view %b as !dtyp.big_endian<i32> : memref<i32> to memref<!dtyp.big_endian<i32>>
  return %0, %1 : memref<4x!dtyp.big_endian<i32>, strided<[2]>>, memref<!dtyp.big_endian<i32>>
}

// Bytes have a view of memref, and bools are bytes.
// CHECK-LABEL: func.func @of_plain_bytes
func.func @of_plain_bytes(%a: memref<16xi8>, %i: index) -> (memref<2xf64>, i1) {
  // CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<8xi8> to memref<1xf64>
  %0 = dtyp.view %a as f64 : memref<16xi8> to memref<2xf64>
  %1 = dtyp.view %a as i1 : memref<16xi8> to memref<16xi8>
  // CHECK: memref.load
  // CHECK: arith.cmpi ne
  %2 = dtyp.load %1[%i] : memref<16xi8> as i1
  return %0, %2 : memref<2xf64>, i1
}

// Parts of numbers, at their offset.
// CHECK-LABEL: func.func @parts
// CHECK-NOT:     dtyp.
func.func @parts(%z: memref<?xcomplex<f32>>, %i: index, %x: f32) -> f32 {
  // CHECK: builtin.unrealized_conversion_cast %{{.*}} : memref<complex<f32>> to memref<i8>
  // CHECK: %[[PARTS:.*]] = memref.reinterpret_cast %{{.*}} to offset: [1], sizes: [%{{.*}}], strides: [2] : memref<1xf32> to memref<?xf32, strided<[2], offset: 1>>
  // CHECK: memref.load %[[PARTS]][%{{.*}}]
  %0 = dtyp.load %z[%i]["imag"] : memref<?xcomplex<f32>>
  // CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf32, strided<[2]>>
  dtyp.store %x, %z[%i]["real"] : f32, memref<?xcomplex<f32>>
  // CHECK: memref.atomic_rmw addf %{{.*}} : (f32, memref<?xf32, strided<[2]>>) -> f32
  %1 = dtyp.atomic_rmw addf %x, %z[%i]["real"] : f32, memref<?xcomplex<f32>>
  return %0 : f32
}

// RUN: dtyp-opt --convert-to-llvm %s | FileCheck %s
// RUN: dtyp-opt --convert-to-llvm %s | dtyp-opt | FileCheck %s

!packed = !dtyp.record<a: i8, b: f32>
!aligned = !dtyp.record<aligned, a: i8, b: f32, c: i16>
!wide = !dtyp.record<a: i8, alignment 16>

// Elements are integers of the record's alignment: LLVM sees no padding.
// CHECK-LABEL: llvm.func @elements
// CHECK-SAME: !llvm.array<5 x i8>
// CHECK-SAME: !llvm.array<3 x i32>
// CHECK-SAME: !llvm.array<1 x i128>
// CHECK-SAME: !llvm.array<7 x i8>
// CHECK-SAME: !llvm.array<3 x i32>
// CHECK-SAME: !llvm.array<2 x i64>
func.func private @elements(!packed, !aligned, !wide, !dtyp.bytes<7>, !dtyp.str<3>, !dtyp.big_endian<complex<f64>>)

// CHECK-LABEL: llvm.func @accesses
func.func @accesses(%a: memref<?x4x!aligned>, %i: index, %offset: index) -> !aligned {
  // CHECK: %[[ELEMENT:.*]] = llvm.getelementptr %{{.*}} -> !llvm.ptr, !llvm.array<3 x i32>
  // CHECK: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[ELEMENT]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // CHECK: llvm.load %[[FIELD]] {alignment = 2 : i64} : !llvm.ptr -> f32
  %0 = dtyp.raw_load %a[%i, %i], %offset {alignment = 2} : memref<?x4x!aligned> -> f32
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr
  dtyp.raw_store %0, %a[%i, %i], %offset {alignment = 4} : f32, memref<?x4x!aligned>
  // What memref does with elements works for these, too.
  // CHECK: llvm.load %{{.*}} : !llvm.ptr -> !llvm.array<3 x i32>
  %1 = memref.load %a[%i, %i] : memref<?x4x!aligned>
  // CHECK: llvm.store %{{.*}} : !llvm.array<3 x i32>, !llvm.ptr
  memref.store %1, %a[%i, %i] : memref<?x4x!aligned>
  return %1 : !aligned
}

// CHECK-LABEL: llvm.func @views
func.func @views(%a: memref<?x4x!aligned>, %d: memref<?x!aligned, strided<[?], offset: ?>>, %w: memref<?x8xi16>)
    -> (memref<?x4xf32, strided<[12, 3], offset: 1>>, memref<?xi16, strided<[?], offset: ?>>, memref<?x2xf64>) {
  // CHECK: llvm.mlir.constant(1 : index)
  // CHECK: llvm.mlir.constant(12 : index)
  // CHECK: llvm.mlir.constant(3 : index)
  %0 = dtyp.field_view %a["b"] : memref<?x4x!aligned> to memref<?x4xf32, strided<[12, 3], offset: 1>>
  // CHECK: %[[SIX:.*]] = llvm.mlir.constant(6 : index)
  // CHECK: %[[SCALED:.*]] = llvm.mul %{{.*}}, %[[SIX]]
  // CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : index)
  // CHECK: llvm.add %[[SCALED]], %[[FOUR]]
  %1 = dtyp.field_view %d["c"] : memref<?x!aligned, strided<[?], offset: ?>> to memref<?xi16, strided<[?], offset: ?>>
  %2 = dtyp.view %w as f64 : memref<?x8xi16> to memref<?x2xf64>
  return %0, %1, %2 : memref<?x4xf32, strided<[12, 3], offset: 1>>, memref<?xi16, strided<[?], offset: ?>>, memref<?x2xf64>
}

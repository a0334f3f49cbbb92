// Copies of memrefs become copies of elements, in any memory space and layout.

// RUN: dtyp-opt --cudax-lower-copies %s | FileCheck %s

// CHECK-DAG: #[[$MAP1:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[$MAP0:.*]] = affine_map<() -> ()>

// CHECK-LABEL: func.func @contiguous(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32, #gpu.address_space<private>>)
// CHECK-NEXT:    linalg.generic {indexing_maps = [#[[$MAP1]], #[[$MAP1]]], iterator_types = ["parallel"]}
// CHECK-SAME:      ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32, #gpu.address_space<private>>)
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      linalg.yield %[[IN]] : f32
// CHECK-NOT:     memref.copy
func.func @contiguous(%a: memref<4xf32>, %b: memref<4xf32, #gpu.address_space<private>>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32, #gpu.address_space<private>>
  return
}

// CHECK-LABEL: func.func @strided(
// CHECK-NEXT:    linalg.generic
// CHECK-SAME:      ins(%{{.*}} : memref<?x?xf32, strided<[?, 2], offset: ?>>) outs(%{{.*}} : memref<?x?xf32>)
func.func @strided(%a: memref<?x?xf32, strided<[?, 2], offset: ?>>, %b: memref<?x?xf32>) {
  memref.copy %a, %b : memref<?x?xf32, strided<[?, 2], offset: ?>> to memref<?x?xf32>
  return
}

// CHECK-LABEL: func.func @scalar(
// CHECK-NEXT:    linalg.generic {indexing_maps = [#[[$MAP0]], #[[$MAP0]]], iterator_types = []}
func.func @scalar(%a: memref<i8>, %b: memref<i8>) {
  memref.copy %a, %b : memref<i8> to memref<i8>
  return
}

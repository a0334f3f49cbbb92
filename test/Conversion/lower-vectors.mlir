// Vector ops become those that have an equivalent in LLVM IR, in any memory space
// and without a buffer in memory.

// RUN: dtyp-opt --cudax-lower-vectors --canonicalize %s | FileCheck %s --implicit-check-not=memref.alloca

// CHECK-LABEL: func.func @read_in_bounds(
// CHECK-SAME:    %[[A:.*]]: memref<16xf32, #gpu.address_space<private>>, %[[I:.*]]: index)
// CHECK-NEXT:    %[[V:.*]] = vector.load %[[A]][%[[I]]]
// CHECK-NEXT:    return %[[V]]
func.func @read_in_bounds(%a: memref<16xf32, #gpu.address_space<private>>, %i: index) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%i], %zero {in_bounds = [true]}
    : memref<16xf32, #gpu.address_space<private>>, vector<4xf32>
  return %v : vector<4xf32>
}

// Out of bounds, each element has its own access: LLVM 22 loses the padding of a
// masked load (Pipelines/masked-load.mlir).
// CHECK-LABEL: func.func @read_out_of_bounds(
// CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[I:.*]]: index)
// CHECK-DAG:     %[[PAD:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-DAG:     %[[STEP:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// CHECK:         %[[SIZE:.*]] = memref.dim %[[A]]
// CHECK:         %[[LEFT:.*]] = arith.subi %[[SIZE]], %[[I]]
// CHECK:         %[[MASK:.*]] = arith.cmpi sgt, %{{.*}}, %[[STEP]]
// CHECK:         %[[FIRST:.*]] = vector.extract %[[MASK]][0]
// CHECK:         scf.if %[[FIRST]]
// CHECK:           %[[X:.*]] = memref.load %[[A]][%[[I]]]
// CHECK:           vector.insert %[[X]], %[[PAD]] [0]
// CHECK-COUNT-3: memref.load
// CHECK-NOT:     memref.load
func.func @read_out_of_bounds(%a: memref<?xf32>, %i: index) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%i], %zero : memref<?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// A mask of the program and that of the bounds are joined.
// CHECK-LABEL: func.func @write_masked(
// CHECK:         %[[MASK:.*]] = arith.andi
// CHECK-COUNT-4: vector.extract %[[MASK]]
// CHECK-NOT:     vector.maskedstore
func.func @write_masked(%v: vector<4xf32>, %a: memref<?xf32, 3>, %i: index, %m: vector<4xi1>) {
  vector.transfer_write %v, %a[%i], %m : vector<4xf32>, memref<?xf32, 3>
  return
}

// CHECK-LABEL: func.func @strided(
// CHECK:         memref.load %{{.*}} : memref<?xf32, strided<[2]>>
// CHECK-NOT:     vector.transfer
// CHECK:         return
func.func @strided(%a: memref<?xf32, strided<[2]>>, %i: index) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%i], %zero : memref<?xf32, strided<[2]>>, vector<4xf32>
  return %v : vector<4xf32>
}

// Several dimensions are unrolled to rows.
// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-2: vector.load %{{.*}} : memref<8x8xf32>, vector<4xf32>
// CHECK-NOT:     vector.load
// CHECK-COUNT-2: vector.store %{{.*}} : memref<8x8xf32>, vector<4xf32>
// CHECK-NOT:     vector.{{load|store|transfer}}
// CHECK:         return
func.func @rows(%a: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x8xf32>, vector<2x4xf32>
  vector.transfer_write %v, %a[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, memref<8x8xf32>
  return
}

// CHECK-LABEL: func.func @load_store(
// CHECK-COUNT-2: vector.load %{{.*}} : memref<8x8xf32>, vector<4xf32>
// CHECK-COUNT-2: vector.store %{{.*}} : memref<8x8xf32>, vector<4xf32>
// CHECK-NOT:     vector.{{load|store}}
// CHECK:         return
func.func @load_store(%a: memref<8x8xf32>, %i: index, %j: index) {
  %v = vector.load %a[%i, %j] : memref<8x8xf32>, vector<2x4xf32>
  vector.store %v, %a[%j, %i] : memref<8x8xf32>, vector<2x4xf32>
  return
}

// CHECK-LABEL: func.func @arithmetic(
// CHECK-NOT:     vector.{{contract|transpose|multi_reduction|outerproduct|scan|gather}}
// CHECK:         return
func.func @arithmetic(%a: vector<4x4xf32>, %b: vector<4xf32>) -> (vector<4x4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>
  } %a, %a, %a : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
  %1 = vector.transpose %0, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %2 = vector.outerproduct %b, %b, %1 : vector<4xf32>, vector<4xf32>
  %3 = vector.multi_reduction <add>, %2, %b [1] : vector<4x4xf32> to vector<4xf32>
  %4:2 = vector.scan <mul>, %2, %3 {inclusive = true, reduction_dim = 0} : vector<4x4xf32>, vector<4xf32>
  return %4#0, %4#1, %3 : vector<4x4xf32>, vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @masks(
// CHECK-NOT:     vector.{{create_mask|constant_mask|mask }}
// CHECK:         return
func.func @masks(%n: index, %a: memref<?xf32>) -> (vector<2x4xi1>, vector<4xi1>, vector<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = vector.create_mask %n, %n : vector<2x4xi1>
  %1 = vector.constant_mask [3] : vector<4xi1>
  %2 = vector.mask %1 { vector.transfer_read %a[%n], %zero : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1, %2 : vector<2x4xi1>, vector<4xi1>, vector<4xf32>
}

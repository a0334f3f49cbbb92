// How arrays become allocas. The alignment of each dtype is in
// canonicalize-alignment.mlir, the arrays that stay in check-local-arrays*.mlir.

// RUN: dtyp-opt -allow-unregistered-dialect --canonicalize %s | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --canonicalize --canonicalize %s | FileCheck %s

!foo = !dtyp.provider<"Foo", ui8>
!u8 = !dtyp.dtype<ui8>
!f32 = !dtyp.dtype<f32>

// The array of the request.
// CHECK-LABEL: gpu.func @kernel(
// CHECK-NEXT:    %[[A:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xi8, #gpu.address_space<private>>
// CHECK-NEXT:    "test.use"(%[[A]])
// CHECK-NEXT:    gpu.return
gpu.module @kernels {
  gpu.func @kernel(%foo: !foo) kernel {
    %dtype = dtyp.dtype_of %foo : !foo
    %0 = cudax.local_alloca(%dtype) [10] : !u8 -> memref<10xi8, #gpu.address_space<private>>
    "test.use"(%0) : (memref<10xi8, #gpu.address_space<private>>) -> ()
    gpu.return
  }
}

// CHECK-LABEL: func.func @object_in_dtype_position(
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xi8, #gpu.address_space<private>>
func.func @object_in_dtype_position(%foo: !foo) {
  %0 = cudax.local_alloca(%foo) [10] : !foo -> memref<10xi8, #gpu.address_space<private>>
  "test.use"(%0) : (memref<10xi8, #gpu.address_space<private>>) -> ()
  return
}

// A request counts if it is the largest of the three, and only then.
// CHECK-LABEL: func.func @requested_alignment(
// CHECK-NEXT:    memref.alloca() {alignment = 64 : i64, cudax.local_array} : memref<10xf32
// CHECK-NEXT:    memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<10xf32
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<1xf32
// CHECK-NEXT:    memref.alloca() {alignment = 524288 : i64, cudax.local_array} : memref<1xf32
func.func @requested_alignment(%dtype: !f32) {
  %0 = cudax.local_alloca(%dtype) [10] {alignment = 64 : i64} : !f32 -> memref<10xf32, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%dtype) [10] {alignment = 4 : i64} : !f32 -> memref<10xf32, #gpu.address_space<private>>
  %2 = cudax.local_alloca(%dtype) [1] {alignment = 8 : i64} : !f32 -> memref<1xf32, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [1] {alignment = 524288 : i64} : !f32 -> memref<1xf32, #gpu.address_space<private>>
  "test.use"(%0, %1, %2, %3) : (memref<10xf32, #gpu.address_space<private>>, memref<10xf32, #gpu.address_space<private>>,
                                memref<1xf32, #gpu.address_space<private>>, memref<1xf32, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @rank_0(
// CHECK-NEXT:    memref.alloca() {alignment = 4 : i64, cudax.local_array} : memref<f32, #gpu.address_space<private>>
func.func @rank_0(%dtype: !f32) {
  %0 = cudax.local_alloca(%dtype) [] : !f32 -> memref<f32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<f32, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @multidimensional(
// CHECK-NEXT:    memref.alloca() {alignment = 8 : i64, cudax.local_array} : memref<1x3x2xi8, #gpu.address_space<private>>
func.func @multidimensional(%dtype: !u8) {
  %0 = cudax.local_alloca(%dtype) [1, 3, 2] : !u8 -> memref<1x3x2xi8, #gpu.address_space<private>>
  "test.use"(%0) : (memref<1x3x2xi8, #gpu.address_space<private>>) -> ()
  return
}

// Attributes of the array are kept beside the mark.
// CHECK-LABEL: func.func @attributes(
// CHECK-NEXT:    memref.alloca() {alignment = 4 : i64, cudax.local_array, test.note = "kept"} : memref<1xf32
func.func @attributes(%dtype: !f32) {
  %0 = cudax.local_alloca(%dtype) [1] {test.note = "kept"} : !f32 -> memref<1xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<1xf32, #gpu.address_space<private>>) -> ()
  return
}

// An extent that folds becomes part of the type; users that must see the old
// type see a cast.
// CHECK-LABEL: func.func @constant_extent(
// CHECK:         %[[A:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array, test.note = "kept"} : memref<2x10xf32, #gpu.address_space<private>>
// CHECK-NEXT:    %[[C:.*]] = memref.cast %[[A]] : memref<2x10xf32, #gpu.address_space<private>> to memref<2x?xf32, #gpu.address_space<private>>
// CHECK-NEXT:    "test.use"(%[[C]])
func.func @constant_extent(%dtype: !f32) {
  %c10 = arith.constant 10 : index
  %0 = cudax.local_alloca(%dtype) [2, %c10] {test.note = "kept"} : !f32 -> memref<2x?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<2x?xf32, #gpu.address_space<private>>) -> ()
  return
}

// CHECK-LABEL: func.func @extent_from_dtype(
// CHECK:         memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<24xi8, #gpu.address_space<private>>
func.func @extent_from_dtype(%u8: !u8, %dtype: !dtyp.dtype<complex<f32>>) {
  %size = dtyp.itemsize %dtype : !dtyp.dtype<complex<f32>>
  %c3 = arith.constant 3 : index
  %n = arith.muli %size, %c3 : index
  %0 = cudax.local_alloca(%u8) [%n] : !u8 -> memref<?xi8, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xi8, #gpu.address_space<private>>) -> ()
  return
}

// Those that fold do, the others stay operands.
// CHECK-LABEL: func.func @some_extents(
// CHECK-SAME:    %[[DTYPE:.*]]: !dtyp.dtype<f32>, %[[N:.*]]: index)
// CHECK:         cudax.local_alloca(%[[DTYPE]]) [%[[N]], 10, 3] : !dtyp.dtype<f32> -> memref<?x10x3xf32, #gpu.address_space<private>>
func.func @some_extents(%dtype: !f32, %n: index) {
  %c10 = arith.constant 10 : index
  %0 = cudax.local_alloca(%dtype) [%n, %c10, 3] : !f32 -> memref<?x?x3xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?x?x3xf32, #gpu.address_space<private>>) -> ()
  return
}

// No array has these extents: they stay for cudax-resolve-arrays to report.
// CHECK-LABEL: func.func @impossible_extents(
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[NEGATIVE:.*]] = arith.constant -1 : index
// CHECK-DAG:     %[[HUGE:.*]] = arith.constant 131073 : index
// CHECK:         cudax.local_alloca(%{{.*}}) [%[[ZERO]]]
// CHECK:         cudax.local_alloca(%{{.*}}) [%[[NEGATIVE]]]
// CHECK:         cudax.local_alloca(%{{.*}}) [%[[HUGE]]]
func.func @impossible_extents(%dtype: !f32) {
  %zero = arith.constant 0 : index
  %negative = arith.constant -1 : index
  %huge = arith.constant 131073 : index
  %0 = cudax.local_alloca(%dtype) [%zero] : !f32 -> memref<?xf32, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%dtype) [%negative] : !f32 -> memref<?xf32, #gpu.address_space<private>>
  %2 = cudax.local_alloca(%dtype) [%huge] : !f32 -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0, %1, %2) : (memref<?xf32, #gpu.address_space<private>>, memref<?xf32, #gpu.address_space<private>>, memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// The largest that fits.
// CHECK-LABEL: func.func @largest(
// CHECK:         memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<131072xf32
func.func @largest(%dtype: !f32) {
  %n = arith.constant 131072 : index
  %0 = cudax.local_alloca(%dtype) [%n] : !f32 -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// Arrays that nobody reads vanish, with their dtypes and extents.
// CHECK-LABEL: func.func @dead(
// CHECK-NEXT:    return
func.func @dead(%foo: !foo, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %dtype = dtyp.constant f32
  %0 = cudax.local_alloca(%foo) [%c10] : !foo -> memref<?xi8, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%dtype) [10] : !f32 -> memref<10xf32, #gpu.address_space<private>>
  %2 = cudax.local_alloca(%dtype) [%n] : !f32 -> memref<?xf32, #gpu.address_space<private>>
  memref.store %x, %1[%c0] : memref<10xf32, #gpu.address_space<private>>
  return
}

// Two arrays are two, however alike.
// CHECK-LABEL: func.func @distinct(
// CHECK-COUNT-2: memref.alloca()
// CHECK-NOT:     memref.alloca()
func.func @distinct(%dtype: !f32) {
  %0 = cudax.local_alloca(%dtype) [10] : !f32 -> memref<10xf32, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%dtype) [10] : !f32 -> memref<10xf32, #gpu.address_space<private>>
  "test.use"(%0, %1) : (memref<10xf32, #gpu.address_space<private>>, memref<10xf32, #gpu.address_space<private>>) -> ()
  return
}

// It stays where it was made, and resolves in any block.
// CHECK-LABEL: func.func @in_branch(
// CHECK:         scf.if
// CHECK-NEXT:      memref.alloca()
func.func @in_branch(%dtype: !f32, %c: i1) {
  scf.if %c {
    %0 = cudax.local_alloca(%dtype) [10] : !f32 -> memref<10xf32, #gpu.address_space<private>>
    "test.use"(%0) : (memref<10xf32, #gpu.address_space<private>>) -> ()
  }
  return
}

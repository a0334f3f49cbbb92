// RUN: dtyp-opt --allow-unregistered-dialect --dtyp-lower-accesses --canonicalize %s | FileCheck %s

!packed = !dtyp.record<id: ui16, alive: i1, position: !dtyp.subarray<3xf32>>
!aligned = !dtyp.record<aligned, a: i8, b: f32, n: !dtyp.subarray<2xf64>>

// Any byte but 0 is true; it is stored as 0 or 1.
// CHECK-LABEL: func.func @bool
// CHECK-SAME:    %[[FLAGS:[^:]*]]: memref<?xi8>, %[[I:[^:]*]]: index
func.func @bool(%flags: memref<?xi8>, %i: index) -> i1 {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i8
  // CHECK: %[[BYTE:.*]] = memref.load %[[FLAGS]][%[[I]]] : memref<?xi8>
  // CHECK: %[[FLAG:.*]] = arith.cmpi ne, %[[BYTE]], %[[ZERO]] : i8
  %0 = dtyp.load %flags[%i] : memref<?xi8> as i1
  // CHECK: %[[ONE:.*]] = arith.extui %[[FLAG]] : i1 to i8
  // CHECK: memref.store %[[ONE]], %[[FLAGS]][%[[I]]]
  dtyp.store %0, %flags[%i] : i1, memref<?xi8> as i1
  return %0 : i1
}

// The bits above a narrow integer are ignored, and written as zeros.
// CHECK-LABEL: func.func @narrow
func.func @narrow(%bytes: memref<?xi8>, %i: index, %f6: f6E2M3FN) -> (i4, f4E2M1FN) {
  // CHECK: %[[BYTE:.*]] = memref.load
  // CHECK: %[[INT4:.*]] = arith.trunci %[[BYTE]] : i8 to i4
  %0 = dtyp.load %bytes[%i] : memref<?xi8> as i4
  // Any bit above the magnitude is the sign.
  // CHECK: %[[LOW:.*]] = arith.trunci %[[RAW:.*]] : i8 to i4
  // CHECK: %[[IS_NEGATIVE:.*]] = arith.cmpi ugt, %[[RAW]], %c7_i8 : i8
  // CHECK: %[[SIGN:.*]] = arith.select %[[IS_NEGATIVE]], %c-8_i4, %c0_i4 : i4
  // CHECK: %[[BITS:.*]] = arith.ori %[[LOW]], %[[SIGN]] : i4
  // CHECK: arith.bitcast %[[BITS]] : i4 to f4E2M1FN
  %1 = dtyp.load %bytes[%i] : memref<?xi8> as f4E2M1FN
  // CHECK: arith.extui %[[INT4]] : i4 to i8
  dtyp.store %0, %bytes[%i] : i4, memref<?xi8> as i4
  // CHECK: arith.bitcast %{{.*}} : f6E2M3FN to i6
  // CHECK: arith.extui %{{.*}} : i6 to i8
  dtyp.store %f6, %bytes[%i] : f6E2M3FN, memref<?xi8> as f6E2M3FN
  return %0, %1 : i4, f4E2M1FN
}

// What is stored as it is computed with is memref's.
// CHECK-LABEL: func.func @plain
func.func @plain(%words: memref<?xi32>, %times: memref<?xi64>, %complex: memref<?xcomplex<f32>>, %i: index, %n: i32) {
  // CHECK-NEXT: %[[WORD:.*]] = memref.load
  %0 = dtyp.load %words[%i] : memref<?xi32> as ui32
  // CHECK-NEXT: memref.store %[[WORD]]
  dtyp.store %0, %words[%i] : i32, memref<?xi32> as ui32
  // CHECK-NEXT: memref.load {{.*}} : memref<?xi64>
  %1 = dtyp.load %times[%i] : memref<?xi64> as !dtyp.datetime64<s>
  // CHECK-NEXT: memref.store
  dtyp.store %1, %times[%i] : i64, memref<?xi64> as !dtyp.datetime64<s>
  // CHECK-NEXT: memref.load {{.*}} : memref<?xcomplex<f32>>
  %2 = dtyp.load %complex[%i] : memref<?xcomplex<f32>>
  // CHECK-NEXT: memref.store
  dtyp.store %2, %complex[%i] : complex<f32>, memref<?xcomplex<f32>>
  // CHECK-NEXT: memref.atomic_rmw maxu
  %3 = dtyp.atomic_rmw maxu %n, %words[%i] : i32, memref<?xi32> as ui32
  // CHECK-NEXT: return
  return
}

// A field of a packed record may lie anywhere.
// CHECK-LABEL: func.func @fields
func.func @fields(%packed: memref<?x!packed>, %aligned: memref<?x!aligned>, %i: index) {
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
  // CHECK: dtyp.raw_load %{{.*}}[%[[I:.*]]], %[[C2]] {alignment = 1 : i64} : memref<?x!{{.*}}> -> i8
  // CHECK: %[[FLAG:.*]] = arith.cmpi ne
  %0 = dtyp.load %packed[%i]["alive"] : memref<?x!packed>
  // CHECK: %[[SCALED:.*]] = arith.muli %[[I]], %[[C4]]
  // CHECK: %[[OFFSET:.*]] = arith.addi %[[SCALED]], %[[C3]]
  // CHECK: dtyp.raw_load %{{.*}}[%[[I]]], %[[OFFSET]] {alignment = 1 : i64} : memref<?x!{{.*}}> -> f32
  %1 = dtyp.load %packed[%i]["position"][%i] : memref<?x!packed>
  // CHECK: dtyp.raw_load %{{.*}}[%[[I]]], %[[C4]] {alignment = 4 : i64} : memref<?x!{{.*}}> -> f32
  %2 = dtyp.load %aligned[%i]["b"] : memref<?x!aligned>
  // CHECK: %[[SCALED:.*]] = arith.muli %[[I]], %[[C8]]
  // CHECK: %[[OFFSET:.*]] = arith.addi %[[SCALED]], %[[C8]]
  // CHECK: %[[F64:.*]] = dtyp.raw_load %{{.*}}[%[[I]]], %[[OFFSET]] {alignment = 8 : i64} : memref<?x!{{.*}}> -> f64
  %3 = dtyp.load %aligned[%i]["n"][%i] : memref<?x!aligned>
  // CHECK: dtyp.raw_store %[[F64]], %{{.*}}[%[[I]]], %{{.*}} {alignment = 8 : i64} : f64, memref<?x!
  dtyp.store %3, %aligned[%i]["n"][%i] : f64, memref<?x!aligned>
  // CHECK: %[[BYTE:.*]] = arith.extui %[[FLAG]] : i1 to i8
  // CHECK: dtyp.raw_store %[[BYTE]], %{{.*}}[%[[I]]], %[[C2]] {alignment = 1 : i64} : i8
  dtyp.store %0, %packed[%i]["alive"] : i1, memref<?x!packed>
  // CHECK: %[[WHOLE:.*]] = dtyp.raw_load %{{.*}}[%[[I]]], %{{.*}} {alignment = 8 : i64} : memref<?x![[RECORD:.*]]> -> ![[RECORD]]
  %4 = dtyp.load %aligned[%i] : memref<?x!aligned>
  // CHECK: dtyp.raw_store %[[WHOLE]]
  dtyp.store %4, %aligned[%i] : !aligned, memref<?x!aligned>
  "test.use"(%1, %2) : (f32, f32) -> ()
  return
}

// Complex numbers are as NumPy aligns them, vectors as CUDA does.
// CHECK-LABEL: func.func @alignments
func.func @alignments(%complex: memref<?xcomplex<f64>>, %vectors: memref<?x!dtyp.vector<4xf32>>,
                      %device: memref<?x!dtyp.record<device, z: complex<f64>>>, %i: index) {
  // CHECK: dtyp.raw_load {{.*}} {alignment = 8 : i64} : memref<?xcomplex<f64>> -> f64
  %0 = dtyp.load %complex[%i]["imag"] : memref<?xcomplex<f64>>
  // CHECK: dtyp.raw_load {{.*}} {alignment = 16 : i64} : memref<?x!dtyp.vector<4xf32>> -> vector<4xf32>
  %1 = dtyp.load %vectors[%i] : memref<?x!dtyp.vector<4xf32>>
  // CHECK: dtyp.raw_load {{.*}} {alignment = 8 : i64} : memref<?x!dtyp.vector<4xf32>> -> f32
  %2 = dtyp.load %vectors[%i]["z"] : memref<?x!dtyp.vector<4xf32>>
  // CHECK: dtyp.raw_load {{.*}} {alignment = 16 : i64} : memref<?x!{{.*}}> -> complex<f64>
  %3 = dtyp.load %device[%i]["z"] : memref<?x!dtyp.record<device, z: complex<f64>>>
  "test.use"(%0, %1, %2, %3) : (f64, vector<4xf32>, f32, complex<f64>) -> ()
  return
}

// CHECK-LABEL: func.func @big_endian
func.func @big_endian(%words: memref<?x!dtyp.big_endian<f16>>, %complex: memref<?x!dtyp.big_endian<complex<f32>>>, %text: memref<?x!dtyp.big_endian<!dtyp.str<2>>>, %i: index) -> complex<f32> {
  // CHECK: %[[RAW:.*]] = dtyp.raw_load {{.*}} {alignment = 2 : i64} : {{.*}} -> i16
  // CHECK: arith.shrui %[[RAW]]
  // CHECK: %[[SWAPPED:.*]] = arith.ori
  // CHECK: arith.bitcast %[[SWAPPED]] : i16 to f16
  %0 = dtyp.load %words[%i] : memref<?x!dtyp.big_endian<f16>>
  "test.use"(%0) : (f16) -> ()
  // CHECK: dtyp.raw_store %{{.*}} : i16
  dtyp.store %0, %words[%i] : f16, memref<?x!dtyp.big_endian<f16>>
  // CHECK: dtyp.raw_load {{.*}} {alignment = 4 : i64} : {{.*}} -> i32
  // CHECK: dtyp.raw_load {{.*}} {alignment = 4 : i64} : {{.*}} -> i32
  // CHECK: complex.create
  %1 = dtyp.load %complex[%i] : memref<?x!dtyp.big_endian<complex<f32>>>
  // CHECK: dtyp.raw_load {{.*}} -> !dtyp.big_endian<!dtyp.str<2>>
  %2 = dtyp.load %text[%i] : memref<?x!dtyp.big_endian<!dtyp.str<2>>>
  // CHECK-NEXT: dtyp.raw_store %{{.*}} : !dtyp.big_endian<!dtyp.str<2>>
  dtyp.store %2, %text[%i] : !dtyp.big_endian<!dtyp.str<2>>, memref<?x!dtyp.big_endian<!dtyp.str<2>>>
  return %1 : complex<f32>
}

// CHECK-LABEL: func.func @atomic_field
func.func @atomic_field(%bins: memref<?x!dtyp.record<aligned, n: ui32, sums: !dtyp.subarray<2xf32>>>, %i: index, %x: f32) {
  // CHECK: %[[VIEW:.*]] = dtyp.field_view %{{.*}}["sums"] : memref<?x!{{.*}}> to memref<?x2xf32, strided<[3, 1], offset: 1>>
  // CHECK: memref.atomic_rmw addf %{{.*}}, %[[VIEW]][%[[I:.*]], %[[I]]]
  %0 = dtyp.atomic_rmw addf %x, %bins[%i]["sums"][%i] : f32, memref<?x!dtyp.record<aligned, n: ui32, sums: !dtyp.subarray<2xf32>>>
  return
}

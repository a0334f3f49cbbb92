// Operations of the dialect through text, bytecode and the generic form, with
// the smallest and the largest arrays that are accepted.

// RUN: dtyp-opt -allow-unregistered-dialect --verify-roundtrip %s | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --emit-bytecode %s | dtyp-opt -allow-unregistered-dialect | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --mlir-print-op-generic %s | dtyp-opt -allow-unregistered-dialect | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC

!foo = !dtyp.provider<"Foo", ui8>

// CHECK-LABEL: func.func @shapes(
// CHECK-SAME:    %[[DTYPE:.*]]: !dtyp.dtype<f32>, %[[N:.*]]: index, %[[M:.*]]: index)
func.func @shapes(%dtype: !dtyp.dtype<f32>, %n: index, %m: index) {
  // CHECK: cudax.local_alloca(%[[DTYPE]]) [10] : !dtyp.dtype<f32> -> memref<10xf32, #gpu.address_space<private>>
  // CHECK: cudax.local_alloca(%[[DTYPE]]) [2, 3, 4] : !dtyp.dtype<f32> -> memref<2x3x4xf32, #gpu.address_space<private>>
  // CHECK: cudax.local_alloca(%[[DTYPE]]) [] : !dtyp.dtype<f32> -> memref<f32, #gpu.address_space<private>>
  // CHECK: cudax.local_alloca(%[[DTYPE]]) [%[[N]]] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  // CHECK: cudax.local_alloca(%[[DTYPE]]) [4, %[[M]], 8, %[[N]]] : !dtyp.dtype<f32> -> memref<4x?x8x?xf32, #gpu.address_space<private>>
  // GENERIC: "cudax.local_alloca"(%{{.*}}) <{static_sizes = array<i64: 2, 3, 4>}> : (!dtyp.dtype<f32>) -> memref<2x3x4xf32, #gpu.address_space<private>>
  // GENERIC: "cudax.local_alloca"(%{{.*}}) <{static_sizes = array<i64>}> : (!dtyp.dtype<f32>) -> memref<f32, #gpu.address_space<private>>
  // GENERIC: "cudax.local_alloca"(%{{.*}}, %{{.*}}, %{{.*}}) <{static_sizes = array<i64: 4, -9223372036854775808, 8, -9223372036854775808>}>
  %0 = cudax.local_alloca(%dtype) [10] : !dtyp.dtype<f32> -> memref<10xf32, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%dtype) [2, 3, 4] : !dtyp.dtype<f32> -> memref<2x3x4xf32, #gpu.address_space<private>>
  %2 = cudax.local_alloca(%dtype) [] : !dtyp.dtype<f32> -> memref<f32, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%dtype) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  %4 = cudax.local_alloca(%dtype) [4, %m, 8, %n] : !dtyp.dtype<f32> -> memref<4x?x8x?xf32, #gpu.address_space<private>>
  return
}

// The element is the storage type of the dtype.
// CHECK-LABEL: func.func @storage(
func.func @storage(%bool: !dtyp.dtype<i1>, %uint16: !dtyp.dtype<ui16>, %complex: !dtyp.dtype<complex<f64>>, %foo: !foo) {
  // CHECK: [4] : !dtyp.dtype<i1> -> memref<4xi8, #gpu.address_space<private>>
  // CHECK: [4] : !dtyp.dtype<ui16> -> memref<4xi16, #gpu.address_space<private>>
  // CHECK: [4] : !dtyp.dtype<complex<f64>> -> memref<4xcomplex<f64>, #gpu.address_space<private>>
  // CHECK: [4] : !dtyp.provider<"Foo", ui8> -> memref<4xi8, #gpu.address_space<private>>
  %0 = cudax.local_alloca(%bool) [4] : !dtyp.dtype<i1> -> memref<4xi8, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%uint16) [4] : !dtyp.dtype<ui16> -> memref<4xi16, #gpu.address_space<private>>
  %2 = cudax.local_alloca(%complex) [4] : !dtyp.dtype<complex<f64>> -> memref<4xcomplex<f64>, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%foo) [4] : !foo -> memref<4xi8, #gpu.address_space<private>>
  return
}

// From the element's own to all of local memory; other attributes are kept.
// CHECK-LABEL: func.func @alignment(
func.func @alignment(%int8: !dtyp.dtype<i8>, %complex: !dtyp.dtype<complex<f64>>) {
  // CHECK: {alignment = 1 : i64}
  // CHECK: {alignment = 16 : i64, test.note = "kept"}
  // CHECK: {alignment = 524288 : i64}
  // GENERIC: <{alignment = 524288 : i64, static_sizes = array<i64: 4>}>
  %0 = cudax.local_alloca(%int8) [4] {alignment = 1 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%complex) [4] {alignment = 16 : i64, test.note = "kept"} : !dtyp.dtype<complex<f64>> -> memref<4xcomplex<f64>, #gpu.address_space<private>>
  %2 = cudax.local_alloca(%int8) [4] {alignment = 524288 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

// 512 KiB to the byte.
// CHECK-LABEL: func.func @largest(
func.func @largest(%int8: !dtyp.dtype<i8>, %float32: !dtyp.dtype<f32>, %complex: !dtyp.dtype<complex<f64>>, %n: index) {
  // CHECK: memref<524288xi8
  // CHECK: memref<512x256xf32
  // CHECK: memref<32768xcomplex<f64>
  // CHECK: memref<?x524288xi8
  %0 = cudax.local_alloca(%int8) [524288] : !dtyp.dtype<i8> -> memref<524288xi8, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%float32) [512, 256] : !dtyp.dtype<f32> -> memref<512x256xf32, #gpu.address_space<private>>
  %2 = cudax.local_alloca(%complex) [32768] : !dtyp.dtype<complex<f64>> -> memref<32768xcomplex<f64>, #gpu.address_space<private>>
  %3 = cudax.local_alloca(%int8) [%n, 524288] : !dtyp.dtype<i8> -> memref<?x524288xi8, #gpu.address_space<private>>
  return
}

// CHECK-LABEL: func.func @mark()
func.func @mark() {
  // CHECK: memref.alloca() {cudax.local_array} : memref<4xf32, #gpu.address_space<private>>
  %0 = memref.alloca() {cudax.local_array} : memref<4xf32, #gpu.address_space<private>>
  return
}

// Anything that allocates automatically may be around it.
// CHECK-LABEL: func.func @scopes(
// CHECK:         memref.alloca_scope
// CHECK-NEXT:      cudax.local_alloca
// CHECK:         gpu.launch
// CHECK-NEXT:      cudax.local_alloca
func.func @scopes(%dtype: !dtyp.dtype<f32>, %c: index) {
  memref.alloca_scope {
    %0 = cudax.local_alloca(%dtype) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
    %0 = cudax.local_alloca(%dtype) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
    gpu.terminator
  }
  return
}

// Arrays in shared memory through text, bytecode and the generic form, with the
// smallest and the largest that are accepted.

// RUN: dtyp-opt --verify-roundtrip %s | FileCheck %s
// RUN: dtyp-opt --emit-bytecode %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt --mlir-print-op-generic %s | dtyp-opt | FileCheck %s

!foo = !dtyp.provider<"Foo", ui8>
!rec = !dtyp.record<aligned, a: i8, b: f32>

// CHECK-LABEL: func.func @shapes(
// CHECK-SAME:    %[[DTYPE:.*]]: !dtyp.dtype<f32>, %[[N:.*]]: index)
func.func @shapes(%dtype: !dtyp.dtype<f32>, %n: index) {
  // CHECK: %shared = cudax.shared_alloca(%[[DTYPE]]) [10] : !dtyp.dtype<f32> -> memref<10xf32, #gpu.address_space<workgroup>>
  // CHECK: cudax.shared_alloca(%[[DTYPE]]) [10] {dynamic} : !dtyp.dtype<f32> -> memref<10xf32, #gpu.address_space<workgroup>>
  // CHECK: cudax.shared_alloca(%[[DTYPE]]) [] : !dtyp.dtype<f32> -> memref<f32, #gpu.address_space<workgroup>>
  // CHECK: cudax.shared_alloca(%[[DTYPE]]) [4, %[[N]], 2] : !dtyp.dtype<f32> -> memref<4x?x2xf32, #gpu.address_space<workgroup>>
  // CHECK: cudax.shared_alloca(%[[DTYPE]]) [12288] {alignment = 1024 : i64} : !dtyp.dtype<f32> -> memref<12288xf32, #gpu.address_space<workgroup>>
  // CHECK: cudax.shared_alloca(%[[DTYPE]]) [58112] {dynamic} : !dtyp.dtype<f32> -> memref<58112xf32, #gpu.address_space<workgroup>>
  %0 = cudax.shared_alloca(%dtype) [10] : !dtyp.dtype<f32> -> memref<10xf32, #gpu.address_space<workgroup>>
  %1 = cudax.shared_alloca(%dtype) [10] {dynamic} : !dtyp.dtype<f32> -> memref<10xf32, #gpu.address_space<workgroup>>
  %2 = cudax.shared_alloca(%dtype) [] : !dtyp.dtype<f32> -> memref<f32, #gpu.address_space<workgroup>>
  %3 = cudax.shared_alloca(%dtype) [4, %n, 2] : !dtyp.dtype<f32> -> memref<4x?x2xf32, #gpu.address_space<workgroup>>
  %4 = cudax.shared_alloca(%dtype) [12288] {alignment = 1024} : !dtyp.dtype<f32> -> memref<12288xf32, #gpu.address_space<workgroup>>
  %5 = cudax.shared_alloca(%dtype) [58112] {dynamic} : !dtyp.dtype<f32> -> memref<58112xf32, #gpu.address_space<workgroup>>
  return
}

// The element is the storage type of the dtype, and the shape of a sub-array
// follows the array's own.
// CHECK-LABEL: func.func @storage(
func.func @storage(%bool: !dtyp.dtype<i1>, %foo: !foo, %sub: !dtyp.dtype<!dtyp.subarray<2x3xf32>>, %rec: !dtyp.dtype<!rec>) {
  // CHECK: [4] : !dtyp.dtype<i1> -> memref<4xi8, #gpu.address_space<workgroup>>
  // CHECK: [4] : !dtyp.provider<"Foo", ui8> -> memref<4xi8, #gpu.address_space<workgroup>>
  // CHECK: -> memref<4x2x3xf32, #gpu.address_space<workgroup>>
  // CHECK: -> memref<4x!{{.*}}, #gpu.address_space<workgroup>>
  %0 = cudax.shared_alloca(%bool) [4] : !dtyp.dtype<i1> -> memref<4xi8, #gpu.address_space<workgroup>>
  %1 = cudax.shared_alloca(%foo) [4] : !foo -> memref<4xi8, #gpu.address_space<workgroup>>
  %2 = cudax.shared_alloca(%sub) [4] : !dtyp.dtype<!dtyp.subarray<2x3xf32>> -> memref<4x2x3xf32, #gpu.address_space<workgroup>>
  %3 = cudax.shared_alloca(%rec) [4] : !dtyp.dtype<!rec> -> memref<4x!rec, #gpu.address_space<workgroup>>
  return
}

// Arrays of constants: their textual form, their types, and that equal ones are
// one and unused ones none.

// RUN: dtyp-opt %s | dtyp-opt | FileCheck %s
// RUN: dtyp-opt %s -emit-bytecode | dtyp-opt | FileCheck %s
// RUN: dtyp-opt %s -mlir-print-op-generic | dtyp-opt | FileCheck %s
// RUN: dtyp-opt %s -canonicalize -cse | FileCheck %s --check-prefix=CSE

!pair = !dtyp.record<a: ui8, b: i16>

// CHECK-LABEL: @dtypes
func.func @dtypes(%foo: !dtyp.provider<"Foo", ui8>) {
  // CHECK: cudax.const_array(%{{.*}}) dense<[1, 2, -1]> : tensor<3xi8> : !dtyp.provider<"Foo", ui8> -> memref<3xi8>
  %bytes = cudax.const_array(%foo) dense<[1, 2, 255]> : tensor<3xi8> : !dtyp.provider<"Foo", ui8> -> memref<3xi8>
  %bool = dtyp.constant i1
  // CHECK: cudax.const_array(%{{.*}}) dense<[1, 0]> : tensor<2xi8> {alignment = 64 : i64} : !dtyp.dtype<i1> -> memref<2xi8>
  %bools = cudax.const_array(%bool) dense<[1, 0]> : tensor<2xi8> {alignment = 64} : !dtyp.dtype<i1> -> memref<2xi8>
  %complex = dtyp.constant complex<f32>
  // CHECK: dense<(1.{{.*}},2.{{.*}})> : tensor<complex<f32>> : !dtyp.dtype<complex<f32>> -> memref<complex<f32>>
  %number = cudax.const_array(%complex) dense<(1.0, 2.0)> : tensor<complex<f32>> : !dtyp.dtype<complex<f32>> -> memref<complex<f32>>
  %float8 = dtyp.constant f8E4M3FN
  // CHECK: -> memref<2x2xf8E4M3FN>
  %narrow = cudax.const_array(%float8) dense<1.0> : tensor<2x2xf8E4M3FN> : !dtyp.dtype<f8E4M3FN> -> memref<2x2xf8E4M3FN>
  %sub = dtyp.constant !dtyp.subarray<2xf32>
  // CHECK: -> memref<3x2xf32>
  %rows = cudax.const_array(%sub) dense<0.5> : tensor<3x2xf32> : !dtyp.dtype<!dtyp.subarray<2xf32>> -> memref<3x2xf32>
  %record = dtyp.constant !pair
  // CHECK: -> memref<2x!{{.*}}>
  %pairs = cudax.const_array(%record) dense<[[1, 2, 0], [3, 4, 1]]> : tensor<2x3xi8> : !dtyp.dtype<!pair> -> memref<2x!pair>
  // CHECK: dense_resource<table> : tensor<2xf32>
  %dt = dtyp.constant f32
  %resource = cudax.const_array(%dt) dense_resource<table> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
  return
}

// CSE-LABEL: @dtypes
// CSE-NEXT: return

// CSE-LABEL: @equal
// CSE-COUNT-1: cudax.const_array
// CSE-NOT: cudax.const_array
func.func @equal(%foo: !dtyp.provider<"Foo", f32>) -> (memref<2xf32>, memref<2xf32>) {
  %dt = dtyp.constant f32
  %0 = cudax.const_array(%dt) dense<[1.0, 2.0]> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
  %1 = cudax.const_array(%foo) dense<[1.0, 2.0]> : tensor<2xf32> : !dtyp.provider<"Foo", f32> -> memref<2xf32>
  return %0, %1 : memref<2xf32>, memref<2xf32>
}

{-# dialect_resources: { builtin: { table: "0x040000000000803F00000040" } } #-}

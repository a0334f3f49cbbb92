// Arrays of constants that are written, or that no device has.

// RUN: dtyp-opt %s -split-input-file -verify-diagnostics -cudax-resolve-arrays -cudax-resolve-const-arrays

gpu.module @store {
  func.func @function(%i: index, %value: f32) {
    %dt = dtyp.constant f32
    // expected-note @+1 {{the array is made here}}
    %table = cudax.const_array(%dt) dense<1.0> : tensor<4xf32> : !dtyp.dtype<f32> -> memref<4xf32>
    %dynamic = memref.cast %table : memref<4xf32> to memref<?xf32>
    // expected-error @+1 {{'memref.store' op expected an array that can be written, but got an array of constants; copy it first}}
    memref.store %value, %dynamic[%i] : memref<?xf32>
    return
  }
}

// -----

gpu.module @copy {
  func.func @function(%source: memref<2xf32>) {
    %dt = dtyp.constant f32
    // expected-note @+1 {{the array is made here}}
    %table = cudax.const_array(%dt) dense<1.0> : tensor<4xf32> : !dtyp.dtype<f32> -> memref<4xf32>
    %part = memref.subview %table[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
    // Reading is right.
    memref.copy %part, %source : memref<2xf32, strided<[1], offset: 1>> to memref<2xf32>
    // expected-error @+1 {{'memref.copy' op expected an array that can be written}}
    memref.copy %source, %part : memref<2xf32> to memref<2xf32, strided<[1], offset: 1>>
    return
  }
}

// -----

gpu.module @field {
  func.func @function(%i: index, %value: i16) {
    %dt = dtyp.constant !dtyp.record<a: i16, b: i16>
    // expected-note @+1 {{the array is made here}}
    %table = cudax.const_array(%dt) dense<1> : tensor<2x4xi8> : !dtyp.dtype<!dtyp.record<a: i16, b: i16>> -> memref<2x!dtyp.record<a: i16, b: i16>>
    // expected-error @+1 {{'dtyp.store' op expected an array that can be written}}
    dtyp.store %value, %table[%i]["b"] : i16, memref<2x!dtyp.record<a: i16, b: i16>>
    return
  }
}

// -----

func.func @host() -> memref<4xf32> {
  %dt = dtyp.constant f32
  // expected-error @+1 {{expected device code around it, a gpu.module or a gpu.launch, as the host has no constant memory; use `memref.global`}}
  %table = cudax.const_array(%dt) dense<1.0> : tensor<4xf32> : !dtyp.dtype<f32> -> memref<4xf32>
  return %table : memref<4xf32>
}

// -----

gpu.module @elided {
  func.func @function() -> memref<4xf32> {
    %dt = dtyp.constant f32
    // expected-error @+1 {{expected the elements of 'tensor<4xf32>' in the resource '__elided__', but there is none; was it elided when the file was printed?}}
    %table = cudax.const_array(%dt) dense_resource<__elided__> : tensor<4xf32> : !dtyp.dtype<f32> -> memref<4xf32>
    return %table : memref<4xf32>
  }
}

// -----

gpu.module @short {
  func.func @function() -> memref<4xf32> {
    %dt = dtyp.constant f32
    // expected-error @+1 {{expected the elements of 'tensor<4xf32>' in the resource 'short', but it has 5 bytes}}
    %table = cudax.const_array(%dt) dense_resource<short> : tensor<4xf32> : !dtyp.dtype<f32> -> memref<4xf32>
    return %table : memref<4xf32>
  }
}

{-# dialect_resources: { builtin: { short: "0x040000000102030405" } } #-}

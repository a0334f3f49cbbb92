// Arrays on a device that cannot be made.

// RUN: dtyp-opt -split-input-file -verify-diagnostics -cudax-resolve-arrays %s

func.func @zero(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.device_alloc' op expected extents of at least 1, but got 0}}
  %0 = cudax.device_alloc(%dt) [0] : !dtyp.dtype<f32> -> memref<0xf32>
  return
}

// -----

func.func @negative_constant(%dt: !dtyp.dtype<f32>) -> memref<?xf32> {
  // expected-note @+1 {{the extent is made here}}
  %n = arith.constant -3 : index
  // expected-error @+1 {{'cudax.device_alloc' op expected extents of at least 1, but got -3}}
  %0 = cudax.device_alloc(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

func.func @alignment(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected alignment of at most 256 bytes, which every array on a device has, but got 512}}
  %0 = cudax.device_alloc(%dt) [4] {alignment = 512} : !dtyp.dtype<f32> -> memref<4xf32>
  return
}

// -----

func.func @overflow(%dt: !dtyp.dtype<f64>) {
  // expected-error @+1 {{expected at most 9223372036854775807 bytes, the largest integer, but got}}
  %0 = cudax.device_alloc(%dt) [4611686018427387904] : !dtyp.dtype<f64> -> memref<4611686018427387904xf64>
  return
}

// -----

func.func @space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected result in no memory space, but got #gpu.address_space<global>; write 'memref<4xf32>'}}
  %0 = cudax.device_alloc(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<global>>
  return
}

// -----

func.func @managed_async(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected no `async`, as no driver allocates managed memory asynchronously}}
  %0, %token = cudax.device_alloc async host_shared(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32>
  return
}

// -----

func.func @unnamed_token(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{needs to be named when marked 'async'}}
  cudax.device_alloc async (%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32>
  return
}

// -----

gpu.module @kernels {
  // expected-note @-1 {{device code is here}}
  gpu.func @kernel() kernel {
    %dt = dtyp.constant f32
    // expected-error @+1 {{expected host code around it, but it runs on a device; use `cudax.local_alloca` or `cudax.shared_alloca`}}
    %0 = cudax.device_alloc(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32>
    gpu.return
  }
}

// -----

func.func @legacy(%foo: !dtyp.provider<"Foo", f32, legacy>) {
  // expected-error @+1 {{__numpy_dtype__}}
  %0 = cudax.device_alloc(%foo) [4] : !dtyp.provider<"Foo", f32, legacy> -> memref<4xf32>
  return
}

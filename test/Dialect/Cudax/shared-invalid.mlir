// Arrays in shared memory that break a rule of their op.

// RUN: dtyp-opt -split-input-file -verify-diagnostics %s

func.func @zero(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected extents of at least 1, but got 0}}
  %0 = cudax.shared_alloca(%dt) [0] : !dtyp.dtype<f32> -> memref<0xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected result in #gpu.address_space<workgroup>, but got #gpu.address_space<private>; write 'memref<4xf32, #gpu.address_space<workgroup>>'}}
  %0 = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @no_space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected result in #gpu.address_space<workgroup>, but got no memory space}}
  %0 = cudax.shared_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32>
  return
}

// -----

func.func @static_too_large(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected at most 49152 bytes, the static shared memory of a kernel, but got 'memref<12289xf32, #gpu.address_space<workgroup>>' with elements of 4 bytes}}
  %0 = cudax.shared_alloca(%dt) [12289] : !dtyp.dtype<f32> -> memref<12289xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @dynamic_too_large(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected at most 232448 bytes, the most shared memory that a block has, but got 'memref<58113xf32, #gpu.address_space<workgroup>>' with elements of 4 bytes}}
  %0 = cudax.shared_alloca(%dt) [58113] {dynamic} : !dtyp.dtype<f32> -> memref<58113xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @wraps(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected at most 49152 bytes}}
  %0 = cudax.shared_alloca(%dt) [4611686018427387904, 4] : !dtyp.dtype<f32> -> memref<4611686018427387904x4xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @alignment(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected alignment of at most 1024 bytes, at a multiple of which shared memory begins, but got 2048}}
  %0 = cudax.shared_alloca(%dt) [4] {alignment = 2048} : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @alignment_of_element(%dt: !dtyp.dtype<f64>) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected alignment of at least 8 bytes, which an element of float64 needs, but got 4}}
  %0 = cudax.shared_alloca(%dt) [4] {alignment = 4, dynamic} : !dtyp.dtype<f64> -> memref<4xf64, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @no_dtype(%x: i32) {
  // expected-error @+1 {{'cudax.shared_alloca' op}}
  %0 = cudax.shared_alloca(%x) [4] : i32 -> memref<4xi32, #gpu.address_space<workgroup>>
  return
}

// -----

// expected-error @+1 {{expected 'cudax.dynamic_shared_bytes' on a kernel}}
func.func @bytes_on_function() attributes {cudax.dynamic_shared_bytes = 4 : i64} {
  return
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{expected 'cudax.dynamic_shared_bytes' to be a number of bytes of type i64, but got -4 : i64}}
  gpu.func @negative() kernel attributes {cudax.dynamic_shared_bytes = -4 : i64} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{expected 'cudax.max_shared_bytes' to be a dictionary of chips, but got 4 : i64}}
  gpu.func @number() kernel attributes {cudax.max_shared_bytes = 4 : i64} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{expected 'sm_90' to be a number of bytes of type i64, but got 4 : i32}}
  gpu.func @chip() kernel attributes {cudax.max_shared_bytes = {sm_90 = 4 : i32}} {
    gpu.return
  }
}

// -----

// expected-error @+1 {{expected 'cudax.dynamic_shared_alignment' on a gpu.dynamic_shared_memory}}
func.func @alignment_on_function() attributes {cudax.dynamic_shared_alignment = 16 : i64} {
  return
}

// -----

gpu.module @kernels {
  gpu.func @alignment() kernel {
    // expected-error @+1 {{expected 'cudax.dynamic_shared_alignment' to be a power of two of type i64, at most 1024, but got 48 : i64}}
    %0 = gpu.dynamic_shared_memory {cudax.dynamic_shared_alignment = 48 : i64} : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// Whatever the other extent is.
func.func @overflow_beside_dynamic(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-error @+1 {{'cudax.shared_alloca' op expected at most 9223372036854775807 bytes, the largest integer, but got}}
  %0 = cudax.shared_alloca(%dt) [%n, 4611686018427387904, 8] : !dtyp.dtype<f32> -> memref<?x4611686018427387904x8xf32, #gpu.address_space<workgroup>>
  return
}

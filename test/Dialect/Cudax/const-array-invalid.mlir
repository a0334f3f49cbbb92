// Arrays of constants whose contents do not fit their dtype.

// RUN: dtyp-opt -split-input-file -verify-diagnostics %s

func.func @element_type(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected contents of element type 'f32', the storage type of float32, but got 'f64'}}
  %0 = cudax.const_array(%dt) dense<1.0> : tensor<2xf64> : !dtyp.dtype<f32> -> memref<2xf32>
  return
}

// -----

func.func @bool_bits(%dt: !dtyp.dtype<i1>) {
  // expected-error @+1 {{expected contents of element type 'i8', the storage type of bool, but got 'i1'}}
  %0 = cudax.const_array(%dt) dense<true> : tensor<2xi1> : !dtyp.dtype<i1> -> memref<2xi8>
  return
}

// -----

func.func @bytes(%dt: !dtyp.dtype<!dtyp.bytes<3>>) {
  // expected-error @+1 {{expected contents of element type 'i8', the bytes of elements of bytes24, but got 'i32'}}
  %0 = cudax.const_array(%dt) dense<1> : tensor<2x3xi32> : !dtyp.dtype<!dtyp.bytes<3>> -> memref<2x!dtyp.bytes<3>>
  return
}

// -----

func.func @too_few_bytes(%dt: !dtyp.dtype<!dtyp.bytes<3>>) {
  // expected-error @+1 {{expected contents whose shape ends in [3], which an element of bytes24 has, but got [2, 2]}}
  %0 = cudax.const_array(%dt) dense<1> : tensor<2x2xi8> : !dtyp.dtype<!dtyp.bytes<3>> -> memref<2x!dtyp.bytes<3>>
  return
}

// -----

func.func @subarray(%dt: !dtyp.dtype<!dtyp.subarray<2x3xf32>>) {
  // expected-error @+1 {{expected contents whose shape ends in [2, 3]}}
  %0 = cudax.const_array(%dt) dense<1.0> : tensor<3xf32> : !dtyp.dtype<!dtyp.subarray<2x3xf32>> -> memref<2x3xf32>
  return
}

// -----

func.func @no_elements(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected extents of at least 1, but got 0}}
  %0 = cudax.const_array(%dt) dense<> : tensor<0xf32> : !dtyp.dtype<f32> -> memref<0xf32>
  return
}

// -----

func.func @shape(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected result of type 'memref<2xf32>', but got 'memref<3xf32>'}}
  %0 = cudax.const_array(%dt) dense<1.0> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<3xf32>
  return
}

// -----

func.func @space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected result in no memory space, but got 4 : i64; write 'memref<2xf32>'}}
  %0 = cudax.const_array(%dt) dense<1.0> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32, 4>
  return
}

// -----

func.func @sparse(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected contents written as `dense` or `dense_resource`, but got sparse<}}
  %0 = cudax.const_array(%dt) sparse<[[1]], [1.0]> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
  return
}

// -----

func.func @no_dtype(%array: memref<2xf32>) {
  // expected-error @+1 {{cannot construct a dtype from an array of type 'memref<2xf32>'}}
  %0 = cudax.const_array(%array) dense<1.0> : tensor<2xf32> : memref<2xf32> -> memref<2xf32>
  return
}

// -----

func.func @alignment(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected alignment of at most 65536 bytes, the constant memory, but got 131072}}
  %0 = cudax.const_array(%dt) dense<1.0> : tensor<2xf32> {alignment = 131072} : !dtyp.dtype<f32> -> memref<2xf32>
  return
}

// -----

func.func @size(%dt: !dtyp.dtype<f64>) {
  // expected-error @+1 {{expected at most 67108864 bytes, the largest array of constants, but got 'memref<1073741824xf64>'}}
  %0 = cudax.const_array(%dt) dense<1.0> : tensor<1073741824xf64> : !dtyp.dtype<f64> -> memref<1073741824xf64>
  return
}

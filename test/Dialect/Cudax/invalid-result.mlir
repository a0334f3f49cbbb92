// Local arrays whose result type or size breaks a rule. The largest arrays that
// keep them are in ops.mlir.

// RUN: dtyp-opt -split-input-file -verify-diagnostics %s

// The element is the storage type, not the dtype.
func.func @element_is_dtype(%dt: !dtyp.dtype<ui8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of element type 'i8', the storage type of uint8, but got 'ui8'; write 'memref<4xi8, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<ui8> -> memref<4xui8, #gpu.address_space<private>>
  return
}

// -----

func.func @element_is_value(%dt: !dtyp.dtype<i1>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of element type 'i8', the storage type of bool, but got 'i1'; write 'memref<4xi8, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<i1> -> memref<4xi1, #gpu.address_space<private>>
  return
}

// -----

func.func @element_of_same_size(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of element type 'f32', the storage type of float32, but got 'i32'; write 'memref<4xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xi32, #gpu.address_space<private>>
  return
}

// -----

func.func @no_space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result in #gpu.address_space<private>, but got no memory space; write 'memref<4xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32>
  return
}

// -----

func.func @workgroup_space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result in #gpu.address_space<private>, but got #gpu.address_space<workgroup>; write 'memref<4xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<workgroup>>
  return
}

// -----

// PTX's local space by its number, which LLVM 22 miscompiles.
func.func @numbered_space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result in #gpu.address_space<private>, but got 5 : i64; write 'memref<4xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, 5>
  return
}

// -----

func.func @zero_space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result in #gpu.address_space<private>, but got no memory space; write 'memref<4xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, 0>
  return
}

// -----

func.func @nvvm_space(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result in #gpu.address_space<private>, but got #nvvm.memory_space<local>; write 'memref<4xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #nvvm.memory_space<local>>
  return
}

// -----

func.func @other_extent(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of type 'memref<4xf32, #gpu.address_space<private>>', but got 'memref<5xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<5xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @other_rank(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of type 'memref<4xf32, #gpu.address_space<private>>', but got 'memref<2x2xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<2x2xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @rank_0(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of type 'memref<f32, #gpu.address_space<private>>', but got 'memref<1xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [] : !dtyp.dtype<f32> -> memref<1xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @dynamic_for_static(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of type 'memref<4xf32, #gpu.address_space<private>>', but got 'memref<?xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @static_for_dynamic(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of type 'memref<?xf32, #gpu.address_space<private>>', but got 'memref<4xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @layout(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected result of type 'memref<4x4xf32, #gpu.address_space<private>>', but got 'memref<4x4xf32, strided<[1, 4]>, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4, 4] : !dtyp.dtype<f32> -> memref<4x4xf32, strided<[1, 4]>, #gpu.address_space<private>>
  return
}

// -----

func.func @unranked(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{custom op 'cudax.local_alloca' invalid kind of type specified: expected builtin.memref, but found 'memref<*xf32, #gpu.address_space<private>>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<*xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @tensor(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{custom op 'cudax.local_alloca' invalid kind of type specified: expected builtin.memref, but found 'tensor<4xf32>'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> tensor<4xf32>
  return
}

// -----

func.func @unranked_generic(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op result #0 must be memref of any type values, but got 'memref<*xf32, #gpu.address_space<private>>'}}
  %0 = "cudax.local_alloca"(%dt) <{static_sizes = array<i64: 4>}> : (!dtyp.dtype<f32>) -> memref<*xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @one_byte_over(%dt: !dtyp.dtype<ui8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but got 'memref<524289xi8, #gpu.address_space<private>>' with elements of 1 bytes}}
  %0 = cudax.local_alloca(%dt) [524289] : !dtyp.dtype<ui8> -> memref<524289xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @one_element_over(%dt: !dtyp.dtype<complex<f64>>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but got 'memref<32769xcomplex<f64>, #gpu.address_space<private>>' with elements of 16 bytes}}
  %0 = cudax.local_alloca(%dt) [32769] : !dtyp.dtype<complex<f64>> -> memref<32769xcomplex<f64>, #gpu.address_space<private>>
  return
}

// -----

// 4 GiB, which ptxas reports as 0 bytes of stack.
func.func @wraps_32_bits(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but got 'memref<1073741824xf32, #gpu.address_space<private>>' with elements of 4 bytes}}
  %0 = cudax.local_alloca(%dt) [1073741824] : !dtyp.dtype<f32> -> memref<1073741824xf32, #gpu.address_space<private>>
  return
}

// -----

// 2 to the power of 64 elements, and bytes: the array vanished in 64 bits.
func.func @wraps_64_bits(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but got 'memref<4611686018427387904x4xi8, #gpu.address_space<private>>' with elements of 1 bytes}}
  %0 = cudax.local_alloca(%dt) [4611686018427387904, 4] : !dtyp.dtype<i8> -> memref<4611686018427387904x4xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @wraps_with_the_item(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but got 'memref<4611686018427387904xf32, #gpu.address_space<private>>' with elements of 4 bytes}}
  %0 = cudax.local_alloca(%dt) [4611686018427387904] : !dtyp.dtype<f32> -> memref<4611686018427387904xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @wraps_to_something_small(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but got 'memref<4294967296x4294967297xi8, #gpu.address_space<private>>' with elements of 1 bytes}}
  %0 = cudax.local_alloca(%dt) [4294967296, 4294967297] : !dtyp.dtype<i8> -> memref<4294967296x4294967297xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @largest_extent(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but got 'memref<9223372036854775807xi8, #gpu.address_space<private>>' with elements of 1 bytes}}
  %0 = cudax.local_alloca(%dt) [9223372036854775807] : !dtyp.dtype<i8> -> memref<9223372036854775807xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @text_without_type(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{expected '->'}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<i8>
  return
}

// -----

func.func @text_without_shape(%dt: !dtyp.dtype<i8>) {
  // expected-error @+2 {{expected '[' in dynamic index list}}
  // expected-error @+1 {{custom op 'cudax.local_alloca' expected SSA value or integer}}
  %0 = cudax.local_alloca(%dt) : !dtyp.dtype<i8> -> memref<i8, #gpu.address_space<private>>
  return
}

// -----

func.func @text_with_type_as_extent(%dt: !dtyp.dtype<i8>) {
  // expected-error @+2 {{custom op 'cudax.local_alloca' expected integer value}}
  // expected-error @+1 {{custom op 'cudax.local_alloca' expected SSA value or integer}}
  %0 = cudax.local_alloca(%dt) [?] : !dtyp.dtype<i8> -> memref<?xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @text_with_huge_extent(%dt: !dtyp.dtype<i8>) {
  // expected-error @+2 {{custom op 'cudax.local_alloca' integer value too large}}
  // expected-error @+1 {{custom op 'cudax.local_alloca' expected SSA value or integer}}
  %0 = cudax.local_alloca(%dt) [18446744073709551620] : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

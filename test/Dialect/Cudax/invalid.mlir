// Local arrays whose operands, shape or alignment break a rule. Their result
// types and sizes are in invalid-result.mlir.

// RUN: dtyp-opt -split-input-file -verify-diagnostics %s

func.func @zero(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected extents of at least 1, but got 0}}
  %0 = cudax.local_alloca(%dt) [0] : !dtyp.dtype<f32> -> memref<0xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @zero_inside(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected extents of at least 1, but got 0}}
  %0 = cudax.local_alloca(%dt) [4, 0, 4] : !dtyp.dtype<f32> -> memref<4x0x4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @zero_beside_dynamic(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-error @+1 {{'cudax.local_alloca' op expected extents of at least 1, but got 0}}
  %0 = cudax.local_alloca(%dt) [%n, 0] : !dtyp.dtype<f32> -> memref<?x0xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @negative(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected extents of at least 1, but got -4}}
  %0 = cudax.local_alloca(%dt) [-4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @two_negatives(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected extents of at least 1, but got -4}}
  %0 = cudax.local_alloca(%dt) [-4, -4] : !dtyp.dtype<f32> -> memref<16xf32, #gpu.address_space<private>>
  return
}

// -----

// The most negative integer is how a shape says "dynamic".
func.func @most_negative(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected 1 extents as operands, but got 0}}
  %0 = cudax.local_alloca(%dt) [-9223372036854775808] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @too_few_operands(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-error @+1 {{'cudax.local_alloca' op expected 2 extents as operands, but got 1}}
  %0 = "cudax.local_alloca"(%dt, %n) <{static_sizes = array<i64: -9223372036854775808, -9223372036854775808>}> : (!dtyp.dtype<f32>, index) -> memref<?x?xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @too_many_operands(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-error @+1 {{'cudax.local_alloca' op expected 0 extents as operands, but got 1}}
  %0 = "cudax.local_alloca"(%dt, %n) <{static_sizes = array<i64: 4>}> : (!dtyp.dtype<f32>, index) -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @no_shape(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op requires attribute 'static_sizes'}}
  %0 = "cudax.local_alloca"(%dt) : (!dtyp.dtype<f32>) -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @shape_of_other_integers(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{invalid properties {static_sizes = array<i32: 4>} for op cudax.local_alloca: Invalid attribute `static_sizes` in property conversion: array<i32: 4>}}
  %0 = "cudax.local_alloca"(%dt) <{static_sizes = array<i32: 4>}> : (!dtyp.dtype<f32>) -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @no_dtype() {
  // expected-error @+1 {{'cudax.local_alloca' op expected 1 or more operands, but found 0}}
  %0 = "cudax.local_alloca"() <{static_sizes = array<i64: 4>}> : () -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @no_result(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op requires one result}}
  "cudax.local_alloca"(%dt) <{static_sizes = array<i64: 4>}> : (!dtyp.dtype<f32>) -> ()
  return
}

// -----

func.func @extent_is_no_index(%dt: !dtyp.dtype<f32>, %n: i32) {
  // expected-error @+1 {{'cudax.local_alloca' op operand #1 must be variadic of index, but got 'i32'}}
  %0 = "cudax.local_alloca"(%dt, %n) <{static_sizes = array<i64: -9223372036854775808>}> : (!dtyp.dtype<f32>, i32) -> memref<?xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @+1 {{'cudax.local_alloca' op expected an object that provides a dtype, but got type 'f32'; write 'dtyp.constant f32' for that dtype}}
  %0 = cudax.local_alloca(%x) [4] : f32 -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @array(%x: memref<4xf32>) {
  // expected-error @+1 {{'cudax.local_alloca' op cannot construct a dtype from an array of type 'memref<4xf32>'; write 'dtyp.constant f32' for the dtype of its elements}}
  %0 = cudax.local_alloca(%x) [4] : memref<4xf32> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @object(%x: !llvm.ptr) {
  // expected-error @+1 {{'cudax.local_alloca' op expected an object that provides a dtype, but got type '!llvm.ptr'; implement DTypeProviderTypeInterface on it, as the type of an object with a '__numpy_dtype__' attribute}}
  %0 = cudax.local_alloca(%x) [4] : !llvm.ptr -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

// Only dtyp.dtype_of can permit the legacy protocol.
func.func @legacy(%x: !dtyp.provider<"Old", f32, legacy>) {
  // expected-error @+1 {{'cudax.local_alloca' op object of type '!dtyp.provider<"Old", f32, legacy>' has the legacy '.dtype' attribute and no '__numpy_dtype__'; define '__numpy_dtype__' on it, or pass its '.dtype' explicitly ('dtyp.constant f32'), or set 'allow_legacy' on a dtyp.dtype_of}}
  %0 = cudax.local_alloca(%x) [4] : !dtyp.provider<"Old", f32, legacy> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @legacy_allowed(%x: !dtyp.provider<"Old", f32, legacy>) {
  // expected-error @+1 {{'cudax.local_alloca' op object of type '!dtyp.provider<"Old", f32, legacy>' has the legacy '.dtype' attribute and no '__numpy_dtype__'; define '__numpy_dtype__' on it, or pass its '.dtype' explicitly ('dtyp.constant f32'), or set 'allow_legacy' on a dtyp.dtype_of}}
  %0 = cudax.local_alloca(%x) [4] {allow_legacy} : !dtyp.provider<"Old", f32, legacy> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_zero(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment to be a power of two, but got 0}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = 0 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_negative(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment to be a power of two, but got -16}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = -16 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

// -----

// Two to the power of 63, in two's complement.
func.func @alignment_most_negative(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment to be a power of two, but got -9223372036854775808}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = -9223372036854775808 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_three(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment to be a power of two, but got 3}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = 3 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_48(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment to be a power of two, but got 48}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = 48 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_too_large(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment of at most 524288 bytes, the local memory of a thread, but got 1048576}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = 1048576 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_huge(%dt: !dtyp.dtype<i8>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment of at most 524288 bytes, the local memory of a thread, but got 4611686018427387904}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = 4611686018427387904 : i64} : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  return
}

// -----

// memref.alloca would take it, and the array be accessed misaligned.
func.func @alignment_below_element(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment of at least 4 bytes, which an element of float32 needs, but got 1}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = 1 : i64} : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

// NumPy's alignment of complex128 is not the device's.
func.func @alignment_of_the_host(%dt: !dtyp.dtype<complex<f64>>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected alignment of at least 16 bytes, which an element of complex128 needs, but got 8}}
  %0 = cudax.local_alloca(%dt) [4] {alignment = 8 : i64} : !dtyp.dtype<complex<f64>> -> memref<4xcomplex<f64>, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_i32(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "cudax.local_alloca"(%dt) <{alignment = 16 : i32, static_sizes = array<i64: 4>}> : (!dtyp.dtype<f32>) -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @empty_record() {
  %dt = dtyp.constant !dtyp.record<>
  // expected-error @+1 {{'cudax.local_alloca' op expected elements of at least 1 byte, but void has 0}}
  %0 = cudax.local_alloca(%dt) [2] : !dtyp.dtype<!dtyp.record<>> -> memref<2x!dtyp.record<>, #gpu.address_space<private>>
  return
}

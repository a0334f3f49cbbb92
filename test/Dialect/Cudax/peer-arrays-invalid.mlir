// What numba-cuda refuses of local arrays, and what only it or we refuse: each
// row of docs/local-arrays.md that is an error.

// RUN: dtyp-opt -allow-unregistered-dialect -split-input-file -verify-diagnostics --canonicalize --cudax-resolve-arrays %s

// Alignments that are no powers of two, of the tests' two dtypes and shapes.
func.func @alignment_minus_1(%dt: !dtyp.dtype<ui8>) {
  // expected-error @+1 {{expected alignment to be a power of two, but got -1}}
  %0 = cudax.local_alloca(%dt) [1] {alignment = -1} : !dtyp.dtype<ui8> -> memref<1xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_0(%dt: !dtyp.dtype<ui64>) {
  // expected-error @+1 {{expected alignment to be a power of two, but got 0}}
  %0 = cudax.local_alloca(%dt) [50] {alignment = 0} : !dtyp.dtype<ui64> -> memref<50xi64, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_3(%dt: !dtyp.dtype<ui8>) {
  // expected-error @+1 {{expected alignment to be a power of two, but got 3}}
  %0 = cudax.local_alloca(%dt) [50] {alignment = 3} : !dtyp.dtype<ui8> -> memref<50xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_17(%dt: !dtyp.dtype<ui64>) {
  // expected-error @+1 {{expected alignment to be a power of two, but got 17}}
  %0 = cudax.local_alloca(%dt) [1] {alignment = 17} : !dtyp.dtype<ui64> -> memref<1xi64, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_33(%dt: !dtyp.dtype<ui64>) {
  // expected-error @+1 {{expected alignment to be a power of two, but got 33}}
  %0 = cudax.local_alloca(%dt) [50] {alignment = 33} : !dtyp.dtype<ui64> -> memref<50xi64, #gpu.address_space<private>>
  return
}

// -----

// Alignments that are no integers: "1.0", "1", "foo", 1.0, 1.5 and 3.2.
func.func @alignment_text_float(%dt: !dtyp.dtype<ui8>) {
  // expected-error @+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = cudax.local_alloca(%dt) [1] {alignment = "1.0"} : !dtyp.dtype<ui8> -> memref<1xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_text_integer(%dt: !dtyp.dtype<ui8>) {
  // expected-error @+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = cudax.local_alloca(%dt) [1] {alignment = "1"} : !dtyp.dtype<ui8> -> memref<1xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_text(%dt: !dtyp.dtype<ui64>) {
  // expected-error @+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = cudax.local_alloca(%dt) [50] {alignment = "foo"} : !dtyp.dtype<ui64> -> memref<50xi64, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_float(%dt: !dtyp.dtype<ui64>) {
  // expected-error @+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = cudax.local_alloca(%dt) [50] {alignment = 1.0} : !dtyp.dtype<ui64> -> memref<50xi64, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_no_integer(%dt: !dtyp.dtype<ui8>) {
  // expected-error @+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = cudax.local_alloca(%dt) [1] {alignment = 1.5} : !dtyp.dtype<ui8> -> memref<1xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_no_integer_either(%dt: !dtyp.dtype<ui8>) {
  // expected-error @+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = cudax.local_alloca(%dt) [1] {alignment = 3.2} : !dtyp.dtype<ui8> -> memref<1xi8, #gpu.address_space<private>>
  return
}

// -----

// numba-cuda wants a multiple of 8. Here, less than the element's is refused
// and what suffices is taken.
func.func @alignment_1(%dt: !dtyp.dtype<ui8>) {
  %0 = cudax.local_alloca(%dt) [1] {alignment = 1} : !dtyp.dtype<ui8> -> memref<1xi8, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_2(%dt: !dtyp.dtype<ui32>) {
  // expected-error @+1 {{expected alignment of at least 4 bytes, which an element of uint32 needs, but got 2}}
  %0 = cudax.local_alloca(%dt) [1] {alignment = 2} : !dtyp.dtype<ui32> -> memref<1xi32, #gpu.address_space<private>>
  return
}

// -----

func.func @alignment_4(%dt: !dtyp.dtype<ui64>) {
  // expected-error @+1 {{expected alignment of at least 8 bytes, which an element of uint64 needs, but got 4}}
  %0 = cudax.local_alloca(%dt) [1] {alignment = 4} : !dtyp.dtype<ui64> -> memref<1xi64, #gpu.address_space<private>>
  return
}

// -----

// Shapes.
func.func @zero(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected extents of at least 1, but got 0}}
  %0 = cudax.local_alloca(%dt) [0] : !dtyp.dtype<f32> -> memref<0xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @contains_zero(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected extents of at least 1, but got 0}}
  %0 = cudax.local_alloca(%dt) [2, 0] : !dtyp.dtype<f32> -> memref<2x0xf32, #gpu.address_space<private>>
  return
}

// -----

func.func @negative(%dt: !dtyp.dtype<f32>) {
  // expected-note @+1 {{the extent is made here}}
  %n = arith.constant -5 : index
  // expected-error @+1 {{expected extents of at least 1, but got -5}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.keep"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

// expected-note @+1 {{the extent is argument #1 of a region, known at run time only}}
func.func @not_constant(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-error @+1 {{expected a shape of constants, as local memory is laid out when the kernel is compiled}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.keep"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

func.func @huge(%dt: !dtyp.dtype<f64>) {
  // expected-error @+1 {{expected at most 524288 bytes, the local memory of a thread}}
  %0 = cudax.local_alloca(%dt) [9223372036854775807, 8] : !dtyp.dtype<f64> -> memref<9223372036854775807x8xf64, #gpu.address_space<private>>
  return
}

// -----

// No storage: tf32 is a mode of tensor cores.
// expected-error @+1 {{tf32}}
func.func @tf32(%dt: !dtyp.dtype<tf32>) {
  return
}

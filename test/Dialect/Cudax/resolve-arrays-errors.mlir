// Arrays that cannot be resolved, each with a note at the cause.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-resolve-arrays -split-input-file -verify-diagnostics %s

// expected-note @+1 {{the extent is argument #1 of a region, known at run time only}}
func.func @argument(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-error @+1 {{'cudax.local_alloca' op expected a shape of constants, as local memory is laid out when the kernel is compiled, but got an extent that is not constant; use the largest shape that occurs, or an array in global memory}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

func.func @block_argument(%dt: !dtyp.dtype<f32>, %c: i1) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  cf.cond_br %c, ^bb1(%c4 : index), ^bb1(%c8 : index)
// expected-note @+1 {{the extent is argument #0 of a block, known at run time only}}
^bb1(%n: index):
  // expected-error @+1 {{'cudax.local_alloca' op expected a shape of constants, as local memory is laid out when the kernel is compiled, but got an extent that is not constant; use the largest shape that occurs, or an array in global memory}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

// expected-note @+1 {{what it depends on is argument #1 of a region, known at run time only}}
func.func @computed(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-note @+1 {{the extent is made here by 'arith.addi', which does not fold to a constant}}
  %m = arith.addi %n, %n : index
  // expected-error @+1 {{'cudax.local_alloca' op expected a shape of constants, as local memory is laid out when the kernel is compiled, but got an extent that is not constant; use the largest shape that occurs, or an array in global memory}}
  %0 = cudax.local_alloca(%dt) [%m] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

// Each extent that is not constant is named, and only those.
// expected-note @+1 {{the extent is argument #1 of a region, known at run time only}}
func.func @two_of_four(%dt: !dtyp.dtype<f32>, %n: index) {
  %c4 = arith.constant 4 : index
  // expected-note @+1 {{the extent is made here by 'test.extent', which does not fold to a constant}}
  %m = "test.extent"() : () -> index
  // expected-error @+1 {{'cudax.local_alloca' op expected a shape of constants, as local memory is laid out when the kernel is compiled, but got an extent that is not constant; use the largest shape that occurs, or an array in global memory}}
  %0 = cudax.local_alloca(%dt) [%n, %c4, 8, %m] : !dtyp.dtype<f32> -> memref<?x?x8x?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?x?x8x?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

func.func @loop_counter(%dt: !dtyp.dtype<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the extent is argument #0 of a region, known at run time only}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{'cudax.local_alloca' op expected a shape of constants, as local memory is laid out when the kernel is compiled, but got an extent that is not constant; use the largest shape that occurs, or an array in global memory}}
    %0 = cudax.local_alloca(%dt) [%i] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
    "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  }
  return
}

// -----

func.func @zero(%dt: !dtyp.dtype<f32>) {
  // expected-note @+1 {{the extent is made here}}
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'cudax.local_alloca' op expected extents of at least 1, but got 0}}
  %0 = cudax.local_alloca(%dt) [%c0] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

// 4 - 5, which folds.
func.func @negative(%dt: !dtyp.dtype<f32>) {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  // expected-note @+1 {{the extent is made here}}
  %n = arith.subi %c4, %c5 : index
  // expected-error @+1 {{'cudax.local_alloca' op expected extents of at least 1, but got -1}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

// Wrong whatever the other extent may be.
func.func @zero_and_unknown(%dt: !dtyp.dtype<f32>, %n: index) {
  // expected-note @+1 {{the extent is made here}}
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'cudax.local_alloca' op expected extents of at least 1, but got 0}}
  %0 = cudax.local_alloca(%dt) [%n, %c0] : !dtyp.dtype<f32> -> memref<?x?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?x?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

func.func @too_large(%dt: !dtyp.dtype<f32>) {
  %n = arith.constant 131073 : index
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but the extents make more}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

func.func @overflow(%dt: !dtyp.dtype<i8>) {
  %n = arith.constant 4611686018427387904 : index
  // expected-error @+1 {{'cudax.local_alloca' op expected at most 524288 bytes, the local memory of a thread, but the extents make more}}
  %0 = cudax.local_alloca(%dt) [%n, 4] : !dtyp.dtype<i8> -> memref<?x4xi8, #gpu.address_space<private>>
  "test.use"(%0) : (memref<?x4xi8, #gpu.address_space<private>>) -> ()
  return
}

// -----

func.func @leaves(%dt: !dtyp.dtype<i8>) -> memref<4xi8, #gpu.address_space<private>> {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  // expected-note @+1 {{the array leaves its scope here}}
  return %0 : memref<4xi8, #gpu.address_space<private>>
}

// -----

func.func @leaves_in_old_type(%dt: !dtyp.dtype<i8>) -> memref<?xi8, #gpu.address_space<private>> {
  %n = arith.constant 4 : index
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<i8> -> memref<?xi8, #gpu.address_space<private>>
  // expected-note @+1 {{the array leaves its scope here}}
  return %0 : memref<?xi8, #gpu.address_space<private>>
}

// -----

// Every array is reported.
// expected-note @+2 {{the extent is argument #1 of a region, known at run time only}}
// expected-note @+1 {{what it depends on is argument #2 of a region, known at run time only}}
func.func @several(%dt: !dtyp.dtype<i8>, %n: index, %m: index) {
  // expected-error @+1 {{'cudax.local_alloca' op expected a shape of constants, as local memory is laid out when the kernel is compiled, but got an extent that is not constant; use the largest shape that occurs, or an array in global memory}}
  %0 = cudax.local_alloca(%dt) [%n] : !dtyp.dtype<i8> -> memref<?xi8, #gpu.address_space<private>>
  %1 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<i8> -> memref<4xi8, #gpu.address_space<private>>
  // expected-note @+1 {{the extent is made here by 'arith.addi', which does not fold to a constant}}
  %m2 = arith.addi %m, %m : index
  // expected-error @+1 {{'cudax.local_alloca' op expected a shape of constants, as local memory is laid out when the kernel is compiled, but got an extent that is not constant; use the largest shape that occurs, or an array in global memory}}
  %2 = cudax.local_alloca(%dt) [%m2] : !dtyp.dtype<i8> -> memref<?xi8, #gpu.address_space<private>>
  "test.use"(%0, %1, %2) : (memref<?xi8, #gpu.address_space<private>>, memref<4xi8, #gpu.address_space<private>>, memref<?xi8, #gpu.address_space<private>>) -> ()
  return
}

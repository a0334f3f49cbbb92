// Constant indices that are out of bounds.

// RUN: dtyp-opt --cudax-check-indices -split-input-file -verify-diagnostics %s

!a = memref<4xf32, #gpu.address_space<private>>
func.func @load(%dt: !dtyp.dtype<f32>) -> f32 {
  %c4 = arith.constant 4 : index
  // expected-note @+1 {{the array is made here}}
  %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-error @+1 {{'memref.load' op expected index #0 from 0 to 3 of 4, but got 4}}
  %x = memref.load %a[%c4] : !a
  return %x : f32
}

// -----

// A shared array, through a view and a cast.
!a = memref<4x8xf32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  // expected-note @+1 {{the array is made here}}
  gpu.func @store(%x: f32) workgroup(%a: !a) kernel {
    %c0 = arith.constant 0 : index
    %m1 = arith.constant -1 : index
    %view = memref.subview %a[0, 0] [4, 4] [1, 1] : !a to memref<4x4xf32, strided<[8, 1]>, #gpu.address_space<workgroup>>
    %generic = memref.memory_space_cast %view : memref<4x4xf32, strided<[8, 1]>, #gpu.address_space<workgroup>> to memref<4x4xf32, strided<[8, 1]>>
    // expected-error @+1 {{'memref.store' op expected index #1 from 0 to 3 of 4, but got -1}}
    memref.store %x, %generic[%c0, %m1] : memref<4x4xf32, strided<[8, 1]>>
    gpu.return
  }
}

// -----

// A constant array.
gpu.module @constants {
  memref.global "private" constant @table : memref<4xf32> = dense<1.0>
  func.func @read() -> f32 {
    %c9 = arith.constant 9 : index
    // expected-note @+1 {{the array is made here}}
    %table = memref.get_global @table : memref<4xf32>
    // expected-error @+1 {{'memref.load' op expected index #0 from 0 to 3 of 4, but got 9}}
    %x = memref.load %table[%c9] : memref<4xf32>
    return %x : f32
  }
}

// -----

gpu.module @constants {
  func.func @read(%dt: !dtyp.dtype<f32>) -> f32 {
    %c2 = arith.constant 2 : index
    // expected-note @+1 {{the array is made here}}
    %table = cudax.const_array(%dt) dense<[0.25, 0.5]> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
    // expected-error @+1 {{'memref.load' op expected index #0 from 0 to 1 of 2, but got 2}}
    %x = memref.load %table[%c2] : memref<2xf32>
    return %x : f32
  }
}

// -----

// No extent is needed to see that an index is negative.
// expected-note @+1 {{the array is made here}}
func.func @negative(%a: memref<?xf32>) -> f32 {
  %m2 = arith.constant -2 : index
  // expected-error @+1 {{'memref.load' op expected index #0 in bounds, but got -2}}
  %x = memref.load %a[%m2] : memref<?xf32>
  return %x : f32
}

// -----

!record = !dtyp.record<x: f32, y: !dtyp.subarray<3xf32>>
// expected-note @+1 {{the array is made here}}
func.func @by_dtype(%a: memref<4x!record>) -> f32 {
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{'dtyp.load' op expected index #0 from 0 to 3 of 4, but got 4}}
  %x = dtyp.load %a[%c4]["x"] : memref<4x!record>
  return %x : f32
}

// -----

!record = !dtyp.record<x: f32, y: !dtyp.subarray<3xf32>>
func.func @sub_array(%a: memref<4x!record>, %i: index, %x: f32) {
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'dtyp.store' op expected index of the sub-array #0 from 0 to 2 of 3, but got 3}}
  dtyp.store %x, %a[%i]["y"][%c3] : f32, memref<4x!record>
  return
}

// -----

!record = !dtyp.record<aligned, x: f32, n: i32>
// expected-note @+1 {{the array is made here}}
func.func @atomic_by_dtype(%a: memref<4x!record>, %n: i32) {
  %c5 = arith.constant 5 : index
  // expected-error @+1 {{'dtyp.atomic_rmw' op expected index #0 from 0 to 3 of 4, but got 5}}
  %old = dtyp.atomic_rmw addi %n, %a[%c5]["n"] : i32, memref<4x!record>
  return
}

// -----

// expected-note @+1 {{the array is made here}}
func.func @atomic(%a: memref<4xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{'memref.atomic_rmw' op expected index #0 from 0 to 3 of 4, but got 4}}
  %old = memref.atomic_rmw addf %x, %a[%c4] : (f32, memref<4xf32>) -> f32
  return
}

// -----

// expected-note @+1 {{the array is made here}}
func.func @vector(%a: memref<2x8xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  // expected-error @+1 {{'vector.load' op expected index #1 from 0 to 4, to access 4 elements of 8, but got 5}}
  %x = vector.load %a[%c0, %c5] : memref<2x8xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

// Longer than the array.
// expected-note @+1 {{the array is made here}}
func.func @long_vector(%a: memref<2xf32>, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'vector.store' op expected index #0 in bounds, to access 4 elements of 2, but got 0}}
  vector.store %v, %a[%c0] : memref<2xf32>, vector<4xf32>
  return
}

// -----

// expected-note @+1 {{the array is made here}}
func.func @affine(%a: memref<4xf32>) -> f32 {
  // expected-error @+1 {{'affine.load' op expected index #0 from 0 to 3 of 4, but got 4}}
  %x = affine.load %a[4] : memref<4xf32>
  return %x : f32
}

// -----

// Under a condition that nothing knows.
// expected-note @+1 {{the array is made here}}
func.func @conditional(%a: memref<4xf32>, %c: i1, %x: f32) {
  %c4 = arith.constant 4 : index
  scf.if %c {
    // expected-error @+1 {{'memref.store' op expected index #0 from 0 to 3 of 4, but got 4}}
    memref.store %x, %a[%c4] : memref<4xf32>
  }
  return
}

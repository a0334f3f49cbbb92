// Extents of which one value only is possible.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-resolve-arrays -split-input-file -verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: func.func @bounded(
// CHECK:         memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<8xf32, #gpu.address_space<private>>
func.func @bounded(%dt: !dtyp.dtype<f32>, %n: index, %i: index, %x: f32) {
  %c8 = arith.constant 8 : index
  %low = arith.minui %n, %c8 : index
  %eight = arith.maxui %low, %c8 : index
  %a = cudax.local_alloca(%dt) [%eight] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  memref.store %x, %a[%i] : memref<?xf32, #gpu.address_space<private>>
  return
}

// -----

// The last iteration of a loop, and a remainder.
// CHECK-LABEL: func.func @loop(
// CHECK:         memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<3x5xf32, #gpu.address_space<private>>
func.func @loop(%dt: !dtyp.dtype<f32>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c3 to %c4 step %c1 {
    %zero = arith.remui %n, %c1 : index
    %c5 = arith.constant 5 : index
    %five = arith.addi %zero, %c5 : index
    %a = cudax.local_alloca(%dt) [%i, %five] : !dtyp.dtype<f32> -> memref<?x?xf32, #gpu.address_space<private>>
    memref.store %x, %a[%zero, %zero] : memref<?x?xf32, #gpu.address_space<private>>
  }
  return
}

// -----

// Bytes of a dtype's elements.
// CHECK-LABEL: func.func @itemsize(
// CHECK:         memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<16xi8, #gpu.address_space<private>>
func.func @itemsize(%i: index, %x: i8) {
  %bytes = dtyp.constant ui8
  %complex = dtyp.constant complex<f64>
  %n = dtyp.itemsize %complex : !dtyp.dtype<complex<f64>>
  %a = cudax.local_alloca(%bytes) [%n] : !dtyp.dtype<ui8> -> memref<?xi8, #gpu.address_space<private>>
  memref.store %x, %a[%i] : memref<?xi8, #gpu.address_space<private>>
  return
}

// -----

// Two values are possible: both the op and what it depends on are shown.
// expected-note @+1 {{what it depends on is argument #1 of a region, known at run time only}}
func.func @origin(%dt: !dtyp.dtype<f32>, %n: i32) {
  %c1 = arith.constant 1 : index
  %wide = arith.index_cast %n : i32 to index
  %bit = arith.andi %wide, %c1 : index
  // expected-note @+1 {{the extent is made here by 'arith.addi', which does not fold to a constant}}
  %extent = arith.addi %bit, %c1 : index
  // expected-error @+1 {{expected a shape of constants}}
  %a = cudax.local_alloca(%dt) [%extent] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.keep"(%a) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

// -----

// A range that has one value, which is not an extent.
func.func @zero(%dt: !dtyp.dtype<f32>, %n: index) {
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the extent is made here}}
  %zero = arith.remui %n, %c1 : index
  // expected-error @+1 {{expected extents of at least 1, but got 0}}
  %a = cudax.local_alloca(%dt) [%zero] : !dtyp.dtype<f32> -> memref<?xf32, #gpu.address_space<private>>
  "test.keep"(%a) : (memref<?xf32, #gpu.address_space<private>>) -> ()
  return
}

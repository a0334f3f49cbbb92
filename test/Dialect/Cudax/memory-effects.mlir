// What cudax's arrays tell optimisations, and what these make of it.

// RUN: dtyp-opt --load-pass-plugin=%dtyp_test_plugin -split-input-file -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(test-array-effects)' %s

// RUN: dtyp-opt -split-input-file --cse %s | FileCheck %s --check-prefix=CSE
// RUN: dtyp-opt -split-input-file --canonicalize %s | FileCheck %s --check-prefix=DCE
// RUN: dtyp-opt -split-input-file --loop-invariant-code-motion %s | FileCheck %s --check-prefix=LICM

!a = memref<4xf32, #gpu.address_space<private>>
// Equal ops are two arrays.
// CSE-LABEL: func.func @two_arrays(
// CSE-COUNT-2: cudax.local_alloca
func.func @two_arrays(%dt: !dtyp.dtype<f32>, %i: index, %x: f32) -> f32 {
  // expected-remark @+2 {{effects: allocate result #0 in AutomaticAllocationScope; not speculatable; dead if unused}}
  // expected-note @+1 {{that is made here}}
  %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-remark @+2 {{effects: allocate result #0 in AutomaticAllocationScope; not speculatable; dead if unused}}
  // expected-remark @+1 {{is no alias of the array}}
  %b = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  memref.store %x, %a[%i] : !a
  memref.store %x, %b[%i] : !a
  // A store to %b is none to %a: the load needs no memory.
  %y = memref.load %a[%i] : !a
  return %y : f32
}

// -----

// DCE-LABEL: func.func @unused(
// DCE-NEXT:    return
func.func @unused(%foo: !dtyp.provider<"Foo", f32>) {
  // expected-remark @+1 {{not speculatable; dead}}
  %a = cudax.local_alloca(%foo) [4] : !dtyp.provider<"Foo", f32> -> memref<4xf32, #gpu.address_space<private>>
  return
}

// -----

// It is undefined whenever the op is executed, so it stays in its loop; the
// hoisting pass knows better.
// LICM-LABEL: func.func @loop(
// LICM:         scf.for
// LICM-NEXT:      cudax.local_alloca
func.func @loop(%dt: !dtyp.dtype<f32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @+1 {{not speculatable; dead if unused}}
    %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
    memref.store %x, %a[%i] : memref<4xf32, #gpu.address_space<private>>
  }
  return
}

// -----

// Resolved, it tells the same.
!a = memref<4xf32, #gpu.address_space<private>>
// CSE-LABEL: func.func @resolved(
// CSE-COUNT-2: memref.alloca
// LICM-LABEL: func.func @resolved(
// LICM:         scf.for
// LICM-NEXT:      memref.alloca
func.func @resolved(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @+2 {{effects: allocate result #0 in AutomaticAllocationScope; not speculatable; dead if unused}}
    // expected-note @+1 {{that is made here}}
    %a = memref.alloca() {alignment = 16 : i64, cudax.local_array} : !a
    // expected-remark @+2 {{effects: allocate result #0 in AutomaticAllocationScope; not speculatable; dead if unused}}
    // expected-remark @+1 {{is no alias of the array}}
    %b = memref.alloca() {alignment = 16 : i64, cudax.local_array} : !a
    memref.store %x, %a[%i] : !a
    memref.store %x, %b[%i] : !a
  }
  return
}

// -----

// Arrays of constants are values: equal ones are one, and nobody can tell when
// they are made.
// CSE-LABEL: func.func @constants(
// CSE-COUNT-1: cudax.const_array
// CSE-NOT:     cudax.const_array
// LICM-LABEL: func.func @constants(
// LICM:         cudax.const_array
// LICM:         scf.for
func.func @constants(%dt: !dtyp.dtype<f32>, %n: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @+2 {{effects: none; speculatable; dead if unused}}
    // expected-note @+1 {{that is made here}}
    %a = cudax.const_array(%dt) dense<[0.25, 0.5]> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
    // expected-remark @+2 {{effects: none; speculatable; dead if unused}}
    // expected-remark @+1 {{may be an alias of the array}}
    %b = cudax.const_array(%dt) dense<[0.25, 0.5]> : tensor<2xf32> : !dtyp.dtype<f32> -> memref<2xf32>
    %x = memref.load %a[%i] : memref<2xf32>
    %y = memref.load %b[%i] : memref<2xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %out[%i] : memref<?xf32>
  }
  return
}

// -----

// On the host, two allocations are two arrays, made where they are asked for.
// CSE-LABEL: func.func @on_device(
// CSE-COUNT-2: cudax.device_alloc
// DCE-LABEL: func.func @on_device(
func.func @on_device(%dt: !dtyp.dtype<f32>) {
  // expected-remark @+2 {{effects: allocate result #0 in <Default>; not speculatable; dead if unused}}
  // expected-note @+1 {{that is made here}}
  %a = cudax.device_alloc(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32>
  // expected-remark @+2 {{effects: allocate result #0 in <Default>; not speculatable; dead if unused}}
  // expected-remark @+1 {{is no alias of the array}}
  %b = cudax.device_alloc(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32>
  gpu.dealloc %a : memref<4xf32>
  gpu.dealloc %b : memref<4xf32>
  return
}

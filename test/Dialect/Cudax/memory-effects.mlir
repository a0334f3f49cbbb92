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

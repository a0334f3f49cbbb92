// Local arrays that are kept in a block argument until they are made again: then
// the old and the new one would be one storage.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-check-local-arrays -split-input-file -verify-diagnostics %s
// RUN: dtyp-opt -allow-unregistered-dialect --canonicalize -split-input-file %s | not grep memref.alloca

// Legacy control flow: the old array is read when the new one is made.
!a = memref<4xf32, #gpu.address_space<private>>
func.func @kept_in_block_argument(%dt: !dtyp.dtype<f32>, %c: i1, %first: !a) {
  cf.br ^loop(%first : !a)
^loop(%p: !a):
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is kept until it is made again; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  memref.copy %p, %0 : !a to !a
  cf.cond_br %c, ^loop(%0 : !a), ^exit
^exit:
  return
}

// -----

// The same, with the use in a block behind.
!a = memref<4xf32, #gpu.address_space<private>>
func.func @kept_until_later_block(%dt: !dtyp.dtype<f32>, %c: i1, %first: !a) {
  cf.br ^loop(%first : !a)
^loop(%p: !a):
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is kept until it is made again; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  cf.cond_br %c, ^body, ^exit
^body:
  // expected-note @+1 {{the array leaves its scope here}}
  memref.copy %p, %0 : !a to !a
  cf.br ^loop(%0 : !a)
^exit:
  return
}

// -----

// Kept through a second argument: two iterations old.
!a = memref<4xf32, #gpu.address_space<private>>
func.func @kept_two_iterations(%dt: !dtyp.dtype<f32>, %c: i1, %first: !a) {
  cf.br ^loop(%first, %first : !a, !a)
^loop(%p: !a, %q: !a):
  %x = "test.read"(%q) : (!a) -> f32
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is kept until it is made again; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  cf.cond_br %c, ^loop(%0, %p : !a, !a), ^exit
^exit:
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @kept_through_a_view(%dt: !dtyp.dtype<f32>, %c: i1, %first: !a) {
  cf.br ^loop(%first : !a)
^loop(%p: !a):
  %view = memref.subview %p[0] [2] [1] : !a to memref<2xf32, strided<[1]>, #gpu.address_space<private>>
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is kept until it is made again; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  "test.use"(%view, %0) : (memref<2xf32, strided<[1]>, #gpu.address_space<private>>, !a) -> ()
  cf.cond_br %c, ^loop(%0 : !a), ^exit
^exit:
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @kept_in_switch(%dt: !dtyp.dtype<f32>, %c: i32, %first: !a) {
  cf.br ^loop(%first : !a)
^loop(%p: !a):
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is kept until it is made again; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  memref.copy %p, %0 : !a to !a
  cf.switch %c : i32, [
    default: ^exit,
    1: ^loop(%0 : !a)
  ]
^exit:
  return
}

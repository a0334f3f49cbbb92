// Local arrays that leave the scope in which they are made. Their views are in
// check-local-arrays-views.mlir, arrays that are kept in loops of cf in
// check-local-arrays-branches.mlir.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-check-local-arrays -split-input-file -verify-diagnostics %s

// Canonicalization leaves every one of them alone.
// RUN: dtyp-opt -allow-unregistered-dialect --canonicalize -split-input-file %s | not grep 'memref.alloca()'

!a = memref<4xf32, #gpu.address_space<private>>
func.func @returned(%dt: !dtyp.dtype<f32>) -> !a {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  return %0 : !a
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
gpu.module @kernels {
  gpu.func @returned(%dt: !dtyp.dtype<f32>) -> !a {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is returned; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    gpu.return %0 : !a
  }
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @yielded_from_if(%dt: !dtyp.dtype<f32>, %c: i1, %other: !a) {
  %r = scf.if %c -> !a {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    scf.yield %0 : !a
  } else {
    scf.yield %other : !a
  }
  return
}

// -----

// The loop that LLVM gets wrong: %p and the new array are one storage from the
// second iteration on (facts, W4).
!a = memref<4xf32, #gpu.address_space<private>>
func.func @loop_carried(%dt: !dtyp.dtype<f32>, %n: index, %first: !a) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %first) -> !a {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    memref.copy %p, %0 : !a to !a
    // expected-note @+1 {{the array leaves its scope here}}
    scf.yield %0 : !a
  }
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @yielded_from_while(%dt: !dtyp.dtype<f32>, %c: i1, %first: !a) {
  %r = scf.while (%p = %first) : (!a) -> !a {
    scf.condition(%c) %p : !a
  } do {
  ^bb0(%q: !a):
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    scf.yield %0 : !a
  }
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @made_in_the_condition(%dt: !dtyp.dtype<f32>, %c: i1) {
  scf.while : () -> !a {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    scf.condition(%c) %0 : !a
  } do {
  ^bb0(%q: !a):
    scf.yield
  }
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @yielded_from_region(%dt: !dtyp.dtype<f32>) {
  %r = scf.execute_region -> !a {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    scf.yield %0 : !a
  }
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @yielded_from_alloca_scope(%dt: !dtyp.dtype<f32>) {
  %r = memref.alloca_scope -> !a {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    memref.alloca_scope.return %0 : !a
  }
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @yielded_from_affine(%dt: !dtyp.dtype<f32>, %first: !a) {
  %r = affine.for %i = 0 to 4 iter_args(%p = %first) -> !a {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    affine.yield %0 : !a
  }
  return
}

// -----

// Through two levels at once: the inner region hands on, the outer makes.
!a = memref<4xf32, #gpu.address_space<private>>
func.func @yielded_twice(%dt: !dtyp.dtype<f32>, %c: i1, %other: !a) {
  %r = scf.if %c -> !a {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded by the region in which it is made; make it in the outer scope and pass it in}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    %s = scf.if %c -> !a {
      scf.yield %0 : !a
    } else {
      scf.yield %other : !a
    }
    // expected-note @+1 {{the array leaves its scope here}}
    scf.yield %s : !a
  } else {
    scf.yield %other : !a
  }
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @yielded_to_the_unknown(%dt: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is yielded to an op whose control flow is unknown; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  "test.region"() ({
    // expected-note @+1 {{the array leaves its scope here}}
    "test.yield"(%0) : (!a) -> ()
  }) : () -> ()
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @stored(%dt: !dtyp.dtype<f32>, %table: memref<2x!a>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is stored; make it in the outer scope and pass it in}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  memref.store %0, %table[%c0] : memref<2x!a>
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @captured_by_launch(%dt: !dtyp.dtype<f32>, %c: index) {
  // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is made on the host and captured into a gpu.launch; make it in the kernel}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
    // expected-note @+1 {{the array leaves its scope here}}
    %x = memref.load %0[%tx] : !a
    "test.use"(%x) : (f32) -> ()
    gpu.terminator
  }
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%a: !a) kernel {
      gpu.return
    }
  }
  func.func @passed_to_kernel(%dt: !dtyp.dtype<f32>, %c: index) {
    // expected-error @+1 {{'cudax.local_alloca' op expected the array to stay in the scope in which it is made, but it is made on the host and passed to a kernel; make it in the kernel}}
    %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
    // expected-note @+1 {{the array leaves its scope here}}
    gpu.launch_func @kernels::@kernel blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%0 : !a)
    return
  }
}

// Reads of local arrays that nothing writes.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-check-uninitialized-reads -split-input-file -verify-diagnostics %s

!a = memref<4xf32, #gpu.address_space<private>>
func.func @never_written(%dt: !dtyp.dtype<f32>, %i: index) -> f32 {
  // expected-note @+1 {{the array is made here}}
  %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-warning @+1 {{reads a local array that nothing writes: its contents are undefined, and what depends on them may be deleted}}
  %x = memref.load %a[%i] : !a
  return %x : f32
}

// -----

// Each read, through views and casts, of an array that is resolved.
!a = memref<4xf32, #gpu.address_space<private>>
!view = memref<2xf32, strided<[1]>, #gpu.address_space<private>>
func.func @views(%out: memref<2xf32>, %i: index) -> (f32, i32) {
  // expected-note @+1 {{the array is made here}}
  %a = memref.alloca() {cudax.local_array} : !a
  %n = memref.dim %a, %i : !a
  %generic = memref.memory_space_cast %a : !a to memref<4xf32>
  %dynamic = memref.cast %generic : memref<4xf32> to memref<?xf32>
  // expected-warning @+1 {{reads a local array that nothing writes}}
  %x = memref.load %dynamic[%n] : memref<?xf32>
  %view = memref.subview %a[0] [2] [1] : !a to !view
  // expected-warning @+1 {{reads a local array that nothing writes}}
  memref.copy %view, %out : !view to memref<2xf32>
  %words = dtyp.view %a as i32 : !a to memref<4xi32, #gpu.address_space<private>>
  // expected-warning @+1 {{reads a local array that nothing writes}}
  %y = dtyp.load %words[%i] : memref<4xi32, #gpu.address_space<private>>
  return %x, %y : f32, i32
}

// -----

// Written somewhere: also behind the read, and by ops of other dialects.
!a = memref<4xf32, #gpu.address_space<private>>
func.func private @callee(!a)
func.func @written(%dt: !dtyp.dtype<f32>, %i: index, %x: f32, %v: vector<4xf32>, %in: memref<4xf32>, %table: memref<1xmemref<4xf32, #gpu.address_space<private>>>) {
  %a = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %a1 = memref.load %a[%i] : !a
  memref.store %x, %a[%i] : !a
  %b = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  memref.copy %in, %b : memref<4xf32> to !a
  %b1 = memref.load %b[%i] : !a
  %c = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  dtyp.store %x, %c[%i] : f32, !a
  %c1 = dtyp.load %c[%i] : !a
  %d = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  vector.store %v, %d[%i] : !a, vector<4xf32>
  %d1 = memref.load %d[%i] : !a
  %e = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %e1 = memref.atomic_rmw addf %x, %e[%i] : (f32, !a) -> f32
  %f = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  linalg.fill ins(%x : f32) outs(%f : !a)
  %f1 = memref.load %f[%i] : !a
  // Passed on.
  %g = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  func.call @callee(%g) : (!a) -> ()
  %g1 = memref.load %g[%i] : !a
  %h = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  memref.store %h, %table[%i] : memref<1xmemref<4xf32, #gpu.address_space<private>>>
  %h1 = memref.load %h[%i] : !a
  %j = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %pointer = memref.extract_aligned_pointer_as_index %j : !a -> index
  "test.write"(%pointer) : (index) -> ()
  %j1 = memref.load %j[%i] : !a
  %k = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  "test.use"(%k) : (!a) -> ()
  %k1 = memref.load %k[%i] : !a
  // Not known to be the array.
  %c0 = arith.cmpi eq, %i, %i : index
  %l = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %m = arith.select %c0, %l, %a : !a
  memref.store %x, %m[%i] : !a
  %l1 = memref.load %l[%i] : !a
  // Never read.
  %n = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  return
}

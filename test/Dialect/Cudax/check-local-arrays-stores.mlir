// An array, or its address as an integer, that is written into memory by any op
// that writes; accesses of the array itself are none of these.
//
// RUN: dtyp-opt --cudax-check-local-arrays -split-input-file -verify-diagnostics %s

!a = memref<4xf32, #gpu.address_space<private>>
func.func @affine_store(%dt: !dtyp.dtype<f32>, %table: memref<2x!a>) {
  // expected-error @+1 {{but it is stored}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  // expected-note @+1 {{the array leaves its scope here}}
  affine.store %0, %table[0] : memref<2x!a>
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @atomic(%dt: !dtyp.dtype<f32>, %table: memref<2xi64>, %i: index) {
  // expected-error @+1 {{but it is stored}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = memref.extract_aligned_pointer_as_index %0 : !a -> index
  %2 = arith.index_cast %1 : index to i64
  // expected-note @+1 {{the array leaves its scope here}}
  %3 = memref.atomic_rmw assign %2, %table[%i] : (i64, memref<2xi64>) -> i64
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @vector(%dt: !dtyp.dtype<f32>, %table: memref<2xindex>, %i: index) {
  // expected-error @+1 {{but it is stored}}
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  %1 = memref.extract_aligned_pointer_as_index %0 : !a -> index
  %2 = vector.broadcast %1 : index to vector<2xindex>
  // expected-note @+1 {{the array leaves its scope here}}
  vector.store %2, %table[%i] : memref<2xindex>, vector<2xindex>
  return
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>
func.func @accesses(%dt: !dtyp.dtype<f32>, %in: memref<4xf32>, %out: memref<4xf32>,
                    %x: f32, %v: vector<4xf32>, %i: index) {
  %0 = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> !a
  memref.copy %in, %0 : memref<4xf32> to !a
  memref.copy %0, %out : !a to memref<4xf32>
  affine.store %x, %0[0] : !a
  vector.store %v, %0[%i] : !a, vector<4xf32>
  vector.transfer_write %v, %0[%i] : vector<4xf32>, !a
  %1 = memref.atomic_rmw addf %x, %0[%i] : (f32, !a) -> f32
  linalg.fill ins(%x : f32) outs(%0 : !a)
  linalg.copy ins(%0 : !a) outs(%out : memref<4xf32>)
  memref.prefetch %0[%i], read, locality<3>, data : !a
  return
}

// What LLVM, ptxas and upstream's pipeline compile to something else without a
// word is an error of the pipeline (the passes' own tests have each case).

// RUN: dtyp-opt --dtyp-to-nvvm="chip=sm_90 format=isa" -split-input-file -verify-diagnostics %s

gpu.module @w1_local_space {
  gpu.func @k(%out: memref<4xf32>, %i: index) kernel {
    // expected-error @+1 {{but got one in memory space 5, which LLVM addresses wrongly}}
    %a = memref.alloca() : memref<4xf32, 5>
    %x = memref.load %a[%i] : memref<4xf32, 5>
    memref.store %x, %out[%i] : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @w2_shared_space {
  gpu.func @k(%out: memref<4xf32>, %i: index) kernel {
    // expected-error @+1 {{but got one in #gpu.address_space<workgroup>; it would be made in local memory}}
    %a = memref.alloca() : memref<4xf32, #gpu.address_space<workgroup>>
    %x = memref.load %a[%i] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%i] : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @w3_parameter_space {
  gpu.func @k(%out: memref<4xf32>, %i: index) kernel {
    // expected-error @+1 {{but got one in memory space 101}}
    %a = memref.alloca() : memref<4xf32, 101>
    %x = memref.load %a[%i] : memref<4xf32, 101>
    memref.store %x, %out[%i] : memref<4xf32>
    gpu.return
  }
}

// -----

!a = memref<4xf32, #gpu.address_space<private>>

gpu.module @w4_carried {
  gpu.func @k(%out: memref<4xf32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %first = memref.alloca() : !a
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %first) -> (!a) {
      // expected-error @+1 {{it is yielded by the region in which it is made}}
      %new = memref.alloca() : !a
      %x = memref.load %old[%i] : !a
      memref.store %x, %new[%c0] : !a
      // expected-note @+1 {{here}}
      scf.yield %new : !a
    }
    memref.copy %last, %out : !a to memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @w5_f80 {
  // expected-error @+1 {{expected a type that the GPU can store, but got 'f80'}}
  gpu.func @k(%a: memref<4xf80>, %i: index) kernel {
    // expected-error @+1 {{expected a type that the GPU can store, but got 'f80'}}
    %x = memref.load %a[%i] : memref<4xf80>
    memref.store %x, %a[%i] : memref<4xf80>
    gpu.return
  }
}

// -----

gpu.module @w6_w7_sizes {
  gpu.func @k(%out: memref<4xf32>, %i: index) kernel {
    // expected-error @+1 {{expected at most 524288 bytes, the local memory of a thread}}
    %a = memref.alloca() : memref<1073741824xf32, #gpu.address_space<private>>
    %x = memref.load %a[%i] : memref<1073741824xf32, #gpu.address_space<private>>
    memref.store %x, %out[%i] : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @w8_private_global {
  // expected-error @+1 {{which all threads would share}}
  memref.global "private" @g : memref<4xf32, #gpu.address_space<private>>
}

// -----

// W9
func.func @w9_host_stack(%n: index) {
  // expected-error @+1 {{it is made on the host and captured into a gpu.launch}}
  %a = memref.alloca() : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %x = memref.load %a[%tx] : memref<4xf32>
    // expected-note @+1 {{here}}
    memref.store %x, %a[%ty] : memref<4xf32>
    gpu.terminator
  }
  return
}

// -----

gpu.module @w10_returned {
  func.func @f() -> memref<4xf32> {
    // expected-error @+1 {{expected the array to stay in its scope, but it is returned}}
    %a = memref.alloca() : memref<4xf32>
    // expected-note @+1 {{here}}
    return %a : memref<4xf32>
  }
}

// -----

gpu.module @w17_alignment {
  gpu.func @k(%out: memref<4xf32>, %i: index) kernel {
    // expected-error @+1 {{expected alignment of at least 4 bytes, with which elements of 'f32' are accessed, but got 1}}
    %a = memref.alloca() {alignment = 1 : i64} : memref<4xf32, #gpu.address_space<private>>
    %x = memref.load %a[%i] : memref<4xf32, #gpu.address_space<private>>
    memref.store %x, %out[%i] : memref<4xf32>
    gpu.return
  }
}

// -----

// A size that only becomes constant is checked too.
gpu.module @constant_size {
  gpu.func @k(%out: memref<?xf32>, %i: index) kernel {
    %n = arith.constant 1073741824 : index
    // expected-error @+1 {{expected at most 524288 bytes, the local memory of a thread, but got 'memref<1073741824xf32, #gpu.address_space<private>>'}}
    %a = memref.alloca(%n) : memref<?xf32, #gpu.address_space<private>>
    %x = memref.load %a[%i] : memref<?xf32, #gpu.address_space<private>>
    memref.store %x, %out[%i] : memref<?xf32>
    gpu.return
  }
}

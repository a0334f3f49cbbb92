// Arrays in shared memory that have no place.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-resolve-shared-arrays -split-input-file -verify-diagnostics %s

#w = #gpu.address_space<workgroup>
gpu.module @kernels {
  // expected-note @+1 {{'device' is a device function}}
  func.func @device() {
    %dt = dtyp.constant f32
    // expected-error @+1 {{'cudax.shared_alloca' op expected a dynamic array in a kernel, which lays them out one after another; make it there and pass it on, or give it constant extents without 'dynamic'}}
    %0 = cudax.shared_alloca(%dt) [4] {dynamic} : !dtyp.dtype<f32> -> memref<4xf32, #w>
    "test.use"(%0) : (memref<4xf32, #w>) -> ()
    return
  }
}

// -----

#w = #gpu.address_space<workgroup>
gpu.module @kernels {
  // expected-note @+2 {{'device' is a device function}}
  // expected-note @+1 {{the extent is argument #0 of a region, known at run time only}}
  func.func @device(%n: index) {
    %dt = dtyp.constant f32
    // expected-error @+1 {{'cudax.shared_alloca' op expected a dynamic array in a kernel}}
    %0 = cudax.shared_alloca(%dt) [%n] : !dtyp.dtype<f32> -> memref<?xf32, #w>
    "test.use"(%0) : (memref<?xf32, #w>) -> ()
    return
  }
}

// -----

#w = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @loop(%n: index) kernel {
    %c1 = arith.constant 1 : index
    %dt = dtyp.constant f32
    // expected-note @+1 {{what it depends on is argument #0 of a region, known at run time only}}
    scf.for %i = %c1 to %n step %c1 {
      // expected-note @+1 {{the extent is made here by 'arith.muli', which does not fold to a constant}}
      %m = arith.muli %i, %i : index
      // expected-error @+1 {{'cudax.shared_alloca' op expected extents that are known in the entry block of the kernel, as the place of the next dynamic array depends on them; compute them there, or make this array the last one}}
      %0 = cudax.shared_alloca(%dt) [%m] : !dtyp.dtype<f32> -> memref<?xf32, #w>
      // expected-note @+1 {{the next dynamic array is made here}}
      %1 = cudax.shared_alloca(%dt) [4] {dynamic} : !dtyp.dtype<f32> -> memref<4xf32, #w>
      "test.use"(%0, %1) : (memref<?xf32, #w>, memref<4xf32, #w>) -> ()
    }
    gpu.return
  }
}

// -----

#w = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @zero() kernel {
    // expected-note @+1 {{the extent is made here}}
    %c0 = arith.constant 0 : index
    %dt = dtyp.constant f32
    // expected-error @+1 {{'cudax.shared_alloca' op expected extents of at least 1, but got 0}}
    %0 = cudax.shared_alloca(%dt) [%c0] : !dtyp.dtype<f32> -> memref<?xf32, #w>
    "test.use"(%0) : (memref<?xf32, #w>) -> ()
    gpu.return
  }
}

// -----

#w = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @large() kernel {
    %c20000 = arith.constant 20000 : index
    %dt = dtyp.constant f32
    // expected-error @+1 {{'cudax.shared_alloca' op expected at most 49152 bytes, the static shared memory of a kernel, but the extents make more; write {dynamic} for more}}
    %0 = cudax.shared_alloca(%dt) [%c20000] : !dtyp.dtype<f32> -> memref<?xf32, #w>
    "test.use"(%0) : (memref<?xf32, #w>) -> ()
    gpu.return
  }
}

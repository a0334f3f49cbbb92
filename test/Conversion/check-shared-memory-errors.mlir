// Kernels that need more shared memory than there is.

// RUN: dtyp-opt --cudax-check-shared-memory='chip=sm_75,sm_90' -split-input-file -verify-diagnostics %s

#w = #gpu.address_space<workgroup>
gpu.module @kernels {
  // expected-note @+1 {{a static array of 24576 bytes is made here}}
  memref.global "private" @kernel_array : memref<6144xf32, #w> = uninitialized
  // expected-note @+1 {{a static array of 20000 bytes is made here}}
  memref.global "private" @device_array : memref<5000xf32, #w> = uninitialized
  memref.global "private" @other_array : memref<5000xf32, #w> = uninitialized
  func.func @inner() {
    %0 = memref.get_global @device_array : memref<5000xf32, #w>
    func.call @outer() : () -> ()
    return
  }
  func.func @outer() {
    func.call @inner() : () -> ()
    return
  }
  // expected-error @+2 {{expected at most 49152 bytes of static arrays in shared memory, but kernel "kernel" and the functions that it calls have 49176; make some of them dynamic}}
  // expected-note @+1 {{a static array of 4600 bytes is made here}}
  gpu.func @kernel() workgroup(%a: memref<1150xf32, #w>) kernel {
    %0 = memref.get_global @kernel_array : memref<6144xf32, #w>
    func.call @outer() : () -> ()
    gpu.return
  }
  gpu.func @other() kernel {
    %0 = memref.get_global @other_array : memref<5000xf32, #w>
    gpu.return
  }
}

// -----

#w = #gpu.address_space<workgroup>
gpu.module @kernels {
  // expected-note @+1 {{a static array of 4 bytes is made here}}
  memref.global "private" @a : memref<1xf32, #w> = uninitialized
  // expected-error @+1 {{expected at most 65536 bytes of arrays in shared memory, which a block has on sm_75, but kernel "kernel" has 4 bytes of static and 65536 bytes of dynamic arrays}}
  gpu.func @kernel() kernel attributes {cudax.dynamic_shared_bytes = 65536 : i64} {
    %c0 = arith.constant 0 : index
    %0 = memref.get_global @a : memref<1xf32, #w>
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #w>
    // expected-note @+1 {{a dynamic array of 65536 bytes is made here}}
    %1 = memref.view %bytes[%c0][] : memref<?xi8, #w> to memref<16384xf32, #w>
    gpu.return
  }
}

// The address of a store to global memory whose index is that of a local array,
// too, is computed beside the local one: nothing between both needs the registers,
// and ptxas makes the size of the elements once.

// RUN: dtyp-compile %s --chip=sm_80 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

!point = !dtyp.record<aligned, x: f64, y: f64, z: f64>

gpu.module @kernels {
  // CHECK-LABEL: .entry shared_index(
  // CHECK:         mul.wide.u32 [[INDEX:%rd[0-9]+]], {{%r[0-9]+}}, 24;
  // CHECK:         add.s64 [[OUT:%rd[0-9]+]], {{%rd[0-9]+}}, [[INDEX]];
  // CHECK:         st.local
  // CHECK:         ld.local
  // CHECK-NOT:     add.s64
  // CHECK:         st.global.b64 [[[OUT]]]
  gpu.func @shared_index(%a: memref<64x!point>, %k: index, %b: memref<64x!point>) kernel {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %local = memref.alloca() : memref<16x!point, #gpu.address_space<private>>
    %0 = dtyp.load %a[%c0] : memref<64x!point>
    dtyp.store %0, %local[%i] : !point, memref<16x!point, #gpu.address_space<private>>
    %1 = dtyp.load %local[%k] : memref<16x!point, #gpu.address_space<private>>
    dtyp.store %1, %b[%i] : !point, memref<64x!point>
    gpu.return
  }

  // Any other is computed where it is used.
  // CHECK-LABEL: .entry own_index(
  // CHECK:         ld.global
  // CHECK:         add.s64 [[OUT:%rd[0-9]+]]
  // CHECK:         st.global.b32 [[[OUT]]]
  gpu.func @own_index(%a: memref<64xf32>, %b: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %a[%i] : memref<64xf32>
    memref.store %0, %b[%i] : memref<64xf32>
    gpu.return
  }
}

// A local array starts undefined, as an array in a block of C does: what depends
// on an element that was never written may vanish (docs/silently-wrong.md).
//
// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx -o - | FileCheck %s

// CHECK: .visible .entry uninitialized(
// CHECK: {
// CHECK-NOT: st.global
// CHECK: ret;

gpu.module @kernels {
  gpu.func @uninitialized(%out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %dt = dtyp.constant f32
    %local = cudax.local_alloca(%dt) [4] : !dtyp.dtype<f32> -> memref<4xf32, #gpu.address_space<private>>
    %value = memref.load %local[%c0] : memref<4xf32, #gpu.address_space<private>>
    memref.store %value, %out[%c0] : memref<?xf32>
    gpu.return
  }
}

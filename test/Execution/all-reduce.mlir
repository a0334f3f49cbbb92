// The sum over all threads of a block, of more than one warp, reaches each.
//
// RUN: %dtyp_run %s --grid 1 --block 96 \
// RUN:   'float32[96]=arange' 'out:float32[96]=zeros' | FileCheck %s

// CHECK: [4560.0 4560.0 4560.0

gpu.module @kernels {
  gpu.func @sum(%in: memref<?xf32>, %out: memref<?xf32>) kernel {
    %thread = gpu.thread_id x
    %x = memref.load %in[%thread] : memref<?xf32>
    %sum = gpu.all_reduce add %x uniform {} : (f32) -> f32
    memref.store %sum, %out[%thread] : memref<?xf32>
    gpu.return
  }
}

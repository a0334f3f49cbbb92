// What a lane gets from one that is not in the block is its own value: hardware
// promises nothing.
//
// RUN: dtyp-run %s --device=cpu --block 6 'out:int32[6]=zeros' | FileCheck %s
// CHECK: = [4 5 2 3 0 1]

gpu.module @kernels {
  gpu.func @exchange(%out: memref<?xi32>) kernel {
    %four = arith.constant 4 : i32
    %width = arith.constant 32 : i32
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    %v, %valid = gpu.shuffle xor %n, %four, %width : i32
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }
}

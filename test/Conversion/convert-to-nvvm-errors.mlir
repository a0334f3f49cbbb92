// RUN: not dtyp-opt %s --pass-pipeline='builtin.module(gpu.module(cudax-convert-to-nvvm{index-bitwidth=99999999}))' 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not dtyp-opt %s --pass-pipeline='builtin.module(gpu.module(cudax-convert-to-nvvm{kernel-bare-ptr=true}))' 2>&1 | FileCheck %s --check-prefix=BARE

// BITS: [[# @LINE + 1]]:1: error: expected 32 or 64 as index-bitwidth, or 0 for the bits of a pointer, but got 99999999
gpu.module @kernels {
  // A pointer does not say how many elements there are.
  // BARE: [[# @LINE + 1]]:3: error: failed to legalize operation 'gpu.func'
  gpu.func @dynamic(%out: memref<?xf32>) kernel {
    gpu.return
  }
}

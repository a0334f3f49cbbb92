// Host functions that cannot run to their end.

// Nothing is launched after a fault.
// RUN: not dtyp-run %s --device=cpu --function=fails 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: dtyp-run: error: expected a block size from 1 to 1024 in x, got 2048
// FAILS-NOT: error

// RUN: not dtyp-run %s --device=cpu --function=returns 2>&1 | FileCheck %s --check-prefix=RETURNS
// RETURNS: dtyp-run: error: expected a host function without results, got 'returns'
// RUN: not dtyp-run %s --device=cpu --function=nix 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: dtyp-run: error: there is no host function 'nix'; there is: fails, returns

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @double(%a: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<?xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %a[%i] : memref<?xf32>
      gpu.return
    }
  }

  func.func @fails(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c2048 = arith.constant 2048 : index
    %c4096 = arith.constant 4096 : index
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c2048, %c1, %c1)
        args(%a : memref<?xf32>)
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c4096, %c1, %c1)
        args(%a : memref<?xf32>)
    return
  }

  func.func @returns() -> index {
    %c1 = arith.constant 1 : index
    return %c1 : index
  }
}

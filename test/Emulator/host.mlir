// Host functions that launch kernels one after the other.

// RUN: dtyp-run %s --device=cpu --function=run int64:3 'float32[6]=arange' 'out:float32[6]=zeros' \
// RUN:   | FileCheck %s
// CHECK: argument 3 float32[6] = [1.0 9.0 17.0 25.0 33.0 41.0]

// RUN: dtyp-run %dtyp_examples/scaled.mlir --device=cpu --function=run float32:0.5 'float32[12]=arange' 'out:float32[10]=zeros' \
// RUN:   | FileCheck %s --check-prefix=SCALED
// SCALED: argument 3 float32[10] = [1.5 3.0 4.5 6.0 7.5 9.0 10.5 12.0 13.5 15.0]

// Nothing is launched after a fault.
// RUN: not dtyp-run %s --device=cpu --function=fails 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: dtyp-run: error: expected a block size from 1 to 1024 in x, got 2048
// FAILS-NOT: error

// RUN: not dtyp-run %s --device=cpu --function=returns 2>&1 | FileCheck %s --check-prefix=RETURNS
// RETURNS: dtyp-run: error: expected a host function without results, got 'returns'
// RUN: not dtyp-run %s --device=cpu --function=nix 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: dtyp-run: error: there is no host function 'nix'; there is: run, fails, returns

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @double(%a: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<?xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %a[%i] : memref<?xf32>
      gpu.return
    }
    gpu.func @add(%a: memref<?xf32>, %b: memref<?xf32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<?xf32>
      %w = memref.load %b[%i] : memref<?xf32>
      %sum = arith.addf %v, %w : f32
      memref.store %sum, %b[%i] : memref<?xf32>
      gpu.return
    }
  }

  // Doubles an array as often as asked, and adds one.
  func.func @run(%times: index, %in: memref<?xf32>, %out: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    %size = memref.dim %in, %c0 : memref<?xf32>
    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] (%size) : memref<?xf32>
    %b, %t2 = gpu.alloc async [%t1] (%size) : memref<?xf32>
    %t3 = gpu.memcpy async [%t2] %a, %in : memref<?xf32>, memref<?xf32>
    %t4 = gpu.memset async [%t3] %b, %one : memref<?xf32>, f32
    gpu.wait [%t4]
    scf.for %i = %c0 to %times step %c1 {
      gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%size, %c1, %c1)
          args(%a : memref<?xf32>)
    }
    %t5 = gpu.launch_func async @kernels::@add blocks in (%c1, %c1, %c1) threads in (%size, %c1, %c1)
        args(%a : memref<?xf32>, %b : memref<?xf32>)
    %t6 = gpu.memcpy async [%t5] %out, %b : memref<?xf32>, memref<?xf32>
    %t7 = gpu.dealloc async [%t6] %a : memref<?xf32>
    %t8 = gpu.dealloc async [%t7] %b : memref<?xf32>
    gpu.wait [%t8]
    return
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

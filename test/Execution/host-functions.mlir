// Host functions that launch kernels one after the other.

// RUN: %dtyp_run %s --function=run int64:3 'float32[6]=arange' 'out:float32[6]=zeros' \
// RUN:   | FileCheck %s
// CHECK: argument 3 float32[6] = [1.0 9.0 17.0 25.0 33.0 41.0]

// RUN: %dtyp_run %dtyp_examples/scaled.mlir --function=run float32:0.5 'float32[12]=arange' 'out:float32[10]=zeros' \
// RUN:   | FileCheck %s --check-prefix=SCALED
// SCALED: argument 3 float32[10] = [1.5 3.0 4.5 6.0 7.5 9.0 10.5 12.0 13.5 15.0]

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
}

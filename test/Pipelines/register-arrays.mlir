// Arrays that are registers, as nvcc has them: accumulators of 8 by 8 and 16 by 16
// floats, and a sum in reverse order that needs no array at all. The stack is that
// of ptxas; without the annotation of loops it would be 288, 1152 and 1024 bytes.

// REQUIRES: ptxas

// RUN: dtyp-compile %s --chip=sm_90 --print-resource-usage -o %t.cubin 2>&1 | FileCheck %s
// RUN: dtyp-compile %s --chip=sm_75 --print-resource-usage -o %t.cubin 2>&1 | FileCheck %s

// CHECK: @gemm_16 on sm_{{.*}} registers, 0 bytes of stack, 0 bytes of spill stores
// CHECK: @gemm_8 on sm_{{.*}} registers, 0 bytes of stack, 0 bytes of spill stores
// CHECK: @sum_256 on sm_{{.*}} registers, 0 bytes of stack, 0 bytes of spill stores

gpu.module @kernels {
  gpu.func @gemm_8(%a: memref<?x8xf32>, %b: memref<?x8xf32>, %out: memref<?x8x8xf32>, %k: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cn = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %acc = cudax.local_alloca(%dt) [8, 8] : !dtyp.dtype<f32> -> memref<8x8xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %cn step %c1 {
      scf.for %j = %c0 to %cn step %c1 {
        memref.store %zero, %acc[%i, %j] : memref<8x8xf32, #gpu.address_space<private>>
      }
    }
    scf.for %p = %c0 to %k step %c1 {
      scf.for %i = %c0 to %cn step %c1 {
        %x = memref.load %a[%p, %i] : memref<?x8xf32>
        scf.for %j = %c0 to %cn step %c1 {
          %y = memref.load %b[%p, %j] : memref<?x8xf32>
          %s = memref.load %acc[%i, %j] : memref<8x8xf32, #gpu.address_space<private>>
          %m = arith.mulf %x, %y fastmath<contract> : f32
          %r = arith.addf %s, %m fastmath<contract> : f32
          memref.store %r, %acc[%i, %j] : memref<8x8xf32, #gpu.address_space<private>>
        }
      }
    }
    scf.for %i = %c0 to %cn step %c1 {
      scf.for %j = %c0 to %cn step %c1 {
        %s = memref.load %acc[%i, %j] : memref<8x8xf32, #gpu.address_space<private>>
        memref.store %s, %out[%t, %i, %j] : memref<?x8x8xf32>
      }
    }
    gpu.return
  }
  gpu.func @gemm_16(%a: memref<?x16xf32>, %b: memref<?x16xf32>, %out: memref<?x16x16xf32>, %k: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cn = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %acc = cudax.local_alloca(%dt) [16, 16] : !dtyp.dtype<f32> -> memref<16x16xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %cn step %c1 {
      scf.for %j = %c0 to %cn step %c1 {
        memref.store %zero, %acc[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
      }
    }
    scf.for %p = %c0 to %k step %c1 {
      scf.for %i = %c0 to %cn step %c1 {
        %x = memref.load %a[%p, %i] : memref<?x16xf32>
        scf.for %j = %c0 to %cn step %c1 {
          %y = memref.load %b[%p, %j] : memref<?x16xf32>
          %s = memref.load %acc[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
          %m = arith.mulf %x, %y fastmath<contract> : f32
          %r = arith.addf %s, %m fastmath<contract> : f32
          memref.store %r, %acc[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
        }
      }
    }
    scf.for %i = %c0 to %cn step %c1 {
      scf.for %j = %c0 to %cn step %c1 {
        %s = memref.load %acc[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
        memref.store %s, %out[%t, %i, %j] : memref<?x16x16xf32>
      }
    }
    gpu.return
  }
  gpu.func @sum_256(%a: memref<?x256xf32>, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cn = arith.constant 256 : index
    %last = arith.constant 255 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.global_id x
    %dt = dtyp.constant f32
    %x = cudax.local_alloca(%dt) [256] : !dtyp.dtype<f32> -> memref<256xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %cn step %c1 {
      %v = memref.load %a[%t, %i] : memref<?x256xf32>
      memref.store %v, %x[%i] : memref<256xf32, #gpu.address_space<private>>
    }
    %s = scf.for %i = %c0 to %cn step %c1 iter_args(%s = %zero) -> f32 {
      %j = arith.subi %last, %i : index
      %v = memref.load %x[%j] : memref<256xf32, #gpu.address_space<private>>
      %r = arith.addf %s, %v : f32
      scf.yield %r : f32
    }
    memref.store %s, %out[%t] : memref<?xf32>
    gpu.return
  }
}

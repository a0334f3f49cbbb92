// What cannot be emulated, or launched, is an error that names it.

// RUN: split-file %s %t
// RUN: not dtyp-run %t/mma.mlir --device=cpu --block 32 'float16[16,16]=zeros' 2>&1 | FileCheck %t/mma.mlir
// RUN: not dtyp-run %t/breakpoint.mlir --device=cpu 2>&1 | FileCheck %t/breakpoint.mlir
// RUN: not dtyp-run %t/llvm.mlir --device=cpu 'int32[1]=zeros' 2>&1 | FileCheck %t/llvm.mlir
// RUN: not dtyp-opt %t/layout.mlir --dtyp-lower-kernels 2>&1 | FileCheck %t/layout.mlir
// RUN: not dtyp-run %t/plain.mlir --device=cpu --block 1025 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not dtyp-run %t/plain.mlir --device=cpu --block 64,32 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not dtyp-run %t/plain.mlir --device=cpu --grid 1,65536 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not dtyp-run %t/plain.mlir --device=cpu --grid 0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not dtyp-run %t/plain.mlir --device=cpu --dynamic-shared 232449 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: dtyp-run %t/plain.mlir --device=cpu --dynamic-shared 232448 --block 1024 --grid 2
// RUN: not dtyp-run %t/plain.mlir --device=cpu --grid 5 --cluster 2 2>&1 | FileCheck %s --check-prefix=CLUSTER
// BLOCK: dtyp-run: error: expected a block size from 1 to 1024 in x, got 1025
// THREADS: dtyp-run: error: expected at most 1024 threads per block, got 2048
// GRID: dtyp-run: error: expected a grid size from 1 to 65535 in y, got 65536
// ZERO: dtyp-run: error: expected a grid size from 1 to 2147483647 in x, got 0
// SHARED: dtyp-run: error: expected at most 232448 bytes of dynamic shared memory, got 232449
// CLUSTER: dtyp-run: error: expected the grid to consist of whole clusters of 2 blocks in x, got 5 blocks

//--- mma.mlir
gpu.module @kernels {
  gpu.func @matrix(%a: memref<16x16xf16>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: mma.mlir:[[# @LINE + 1]]:10: error: 'gpu.subgroup_mma_load_matrix' op is not emulated on the CPU; run the kernel on a GPU (--device=gpu), or see dtyp-run --list-emulated-ops for what is
    %m = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %m, %a[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
    gpu.return
  }
}
//--- breakpoint.mlir
gpu.module @kernels {
  gpu.func @breaks() kernel {
    // CHECK: breakpoint.mlir:[[# @LINE + 1]]:5: error: 'nvvm.breakpoint' op is not emulated on the CPU
    nvvm.breakpoint
    gpu.return
  }
}
//--- llvm.mlir
gpu.module @kernels {
  llvm.func @lane() -> i32 {
    // CHECK: llvm.mlir:[[# @LINE + 1]]:10: error: 'nvvm.read.ptx.sreg.laneid' op is not emulated on the CPU in an llvm.func; write the function as func.func
    %0 = nvvm.read.ptx.sreg.laneid : i32
    llvm.return %0 : i32
  }
  gpu.func @calls(%out: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %v = llvm.call @lane() : () -> i32
    memref.store %v, %out[%c0] : memref<1xi32>
    gpu.return
  }
}
//--- plain.mlir
gpu.module @kernels {
  gpu.func @plain() kernel {
    gpu.return
  }
}
//--- layout.mlir
gpu.module @kernels {
  // CHECK: layout.mlir:[[# @LINE + 1]]:3: error: expected a kernel that takes its arrays by strides, but got an argument of type 'memref<4x4xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>'
  gpu.func @layout(%a: memref<4x4xf32, affine_map<(i, j) -> (i floordiv 2, j)>>) kernel {
    gpu.return
  }
}

// What hardware has beside arithmetic: shared memory, barriers, shuffles, matrix
// units, asynchronous copies.

// REQUIRES: ptxas

// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_90 format=bin" -o %t.bin 2>&1 | count 0
// RUN: FileCheck %s < %t.bin

// CHECK: gpu.binary @hardware
// CHECK-SAME: bin = "\7FELF
gpu.module @hardware {
  gpu.func @warps(%a: memref<32xf32>, %b: memref<32xf16>, %c: memref<32xi32>, %d: memref<32xf64>) kernel {
    %t = gpu.thread_id x
    %offset = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %0 = memref.load %a[%t] : memref<32xf32>
    %1, %v1 = gpu.shuffle xor %0, %offset, %width : f32
    %2 = gpu.all_reduce add %1 uniform {} : (f32) -> f32
    %3 = gpu.subgroup_reduce maxnumf %2 uniform : (f32) -> f32
    memref.store %3, %a[%t] : memref<32xf32>
    %4 = memref.load %b[%t] : memref<32xf16>
    %5, %v5 = gpu.shuffle down %4, %offset, %width : f16
    memref.store %5, %b[%t] : memref<32xf16>
    %6 = memref.load %c[%t] : memref<32xi32>
    %7 = gpu.subgroup_reduce add %6 cluster(size = 8) : (i32) -> i32
    memref.store %7, %c[%t] : memref<32xi32>
    %8 = memref.load %d[%t] : memref<32xf64>
    %9, %v9 = gpu.shuffle idx %8, %offset, %width : f64
    memref.store %9, %d[%t] : memref<32xf64>
    gpu.printf "%lld %f\n", %t, %3 : index, f32
    gpu.return
  }

  gpu.func @indices(%a: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %0 = gpu.global_id x
    %1 = gpu.block_dim y
    %2 = gpu.grid_dim z
    %3 = gpu.lane_id
    %4 = gpu.subgroup_id : index
    %5 = gpu.num_subgroups : index
    %6 = gpu.subgroup_size : index
    %7 = gpu.cluster_id x
    %8 = arith.addi %0, %1 : index
    %9 = arith.addi %8, %2 : index
    %10 = arith.addi %9, %3 : index
    %11 = arith.addi %10, %4 : index
    %12 = arith.addi %11, %5 : index
    %13 = arith.addi %12, %6 : index
    %14 = arith.addi %13, %7 : index
    memref.store %14, %a[%c0] : memref<?xindex>
    gpu.return
  }

  gpu.func @shared(%a: memref<32xf32>, %n: index) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>)
      private(%p: memref<4xf32, #gpu.address_space<private>>) kernel {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %token = nvgpu.device_async_copy %a[%c0], %s[%c0], 4 : memref<32xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %group = nvgpu.device_async_create_group %token
    nvgpu.device_async_wait %group
    gpu.barrier
    %0 = memref.load %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %0, %p[%n] : memref<4xf32, #gpu.address_space<private>>
    %1 = memref.load %p[%c0] : memref<4xf32, #gpu.address_space<private>>
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %view = memref.view %bytes[%c0][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
    memref.store %1, %view[%t] : memref<?xf32, #gpu.address_space<workgroup>>
    nvvm.barrier0
    %2 = memref.load %view[%c0] : memref<?xf32, #gpu.address_space<workgroup>>
    %3 = nvvm.rcp.approx.ftz.f %2 : f32
    %4 = nvvm.inline_ptx "ex2.approx.ftz.f32 {$w0}, {$r0};" ro(%3 : f32) -> f32
    memref.store %4, %a[%t] : memref<32xf32>
    gpu.return
  }

  gpu.func @matrices(%a: memref<16x16xf16>, %c: memref<16x16xf32>, %s: memref<16x16xf16, 3>) kernel {
    %c0 = arith.constant 0 : index
    %A = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %B = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %C = gpu.subgroup_mma_load_matrix %c[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    %D = gpu.subgroup_mma_compute %A, %B, %C : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %D, %c[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    %f = nvgpu.ldmatrix %s[%c0, %c0] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<4x2xf16>
    %g = nvgpu.ldmatrix %s[%c0, %c0] {numTiles = 2 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<2x2xf16>
    %z = arith.constant dense<0.0> : vector<2x2xf32>
    %r = nvgpu.mma.sync (%f, %g, %z) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    vector.store %r, %c[%c0, %c0] : memref<16x16xf32>, vector<2x2xf32>
    gpu.return
  }
}

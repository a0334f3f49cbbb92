// Indices and sizes of clusters, which a GPU has from sm_90 on.
// REQUIRES: !target-gpu || sm-ge-90
//
// RUN: %dtyp_run %s --grid 6,2 --cluster 3,2 'out:int64[12,4]=zeros' | FileCheck %s
//
// Cluster, clusters, block in the cluster, blocks in a cluster; along x.
// CHECK: {{\[\[}}0 2 0 3]
// CHECK-NEXT: [0 2 1 3]
// CHECK-NEXT: [0 2 2 3]
// CHECK-NEXT: [1 2 0 3]

gpu.module @kernels {
  gpu.func @clusters(%out: memref<?x4xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %width = gpu.grid_dim x
    %row = arith.muli %y, %width : index
    %i = arith.addi %row, %x : index
    %cluster = gpu.cluster_id x
    %clusters = gpu.cluster_dim x
    %block = gpu.cluster_block_id x
    %blocks = gpu.cluster_dim_blocks x
    memref.store %cluster, %out[%i, %c0] : memref<?x4xindex>
    memref.store %clusters, %out[%i, %c1] : memref<?x4xindex>
    memref.store %block, %out[%i, %c2] : memref<?x4xindex>
    memref.store %blocks, %out[%i, %c3] : memref<?x4xindex>
    gpu.return
  }
}

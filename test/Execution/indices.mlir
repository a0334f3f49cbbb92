// Indices and sizes in three dimensions.
// REQUIRES: numpy

// RUN: %dtyp_run %s --kernel=loop --grid 2,3,4 --block 3,2,2 \
// RUN:   'out=%t.loop.npy:int64[288,12]=zeros'
// RUN: %dtyp_run %s --kernel=fibers --grid 2,3,4 --block 3,2,2 \
// RUN:   'out=%t.fibers.npy:int64[288,12]=zeros'
// RUN: %dtyp_run %s --kernel=registers --grid 2,3,4 --block 3,2,2 \
// RUN:   'out=%t.registers.npy:int32[288,12]=zeros'
// RUN: %python %S/Inputs/check_indices.py %t

gpu.module @kernels {
  gpu.func @loop(%out: memref<?x12xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %tx = gpu.thread_id x
    %bx = gpu.block_dim x
    %gx = gpu.block_id x
    %nx = gpu.grid_dim x
    %ty = gpu.thread_id y
    %by = gpu.block_dim y
    %gy = gpu.block_id y
    %ny = gpu.grid_dim y
    %tz = gpu.thread_id z
    %bz = gpu.block_dim z
    %gz = gpu.block_id z
    %nz = gpu.grid_dim z
    %p0 = arith.muli %gz, %ny : index
    %p1 = arith.addi %p0, %gy : index
    %p2 = arith.muli %p1, %nx : index
    %p3 = arith.addi %p2, %gx : index
    %p4 = arith.muli %p3, %bz : index
    %p5 = arith.addi %p4, %tz : index
    %p6 = arith.muli %p5, %by : index
    %p7 = arith.addi %p6, %ty : index
    %p8 = arith.muli %p7, %bx : index
    %i = arith.addi %p8, %tx : index
    memref.store %tx, %out[%i, %c0] : memref<?x12xindex>
    memref.store %ty, %out[%i, %c1] : memref<?x12xindex>
    memref.store %tz, %out[%i, %c2] : memref<?x12xindex>
    memref.store %bx, %out[%i, %c3] : memref<?x12xindex>
    memref.store %by, %out[%i, %c4] : memref<?x12xindex>
    memref.store %bz, %out[%i, %c5] : memref<?x12xindex>
    memref.store %gx, %out[%i, %c6] : memref<?x12xindex>
    memref.store %gy, %out[%i, %c7] : memref<?x12xindex>
    memref.store %gz, %out[%i, %c8] : memref<?x12xindex>
    memref.store %nx, %out[%i, %c9] : memref<?x12xindex>
    memref.store %ny, %out[%i, %c10] : memref<?x12xindex>
    memref.store %nz, %out[%i, %c11] : memref<?x12xindex>
    gpu.return
  }

  gpu.func @fibers(%out: memref<?x12xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %tx = gpu.thread_id x
    %bx = gpu.block_dim x
    %gx = gpu.block_id x
    %nx = gpu.grid_dim x
    %ty = gpu.thread_id y
    %by = gpu.block_dim y
    %gy = gpu.block_id y
    %ny = gpu.grid_dim y
    %tz = gpu.thread_id z
    %bz = gpu.block_dim z
    %gz = gpu.block_id z
    %nz = gpu.grid_dim z
    %p0 = arith.muli %gz, %ny : index
    %p1 = arith.addi %p0, %gy : index
    %p2 = arith.muli %p1, %nx : index
    %p3 = arith.addi %p2, %gx : index
    %p4 = arith.muli %p3, %bz : index
    %p5 = arith.addi %p4, %tz : index
    %p6 = arith.muli %p5, %by : index
    %p7 = arith.addi %p6, %ty : index
    %p8 = arith.muli %p7, %bx : index
    %i = arith.addi %p8, %tx : index
    gpu.barrier
    memref.store %tx, %out[%i, %c0] : memref<?x12xindex>
    memref.store %ty, %out[%i, %c1] : memref<?x12xindex>
    memref.store %tz, %out[%i, %c2] : memref<?x12xindex>
    memref.store %bx, %out[%i, %c3] : memref<?x12xindex>
    memref.store %by, %out[%i, %c4] : memref<?x12xindex>
    memref.store %bz, %out[%i, %c5] : memref<?x12xindex>
    memref.store %gx, %out[%i, %c6] : memref<?x12xindex>
    memref.store %gy, %out[%i, %c7] : memref<?x12xindex>
    memref.store %gz, %out[%i, %c8] : memref<?x12xindex>
    memref.store %nx, %out[%i, %c9] : memref<?x12xindex>
    memref.store %ny, %out[%i, %c10] : memref<?x12xindex>
    memref.store %nz, %out[%i, %c11] : memref<?x12xindex>
    gpu.return
  }

  gpu.func @registers(%out: memref<?x12xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %tx = gpu.thread_id x
    %bx = gpu.block_dim x
    %gx = gpu.block_id x
    %nx = gpu.grid_dim x
    %ty = gpu.thread_id y
    %by = gpu.block_dim y
    %gy = gpu.block_id y
    %ny = gpu.grid_dim y
    %tz = gpu.thread_id z
    %bz = gpu.block_dim z
    %gz = gpu.block_id z
    %nz = gpu.grid_dim z
    %p0 = arith.muli %gz, %ny : index
    %p1 = arith.addi %p0, %gy : index
    %p2 = arith.muli %p1, %nx : index
    %p3 = arith.addi %p2, %gx : index
    %p4 = arith.muli %p3, %bz : index
    %p5 = arith.addi %p4, %tz : index
    %p6 = arith.muli %p5, %by : index
    %p7 = arith.addi %p6, %ty : index
    %p8 = arith.muli %p7, %bx : index
    %i = arith.addi %p8, %tx : index
    %rtx = nvvm.read.ptx.sreg.tid.x : i32
    memref.store %rtx, %out[%i, %c0] : memref<?x12xi32>
    %rty = nvvm.read.ptx.sreg.tid.y : i32
    memref.store %rty, %out[%i, %c1] : memref<?x12xi32>
    %rtz = nvvm.read.ptx.sreg.tid.z : i32
    memref.store %rtz, %out[%i, %c2] : memref<?x12xi32>
    %rbx = nvvm.read.ptx.sreg.ntid.x : i32
    memref.store %rbx, %out[%i, %c3] : memref<?x12xi32>
    %rby = nvvm.read.ptx.sreg.ntid.y : i32
    memref.store %rby, %out[%i, %c4] : memref<?x12xi32>
    %rbz = nvvm.read.ptx.sreg.ntid.z : i32
    memref.store %rbz, %out[%i, %c5] : memref<?x12xi32>
    %rgx = nvvm.read.ptx.sreg.ctaid.x : i32
    memref.store %rgx, %out[%i, %c6] : memref<?x12xi32>
    %rgy = nvvm.read.ptx.sreg.ctaid.y : i32
    memref.store %rgy, %out[%i, %c7] : memref<?x12xi32>
    %rgz = nvvm.read.ptx.sreg.ctaid.z : i32
    memref.store %rgz, %out[%i, %c8] : memref<?x12xi32>
    %rnx = nvvm.read.ptx.sreg.nctaid.x : i32
    memref.store %rnx, %out[%i, %c9] : memref<?x12xi32>
    %rny = nvvm.read.ptx.sreg.nctaid.y : i32
    memref.store %rny, %out[%i, %c10] : memref<?x12xi32>
    %rnz = nvvm.read.ptx.sreg.nctaid.z : i32
    memref.store %rnz, %out[%i, %c11] : memref<?x12xi32>
    gpu.return
  }
}

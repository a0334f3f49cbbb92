// The sum of an array by warps: each thread adds up what it meets in steps of
// the grid, in a local cell whose dtype an object provides; the lanes of a warp
// add up by shuffles, the warps of a block through shared memory. The result is
// a sum for each block.
//
// Launched with blocks of whole warps, of which there are at most 32.

!accumulator = !dtyp.provider<"Accumulator", f32>
!cell = memref<f32, #gpu.address_space<private>>
!partials = memref<32xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // The sum over the lanes of a warp, which all of them get.
  func.func private @warp_sum(%value: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %sum, %last = scf.for %i = %c0 to %c5 step %c1 iter_args(%partial = %value, %distance = %one) -> (f32, i32) {
      %other, %valid = gpu.shuffle xor %partial, %distance, %width : f32
      %next = arith.addf %partial, %other : f32
      %farther = arith.shli %distance, %one : i32
      scf.yield %next, %farther : f32, i32
    }
    return %sum : f32
  }

  gpu.func @block_sums(%accumulator: !accumulator, %numbers: memref<?xf32>, %sums: memref<?xf32>)
      workgroup(%partials: !partials) kernel {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %cell = cudax.local_alloca(%accumulator) [] : !accumulator -> !cell
    memref.store %zero, %cell[] : !cell
    %length = memref.dim %numbers, %c0 : memref<?xf32>
    %thread = gpu.thread_id x
    %number = gpu.global_id x
    %blockSize = gpu.block_dim x
    %gridSize = gpu.grid_dim x
    %stride = arith.muli %blockSize, %gridSize : index
    scf.for %i = %number to %length step %stride {
      %old = memref.load %cell[] : !cell
      %value = memref.load %numbers[%i] : memref<?xf32>
      %new = arith.addf %old, %value : f32
      memref.store %new, %cell[] : !cell
    }

    %own = memref.load %cell[] : !cell
    %warpSum = func.call @warp_sum(%own) : (f32) -> f32
    %warp = arith.divui %thread, %c32 : index
    %lane = arith.remui %thread, %c32 : index
    %isFirstLane = arith.cmpi eq, %lane, %c0 : index
    scf.if %isFirstLane {
      memref.store %warpSum, %partials[%warp] : !partials
    }
    gpu.barrier
    %isFirstWarp = arith.cmpi eq, %warp, %c0 : index
    scf.if %isFirstWarp {
      %numWarps = arith.divui %blockSize, %c32 : index
      %hasPartial = arith.cmpi ult, %lane, %numWarps : index
      %partial = scf.if %hasPartial -> f32 {
        %loaded = memref.load %partials[%lane] : !partials
        scf.yield %loaded : f32
      } else {
        scf.yield %zero : f32
      }
      %blockSum = func.call @warp_sum(%partial) : (f32) -> f32
      scf.if %isFirstLane {
        %block = gpu.block_id x
        memref.store %blockSum, %sums[%block] : memref<?xf32>
      }
    }
    gpu.return
  }
}

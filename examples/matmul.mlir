// A product of matrices in tiles: the threads of a block load tiles of both
// factors into shared memory together, and each sums up four elements of the
// product in a local array whose dtype an object provides.
//
// Launched with blocks of 16 x 16 threads, each of which computes a tile of 64
// rows and 16 columns; the grid has a block for each tile, columns in x.

!accumulator = !dtyp.provider<"Accumulator", f32>
!sums = memref<4xf32, #gpu.address_space<private>>
!left = memref<64x16xf32, #gpu.address_space<workgroup>>
!right = memref<16x16xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // The element of a matrix, or zero where it has none.
  func.func private @element_or_zero(%matrix: memref<?x?xf32>, %row: index, %column: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %rows = memref.dim %matrix, %c0 : memref<?x?xf32>
    %columns = memref.dim %matrix, %c1 : memref<?x?xf32>
    %hasRow = arith.cmpi ult, %row, %rows : index
    %hasColumn = arith.cmpi ult, %column, %columns : index
    %isInside = arith.andi %hasRow, %hasColumn : i1
    %element = scf.if %isInside -> f32 {
      %loaded = memref.load %matrix[%row, %column] : memref<?x?xf32>
      scf.yield %loaded : f32
    } else {
      scf.yield %zero : f32
    }
    return %element : f32
  }

  gpu.func @matmul(%accumulator: !accumulator, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>)
      workgroup(%left: !left, %right: !right) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %sums = cudax.local_alloca(%accumulator) [4] : !accumulator -> !sums
    linalg.fill ins(%zero : f32) outs(%sums : !sums)
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %tileRow = gpu.block_id y
    %firstRow = arith.muli %tileRow, %c64 : index
    %column = gpu.global_id x
    %depth = memref.dim %a, %c1 : memref<?x?xf32>

    scf.for %first = %c0 to %depth step %c16 {
      // A thread loads the elements of the left tile whose products it adds.
      %inner = arith.addi %first, %x : index
      scf.for %i = %c0 to %c4 step %c1 {
        %offset = arith.muli %i, %c16 : index
        %tileY = arith.addi %offset, %y : index
        %row = arith.addi %firstRow, %tileY : index
        %element = func.call @element_or_zero(%a, %row, %inner) : (memref<?x?xf32>, index, index) -> f32
        memref.store %element, %left[%tileY, %x] : !left
      }
      %innerRow = arith.addi %first, %y : index
      %element = func.call @element_or_zero(%b, %innerRow, %column) : (memref<?x?xf32>, index, index) -> f32
      memref.store %element, %right[%y, %x] : !right
      gpu.barrier
      scf.for %i = %c0 to %c4 step %c1 {
        %offset = arith.muli %i, %c16 : index
        %tileY = arith.addi %offset, %y : index
        %old = memref.load %sums[%i] : !sums
        %new = scf.for %k = %c0 to %c16 step %c1 iter_args(%sum = %old) -> f32 {
          %l = memref.load %left[%tileY, %k] : !left
          %r = memref.load %right[%k, %x] : !right
          %product = arith.mulf %l, %r : f32
          %next = arith.addf %sum, %product : f32
          scf.yield %next : f32
        }
        memref.store %new, %sums[%i] : !sums
      }
      gpu.barrier
    }

    %rows = memref.dim %c, %c0 : memref<?x?xf32>
    %columns = memref.dim %c, %c1 : memref<?x?xf32>
    %hasColumn = arith.cmpi ult, %column, %columns : index
    scf.for %i = %c0 to %c4 step %c1 {
      %offset = arith.muli %i, %c16 : index
      %tileY = arith.addi %offset, %y : index
      %row = arith.addi %firstRow, %tileY : index
      %hasRow = arith.cmpi ult, %row, %rows : index
      %isInside = arith.andi %hasRow, %hasColumn : i1
      scf.if %isInside {
        %sum = memref.load %sums[%i] : !sums
        memref.store %sum, %c[%row, %column] : memref<?x?xf32>
      }
    }
    gpu.return
  }
}

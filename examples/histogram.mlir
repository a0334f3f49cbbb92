// A histogram that each thread keeps for itself: which of 16 bins the numbers
// of its row fall into. The bins are a local array whose dtype an object
// provides.

!counter = !dtyp.provider<"Counter", ui32>
!bins = memref<16xi32, #gpu.address_space<private>>

gpu.module @kernels {
  // `numbers` holds a row of uint8 for each thread, `counts` 16 uint32 for each.
  gpu.func @histogram(%counter: !counter, %numbers: memref<?x?xi8>, %counts: memref<?x16xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i8
    %bins = cudax.local_alloca(%counter) [16] : !counter -> !bins
    %thread = gpu.global_id x
    %rows = memref.dim %numbers, %c0 : memref<?x?xi8>
    %isInside = arith.cmpi ult, %thread, %rows : index
    scf.if %isInside {
      scf.for %bin = %c0 to %c16 step %c1 {
        memref.store %zero, %bins[%bin] : !bins
      }
      %columns = memref.dim %numbers, %c1 : memref<?x?xi8>
      scf.for %column = %c0 to %columns step %c1 {
        %number = memref.load %numbers[%thread, %column] : memref<?x?xi8>
        %high = arith.shrui %number, %four : i8
        %bin = arith.index_castui %high : i8 to index
        %count = memref.load %bins[%bin] : !bins
        %next = arith.addi %count, %one : i32
        memref.store %next, %bins[%bin] : !bins
      }
      scf.for %bin = %c0 to %c16 step %c1 {
        %count = memref.load %bins[%bin] : !bins
        memref.store %count, %counts[%thread, %bin] : memref<?x16xi32>
      }
    }
    gpu.return
  }
}

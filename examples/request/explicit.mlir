// The kernel of the request with the dtype written out: what object.mlir means.

!local = memref<10xi8, #gpu.address_space<private>>

gpu.module @kernels {
  // Keeps the first element of its argument in a local array, and puts it back.
  gpu.func @kernel(%out: memref<?xi8>) kernel {
    %c0 = arith.constant 0 : index
    %dt = dtyp.constant ui8
    %state = cudax.local_alloca(%dt) [10] : !dtyp.dtype<ui8> -> !local
    %first = memref.load %out[%c0] : memref<?xi8>
    memref.store %first, %state[%c0] : !local
    %kept = memref.load %state[%c0] : !local
    memref.store %kept, %out[%c0] : memref<?xi8>
    gpu.return
  }

  // Each thread fills its array with its own ten numbers and writes them to its
  // part of the output backwards.
  gpu.func @fill(%out: memref<?xi8>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %dt = dtyp.constant ui8
    %state = cudax.local_alloca(%dt) [10] : !dtyp.dtype<ui8> -> !local
    %thread = gpu.global_id x
    %start = arith.muli %thread, %c10 : index
    scf.for %i = %c0 to %c10 step %c1 {
      %number = arith.addi %start, %i : index
      %byte = arith.index_cast %number : index to i8
      memref.store %byte, %state[%i] : !local
    }
    scf.for %i = %c0 to %c10 step %c1 {
      %mirrored = arith.subi %c9, %i : index
      %byte = memref.load %state[%mirrored] : !local
      %position = arith.addi %start, %i : index
      memref.store %byte, %out[%position] : memref<?xi8>
    }
    gpu.return
  }
}

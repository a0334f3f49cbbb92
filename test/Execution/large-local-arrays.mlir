// Arrays that fill the local memory of a thread: the largest frame that launches on
// an H200, 523,520 bytes, and an array of 256 KiB that is made in each iteration of
// a loop, which is one array in the frame.

// RUN: %dtyp_run %s --kernel=largest --grid 2 --block 32 uint32:1 'out:uint32[64]=zeros' | FileCheck %s --check-prefix=LARGEST
// LARGEST: argument 2 uint32[64] = [65407 65408 65409 {{.*}} 65470]

// RUN: %dtyp_run %s --kernel=in_a_loop --grid 1 --block 32 uint32:3 'out:uint32[32]=zeros' | FileCheck %s --check-prefix=LOOP
// LOOP: argument 2 uint32[32] = [196608 196611 196614 {{.*}} 196701]

gpu.module @kernels {
  // The array holds i + t at i; each element is read once, backwards, and the last
  // one that is read stays.
  gpu.func @largest(%step: i32, %out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %length = arith.constant 130880 : index
    %last = arith.constant 130879 : index
    %half = arith.constant 65407 : i32
    %zero = arith.constant 0 : i32
    %i = gpu.global_id x
    %t = arith.index_cast %i : index to i32
    %by = arith.index_cast %step : i32 to index
    %dt = dtyp.constant i32
    %array = cudax.local_alloca(%dt) [130880] : !dtyp.dtype<i32> -> memref<130880xi32, #gpu.address_space<private>>
    scf.for %k = %c0 to %length step %by {
      %n = arith.index_cast %k : index to i32
      %value = arith.addi %n, %t : i32
      memref.store %value, %array[%k] : memref<130880xi32, #gpu.address_space<private>>
    }
    // All others cancel each other out: k + t against (last - k) + t, signed.
    %sum = scf.for %k = %c0 to %length step %by iter_args(%partial = %zero) -> i32 {
      %other = arith.subi %last, %k : index
      %a = memref.load %array[%k] : memref<130880xi32, #gpu.address_space<private>>
      %b = memref.load %array[%other] : memref<130880xi32, #gpu.address_space<private>>
      %difference = arith.subi %a, %b : i32
      %next = arith.addi %partial, %difference : i32
      scf.yield %next : i32
    }
    %middle = arith.index_cast %half : i32 to index
    %value = memref.load %array[%middle] : memref<130880xi32, #gpu.address_space<private>>
    %result = arith.addi %value, %sum : i32
    memref.store %result, %out[%i] : memref<?xi32>
    gpu.return
  }

  // Each iteration fills its array and reads one element of it.
  gpu.func @in_a_loop(%count: i32, %out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %length = arith.constant 65536 : index
    %zero = arith.constant 0 : i32
    %i = gpu.global_id x
    %t = arith.index_cast %i : index to i32
    %n = arith.index_cast %count : i32 to index
    %dt = dtyp.constant i32
    %sum = scf.for %round = %c0 to %n step %c1 iter_args(%partial = %zero) -> i32 {
      %array = cudax.local_alloca(%dt) [65536] : !dtyp.dtype<i32> -> memref<65536xi32, #gpu.address_space<private>>
      %r = arith.index_cast %round : index to i32
      scf.for %k = %c0 to %length step %c1 {
        %m = arith.index_cast %k : index to i32
        %mt = arith.addi %m, %t : i32
        %value = arith.addi %mt, %r : i32
        memref.store %value, %array[%k] : memref<65536xi32, #gpu.address_space<private>>
      }
      %last = arith.subi %length, %c1 : index
      %which = arith.subi %last, %round : index
      %value = memref.load %array[%which] : memref<65536xi32, #gpu.address_space<private>>
      %plus = arith.addi %value, %r : i32
      %next = arith.addi %partial, %plus : i32
      scf.yield %next : i32
    }
    memref.store %sum, %out[%i] : memref<?xi32>
    gpu.return
  }
}

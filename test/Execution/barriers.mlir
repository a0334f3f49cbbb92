// Barriers of a block.

// The threads of a block reverse an array through shared memory.
// RUN: %dtyp_run %s --kernel=reverse --grid 3 --block 70 \
// RUN:   'uint32[210]=arange' 'out:uint32[210]=zeros' --print-all | FileCheck %s --check-prefix=REVERSE
// REVERSE: argument 2 uint32[210] = [69 68 67 {{.*}} 2 1 0 139 138 {{.*}} 71 70 209 208 {{.*}} 141 140]

// A barrier in a device function, which its caller's loop calls.
// RUN: %dtyp_run %s --kernel=in_function --block 33 'out:int32[33]=zeros' \
// RUN:   | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: = [32 32 {{.*}} 32 32]

#shared = #gpu.address_space<workgroup>

gpu.module @kernels {
  gpu.func @reverse(%in: memref<?xi32>, %out: memref<?xi32>) workgroup(%buffer: memref<128xi32, #shared>) kernel {
    %c1 = arith.constant 1 : index
    %thread = gpu.thread_id x
    %size = gpu.block_dim x
    %i = gpu.global_id x
    %v = memref.load %in[%i] : memref<?xi32>
    memref.store %v, %buffer[%thread] : memref<128xi32, #shared>
    gpu.barrier
    %last = arith.subi %size, %c1 : index
    %mirrored = arith.subi %last, %thread : index
    %w = memref.load %buffer[%mirrored] : memref<128xi32, #shared>
    memref.store %w, %out[%i] : memref<?xi32>
    gpu.return
  }

  // Returns what thread 0 gives.
  func.func @broadcast(%v: i32, %place: memref<1xi32, #shared>) -> i32 {
    %c0 = arith.constant 0 : index
    %thread = gpu.thread_id x
    %first = arith.cmpi eq, %thread, %c0 : index
    scf.if %first {
      memref.store %v, %place[%c0] : memref<1xi32, #shared>
    }
    gpu.barrier
    %w = memref.load %place[%c0] : memref<1xi32, #shared>
    gpu.barrier
    return %w : i32
  }

  gpu.func @in_function(%out: memref<?xi32>) workgroup(%place: memref<1xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c33 = arith.constant 33 : index
    %zero = arith.constant 0 : i32
    %thread = gpu.thread_id x
    %n = scf.for %i = %c0 to %c33 step %c1 iter_args(%last = %zero) -> i32 {
      %v = arith.index_cast %i : index to i32
      %w = func.call @broadcast(%v, %place) : (i32, memref<1xi32, #shared>) -> i32
      scf.yield %w : i32
    }
    memref.store %n, %out[%thread] : memref<?xi32>
    gpu.return
  }
}

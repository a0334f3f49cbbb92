// Barriers with all their semantics: each thread has a stack of its own.

// The threads of a block reverse an array through shared memory.
// RUN: dtyp-run %s --device=cpu --kernel=reverse --grid 3 --block 70 \
// RUN:   'uint32[210]=arange' 'out:uint32[210]=zeros' --print-all | FileCheck %s --check-prefix=REVERSE
// REVERSE: argument 2 uint32[210] = [69 68 67 {{.*}} 2 1 0 139 138 {{.*}} 71 70 209 208 {{.*}} 141 140]

// A barrier in one branch only: the others end, and are not waited for.
// RUN: dtyp-run %s --device=cpu --kernel=some_end --block 8 'out:int32[8]=zeros' \
// RUN:   | FileCheck %s --check-prefix=SOME
// SOME: = [4 4 4 4 0 0 0 0]

// Two branches with a barrier each: a barrier is known by its number, not by
// its place.
// RUN: dtyp-run %s --device=cpu --kernel=two_branches --block 40 'out:int32[40]=zeros' \
// RUN:   | FileCheck %s --check-prefix=BRANCHES
// BRANCHES: = [20 20 {{.*}} 20 20]

// A barrier in a loop whose length differs between the threads.
// RUN: dtyp-run %s --device=cpu --kernel=loop --block 5 'out:int32[5]=zeros' \
// RUN:   | FileCheck %s --check-prefix=LOOP
// LOOP: = [0 1 2 3 4]

// A barrier in a device function, which its caller's loop calls.
// RUN: dtyp-run %s --device=cpu --kernel=in_function --block 33 'out:int32[33]=zeros' \
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

  memref.global "private" @counter : memref<1xi32, #shared>

  gpu.func @some_end(%out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %counter = memref.get_global @counter : memref<1xi32, #shared>
    %thread = gpu.thread_id x
    %first = arith.cmpi eq, %thread, %c0 : index
    scf.if %first {
      memref.store %zero, %counter[%c0] : memref<1xi32, #shared>
    }
    gpu.barrier
    %stays = arith.cmpi ult, %thread, %c4 : index
    scf.if %stays {
      %old = memref.atomic_rmw addi %one, %counter[%c0] : (i32, memref<1xi32, #shared>) -> i32
      gpu.barrier
      %n = memref.load %counter[%c0] : memref<1xi32, #shared>
      memref.store %n, %out[%thread] : memref<?xi32>
    }
    gpu.return
  }

  gpu.func @two_branches(%out: memref<?xi32>) workgroup(%sum: memref<2xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %thread = gpu.thread_id x
    %first = arith.cmpi ult, %thread, %c2 : index
    scf.if %first {
      memref.store %zero, %sum[%thread] : memref<2xi32, #shared>
    }
    gpu.barrier
    %half = arith.remui %thread, %c2 : index
    %isEven = arith.cmpi eq, %half, %c0 : index
    %n = scf.if %isEven -> i32 {
      memref.atomic_rmw addi %one, %sum[%c0] : (i32, memref<2xi32, #shared>) -> i32
      gpu.barrier
      %other = memref.load %sum[%c1] : memref<2xi32, #shared>
      scf.yield %other : i32
    } else {
      memref.atomic_rmw addi %one, %sum[%c1] : (i32, memref<2xi32, #shared>) -> i32
      gpu.barrier
      %other = memref.load %sum[%c0] : memref<2xi32, #shared>
      scf.yield %other : i32
    }
    memref.store %n, %out[%thread] : memref<?xi32>
    gpu.return
  }

  gpu.func @loop(%out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %thread = gpu.thread_id x
    %n = scf.for %i = %c0 to %thread step %c1 iter_args(%sum = %zero) -> i32 {
      gpu.barrier
      %next = arith.addi %sum, %one : i32
      scf.yield %next : i32
    }
    memref.store %n, %out[%thread] : memref<?xi32>
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

// Barriers in divergent code: each thread has a stack of its own.
//
// On the emulator only: barriers are compiled to bar.sync, which on a GPU all
// threads of a warp have to execute together, and the sanitizer reports those
// that they do not.
// REQUIRES: target-cpu

// A barrier in one branch only: the others end, and are not waited for.
// RUN: %dtyp_run %s --kernel=some_end --block 8 'out:int32[8]=zeros' \
// RUN:   | FileCheck %s --check-prefix=SOME
// SOME: = [4 4 4 4 0 0 0 0]

// Two branches with a barrier each: a barrier is known by its number, not by
// its place.
// RUN: %dtyp_run %s --kernel=two_branches --block 40 'out:int32[40]=zeros' \
// RUN:   | FileCheck %s --check-prefix=BRANCHES
// BRANCHES: = [20 20 {{.*}} 20 20]

// A barrier in a loop whose length differs between the threads.
// RUN: %dtyp_run %s --kernel=loop --block 5 'out:int32[5]=zeros' \
// RUN:   | FileCheck %s --check-prefix=LOOP
// LOOP: = [0 1 2 3 4]

#shared = #gpu.address_space<workgroup>

gpu.module @kernels {
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
}

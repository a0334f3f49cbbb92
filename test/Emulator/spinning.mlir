// A thread that waits for what another of its block writes, without a barrier,
// lets the others run.

// RUN: dtyp-run %s --device=cpu --kernel=flag --block 64 'out:int32[64]=zeros' | FileCheck %s --check-prefix=FLAG
// FLAG: = [42 42 {{.*}} 42 42]
// RUN: dtyp-run %s --device=cpu --kernel=volatile --block 64 'out:int32[1]=zeros' | FileCheck %s --check-prefix=VOLATILE
// VOLATILE: = [64]
// RUN: dtyp-run %s --device=cpu --kernel=lock --grid 4 --block 64 'int32[1]=zeros' 'out:int32[1]=zeros' | FileCheck %s --check-prefix=LOCK
// LOCK: = [256]
// RUN: dtyp-run %s --device=cpu --kernel=exchange --grid 4 --block 64 'int32[1]=zeros' 'out:int32[1]=zeros' | FileCheck %s --check-prefix=LOCK
// RUN: dtyp-run %s --device=cpu --kernel=blocks_of_cfg --block 64 'out:int32[1]=zeros' | FileCheck %s --check-prefix=VOLATILE
// RUN: dtyp-run %s --device=cpu --kernel=sleeps --block 8 'out:int32[8]=zeros' | FileCheck %s --check-prefix=SLEEPS
// SLEEPS: = [7 7 7 7 7 7 7 7]
// RUN: dtyp-run %s --device=cpu --kernel=queue --grid 3 --block 32 'int32[1]=zeros' 'out:int32[100]=zeros' | FileCheck %s --check-prefix=QUEUE
// RUN: dtyp-run %s --device=cpu --kernel=retry --grid 3 --block 32 'out:int32[1]=zeros' | FileCheck %s --check-prefix=RETRY
// QUEUE: = [1 1 {{.*}} 1 1]
// RETRY: = [96]

// Loops that make progress alone stay plain ones: no thread is a fiber.
// RUN: dtyp-opt %s --dtyp-lower-kernels | FileCheck %s --check-prefix=IR
// IR-DAG: @"kernels::flag.entry"({{.*}}waits = true
// IR-DAG: @"kernels::queue.entry"({{.*}}waits = false
// IR-DAG: @"kernels::retry.entry"({{.*}}waits = false
// IR-DAG: @"kernels::counts.entry"({{.*}}waits = false

#shared = #gpu.address_space<workgroup>

gpu.module @kernels {
  memref.global "private" @ready : memref<1xi32, #shared>

  // Thread 0 waits for the last one.
  gpu.func @flag(%out: memref<?xi32>) workgroup(%value: memref<1xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %answer = arith.constant 42 : i32
    %ready = memref.get_global @ready : memref<1xi32, #shared>
    %i = gpu.thread_id x
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.if %isFirst {
      memref.store %zero, %ready[%c0] : memref<1xi32, #shared>
    }
    gpu.barrier
    %isLast = arith.cmpi eq, %i, %c63 : index
    scf.if %isLast {
      memref.store %answer, %value[%c0] : memref<1xi32, #shared>
      memref.atomic_rmw assign %one, %ready[%c0] : (i32, memref<1xi32, #shared>) -> i32
    }
    scf.while : () -> () {
      %now = memref.atomic_rmw addi %zero, %ready[%c0] : (i32, memref<1xi32, #shared>) -> i32
      %waits = arith.cmpi eq, %now, %zero : i32
      scf.condition(%waits)
    } do {
      scf.yield
    }
    %v = memref.load %value[%c0] : memref<1xi32, #shared>
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  // Threads add to a number one after the other, the last one first; there is no
  // barrier at all.
  gpu.func @volatile(%out: memref<1xi32>) kernel {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %last = arith.constant 63 : i32
    %first = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    %turn = arith.subi %last, %n : i32
    %seen = scf.while : () -> i32 {
      %v = llvm.load volatile %p : !llvm.ptr -> i32
      %waits = arith.cmpi ne, %v, %turn : i32
      scf.condition(%waits) %v : i32
    } do {
    ^bb0(%v: i32):
      scf.yield
    }
    %next = arith.addi %seen, %one : i32
    llvm.store volatile %next, %p : i32, !llvm.ptr
    gpu.return
  }

  // The same as blocks, by atomic loads, through a block argument.
  gpu.func @blocks_of_cfg(%out: memref<1xi32>) kernel {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %last = arith.constant 63 : i32
    %first = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    %turn = arith.subi %last, %n : i32
    cf.br ^look
  ^look:
    %v = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
    cf.br ^decide(%v : i32)
  ^decide(%now: i32):
    %isMine = arith.cmpi eq, %now, %turn : i32
    cf.cond_br %isMine, ^go, ^look
  ^go:
    %next = arith.addi %now, %one : i32
    llvm.store %next, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
    gpu.return
  }

  // A lock, which each thread takes and gives back. Blocks run in parallel.
  gpu.func @lock(%mutex: memref<1xi32>, %count: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %first = memref.extract_aligned_pointer_as_index %mutex : memref<1xi32> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    scf.while : () -> () {
      %old = llvm.cmpxchg %p, %zero, %one acq_rel monotonic : !llvm.ptr, i32
      %done = llvm.extractvalue %old[1] : !llvm.struct<(i32, i1)>
      %true = arith.constant true
      %waits = arith.xori %done, %true : i1
      scf.condition(%waits)
    } do {
      scf.yield
    }
    %n = memref.load %count[%c0] : memref<1xi32>
    %more = arith.addi %n, %one : i32
    memref.store %more, %count[%c0] : memref<1xi32>
    memref.atomic_rmw assign %zero, %mutex[%c0] : (i32, memref<1xi32>) -> i32
    gpu.return
  }

  gpu.func @exchange(%mutex: memref<1xi32>, %count: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.while : () -> () {
      %old = memref.atomic_rmw assign %one, %mutex[%c0] : (i32, memref<1xi32>) -> i32
      %waits = arith.cmpi ne, %old, %zero : i32
      scf.condition(%waits)
    } do {
      scf.yield
    }
    %n = memref.load %count[%c0] : memref<1xi32>
    %more = arith.addi %n, %one : i32
    memref.store %more, %count[%c0] : memref<1xi32>
    memref.atomic_rmw assign %zero, %mutex[%c0] : (i32, memref<1xi32>) -> i32
    gpu.return
  }

  // A plain read, but the thread sleeps in between.
  gpu.func @sleeps(%out: memref<8xi32>) workgroup(%value: memref<1xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %ns = arith.constant 100 : i32
    %seven = arith.constant 7 : i32
    %i = gpu.thread_id x
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.if %isFirst {
      memref.store %zero, %value[%c0] : memref<1xi32, #shared>
      nvvm.nanosleep %ns
      %v = scf.while : () -> i32 {
        %now = memref.load %value[%c0] : memref<1xi32, #shared>
        %waits = arith.cmpi ne, %now, %seven : i32
        scf.condition(%waits) %now : i32
      } do {
      ^bb0(%now: i32):
        nvvm.nanosleep %ns
        scf.yield
      }
      memref.store %v, %out[%i] : memref<8xi32>
    } else {
      %n = arith.index_cast %i : index to i32
      memref.store %n, %value[%c0] : memref<1xi32, #shared>
      memref.store %seven, %out[%i] : memref<8xi32>
    }
    gpu.return
  }

  // Work is taken from a queue until there is no more.
  gpu.func @queue(%next: memref<1xi32>, %out: memref<100xi32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %size = arith.constant 100 : i32
    scf.while : () -> i32 {
      %mine = memref.atomic_rmw addi %one, %next[%c0] : (i32, memref<1xi32>) -> i32
      %isWork = arith.cmpi slt, %mine, %size : i32
      scf.condition(%isWork) %mine : i32
    } do {
    ^bb0(%mine: i32):
      %k = arith.index_cast %mine : i32 to index
      memref.store %one, %out[%k] : memref<100xi32>
      scf.yield
    }
    gpu.return
  }

  // An update that is tried again where another thread was faster.
  gpu.func @retry(%out: memref<1xi32>) kernel {
    %one = arith.constant 1 : i32
    %first = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    %start = llvm.load %p : !llvm.ptr -> i32
    %final = scf.while (%old = %start) : (i32) -> i32 {
      %new = arith.addi %old, %one : i32
      %both = llvm.cmpxchg %p, %old, %new acq_rel monotonic : !llvm.ptr, i32
      %now = llvm.extractvalue %both[0] : !llvm.struct<(i32, i1)>
      %done = llvm.extractvalue %both[1] : !llvm.struct<(i32, i1)>
      %true = arith.constant true
      %again = arith.xori %done, %true : i1
      scf.condition(%again) %now : i32
    } do {
    ^bb0(%now: i32):
      scf.yield %now : i32
    }
    gpu.return
  }

  // What is read decides nothing.
  gpu.func @counts(%sum: memref<1xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    scf.for %k = %c0 to %n step %c1 {
      memref.atomic_rmw ori %zero, %sum[%c0] : (i32, memref<1xi32>) -> i32
    }
    gpu.return
  }
}

// Blocks of a cluster wait for one another, and access the shared memory of the
// others.

// RUN: dtyp-run %s --device=cpu --kernel=exchange --grid 4,2 --cluster 2,2 --block 40 'out:int32[8,40]=zeros' --print-all | FileCheck %s --check-prefix=EXCHANGE
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=exchange --grid 4,2 --cluster 2,2 --block 40 'int32[8,40]=zeros' | count 0
// RUN: dtyp-run %s --device=cpu --kernel=exchange --grid 2 --block 2 'out:int32[2,2]=zeros' | FileCheck %s --check-prefix=ALONE
// RUN: dtyp-run %s --device=cpu --kernel=some_end --grid 2 --cluster 2 --block 4 'out:int32[2,4]=zeros' | FileCheck %s --check-prefix=SOME
// RUN: dtyp-run %s --device=cpu --kernel=phases --grid 3 --cluster 3 --block 33 'out:int32[1]=zeros' | FileCheck %s --check-prefix=PHASES

// Without --sanitize, too, an order that no GPU takes is an error.
// RUN: not dtyp-run %s --device=cpu --kernel=twice --grid 2 --cluster 2 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not dtyp-run %s --device=cpu --kernel=never --grid 2 --cluster 2 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not dtyp-run %s --device=cpu --kernel=stuck --grid 2 --cluster 2 --block 2 2>&1 | FileCheck %s --check-prefix=STUCK
// RUN: not dtyp-run %s --device=cpu --kernel=far --grid 2 --cluster 2 int32:2 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not dtyp-run %s --device=cpu --kernel=far --grid 32 --cluster 32 int32:2 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: dtyp-run: error: expected at most 16 blocks per cluster, got 32
// RUN: not dtyp-run %s --device=cpu --kernel=strays --grid 2 --cluster 2 'int64:1152921504606846976' 2>&1 | FileCheck %s --check-prefix=STRAY
// STRAY: dtyp-run: error: an access to memory that does not exist; --sanitize says which access of which array it is, in block (1, 0, 0), thread (0, 0, 0)

// Races and bounds in the shared memory of another block.
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=race --grid 2 --cluster 2 --block 2 'bool:0' 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=race --grid 2 --cluster 2 --block 2 'bool:1' 'int32[2]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=early --grid 2 --cluster 2 'bool:0' 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=early --grid 2 --cluster 2 'bool:1' 'int32[2]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=bounds --grid 2 --cluster 2 'int64:4' 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=bounds --grid 2 --cluster 2 'int64:3' 'int32[2]=zeros' | count 0

#shared = #gpu.address_space<workgroup>

gpu.module @kernels {
  // Each thread gets what the next block of the cluster has put for it: the
  // number of the cluster in the hundreds, and the block's rank.
  gpu.func @exchange(%out: memref<?x?xi32>) workgroup(%place: memref<64xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %hundred = arith.constant 100 : i32
    %i = gpu.thread_id x
    %x = gpu.block_id x
    %y = gpu.block_id y
    %width = gpu.grid_dim x
    %row = arith.muli %y, %width : index
    %block = arith.addi %row, %x : index
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %size = nvvm.read.ptx.sreg.cluster.nctarank : i32
    %cluster = nvvm.read.ptx.sreg.clusterid.x : i32
    %hundreds = arith.muli %cluster, %hundred : i32
    %own = arith.addi %hundreds, %rank : i32
    memref.store %own, %place[%i] : memref<64xi32, #shared>
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %next = arith.addi %rank, %one : i32
    %other = arith.remui %next, %size : i32
    %first = memref.extract_aligned_pointer_as_index %place : memref<64xi32, #shared> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr<3>
    %remote = nvvm.mapa %p, %other : !llvm.ptr<3> -> !llvm.ptr<7>
    %n = arith.index_cast %i : index to i64
    %q = llvm.getelementptr %remote[%n] : (!llvm.ptr<7>, i64) -> !llvm.ptr<7>, i32
    %v = llvm.load %q : !llvm.ptr<7> -> i32
    memref.store %v, %out[%block, %i] : memref<?x?xi32>
    // Nobody's memory goes while another reads it.
    nvvm.cluster.arrive.relaxed {aligned}
    nvvm.cluster.wait {aligned}
    gpu.return
  }
  // Blocks 0 and 1 of a row of the grid are of the first cluster. The others
  // come after it.
  // EXCHANGE: {{\[\[}}1 1 {{.*}} 1 1]
  // EXCHANGE-NEXT: [2 2 {{.*}} 2 2]
  // EXCHANGE-NEXT: [101 101 {{.*}} 101 101]
  // EXCHANGE-NEXT: [102 102 {{.*}} 102 102]
  // EXCHANGE-NEXT: [3 3 {{.*}} 3 3]
  // EXCHANGE-NEXT: [0 0 {{.*}} 0 0]
  // EXCHANGE-NEXT: [103 103 {{.*}} 103 103]
  // EXCHANGE-NEXT: [100 100 {{.*}} 100 100]
  // ALONE: {{\[\[}}0 0]
  // ALONE-NEXT: [100 100]

  memref.global "private" @counter : memref<1xi32, #shared>

  // Threads that have ended are not waited for, whether they have arrived or
  // not.
  gpu.func @some_end(%out: memref<?x?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = gpu.thread_id x
    %b = gpu.block_id x
    %one = arith.constant 1 : i32
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.if %isFirst {
      nvvm.exit
    }
    nvvm.cluster.arrive
    %isSecond = arith.cmpi eq, %i, %c1 : index
    scf.if %isSecond {
      nvvm.exit
    }
    nvvm.cluster.wait
    memref.store %one, %out[%b, %i] : memref<?x?xi32>
    gpu.return
  }
  // SOME: {{\[\[}}0 0 1 1]
  // SOME-NEXT: [0 0 1 1]

  // In each phase, one block writes what all have counted so far.
  gpu.func @phases(%out: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    %i = gpu.thread_id x
    %b = gpu.block_id x
    %c3 = arith.constant 3 : index
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.for %k = %c0 to %c10 step %c1 {
      %turn = arith.remui %k, %c3 : index
      %isMine = arith.cmpi eq, %turn, %b : index
      %writes = arith.andi %isMine, %isFirst : i1
      scf.if %writes {
        %v = memref.load %out[%c0] : memref<1xi32>
        %two = arith.constant 2 : i32
        %one = arith.constant 1 : i32
        %twice = arith.muli %v, %two : i32
        %w = arith.addi %twice, %one : i32
        memref.store %w, %out[%c0] : memref<1xi32>
      }
      nvvm.cluster.arrive
      nvvm.cluster.wait
    }
    gpu.return
  }
  // PHASES: = [1023]

  gpu.func @twice() kernel {
    nvvm.cluster.arrive
    // TWICE: clusters.mlir:[[# @LINE + 1]]:5: error: expected a wait between two arrivals of a thread at the barrier of its cluster, in block (0, 0, 0), thread (0, 0, 0)
    nvvm.cluster.arrive
    nvvm.cluster.wait
    gpu.return
  }

  gpu.func @never() kernel {
    // NEVER: clusters.mlir:[[# @LINE + 1]]:5: error: expected the thread to arrive at the barrier of its cluster before it waits there, in block (0, 0, 0), thread (0, 0, 0)
    nvvm.cluster.wait
    gpu.return
  }

  gpu.func @stuck() kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.if %isFirst {
      nvvm.cluster.arrive
      // STUCK: clusters.mlir:[[# @LINE + 1]]:7: error: deadlock: every thread that is left waits, this one for its cluster, in block (0, 0, 0), thread (0, 0, 0)
      nvvm.cluster.wait
    } else {
      // STUCK: clusters.mlir:[[# @LINE + 1]]:7: note: another waits at barrier 0, in block (0, 0, 0), thread (1, 0, 0)
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @far(%rank: i32) workgroup(%place: memref<1xi32, #shared>) kernel {
    %zero = arith.constant 0 : i32
    %first = memref.extract_aligned_pointer_as_index %place : memref<1xi32, #shared> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    // FAR: clusters.mlir:[[# @LINE + 1]]:10: error: expected a block of the cluster from 0 to 1, got 2, in block (0, 0, 0), thread (0, 0, 0)
    %q = nvvm.mapa %p, %rank : !llvm.ptr -> !llvm.ptr
    llvm.store %zero, %q : i32, !llvm.ptr
    gpu.return
  }

  gpu.func @strays(%far: i64) kernel {
    %c1 = arith.constant 1 : index
    %b = gpu.block_id x
    %zero = arith.constant 0 : i32
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %isLast = arith.cmpi eq, %b, %c1 : index
    scf.if %isLast {
      %p = llvm.inttoptr %far : i64 to !llvm.ptr
      llvm.store %zero, %p : i32, !llvm.ptr
    }
    gpu.return
  }

  // Reads the other block's array, behind a barrier or not.
  gpu.func @race(%waits: i1, %out: memref<?xi32>) workgroup(%place: memref<2xi32, #shared>) kernel {
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %other = arith.xori %rank, %one : i32
    // RACE-DAG: clusters.mlir:[[# @LINE + 1]]:5: note: the other access, in block (0, 0, 0), thread ({{[01]}}, 0, 0)
    memref.store %rank, %place[%i] : memref<2xi32, #shared>
    scf.if %waits {
      nvvm.cluster.arrive
      nvvm.cluster.wait
    } else {
      gpu.barrier
    }
    %first = memref.extract_aligned_pointer_as_index %place : memref<2xi32, #shared> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    %q = nvvm.mapa %p, %other : !llvm.ptr -> !llvm.ptr
    // RACE-DAG: clusters.mlir:[[# @LINE + 1]]:10: error: race: no barrier between this read of a shared array and a write by another thread, in block (1, 0, 0), thread ({{[01]}}, 0, 0)
    %v = llvm.load %q : !llvm.ptr -> i32
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  // What is written between arrival and wait is not yet there for others.
  gpu.func @early(%before: i1, %out: memref<?xi32>) workgroup(%place: memref<1xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %true = arith.constant true
    %after = arith.xori %before, %true : i1
    %b = gpu.block_id x
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %other = arith.xori %rank, %one : i32
    scf.if %before {
      memref.store %rank, %place[%c0] : memref<1xi32, #shared>
    }
    nvvm.cluster.arrive
    scf.if %after {
      // EARLY-DAG: clusters.mlir:[[# @LINE + 1]]:7: note: the other access, in block
      memref.store %rank, %place[%c0] : memref<1xi32, #shared>
    }
    nvvm.cluster.wait
    %first = memref.extract_aligned_pointer_as_index %place : memref<1xi32, #shared> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    %q = nvvm.mapa %p, %other : !llvm.ptr -> !llvm.ptr
    // EARLY-DAG: clusters.mlir:[[# @LINE + 1]]:10: error: race: no barrier between this read of a shared array and a write by another thread
    %v = llvm.load %q : !llvm.ptr -> i32
    memref.store %v, %out[%b] : memref<?xi32>
    nvvm.cluster.arrive
    nvvm.cluster.wait
    gpu.return
  }

  // BOUNDS-DAG: clusters.mlir:[[# @LINE + 1]]:60: note: the array is from here
  gpu.func @bounds(%n: i64, %out: memref<?xi32>) workgroup(%place: memref<4xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %one = arith.constant 1 : i32
    %b = gpu.block_id x
    scf.for %k = %c0 to %c4 step %c1 {
      memref.store %one, %place[%k] : memref<4xi32, #shared>
    }
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %other = arith.xori %rank, %one : i32
    %first = memref.extract_aligned_pointer_as_index %place : memref<4xi32, #shared> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    %q = nvvm.mapa %p, %other : !llvm.ptr -> !llvm.ptr
    %r = llvm.getelementptr %q[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    // BOUNDS-DAG: clusters.mlir:[[# @LINE + 1]]:10: error: read out of bounds: it ends 4 bytes beyond a shared array of 16 bytes, in block (1, 0, 0), thread (0, 0, 0)
    %v = llvm.load %r : !llvm.ptr -> i32
    memref.store %v, %out[%b] : memref<?xi32>
    gpu.return
  }
}

// Ops of the nvvm dialect that concern one thread: its end, special registers,
// fences and hints.

// RUN: dtyp-run %s --device=cpu --kernel=exits --block 8 'out:int32[8]=zeros' | FileCheck %s --check-prefix=EXIT
// EXIT: = [1 2 1 2 1 2 1 2]
// RUN: dtyp-run %s --device=cpu --kernel=registers --grid 4,2 --block 40,2 --cluster 2,2 --dynamic-shared 100 --workers 1 'out:int64[8]=zeros' | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: = [0 1 64 3 4 228 1 1]
// RUN: dtyp-run %s --device=cpu --kernel=fences --block 4 'out:int32[4]=arange' | FileCheck %s --check-prefix=FENCES
// FENCES: = [1 2 3 4]
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=fences --block 4 'int32[4]=arange' | count 0

// A thread that has ended is missed at a barrier.
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=exits --block 8 'int32[8]=zeros' 2>&1 | FileCheck %s --check-prefix=MISSED
// MISSED: error: divergent barrier: a thread ended without coming to it, in block (0, 0, 0), thread (0, 0, 0)

#shared = #gpu.address_space<workgroup>

gpu.module @kernels {
  func.func @leave_if_even(%i: index) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %half = arith.remui %i, %c2 : index
    %isEven = arith.cmpi eq, %half, %c0 : index
    scf.if %isEven {
      nvvm.exit
    }
    return
  }

  // Those that end in the function write no more, and are not waited for.
  gpu.func @exits(%out: memref<8xi32>) kernel {
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %i = gpu.thread_id x
    memref.store %one, %out[%i] : memref<8xi32>
    func.call @leave_if_even(%i) : (index) -> ()
    gpu.barrier
    memref.store %two, %out[%i] : memref<8xi32>
    gpu.return
  }

  // The last thread of the grid tells. 100 bytes of the array are 128 as aligned.
  gpu.func @registers(%out: memref<8xi64>) workgroup(%array: memref<25xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %x = gpu.global_id x
    %y = gpu.global_id y
    %c160 = arith.constant 160 : index
    %row = arith.muli %y, %c160 : index
    %i = arith.addi %row, %x : index
    %c639 = arith.constant 639 : index
    %isLast = arith.cmpi eq, %i, %c639 : index
    scf.if %isLast {
      %smid = nvvm.read.ptx.sreg.smid : i32
      %nsmid = nvvm.read.ptx.sreg.nsmid : i32
      %nwarpid = nvvm.read.ptx.sreg.nwarpid : i32
      %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
      %ranks = nvvm.read.ptx.sreg.cluster.nctarank : i32
      %bytes = nvvm.read.ptx.sreg.total.smem.size : i32
      %t0 = nvvm.read.ptx.sreg.clock64 : i64
      %g0 = nvvm.read.ptx.sreg.globaltimer : i64
      %t1 = nvvm.read.ptx.sreg.clock64 : i64
      %g1 = nvvm.read.ptx.sreg.globaltimer : i64
      %low = nvvm.read.ptx.sreg.globaltimer.lo : i32
      %clock = nvvm.read.ptx.sreg.clock : i32
      %goesOn = arith.cmpi sge, %t1, %t0 : i64
      // After the year 2020, in nanoseconds.
      %then = arith.constant 1577836800000000000 : i64
      %isLate = arith.cmpi sgt, %g0, %then : i64
      %0 = arith.extui %smid : i32 to i64
      %1 = arith.extui %nsmid : i32 to i64
      %2 = arith.extui %nwarpid : i32 to i64
      %3 = arith.extui %rank : i32 to i64
      %4 = arith.extui %ranks : i32 to i64
      %5 = arith.extui %bytes : i32 to i64
      %6 = arith.extui %goesOn : i1 to i64
      %7 = arith.extui %isLate : i1 to i64
      memref.store %0, %out[%c0] : memref<8xi64>
      memref.store %1, %out[%c1] : memref<8xi64>
      memref.store %2, %out[%c2] : memref<8xi64>
      memref.store %3, %out[%c3] : memref<8xi64>
      memref.store %4, %out[%c4] : memref<8xi64>
      memref.store %5, %out[%c5] : memref<8xi64>
      memref.store %6, %out[%c6] : memref<8xi64>
      memref.store %7, %out[%c7] : memref<8xi64>
    }
    gpu.return
  }

  gpu.func @fences(%out: memref<4xi32>) kernel {
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    %v = memref.load %out[%i] : memref<4xi32>
    nvvm.memory.barrier <gpu>
    nvvm.fence.sc.cluster
    nvvm.fence.mbarrier.init
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
    nvvm.fence.proxy.release <gpu>
    nvvm.setmaxregister increase 64
    nvvm.griddepcontrol wait
    nvvm.griddepcontrol launch_dependents
    %w = arith.addi %v, %one : i32
    memref.store %w, %out[%i] : memref<4xi32>
    gpu.return
  }
}

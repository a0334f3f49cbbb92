// What goes wrong in a kernel is an error with its place and the thread.

// RUN: not dtyp-run %s --device=cpu --kernel=asserts --grid 3 --block 8,2 --workers 1 'int32[3]=arange' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASSERT

// RUN: not dtyp-run %s --device=cpu --kernel=asserts_late --grid 1 --block 8,2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LATE
// LATE: error: assertion failed: thread is small, in block (0, 0, 0), thread (5, 1, 0)

// RUN: not dtyp-run %s --device=cpu --kernel=traps --grid 1 --block 4 2>&1 | FileCheck %s --check-prefix=TRAP

// RUN: not dtyp-run %s --device=cpu --kernel=divides --block 4 'int32[4]=arange' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: dtyp-run: error: an integer is divided by zero, or the quotient overflows, in block (0, 0, 0)

// RUN: not dtyp-run %s --device=cpu --kernel=strays --block 4 'int32[4]=arange' int64:1152921504606846976 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRAY
// STRAY: dtyp-run: error: an access to memory that does not exist; --sanitize says which access of which array it is, in block (0, 0, 0)

// As fibers, the thread is known.
// RUN: not dtyp-run %s --device=cpu --kernel=strays_late --block 4 'int32[4]=arange' int64:1152921504606846976 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LATESTRAY
// LATESTRAY: in block (0, 0, 0), thread (3, 0, 0)

// RUN: not dtyp-run %s --device=cpu --kernel=endless --block 64 'out:int64[64]=zeros' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: dtyp-run: error: the stack of the thread overflows, in block (0, 0, 0), thread ({{[0-9]+}}, 0, 0)

// RUN: not dtyp-run %s --device=cpu --kernel=deadlock --block 4 2>&1 | FileCheck %s --check-prefix=DEADLOCK

// RUN: not dtyp-run %s --device=cpu --kernel=half_shuffle --block 32 2>&1 | FileCheck %s --check-prefix=SHUFFLE
// SHUFFLE: error: deadlock: every thread that is left waits, this one for its warp in a shuffle (xor), in block (0, 0, 0), thread (0, 0, 0)
// SHUFFLE: note: another waits at barrier 0, in block (0, 0, 0), thread (16, 0, 0)

// RUN: not dtyp-run %s --device=cpu --kernel=counts --block 64 2>&1 | FileCheck %s --check-prefix=COUNTS

gpu.module @kernels {
  gpu.func @asserts(%limits: memref<3xi32>) kernel {
    %two = arith.constant 2 : i32
    %b = gpu.block_id x
    %limit = memref.load %limits[%b] : memref<3xi32>
    %isSmall = arith.cmpi slt, %limit, %two : i32
    // ASSERT: faults.mlir:[[# @LINE + 1]]:5: error: assertion failed: block is small, in block (2, 0, 0), thread (0, 0, 0)
    cf.assert %isSmall, "block is small"
    gpu.return
  }

  gpu.func @asserts_late() kernel {
    %c5 = arith.constant 5 : index
    %c1 = arith.constant 1 : index
    gpu.barrier
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %isFive = arith.cmpi eq, %x, %c5 : index
    %isOne = arith.cmpi eq, %y, %c1 : index
    %isBoth = arith.andi %isFive, %isOne : i1
    %true = arith.constant true
    %isSmall = arith.xori %isBoth, %true : i1
    cf.assert %isSmall, "thread is small"
    gpu.return
  }

  gpu.func @traps() kernel {
    %c2 = arith.constant 2 : index
    %x = gpu.thread_id x
    %isTwo = arith.cmpi eq, %x, %c2 : index
    scf.if %isTwo {
      // TRAP: faults.mlir:[[# @LINE + 1]]:7: error: the kernel executes a trap, in block (0, 0, 0), thread (2, 0, 0)
      "llvm.intr.trap"() : () -> ()
    }
    gpu.return
  }

  gpu.func @divides(%a: memref<4xi32>) kernel {
    %i = gpu.thread_id x
    %n = arith.constant 12 : i32
    %v = memref.load %a[%i] : memref<4xi32>
    %q = arith.divsi %n, %v : i32
    memref.store %q, %a[%i] : memref<4xi32>
    gpu.return
  }

  gpu.func @strays(%a: memref<4xi32>, %far: index) kernel {
    %one = arith.constant 1 : i32
    memref.store %one, %a[%far] : memref<4xi32>
    gpu.return
  }

  gpu.func @strays_late(%a: memref<4xi32>, %far: index) kernel {
    %one = arith.constant 1 : i32
    %c3 = arith.constant 3 : index
    %i = gpu.thread_id x
    gpu.barrier
    %isLast = arith.cmpi eq, %i, %c3 : index
    scf.if %isLast {
      memref.store %one, %a[%far] : memref<4xi32>
    }
    gpu.return
  }

  func.func @recurse(%n: index) -> index {
    %c1 = arith.constant 1 : index
    %room = memref.alloca() : memref<64xindex, #gpu.address_space<private>>
    %slot = arith.andi %n, %c1 : index
    memref.store %n, %room[%slot] : memref<64xindex, #gpu.address_space<private>>
    gpu.barrier
    %more = arith.addi %n, %c1 : index
    %v = func.call @recurse(%more) : (index) -> index
    %w = memref.load %room[%slot] : memref<64xindex, #gpu.address_space<private>>
    // Neither sum nor product, which LLVM would compute in a loop.
    %both = arith.xori %v, %w : index
    %mixed = arith.muli %both, %more : index
    return %mixed : index
  }

  gpu.func @endless(%out: memref<64xindex>) kernel {
    %i = gpu.thread_id x
    %v = func.call @recurse(%i) : (index) -> index
    memref.store %v, %out[%i] : memref<64xindex>
    gpu.return
  }

  gpu.func @deadlock() kernel {
    %c2 = arith.constant 2 : index
    %x = gpu.thread_id x
    %one = arith.constant 1 : i32
    %isFirst = arith.cmpi ult, %x, %c2 : index
    scf.if %isFirst {
      // DEADLOCK: faults.mlir:[[# @LINE + 1]]:7: error: deadlock: every thread that is left waits, this one at barrier 1, in block (0, 0, 0), thread (0, 0, 0)
      nvvm.barrier id = %one
    } else {
      // DEADLOCK: faults.mlir:[[# @LINE + 1]]:7: note: another waits at barrier 0, in block (0, 0, 0), thread (2, 0, 0)
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @half_shuffle() kernel {
    %c16 = arith.constant 16 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %x = gpu.thread_id x
    %isFirst = arith.cmpi ult, %x, %c16 : index
    scf.if %isFirst {
      %v, %valid = gpu.shuffle xor %one, %one, %width : i32
      %isOne = arith.cmpi eq, %v, %one : i32
      cf.assert %isOne, "one"
    } else {
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @counts() kernel {
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %one = arith.constant 1 : i32
    %half = arith.constant 32 : i32
    %isFirst = arith.cmpi ult, %x, %c32 : index
    scf.if %isFirst {
      nvvm.barrier id = %one
    } else {
      // COUNTS: faults.mlir:[[# @LINE + 1]]:7: error: expected all threads at barrier 1 to wait for the same number of threads, 64, got 32, in block (0, 0, 0), thread (32, 0, 0)
      nvvm.barrier id = %one number_of_threads = %half
    }
    gpu.return
  }
}

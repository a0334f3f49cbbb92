// --sanitize checks the accesses by ops of the dialect llvm, too.

// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=local --block 2 'int64:4' 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=local --block 2 'int64:-1' 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=local --block 2 'int64:3' 'out:int32[2]=zeros' | FileCheck %s --check-prefix=CLEAN
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=global --block 5 'int32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=global --block 4 'out:int32[4]=zeros' | FileCheck %s --check-prefix=CONSTANT
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=shared --block 4 'int64:4' 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=shared --block 4 'int64:3' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=misaligned 'int64:4' 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=misaligned 'int64:8' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=uninitialized 'bool:0' 'int64[1]=zeros' 2>&1 | FileCheck %s --check-prefix=UNINITIALIZED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=uninitialized 'bool:1' 'int64[1]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=race --block 2 'int64:0' 'int32[1]=zeros' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=race --block 2 'int64:1' 'out:int32[1]=zeros' | FileCheck %s --check-prefix=ATOMIC
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=copies 'int64:17' 'uint8[16]=arange' 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=copies 'int64:12' 'uint8[8]=arange' 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=copies 'int64:16' 'uint8[16]=arange' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=fills 'int64:9' 2>&1 | FileCheck %s --check-prefix=FILL
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=fills 'int64:8' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=updates 'int64:1' 'int32[1]=zeros' 2>&1 | FileCheck %s --check-prefix=UPDATE
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=exchanges 'int64:1' 'int32[1]=zeros' 2>&1 | FileCheck %s --check-prefix=EXCHANGE
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=updates 'int64:0' 'int32[1]=zeros' | count 0
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=exchanges 'int64:0' 'int32[1]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=in_function --block 3 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=in_function --block 2 'int32[2]=zeros' | count 0
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=structs 'out:int64[1]=zeros' | FileCheck %s --check-prefix=STRUCT

// Views that reach beyond their array: no index is wrong.
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=reinterpreted --block 8 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=reinterpreted --block 4 | count 0

#private = #gpu.address_space<private>
#shared = #gpu.address_space<workgroup>

gpu.module @kernels {
  gpu.func @local(%n: i64, %out: memref<?xi32>) kernel {
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %i = gpu.thread_id x
    // LOCAL-DAG: sanitize-pointers.mlir:[[# @LINE + 1]]:14: note: the array is from here
    %array = llvm.alloca %one x !llvm.array<4 x i32> : (i32) -> !llvm.ptr
    %other = llvm.alloca %one x !llvm.array<4 x i32> : (i32) -> !llvm.ptr
    %p = llvm.getelementptr %array[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    // LOCAL-DAG: sanitize-pointers.mlir:[[# @LINE + 2]]:5: error: write out of bounds: it ends 4 bytes beyond a local array of 16 bytes, in block (0, 0, 0), thread (0, 0, 0)
    // BEFORE: sanitize-pointers.mlir:[[# @LINE + 1]]:5: error: write out of bounds: it begins 4 bytes before a local array of 16 bytes, in block (0, 0, 0), thread (0, 0, 0)
    llvm.store %two, %p : i32, !llvm.ptr
    llvm.store %one, %other : i32, !llvm.ptr
    %v = llvm.load %p : !llvm.ptr -> i32
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }
  // CLEAN: = [2 2]

  llvm.mlir.global internal constant @table(dense<[3, 4, 5, 6]> : tensor<4xi32>) : !llvm.array<4 x i32>
  memref.global "private" constant @more : memref<4xi32> = dense<[10, 20, 30, 40]>

  // Constants are arrays of the kernel as much as its arguments.
  gpu.func @global(%out: memref<?xi32>) kernel {
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i64
    %c0 = arith.constant 0 : index
    %more = memref.get_global @more : memref<4xi32>
    %table = llvm.mlir.addressof @table : !llvm.ptr
    %first = memref.extract_aligned_pointer_as_index %out : memref<?xi32> -> index
    %address = arith.index_cast %first : index to i64
    %base = llvm.inttoptr %address : i64 to !llvm.ptr
    %p = llvm.getelementptr %base[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %q = llvm.getelementptr %table[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i32>
    %v = llvm.load %q : !llvm.ptr -> i32
    %w = memref.load %more[%c0] : memref<4xi32>
    %sum = arith.addi %v, %w : i32
    // GLOBAL: sanitize-pointers.mlir:[[# @LINE + 1]]:5: error: write out of bounds: no array of the kernel is there, or not all of it lies in one, in block (0, 0, 0), thread (4, 0, 0)
    llvm.store %sum, %p : i32, !llvm.ptr
    gpu.return
  }
  // CONSTANT: = [14 14 14 14]

  // The array behind the first is not reached by an address beyond it.
  // SHARED-DAG: sanitize-pointers.mlir:[[# @LINE + 1]]:42: note: the array is from here
  gpu.func @shared(%last: i64) workgroup(%a: memref<4xi32, #shared>, %b: memref<4xi32, #shared>) kernel {
    %c0 = arith.constant 0 : i64
    %i = gpu.thread_id x
    %t = arith.index_cast %i : index to i64
    %value = arith.trunci %t : i64 to i32
    %isFirst = arith.cmpi eq, %t, %c0 : i64
    %n = arith.select %isFirst, %last, %t : i64
    %first = memref.extract_aligned_pointer_as_index %a : memref<4xi32, #shared> -> index
    memref.store %value, %b[%i] : memref<4xi32, #shared>
    gpu.barrier
    scf.if %isFirst {
      %address = arith.index_cast %first : index to i64
      %base = llvm.inttoptr %address : i64 to !llvm.ptr<3>
      %p = llvm.getelementptr %base[%n] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i32
      // SHARED-DAG: sanitize-pointers.mlir:[[# @LINE + 1]]:7: error: write out of bounds: it ends 4 bytes beyond a shared array of 16 bytes, in block (0, 0, 0), thread (0, 0, 0)
      llvm.store %value, %p : i32, !llvm.ptr<3>
    }
    gpu.return
  }

  gpu.func @misaligned(%n: i64) kernel {
    %one = arith.constant 1 : i32
    %value = arith.constant 1 : i64
    %array = llvm.alloca %one x !llvm.array<4 x i64> : (i32) -> !llvm.ptr
    %p = llvm.getelementptr %array[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    // What the op declares counts: LLVM makes smaller accesses of it.
    llvm.store %value, %p {alignment = 4 : i64} : i64, !llvm.ptr
    // MISALIGNED: sanitize-pointers.mlir:[[# @LINE + 1]]:5: error: misaligned write: the address is 4 beyond a multiple of 8
    llvm.store %value, %p : i64, !llvm.ptr
    gpu.return
  }

  gpu.func @uninitialized(%writes: i1, %out: memref<1xi64>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %array = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
    llvm.store %one, %array : i32, !llvm.ptr
    scf.if %writes {
      %p = llvm.getelementptr %array[4] : (!llvm.ptr) -> !llvm.ptr, i8
      llvm.store %one, %p : i32, !llvm.ptr
    }
    // UNINITIALIZED: sanitize-pointers.mlir:[[# @LINE + 1]]:10: error: uninitialized read of a local array: nothing was written there
    %v = llvm.load %array : !llvm.ptr -> i64
    memref.store %v, %out[%c0] : memref<1xi64>
    gpu.return
  }

  // Atomic accesses do not race with one another.
  gpu.func @race(%kind: index, %out: memref<1xi32>) workgroup(%place: memref<1xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    %isFirst = arith.cmpi eq, %i, %c0 : index
    %isPlain = arith.cmpi eq, %kind, %c0 : index
    %first = memref.extract_aligned_pointer_as_index %place : memref<1xi32, #shared> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr<3>
    scf.if %isFirst {
      llvm.store %zero, %p : i32, !llvm.ptr<3>
    }
    gpu.barrier
    scf.if %isPlain {
      // RACE: sanitize-pointers.mlir:[[# @LINE + 1]]:7: error: race: no barrier between this write of a shared array and a write by another thread
      llvm.store %one, %p : i32, !llvm.ptr<3>
    } else {
      %old = llvm.atomicrmw add %p, %one monotonic : !llvm.ptr<3>, i32
      llvm.store volatile %one, %p : i32, !llvm.ptr<3>
      %v = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr<3> -> i32
      memref.store %v, %out[%c0] : memref<1xi32>
    }
    gpu.return
  }
  // ATOMIC: = [1]

  gpu.func @copies(%n: i64, %in: memref<?xi8>) kernel {
    %one = arith.constant 1 : i32
    %array = llvm.alloca %one x !llvm.array<16 x i8> : (i32) -> !llvm.ptr
    %first = memref.extract_aligned_pointer_as_index %in : memref<?xi8> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    %limit = arith.constant 16 : i64
    %length = arith.minsi %n, %limit : i64
    // SOURCE: sanitize-pointers.mlir:[[# @LINE + 1]]:5: error: read out of bounds: no array of the kernel is there
    "llvm.intr.memcpy"(%array, %p, %length) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    // COPY: sanitize-pointers.mlir:[[# @LINE + 1]]:5: error: read out of bounds: it ends 1 bytes beyond a local array of 16 bytes
    "llvm.intr.memmove"(%p, %array, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    gpu.return
  }

  gpu.func @fills(%n: i64) kernel {
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i8
    %array = llvm.alloca %one x i64 : (i32) -> !llvm.ptr
    // FILL: sanitize-pointers.mlir:[[# @LINE + 1]]:5: error: write out of bounds: it ends 1 bytes beyond a local array of 8 bytes
    "llvm.intr.memset"(%array, %zero, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    %v = llvm.load %array : !llvm.ptr -> i64
    gpu.return
  }

  gpu.func @updates(%n: i64, %out: memref<1xi32>) kernel {
    %one = arith.constant 1 : i32
    %first = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
    %address = arith.index_cast %first : index to i64
    %base = llvm.inttoptr %address : i64 to !llvm.ptr
    %p = llvm.getelementptr %base[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    // UPDATE: sanitize-pointers.mlir:[[# @LINE + 1]]:12: error: atomic update out of bounds: no array of the kernel is there
    %old = llvm.atomicrmw add %p, %one monotonic : !llvm.ptr, i32
    gpu.return
  }

  gpu.func @exchanges(%n: i64, %out: memref<1xi32>) kernel {
    %one = arith.constant 1 : i32
    %first = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
    %address = arith.index_cast %first : index to i64
    %base = llvm.inttoptr %address : i64 to !llvm.ptr
    %p = llvm.getelementptr %base[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    // EXCHANGE: sanitize-pointers.mlir:[[# @LINE + 1]]:12: error: atomic update out of bounds: no array of the kernel is there
    %old = llvm.cmpxchg %p, %one, %one monotonic monotonic : !llvm.ptr, i32
    gpu.return
  }

  // A function of the dialect knows the block and the thread, too.
  llvm.func @set(%p: !llvm.ptr, %n: i64, %v: i32) {
    %q = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    // FUNCTION: sanitize-pointers.mlir:[[# @LINE + 1]]:5: error: write out of bounds: no array of the kernel is there, or not all of it lies in one, in block (0, 0, 0), thread (2, 0, 0)
    llvm.store %v, %q : i32, !llvm.ptr
    llvm.return
  }

  gpu.func @in_function(%out: memref<?xi32>) kernel {
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i64
    %v = arith.trunci %n : i64 to i32
    %first = memref.extract_aligned_pointer_as_index %out : memref<?xi32> -> index
    %address = arith.index_cast %first : index to i64
    %p = llvm.inttoptr %address : i64 to !llvm.ptr
    llvm.call @set(%p, %n, %v) : (!llvm.ptr, i64, i32) -> ()
    gpu.return
  }

  // A struct with padding takes 16 bytes.
  gpu.func @structs(%out: memref<1xi64>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %seven = arith.constant 7 : i64
    %array = llvm.alloca %two x !llvm.struct<(i32, i64)> : (i32) -> !llvm.ptr
    %p = llvm.getelementptr %array[1, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
    llvm.store %seven, %p : i64, !llvm.ptr
    %v = llvm.load %p : !llvm.ptr -> i64
    memref.store %v, %out[%c0] : memref<1xi64>
    gpu.return
  }
  // STRUCT: = [7]

  gpu.func @reinterpreted() kernel {
    %i = gpu.thread_id x
    %one = arith.constant 1 : i32
    // VIEW-DAG: sanitize-pointers.mlir:[[# @LINE + 1]]:14: note: the array is from here
    %array = memref.alloca() : memref<4xi32, #private>
    %view = memref.reinterpret_cast %array to offset: [0], sizes: [8], strides: [1] : memref<4xi32, #private> to memref<8xi32, #private>
    // VIEW-DAG: sanitize-pointers.mlir:[[# @LINE + 1]]:5: error: write out of bounds: it ends 4 bytes beyond a local array of 16 bytes, in block (0, 0, 0), thread (4, 0, 0)
    memref.store %one, %view[%i] : memref<8xi32, #private>
    gpu.return
  }
}

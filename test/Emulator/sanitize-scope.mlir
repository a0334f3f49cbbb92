// --sanitize finds accesses to local arrays that are out of scope, each with
// the place of the access, the thread, and the place of the array.

// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=stored --grid 2 --block 3 --workers 1 'bool:1' 'int32[6]=zeros' 2>&1 | FileCheck %s --check-prefix=STORED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=stored --grid 2 --block 3 'bool:0' 'out:int32[6]=zeros' | FileCheck %s --check-prefix=INTIME
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=returned --block 3 --workers 1 'bool:1' 'int32[3]=zeros' 2>&1 | FileCheck %s --check-prefix=RETURNED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=returned --block 3 'bool:0' 'out:int32[3]=zeros' | FileCheck %s --check-prefix=PASSED
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=yielded --block 3 'bool:1' 'int32[3]=zeros' 2>&1 | FileCheck %s --check-prefix=YIELDED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=yielded --block 3 'bool:0' 'int32[3]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=iterations --block 3 'bool:1' 'int32[3]=zeros' 2>&1 | FileCheck %s --check-prefix=ITERATION
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=iterations --block 3 'bool:0' 'out:int32[3]=zeros' | FileCheck %s --check-prefix=SAME
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=lifetime 'bool:1' 'int32[1]=zeros' 2>&1 | FileCheck %s --check-prefix=LIFETIME
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=lifetime 'bool:0' 'int32[1]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=other_thread --block 2 'int32[2]=zeros' 'int64:1' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=other_thread --block 2 'int32[2]=zeros' 'int64:0' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=ended --block 2 'bool:1' 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=ENDED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=ended --block 2 'bool:0' 'int32[2]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=too_many --block 2 'int32:2000' 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=too_many --block 2 'int32:20' | count 0

// Control flow in memref.alloca_scope, with and without checks.
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=branches --block 4 'out:int32[4]=zeros' | FileCheck %s --check-prefix=BRANCHES
// RUN: dtyp-run %s --device=cpu --kernel=branches --block 4 'out:int32[4]=zeros' | FileCheck %s --check-prefix=BRANCHES
// BRANCHES: = [90000 90001 90002 90003]

// Many calls, so that the places of arrays that have ended are taken again.
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=many_calls --block 2 'out:int32[2]=zeros' | FileCheck %s --check-prefix=CALLS
// CALLS: = [30000 30001]

#private = #gpu.address_space<private>
#shared = #gpu.address_space<workgroup>

gpu.module @kernels {
  // Stores a reference to its own array, or to that of its caller.
  func.func @keep(%keeps: i1, %place: memref<1xmemref<4xi32, #private>, #private>, %given: memref<4xi32, #private>) {
    %c0 = arith.constant 0 : index
    %seven = arith.constant 7 : i32
    // STORED-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:12: note: the array is from here
    %own = memref.alloca() : memref<4xi32, #private>
    memref.store %seven, %own[%c0] : memref<4xi32, #private>
    memref.store %seven, %given[%c0] : memref<4xi32, #private>
    scf.if %keeps {
      memref.store %own, %place[%c0] : memref<1xmemref<4xi32, #private>, #private>
    } else {
      memref.store %given, %place[%c0] : memref<1xmemref<4xi32, #private>, #private>
    }
    return
  }

  gpu.func @stored(%keeps: i1, %out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.global_id x
    %place = memref.alloca() : memref<1xmemref<4xi32, #private>, #private>
    %given = memref.alloca() : memref<4xi32, #private>
    func.call @keep(%keeps, %place, %given) : (i1, memref<1xmemref<4xi32, #private>, #private>, memref<4xi32, #private>) -> ()
    %kept = memref.load %place[%c0] : memref<1xmemref<4xi32, #private>, #private>
    // STORED-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:10: error: read of a local array after the end of its scope, in block (0, 0, 0), thread (0, 0, 0)
    %v = memref.load %kept[%c0] : memref<4xi32, #private>
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }
  // INTIME: = [7 7 7 7 7 7]

  // A pointer that a function returns: its own array, or what it was given.
  llvm.func @make(%keeps: i1, %given: !llvm.ptr) -> !llvm.ptr {
    %one = llvm.mlir.constant(1 : i32) : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    // RETURNED-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:12: note: the array is from here
    %own = llvm.alloca %one x !llvm.array<4 x i32> : (i32) -> !llvm.ptr
    llvm.store %seven, %own : i32, !llvm.ptr
    llvm.store %seven, %given : i32, !llvm.ptr
    %kept = llvm.select %keeps, %own, %given : i1, !llvm.ptr
    llvm.return %kept : !llvm.ptr
  }

  gpu.func @returned(%keeps: i1, %out: memref<?xi32>) kernel {
    %one = arith.constant 1 : i32
    %eight = arith.constant 8 : i32
    %i = gpu.global_id x
    %given = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    %kept = llvm.call @make(%keeps, %given) : (i1, !llvm.ptr) -> !llvm.ptr
    // RETURNED-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:5: error: write of a local array after the end of its scope, in block (0, 0, 0), thread (0, 0, 0)
    llvm.store %eight, %kept : i32, !llvm.ptr
    %v = llvm.load %kept : !llvm.ptr -> i32
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }
  // PASSED: = [8 8 8]

  // An array of memref.alloca_scope whose address gets out as a number.
  gpu.func @yielded(%leaves: i1, %out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %seven = arith.constant 7 : i32
    %i = gpu.global_id x
    %number = memref.alloca() : memref<1xindex, #private>
    memref.alloca_scope {
      // YIELDED-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:16: note: the array is from here
      %array = memref.alloca() : memref<4xi32, #private>
      memref.store %seven, %array[%c0] : memref<4xi32, #private>
      %address = memref.extract_aligned_pointer_as_index %array : memref<4xi32, #private> -> index
      memref.store %address, %number[%c0] : memref<1xindex, #private>
      %n = memref.load %number[%c0] : memref<1xindex, #private>
      %n64 = arith.index_cast %n : index to i64
      %p = llvm.inttoptr %n64 : i64 to !llvm.ptr
      %v = llvm.load %p : !llvm.ptr -> i32
      memref.store %v, %out[%i] : memref<?xi32>
    }
    scf.if %leaves {
      %n = memref.load %number[%c0] : memref<1xindex, #private>
      %n64 = arith.index_cast %n : index to i64
      %p = llvm.inttoptr %n64 : i64 to !llvm.ptr
      // YIELDED-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:12: error: read of a local array after the end of its scope, in block (0, 0, 0), thread (0, 0, 0)
      %v = llvm.load %p : !llvm.ptr -> i32
      memref.store %v, %out[%i] : memref<?xi32>
    }
    gpu.return
  }

  // An array lives for one iteration.
  gpu.func @iterations(%old: i1, %out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %i = gpu.global_id x
    %place = memref.alloca() : memref<2xmemref<1xindex, #private>, #private>
    scf.for %k = %c0 to %c3 step %c1 {
      // ITERATION-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:14: note: the array is from here
      %new = memref.alloca() : memref<1xindex, #private>
      memref.store %k, %new[%c0] : memref<1xindex, #private>
      memref.store %new, %place[%c1] : memref<2xmemref<1xindex, #private>, #private>
      %isFirst = arith.cmpi eq, %k, %c0 : index
      %true = arith.constant true
      %isNew = arith.xori %old, %true : i1
      %stores = arith.ori %isFirst, %isNew : i1
      scf.if %stores {
        memref.store %new, %place[%c0] : memref<2xmemref<1xindex, #private>, #private>
      }
      %kept = memref.load %place[%c0] : memref<2xmemref<1xindex, #private>, #private>
      // ITERATION-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:12: error: read of a local array after the end of its scope, in block (0, 0, 0), thread (0, 0, 0)
      %v = memref.load %kept[%c0] : memref<1xindex, #private>
      %n = arith.index_cast %v : index to i32
      memref.store %n, %out[%i] : memref<?xi32>
    }
    gpu.return
  }
  // SAME: = [2 2 2]

  // LLVM's lifetimes within a function.
  gpu.func @lifetime(%late: i1, %out: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    // LIFETIME-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:10: note: the array is from here
    %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.intr.lifetime.start %p : !llvm.ptr
    llvm.store %one, %p : i32, !llvm.ptr
    %v = llvm.load %p : !llvm.ptr -> i32
    llvm.intr.lifetime.end %p : !llvm.ptr
    memref.store %v, %out[%c0] : memref<1xi32>
    scf.if %late {
      // LIFETIME-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:12: error: read of a local array after the end of its scope
      %w = llvm.load %p : !llvm.ptr -> i32
      memref.store %w, %out[%c0] : memref<1xi32>
    }
    gpu.return
  }

  // A thread hands its local array to another.
  gpu.func @other_thread(%out: memref<2xi32>, %distance: index) workgroup(%places: memref<2xi64, #shared>) kernel {
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    // OTHER-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:12: note: the array is from here, in block (0, 0, 0), thread (0, 0, 0)
    %own = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store %one, %own : i32, !llvm.ptr
    %address = llvm.ptrtoint %own : !llvm.ptr to i64
    memref.store %address, %places[%i] : memref<2xi64, #shared>
    gpu.barrier
    %other = arith.xori %i, %distance : index
    %found = memref.load %places[%other] : memref<2xi64, #shared>
    %p = llvm.inttoptr %found : i64 to !llvm.ptr
    // OTHER-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:10: error: read of a local array of another thread, in block (0, 0, 0), thread (1, 0, 0)
    %v = llvm.load %p : !llvm.ptr -> i32
    memref.store %v, %out[%i] : memref<2xi32>
    gpu.barrier
    gpu.return
  }

  // A thread ends in a function and leaves its array to another.
  func.func @leave(%place: memref<1xi64, #shared>) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    // ENDED-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:12: note: the array is from here
    %own = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store %one, %own : i32, !llvm.ptr
    %address = llvm.ptrtoint %own : !llvm.ptr to i64
    memref.store %address, %place[%c0] : memref<1xi64, #shared>
    nvvm.exit
    return
  }

  gpu.func @ended(%reads: i1, %out: memref<2xi32>) workgroup(%place: memref<1xi64, #shared>) kernel {
    %all = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.if %isFirst {
      func.call @leave(%place) : (memref<1xi64, #shared>) -> ()
    }
    nvvm.bar.warp.sync %all : i32
    scf.if %reads {
      %found = memref.load %place[%c0] : memref<1xi64, #shared>
      %p = llvm.inttoptr %found : i64 to !llvm.ptr
      // ENDED-DAG: sanitize-scope.mlir:[[# @LINE + 1]]:12: error: read of a local array of another thread, in block (0, 0, 0), thread (1, 0, 0)
      %v = llvm.load %p : !llvm.ptr -> i32
      memref.store %v, %out[%i] : memref<2xi32>
    }
    gpu.return
  }

  // More local memory than a thread of a GPU has.
  gpu.func @too_many(%n: i32) kernel {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %k = %c0 to %n step %c1 : i32 {
      // MANY: sanitize-scope.mlir:[[# @LINE + 1]]:12: error: the local arrays of a thread take more than 524288 bytes, in block (0, 0, 0), thread (0, 0, 0)
      %p = llvm.alloca %c1 x !llvm.array<1024 x i32> : (i32) -> !llvm.ptr
      llvm.store %k, %p : i32, !llvm.ptr
    }
    gpu.return
  }

  // Arrays of 90,000 rounds: together more than a thread may have at a time.
  gpu.func @branches(%out: memref<4xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 90000 : index
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    %first = arith.index_cast %i : index to i32
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%old = %first) -> i32 {
      %new = memref.alloca_scope -> (i32) {
        %size = arith.addi %i, %c1 : index
        %array = memref.alloca(%size) : memref<?xi32, #private>
        %isOdd = arith.cmpi ne, %i, %c0 : index
        scf.if %isOdd {
          memref.store %old, %array[%c1] : memref<?xi32, #private>
        }
        memref.store %old, %array[%c0] : memref<?xi32, #private>
        %v = memref.load %array[%c0] : memref<?xi32, #private>
        %w = arith.addi %v, %one : i32
        memref.alloca_scope.return %w : i32
      }
      scf.yield %new : i32
    }
    memref.store %sum, %out[%i] : memref<4xi32>
    gpu.return
  }

  func.func @next(%n: i32, %index: index) -> i32 {
    %array = memref.alloca() : memref<1024xi32, #private>
    %one = arith.constant 1 : i32
    %more = arith.addi %n, %one : i32
    memref.store %more, %array[%index] : memref<1024xi32, #private>
    %v = memref.load %array[%index] : memref<1024xi32, #private>
    return %v : i32
  }

  gpu.func @many_calls(%out: memref<2xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 30000 : index
    %i = gpu.thread_id x
    %first = arith.index_cast %i : index to i32
    %kept = memref.alloca() : memref<2xi32, #private>
    memref.store %first, %kept[%i] : memref<2xi32, #private>
    %start = memref.load %kept[%i] : memref<2xi32, #private>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%old = %start) -> i32 {
      %index = arith.remui %k, %n : index
      %c1024 = arith.constant 1024 : index
      %place = arith.remui %k, %c1024 : index
      %new = func.call @next(%old, %place) : (i32, index) -> i32
      scf.yield %new : i32
    }
    %still = memref.load %kept[%i] : memref<2xi32, #private>
    %d = arith.subi %still, %first : i32
    %all = arith.addi %sum, %d : i32
    memref.store %all, %out[%i] : memref<2xi32>
    gpu.return
  }
}

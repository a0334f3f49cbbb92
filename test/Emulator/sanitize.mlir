// --sanitize finds each kind of fault, with its place, the thread and the array.

// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=local_bounds --grid 2 --block 3 --workers 1 'out:int32[6]=zeros' 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=shared_bounds --block 20 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=global_bounds --block 5 'int32[2,4]=zeros' 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=global_bounds --block 4 'int32[2,4]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=vector_bounds --block 2 'float32[7]=zeros' 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=vector_bounds --block 2 'float32[8]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=atomic_bounds 'int32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=misaligned --block 2 --dynamic-shared 64 int64:2 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=misaligned --block 2 --dynamic-shared 64 int64:4 | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=local_uninitialized --block 4 int64:3 'out:int32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=LOCALINIT
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=local_uninitialized --block 4 int64:4 'int32[4]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=shared_uninitialized --block 8 'out:int32[8]=zeros' 2>&1 | FileCheck %s --check-prefix=SHAREDINIT
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=race --block 64 'bool:0' 'out:int32[64]=zeros' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=race --block 64 'bool:1' 'int32[64]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=race_without_barriers --block 2 2>&1 | FileCheck %s --check-prefix=WRITES
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=anti_dependence --block 2 int64:0 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=ANTI
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=anti_dependence --block 2 int64:1 'int32[2]=zeros' 2>&1 | FileCheck %s --check-prefix=DEPENDENCE
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=anti_dependence --block 2 int64:2 'int32[2]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=divergent --block 4 2>&1 | FileCheck %s --check-prefix=DIVERGENT
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=ended --block 4 2>&1 | FileCheck %s --check-prefix=ENDED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=warp --block 64 'bool:1' 'int32[64]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=warp --block 64 'bool:0' 'int32[64]=zeros' 2>&1 | FileCheck %s --check-prefix=WARP
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=atomics --block 64 --grid 4 'int32[1]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=masks --block 32 'int32:15' 'int32[32]=zeros' 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=masks --block 32 'int32:-1' 'int32[32]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=lanes --block 2 int64:4 'float32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=lanes --block 2 int64:3 'float32[4]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=copied 'uint8[16]=zeros' 'uint8[15]=zeros' 2>&1 | FileCheck %s --check-prefix=COPIED
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=copied 'uint8[16]=zeros' 'uint8[16]=zeros' | count 0
// RUN: not dtyp-run %s --device=cpu --sanitize --kernel=transfers --block 2 'float32[5]=zeros' 'bool:0' 2>&1 | FileCheck %s --check-prefix=TRANSFER
// RUN: dtyp-run %s --device=cpu --sanitize --kernel=transfers --block 2 'float32[5]=zeros' 'bool:1' | count 0

#shared = #gpu.address_space<workgroup>
#private = #gpu.address_space<private>

gpu.module @kernels {
  gpu.func @local_bounds(%out: memref<?xi32>) kernel {
    %i = gpu.global_id x
    %one = arith.constant 1 : i32
    // LOCAL: sanitize.mlir:[[# @LINE + 3]]:5: error: write out of bounds: index 4 in dimension 0 of size 4, in block (1, 0, 0), thread (1, 0, 0)
    // LOCAL: sanitize.mlir:[[# @LINE + 1]]:14: note: the array is from here
    %local = memref.alloca() : memref<4xi32, #private>
    memref.store %one, %local[%i] : memref<4xi32, #private>
    %v = memref.load %local[%i] : memref<4xi32, #private>
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  // SHARED: sanitize.mlir:[[# @LINE + 6]]:5: error: write out of bounds: index [[I:[0-9]+]] in dimension 0 of size 16, in block (0, 0, 0), thread ([[I]], 0, 0)
  // SHARED: sanitize.mlir:[[# @LINE + 1]]:39: note: the array is from here
  gpu.func @shared_bounds() workgroup(%buffer: memref<16xi8, #shared>) kernel {
    %i = gpu.thread_id x
    gpu.barrier
    %one = arith.constant 1 : i8
    memref.store %one, %buffer[%i] : memref<16xi8, #shared>
    gpu.return
  }

  // The second row is not reached by an index that is too large for the first.
  gpu.func @global_bounds(%a: memref<2x4xi32>) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    // GLOBAL: sanitize.mlir:[[# @LINE + 2]]:10: error: read out of bounds: index 4 in dimension 1 of size 4, in block (0, 0, 0), thread (4, 0, 0)
    // GLOBAL: sanitize.mlir:[[# @LINE - 4]]:27: note: the array is from here
    %v = memref.load %a[%c0, %i] : memref<2x4xi32>
    memref.store %v, %a[%c0, %i] : memref<2x4xi32>
    gpu.return
  }

  gpu.func @vector_bounds(%a: memref<?xf32>) kernel {
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %i = arith.muli %t, %c4 : index
    // VECTOR: error: read out of bounds: index 4 to 7 in dimension 0 of size 7, in block (0, 0, 0), thread (1, 0, 0)
    %v = vector.load %a[%i] : memref<?xf32>, vector<4xf32>
    vector.store %v, %a[%i] : memref<?xf32>, vector<4xf32>
    gpu.return
  }

  gpu.func @atomic_bounds(%a: memref<?xi32>) kernel {
    %one = arith.constant 1 : i32
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %negative = arith.subi %t, %c1 : index
    // ATOMIC: sanitize.mlir:[[# @LINE + 1]]:10: error: atomic update out of bounds: index -1 in dimension 0 of size 4
    %v = memref.atomic_rmw addi %one, %a[%negative] : (i32, memref<?xi32>) -> i32
    gpu.return
  }

  gpu.func @misaligned(%offset: index) kernel {
    %i = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #shared>
    %view = memref.view %bytes[%offset][] : memref<?xi8, #shared> to memref<2xf32, #shared>
    // MISALIGNED: sanitize.mlir:[[# @LINE + 2]]:5: error: misaligned write: the address is 2 beyond a multiple of 4, in block (0, 0, 0), thread (0, 0, 0)
    // MISALIGNED: sanitize.mlir:[[# @LINE - 3]]:14: note: the array is from here
    memref.store %one, %view[%i] : memref<2xf32, #shared>
    gpu.return
  }

  gpu.func @local_uninitialized(%written: index, %out: memref<?xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    %local = memref.alloca() : memref<4xi32, #private>
    scf.for %k = %c0 to %written step %c1 {
      memref.store %n, %local[%k] : memref<4xi32, #private>
    }
    // LOCALINIT: sanitize.mlir:[[# @LINE + 2]]:10: error: uninitialized read of a local array: nothing was written there, in block (0, 0, 0), thread (3, 0, 0)
    // LOCALINIT: sanitize.mlir:[[# @LINE - 5]]:14: note: the array is from here
    %v = memref.load %local[%i] : memref<4xi32, #private>
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  gpu.func @shared_uninitialized(%out: memref<?xi32>) workgroup(%buffer: memref<8xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    %isFirst = arith.cmpi ult, %i, %c6 : index
    scf.if %isFirst {
      memref.store %one, %buffer[%i] : memref<8xi32, #shared>
    }
    gpu.barrier
    // SHAREDINIT: sanitize.mlir:[[# @LINE + 1]]:10: error: uninitialized read of a shared array: nothing was written there, in block (0, 0, 0), thread ({{6|7}}, 0, 0)
    %v = memref.load %buffer[%i] : memref<8xi32, #shared>
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  gpu.func @race(%waits: i1, %out: memref<?xi32>) workgroup(%buffer: memref<64xi32, #shared>) kernel {
    %c63 = arith.constant 63 : index
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    // RACE-DAG: sanitize.mlir:[[# @LINE + 1]]:5: note: the other access, in block (0, 0, 0), thread (
    memref.store %n, %buffer[%i] : memref<64xi32, #shared>
    scf.if %waits {
      gpu.barrier
    }
    %mirrored = arith.subi %c63, %i : index
    // RACE-DAG: sanitize.mlir:[[# @LINE + 1]]:10: error: race: no barrier between this read of a shared array and a write by another thread, in block (0, 0, 0), thread (
    %v = memref.load %buffer[%mirrored] : memref<64xi32, #shared>
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  gpu.func @race_without_barriers() workgroup(%place: memref<1xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    // WRITES: sanitize.mlir:[[# @LINE + 1]]:5: error: race: no barrier between this write of a shared array and a write by another thread, in block (0, 0, 0), thread (1, 0, 0)
    memref.store %n, %place[%c0] : memref<1xi32, #shared>
    gpu.return
  }

  // One thread overwrites what the other may not have read yet. The one that has
  // come to the barrier last goes on first, so it is either that reads first.
  gpu.func @anti_dependence(%writer: index, %out: memref<?xi32>) workgroup(%place: memref<1xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.if %isFirst {
      memref.store %one, %place[%c0] : memref<1xi32, #shared>
    }
    gpu.barrier
    // DEPENDENCE: sanitize.mlir:[[# @LINE + 1]]:10: error: race: no barrier between this read of a shared array and a write by another thread, in block (0, 0, 0), thread (0, 0, 0)
    %v = memref.load %place[%c0] : memref<1xi32, #shared>
    memref.store %v, %out[%i] : memref<?xi32>
    %isWriter = arith.cmpi eq, %i, %writer : index
    scf.if %isWriter {
      // ANTI: sanitize.mlir:[[# @LINE + 1]]:7: error: race: no barrier between this write of a shared array and a read by another thread, in block (0, 0, 0), thread (0, 0, 0)
      memref.store %one, %place[%c0] : memref<1xi32, #shared>
    }
    gpu.return
  }

  gpu.func @divergent() kernel {
    %c2 = arith.constant 2 : index
    %i = gpu.thread_id x
    %isFirst = arith.cmpi ult, %i, %c2 : index
    scf.if %isFirst {
      // DIVERGENT: sanitize.mlir:[[# @LINE + 1]]:7: error: divergent barrier: threads of the block arrive at different barriers, in block (0, 0, 0), thread (2, 0, 0)
      gpu.barrier
    } else {
      // DIVERGENT: sanitize.mlir:[[# @LINE + 1]]:7: note: this thread arrives here
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @ended() kernel {
    %c3 = arith.constant 3 : index
    %i = gpu.thread_id x
    %stays = arith.cmpi ult, %i, %c3 : index
    scf.if %stays {
      // ENDED: sanitize.mlir:[[# @LINE + 1]]:7: error: divergent barrier: a thread ended without coming to it, in block (0, 0, 0), thread (3, 0, 0)
      gpu.barrier
    }
    gpu.return
  }

  // Lanes of a warp exchange values; a barrier of the warp is enough.
  gpu.func @warp(%waits: i1, %out: memref<?xi32>) workgroup(%buffer: memref<64xi32, #shared>) kernel {
    %all = arith.constant -1 : i32
    %c1 = arith.constant 1 : index
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    memref.store %n, %buffer[%i] : memref<64xi32, #shared>
    scf.if %waits {
      nvvm.bar.warp.sync %all : i32
    }
    %neighbour = arith.xori %i, %c1 : index
    // WARP: error: race: no barrier between this read
    %v = memref.load %buffer[%neighbour] : memref<64xi32, #shared>
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  gpu.func @atomics(%out: memref<1xi32>) workgroup(%sum: memref<1xi32, #shared>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %i = gpu.thread_id x
    %isFirst = arith.cmpi eq, %i, %c0 : index
    scf.if %isFirst {
      memref.store %zero, %sum[%c0] : memref<1xi32, #shared>
    }
    gpu.barrier
    memref.atomic_rmw addi %one, %sum[%c0] : (i32, memref<1xi32, #shared>) -> i32
    gpu.barrier
    scf.if %isFirst {
      %total = memref.load %sum[%c0] : memref<1xi32, #shared>
      memref.atomic_rmw addi %total, %out[%c0] : (i32, memref<1xi32>) -> i32
    }
    gpu.return
  }

  // Half of the lanes vote with a mask of the other half.
  gpu.func @masks(%mask: i32, %out: memref<?xi32>) kernel {
    %true = arith.constant true
    %i = gpu.thread_id x
    // MASK: sanitize.mlir:[[# @LINE + 1]]:10: error: the mask of a vote (ballot) does not contain the lane that executes it, 4, in block (0, 0, 0), thread (4, 0, 0)
    %v = nvvm.vote.sync ballot %mask, %true -> i32
    memref.store %v, %out[%i] : memref<?xi32>
    gpu.return
  }

  // Each lane that is set counts, alone.
  gpu.func @lanes(%index: index, %a: memref<?xf32>) kernel {
    %zero = arith.constant 0.0 : f32
    %values = vector.broadcast %zero : f32 to vector<4xf32>
    %c0 = arith.constant 0 : index
    %c9 = arith.constant 9 : index
    %c2 = arith.constant 2 : index
    %mask = arith.constant dense<[true, false, true, false]> : vector<4xi1>
    %indices = vector.from_elements %c0, %c9, %index, %c9 : vector<4xindex>
    // LANES: sanitize.mlir:[[# @LINE + 1]]:5: error: write out of bounds: index 4 in dimension 0 of size 4, in block (0, 0, 0), thread (0, 0, 0)
    vector.scatter %a[%c0] [%indices], %mask, %values : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
    vector.compressstore %a[%c2], %mask, %values : memref<?xf32>, vector<4xi1>, vector<4xf32>
    %v = vector.expandload %a[%c2], %mask, %values : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.scatter %a[%c0] [%indices], %mask, %v : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
    gpu.return
  }

  gpu.func @copied(%a: memref<16xi8>, %b: memref<?xi8>) kernel {
    %to = memref.cast %b : memref<?xi8> to memref<16xi8>
    // COPIED: sanitize.mlir:[[# @LINE + 1]]:5: error: write out of bounds
    memref.copy %a, %to : memref<16xi8> to memref<16xi8>
    gpu.return
  }

  // A transfer that says it is in bounds, and one that need not be.
  gpu.func @transfers(%a: memref<?xf32>, %pads: i1) kernel {
    %zero = arith.constant 0.0 : f32
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %i = arith.muli %t, %c4 : index
    scf.if %pads {
      %v = vector.transfer_read %a[%i], %zero : memref<?xf32>, vector<4xf32>
      vector.transfer_write %v, %a[%i] : vector<4xf32>, memref<?xf32>
    } else {
      // TRANSFER: sanitize.mlir:[[# @LINE + 1]]:12: error: read out of bounds: index 4 to 7 in dimension 0 of size 5, in block (0, 0, 0), thread (1, 0, 0)
      %v = vector.transfer_read %a[%i], %zero {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
      vector.transfer_write %v, %a[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32>
    }
    gpu.return
  }
}

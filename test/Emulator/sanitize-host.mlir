// --sanitize knows the memory of host functions: what is never freed, and what
// kernels access that is not theirs.

// DEFINE: %{run} = dtyp-run %s --device=cpu --sanitize

// RUN: not %{run} --function=leaks 'bool:0' 'int32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=LEAK
// RUN: %{run} --function=leaks 'bool:1' 'int32[4]=zeros' 2>&1 | count 0
// What is left is freed, without a word.
// RUN: dtyp-run %s --device=cpu --function=leaks 'bool:0' 'int32[4]=zeros' 2>&1 | count 0

// After an error nothing is said of what the function could not free.
// RUN: not %{run} --function=writes 'int64:4' 'bool:0' 2>&1 | FileCheck %s --check-prefix=BEYOND --implicit-check-not=leak
// RUN: not %{run} --function=writes 'int64:-1' 'bool:0' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not %{run} --function=writes 'int64:4' 'bool:1' 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not %{run} --function=writes 'int64:-1' 'bool:1' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: %{run} --function=writes 'int64:3' 'bool:0' 2>&1 | count 0
// RUN: %{run} --function=writes 'int64:3' 'bool:1' 2>&1 | count 0

// RUN: not %{run} --function=reads_freed 'bool:1' 'bool:0' 'out:int32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: not %{run} --function=reads_freed 'bool:1' 'bool:1' 'out:int32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: %{run} --function=reads_freed 'bool:0' 'bool:0' 'out:int32[4]=zeros' | FileCheck %s --check-prefix=VALUES
// RUN: %{run} --function=reads_freed 'bool:0' 'bool:1' 'out:int32[4]=zeros' | FileCheck %s --check-prefix=VALUES
// VALUES: argument 3 int32[4] = [7 7 7 7]

// RUN: not %{run} --function=reads_registered 'bool:1' 'out:int32[4]=ones' 2>&1 | FileCheck %s --check-prefix=UNREGISTERED
// RUN: %{run} --function=reads_registered 'bool:0' 'out:int32[4]=ones' | FileCheck %s --check-prefix=REGISTERED
// REGISTERED: argument 2 int32[4] = [1 1 1 1]

// Arrays of the command line are the host's.
// RUN: not %{run} --function=smuggles 'int32[4]=zeros' 2>&1 | FileCheck %s --check-prefix=SMUGGLED

// Timed calls know their memory, too.
// RUN: %{run} --function=writes --time --repeat 2 'int64:3' 'bool:0' | FileCheck %s --check-prefix=TIME
// TIME: over 2 launches

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @write(%a: memref<?xi32>, %n: i64) kernel {
      %one = arith.constant 1 : i32
      %first = memref.extract_aligned_pointer_as_index %a : memref<?xi32> -> index
      %address = arith.index_cast %first : index to i64
      %base = llvm.inttoptr %address : i64 to !llvm.ptr
      %p = llvm.getelementptr %base[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      // BEYOND: sanitize-host.mlir:[[# @LINE + 2]]:7: error: write out of bounds: no array of the kernel is there, or not all of it lies in one, in block (0, 0, 0), thread (0, 0, 0)
      // BEFORE: sanitize-host.mlir:[[# @LINE + 1]]:7: error: write out of bounds: no array of the kernel is there
      llvm.store %one, %p : i32, !llvm.ptr
      gpu.return
    }

    // Keeps the address of an array, and reads what is there later.
    gpu.func @keep(%a: memref<?xi32>, %places: memref<1xi64>) kernel {
      %c0 = arith.constant 0 : index
      %first = memref.extract_aligned_pointer_as_index %a : memref<?xi32> -> index
      %address = arith.index_cast %first : index to i64
      memref.store %address, %places[%c0] : memref<1xi64>
      gpu.return
    }
    gpu.func @read(%places: memref<1xi64>, %out: memref<?xi32>) kernel {
      %c0 = arith.constant 0 : index
      %i = gpu.thread_id x
      %address = memref.load %places[%c0] : memref<1xi64>
      %p = llvm.inttoptr %address : i64 to !llvm.ptr
      // FREED: sanitize-host.mlir:[[# @LINE + 2]]:12: error: read of an array that the host has freed, in block (0, 0, 0), thread (0, 0, 0)
      // UNREGISTERED: sanitize-host.mlir:[[# @LINE + 1]]:12: error: read out of bounds: no array of the kernel is there
      %v = llvm.load %p : !llvm.ptr -> i32
      memref.store %v, %out[%i] : memref<?xi32>
      gpu.return
    }
    gpu.func @read_at(%address: i64, %out: memref<?xi32>) kernel {
      %c0 = arith.constant 0 : index
      %p = llvm.inttoptr %address : i64 to !llvm.ptr
      // SMUGGLED: sanitize-host.mlir:[[# @LINE + 1]]:12: error: read out of bounds: no array of the kernel is there
      %v = llvm.load %p : !llvm.ptr -> i32
      memref.store %v, %out[%c0] : memref<?xi32>
      gpu.return
    }
  }

  // What is registered is the host's, and is not lost.
  func.func @leaks(%frees: i1, %host: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %any = memref.cast %host : memref<?xi32> to memref<*xi32>
    gpu.host_register %any : memref<*xi32>
    scf.for %i = %c0 to %c3 step %c1 {
      // LEAK: sanitize-host.mlir:[[# @LINE + 1]]:12: error: leak: 48 bytes of device memory, of 3 arrays, are never freed: give them to gpu.dealloc{{$}}
      %a = gpu.alloc () : memref<4xi32>
      scf.if %frees {
        gpu.dealloc %a : memref<4xi32>
      }
    }
    // LEAK: sanitize-host.mlir:[[# @LINE + 1]]:10: error: leak: 24 bytes of memory shared with the host are never freed: give them to gpu.dealloc{{$}}
    %b = gpu.alloc host_shared () : memref<3xf64>
    // LEAK-NOT: error
    %c = gpu.alloc () : memref<8xi8>
    gpu.dealloc %c : memref<8xi8>
    scf.if %frees {
      gpu.dealloc %b : memref<3xf64>
    }
    return
  }

  func.func private @make(%size: index, %isShared: i1) -> memref<?xi32> {
    %a = scf.if %isShared -> memref<?xi32> {
      %shared = gpu.alloc host_shared (%size) : memref<?xi32>
      scf.yield %shared : memref<?xi32>
    } else {
      %own = gpu.alloc (%size) : memref<?xi32>
      scf.yield %own : memref<?xi32>
    }
    return %a : memref<?xi32>
  }

  func.func @writes(%n: i64, %isShared: i1) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %a = call @make(%c4, %isShared) : (index, i1) -> memref<?xi32>
    gpu.launch_func @kernels::@write blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xi32>, %n : i64)
    gpu.dealloc %a : memref<?xi32>
    return
  }

  // Memory that is made later does not take the place of what was freed.
  func.func @reads_freed(%freesFirst: i1, %isShared: i1, %host: memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %seven = arith.constant 7 : i32
    %a = call @make(%c4, %isShared) : (index, i1) -> memref<?xi32>
    %out = gpu.alloc (%c4) : memref<?xi32>
    %places = gpu.alloc () : memref<1xi64>
    gpu.memset %a, %seven : memref<?xi32>, i32
    gpu.launch_func @kernels::@keep blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xi32>, %places : memref<1xi64>)
    scf.if %freesFirst {
      gpu.dealloc %a : memref<?xi32>
    }
    %other = call @make(%c4, %isShared) : (index, i1) -> memref<?xi32>
    gpu.launch_func @kernels::@read blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%places : memref<1xi64>, %out : memref<?xi32>)
    gpu.memcpy %host, %out : memref<?xi32>, memref<?xi32>
    gpu.dealloc %a : memref<?xi32>
    gpu.dealloc %other : memref<?xi32>
    gpu.dealloc %out : memref<?xi32>
    gpu.dealloc %places : memref<1xi64>
    return
  }

  func.func @reads_registered(%unregistersFirst: i1, %host: memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %any = memref.cast %host : memref<?xi32> to memref<*xi32>
    %out = gpu.alloc (%c4) : memref<?xi32>
    %places = gpu.alloc () : memref<1xi64>
    gpu.host_register %any : memref<*xi32>
    gpu.launch_func @kernels::@keep blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%host : memref<?xi32>, %places : memref<1xi64>)
    scf.if %unregistersFirst {
      gpu.host_unregister %any : memref<*xi32>
    }
    gpu.launch_func @kernels::@read blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%places : memref<1xi64>, %out : memref<?xi32>)
    gpu.memcpy %host, %out : memref<?xi32>, memref<?xi32>
    gpu.host_unregister %any : memref<*xi32>
    gpu.dealloc %out : memref<?xi32>
    gpu.dealloc %places : memref<1xi64>
    return
  }

  func.func @smuggles(%host: memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %first = memref.extract_aligned_pointer_as_index %host : memref<?xi32> -> index
    %address = arith.index_cast %first : index to i64
    %out = gpu.alloc (%c1) : memref<?xi32>
    gpu.launch_func @kernels::@read_at blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%address : i64, %out : memref<?xi32>)
    gpu.dealloc %out : memref<?xi32>
    return
  }
}

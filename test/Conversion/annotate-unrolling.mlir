// Which loops are unrolled in full for the arrays that they index, and why others
// are not.

// RUN: dtyp-opt %s -pass-pipeline="builtin.module(cudax-annotate-unrolling)" | FileCheck %s
// RUN: dtyp-opt %s -pass-pipeline="builtin.module(cudax-annotate-unrolling)" -o /dev/null \
// RUN:   -remarks-filter=cudax -remark-policy=all -remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: dtyp-opt %s -pass-pipeline="builtin.module(cudax-annotate-unrolling{max-array-bytes=255})" | FileCheck %s --check-prefix=BYTES
// RUN: dtyp-opt %s -pass-pipeline="builtin.module(cudax-annotate-unrolling{max-unrolled-ops=63})" | FileCheck %s --check-prefix=OPS

// CHECK-DAG: #[[$UNROLL:.*]] = #llvm.loop_unroll<full = true>
// CHECK-DAG: #[[$ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #[[$UNROLL]]>
// CHECK-DAG: #[[$OWN:.*]] = #llvm.loop_annotation<unroll = #{{.*}}>

!array = memref<64xf32, #gpu.address_space<private>>
!tile = memref<8x8xf32, #gpu.address_space<private>>

// CHECK-LABEL: @counter
// BYTES-LABEL: @counter
// BYTES-NOT: loop_annotation
// BYTES: return
// OPS-LABEL: @counter
// OPS-NOT: loop_annotation
// OPS: return
func.func @counter(%value: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %a = memref.alloca() : !array
  // CHECK: scf.for
  // CHECK: } {loop_annotation = #[[$ANNOTATION]]}
  // REMARK-DAG: [[@LINE+1]]:{{.*}}loop of at most 64 iterations is unrolled for the arrays that it indexes
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %value, %a[%i] : !array
  }
  return
}

// The loop around, whose counter is no index, stays.
// CHECK-LABEL: @nest
func.func @nest(%value: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloca() : !tile
  scf.for %k = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %r = arith.subi %c7, %j : index
        %view = memref.subview %a[%i, 0] [1, 8] [1, 1] : !tile to memref<8xf32, strided<[1], offset: ?>, #gpu.address_space<private>>
        memref.store %value, %view[%r] : memref<8xf32, strided<[1], offset: ?>, #gpu.address_space<private>>
      // CHECK: } {loop_annotation = #[[$ANNOTATION]]}
      }
    // CHECK-NEXT: } {loop_annotation = #[[$ANNOTATION]]}
    }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  }
  return
}

// CHECK-LABEL: @triangle
func.func @triangle(%value: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloca() : !tile
  scf.for %i = %c0 to %c8 step %c1 {
    %end = arith.addi %i, %c1 : index
    // REMARK-DAG: [[@LINE+1]]:{{.*}}loop of at most 8 iterations is unrolled
    scf.for %j = %c0 to %end step %c1 {
      memref.store %value, %a[%i, %j] : !tile
    // CHECK: } {loop_annotation = #[[$ANNOTATION]]}
    }
  // CHECK-NEXT: } {loop_annotation = #[[$ANNOTATION]]}
  }
  return
}

// CHECK-LABEL: @run_time_index
// CHECK-NOT: loop_annotation
func.func @run_time_index(%value: f32, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // REMARK-DAG: [[@LINE+1]]:{{.*}}array of 256 bytes stays in local memory: an index is not made of constants and of counters
  %a = memref.alloca() : !array
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %value, %a[%i] : !array
  }
  memref.store %value, %a[%k] : !array
  return
}

// CHECK-LABEL: @run_time_bound
// CHECK-NOT: loop_annotation
func.func @run_time_bound(%value: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : !array
  scf.for %i = %c0 to %n step %c1 {
    memref.store %value, %a[%i] : !array
  }
  return
}

// CHECK-LABEL: @thread
// CHECK-NOT: loop_annotation
func.func @thread(%value: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloca() : !array
  %t = gpu.thread_id x
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.addi %i, %t : index
    memref.store %value, %a[%j] : !array
  }
  return
}

// CHECK-LABEL: @call
// CHECK-NOT: loop_annotation
func.func private @use(!array)
func.func @call(%value: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // REMARK-DAG: [[@LINE+1]]:{{.*}}array of 256 bytes stays in local memory: its address is taken by 'func.call'
  %a = memref.alloca() : !array
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %value, %a[%i] : !array
  }
  func.call @use(%a) : (!array) -> ()
  return
}

// CHECK-LABEL: @too_many_ops
// CHECK-NOT: loop_annotation
func.func @too_many_ops(%value: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // REMARK-DAG: [[@LINE+1]]:{{.*}}array of 256 bytes stays in local memory: its loops would have 16576 ops after unrolling, of at most 16384
  %a = memref.alloca() : !array
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %value, %a[%i] : !array
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %a[%j] : !array
      %w = arith.addf %v, %value : f32
      memref.store %w, %a[%j] : !array
    }
  }
  return
}

// 1,024 bytes in all: the second array is one too many.
// CHECK-LABEL: @too_many_bytes
func.func @too_many_bytes(%value: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c127 = arith.constant 127 : index
  %a = memref.alloca() : memref<127xf64, #gpu.address_space<private>>
  // REMARK-DAG: [[@LINE+1]]:{{.*}}array of 16 bytes stays in local memory: 1016 of the 1024 bytes that a thread's arrays may take in registers are taken
  %b = memref.alloca() : memref<2xf64, #gpu.address_space<private>>
  scf.for %i = %c0 to %c127 step %c1 {
    memref.store %value, %a[%i] : memref<127xf64, #gpu.address_space<private>>
  // CHECK: } {loop_annotation = #[[$ANNOTATION]]}
  }
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    memref.store %value, %b[%i] : memref<2xf64, #gpu.address_space<private>>
  // CHECK: }
  // CHECK-NEXT: return
  }
  return
}

// CHECK-LABEL: @own_annotation
func.func @own_annotation(%value: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %a = memref.alloca() : !array
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %value, %a[%i] : !array
  // CHECK: } {loop_annotation = #loop_annotation{{[0-9]*}}}
  } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
  return
}

// Arrays in other spaces are not the pass's business.
// CHECK-LABEL: @no_space
// CHECK-NOT: loop_annotation
func.func @no_space(%value: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %a = memref.alloca() : memref<64xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %value, %a[%i] : memref<64xf32>
  }
  return
}

!large = memref<512xf32, #gpu.address_space<private>>

// An array that only reverses what is loaded takes no registers.
// CHECK-LABEL: @reversed
func.func @reversed(%in: memref<512xf32> {llvm.noalias, llvm.readonly}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c511 = arith.constant 511 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloca() : !large
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %in[%i] : memref<512xf32>
    memref.store %v, %a[%i] : !large
  // CHECK: } {loop_annotation = #[[$ANNOTATION]]}
  }
  %sum = scf.for %i = %c0 to %c512 step %c1 iter_args(%partial = %zero) -> f32 {
    %j = arith.subi %c511, %i : index
    %v = memref.load %a[%j] : !large
    %next = arith.addf %partial, %v : f32
    scf.yield %next : f32
  // CHECK: } {loop_annotation = #[[$ANNOTATION]]}
  }
  return %sum : f32
}

// The memory may be written to meanwhile.
// CHECK-LABEL: @reversed_writable
// CHECK-NOT: loop_annotation
func.func @reversed_writable(%in: memref<512xf32> {llvm.noalias}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloca() : !large
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %in[%i] : memref<512xf32>
    memref.store %v, %a[%i] : !large
  }
  %sum = scf.for %i = %c0 to %c512 step %c1 iter_args(%partial = %zero) -> f32 {
    %v = memref.load %a[%i] : !large
    %next = arith.addf %partial, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

// Each value is read more than once, and would be loaded as often.
// CHECK-LABEL: @read_twice
// CHECK-NOT: loop_annotation
func.func @read_twice(%in: memref<512xf32> {llvm.noalias, llvm.readonly}, %out: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c512 = arith.constant 512 : index
  %a = memref.alloca() : !large
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %in[%i] : memref<512xf32>
    memref.store %v, %a[%i] : !large
  }
  scf.for %k = %c0 to %c2 step %c1 {
    scf.for %i = %c0 to %c512 step %c1 {
      %v = memref.load %a[%i] : !large
      memref.store %v, %out[%i] : memref<512xf32>
    }
  }
  return
}

// What is stored is computed: it has to be kept.
// CHECK-LABEL: @computed
// CHECK-NOT: loop_annotation
func.func @computed(%in: memref<512xf32> {llvm.noalias, llvm.readonly}, %out: memref<512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %a = memref.alloca() : !large
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %in[%i] : memref<512xf32>
    %w = math.sqrt %v : f32
    memref.store %w, %a[%i] : !large
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %a[%i] : !large
    memref.store %v, %out[%i] : memref<512xf32>
  }
  return
}

// A condition makes many blocks of the unrolled loop.
// CHECK-LABEL: @conditional
// CHECK-NOT: loop_annotation
func.func @conditional(%in: memref<512xf32> {llvm.noalias, llvm.readonly}, %out: memref<512xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %a = memref.alloca() : !large
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %in[%i] : memref<512xf32>
    memref.store %v, %a[%i] : !large
  }
  scf.for %i = %c0 to %c512 step %c1 {
    %v = memref.load %a[%i] : !large
    scf.if %c {
      memref.store %v, %out[%i] : memref<512xf32>
    }
  }
  return
}

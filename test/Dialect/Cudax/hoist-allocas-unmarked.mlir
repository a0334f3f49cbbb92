// Allocas that nobody checked move only where that is provably right, and some
// never do.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-hoist-allocas %s | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --cudax-hoist-allocas %s -o %t.once
// RUN: dtyp-opt -allow-unregistered-dialect --cudax-hoist-allocas %t.once -o %t.twice
// RUN: diff %t.once %t.twice

!a = memref<4xf32>
!strided = memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>

func.func private @callee(!a)

// Used and forgotten: it moves.
// CHECK-LABEL: func.func @safe(
// CHECK-NEXT:    %[[A:.*]] = memref.alloca() {alignment = 8 : i64} : memref<4xf32>
// CHECK:         scf.for
// CHECK-NEXT:      func.call @callee(%[[A]])
func.func @safe(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloca() {alignment = 8 : i64} : !a
    func.call @callee(%0) : (!a) -> ()
  }
  return
}

// Each iteration reads the array of the one before (facts, W4): it stays.
// CHECK-LABEL: func.func @loop_carried(
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloca()
func.func @loop_carried(%n: index, %first: !a) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %first) -> !a {
    %0 = memref.alloca() : !a
    memref.copy %p, %0 : !a to !a
    scf.yield %0 : !a
  }
  return
}

// The same with the address as an integer.
// CHECK-LABEL: func.func @address_carried(
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloca()
func.func @address_carried(%n: index, %first: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %first) -> index {
    %0 = memref.alloca() : !a
    %1 = memref.extract_aligned_pointer_as_index %0 : !a -> index
    %2 = arith.addi %1, %c1 : index
    "test.use"(%p, %2) : (index, index) -> ()
    scf.yield %2 : index
  }
  return
}

// The same with a loop of blocks.
// CHECK-LABEL: func.func @kept_in_block_argument(
// CHECK-NEXT:    cf.br
// CHECK:         memref.alloca()
func.func @kept_in_block_argument(%c: i1, %first: !a) {
  cf.br ^loop(%first : !a)
^loop(%p: !a):
  %0 = memref.alloca() : !a
  memref.copy %p, %0 : !a to !a
  cf.cond_br %c, ^loop(%0 : !a), ^exit
^exit:
  return
}

// Remembered by a table.
// CHECK-LABEL: func.func @stored(
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloca()
func.func @stored(%n: index, %table: memref<?x!a>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloca() : !a
    memref.store %0, %table[%i] : memref<?x!a>
  }
  return
}

// Captured by a launch on the host, which may outlive the iteration.
// CHECK-LABEL: func.func @captured(
// CHECK:         scf.if
// CHECK-NEXT:      memref.alloca()
func.func @captured(%c: index, %b: i1) {
  scf.if %b {
    %0 = memref.alloca() : !a
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
      "test.use"(%0) : (!a) -> ()
      gpu.terminator
    }
  }
  return
}

// A size that is known at run time only.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         scf.if
// CHECK-NEXT:      memref.alloca(%{{.*}})
func.func @dynamic(%n: index, %c: i1) {
  scf.if %c {
    %0 = memref.alloca(%n) : memref<?xf32>
    "test.use"(%0) : (memref<?xf32>) -> ()
  }
  return
}

// A shape that is static, and a layout with an operand.
// CHECK-LABEL: func.func @layout_symbol(
// CHECK:         scf.for %[[I:.*]] =
// CHECK-NEXT:      memref.alloca()[%[[I]]]
func.func @layout_symbol(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloca()[%i] : !strided
    "test.use"(%0) : (!strided) -> ()
  }
  return
}

// Heap memory is not ours to move.
// CHECK-LABEL: func.func @heap(
// CHECK:         scf.if
// CHECK-NEXT:      memref.alloc()
func.func @heap(%c: i1) {
  scf.if %c {
    %0 = memref.alloc() : !a
    "test.use"(%0) : (!a) -> ()
    memref.dealloc %0 : !a
  }
  return
}

// Regions isolated from above keep theirs, and so do ops of which nobody knows
// when, how often or in how many threads they execute their regions.
// CHECK-LABEL: func.func @boundaries(
// CHECK-NEXT:    module {
// CHECK-NEXT:      memref.alloca()
// CHECK-NEXT:      scf.execute_region
// CHECK:         linalg.generic
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      memref.alloca()
// CHECK:         "test.region"
// CHECK-NEXT:      memref.alloca()
// CHECK-NEXT:      scf.if
func.func @boundaries(%m: memref<4xf32>, %c: i1) {
  builtin.module {
    scf.execute_region {
      %0 = memref.alloca() : !a
      "test.use"(%0) : (!a) -> ()
      scf.yield
    }
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
  ^bb0(%x: f32):
    %0 = memref.alloca() : !a
    "test.use"(%0) : (!a) -> ()
    linalg.yield %x : f32
  }
  "test.region"() ({
    scf.if %c {
      %0 = memref.alloca() {cudax.local_array} : !a
      "test.use"(%0) : (!a) -> ()
    }
    "test.yield"() : () -> ()
  }) : () -> ()
  return
}

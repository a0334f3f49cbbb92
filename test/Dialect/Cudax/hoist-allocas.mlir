// Allocas of static shape move to the entry block of what is executed once per
// thread: function, launch or parallel region.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-hoist-allocas %s | FileCheck %s
// RUN: dtyp-opt -allow-unregistered-dialect --cudax-hoist-allocas %s -o %t.once
// RUN: dtyp-opt -allow-unregistered-dialect --cudax-hoist-allocas %t.once -o %t.twice
// RUN: diff %t.once %t.twice

!a = memref<4xf32, #gpu.address_space<private>>

// Out of loops and branches, in the order of the program, before everything else,
// with all attributes.
// CHECK-LABEL: func.func @nested(
// CHECK-NEXT:    %[[A1:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array, test.n = 1 : i64} : memref<4xf32, #gpu.address_space<private>>
// CHECK-NEXT:    %[[A2:.*]] = memref.alloca() {alignment = 16 : i64, cudax.local_array, test.n = 2 : i64}
// CHECK-NEXT:    %[[A3:.*]] = memref.alloca() {alignment = 32 : i64, cudax.local_array, test.n = 3 : i64}
// CHECK-NEXT:    %[[A4:.*]] = memref.alloca() {cudax.local_array, test.n = 4 : i64}
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[A0:.*]] = memref.alloca() {test.n = 0 : i64}
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      "test.use"(%[[A1]])
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        "test.use"(%[[A2]])
// CHECK-NEXT:      } else {
// CHECK-NEXT:        "test.use"(%[[A3]])
// CHECK:           scf.while
// CHECK:             "test.use"(%[[A4]], %[[A0]])
// CHECK-NOT:     memref.alloca()
// CHECK:         return
func.func @nested(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloca() {test.n = 0} : !a
  scf.for %i = %c0 to %n step %c1 {
    %1 = memref.alloca() {alignment = 16 : i64, cudax.local_array, test.n = 1} : !a
    "test.use"(%1) : (!a) -> ()
    scf.if %c {
      %2 = memref.alloca() {alignment = 16 : i64, cudax.local_array, test.n = 2} : !a
      "test.use"(%2) : (!a) -> ()
    } else {
      %3 = memref.alloca() {alignment = 32 : i64, cudax.local_array, test.n = 3} : !a
      "test.use"(%3) : (!a) -> ()
    }
    scf.while : () -> () {
      scf.condition(%c)
    } do {
      %4 = memref.alloca() {cudax.local_array, test.n = 4} : !a
      "test.use"(%4, %0) : (!a, !a) -> ()
      scf.yield
    }
  }
  return
}

// Out of the blocks of a loop that cf makes, and of every other region.
// CHECK-LABEL: func.func @blocks(
// CHECK-NEXT:    memref.alloca() {cudax.local_array, test.n = 1 : i64}
// CHECK-NEXT:    memref.alloca() {cudax.local_array, test.n = 2 : i64}
// CHECK-NEXT:    memref.alloca() {cudax.local_array, test.n = 3 : i64}
// CHECK-NEXT:    memref.alloca() {cudax.local_array, test.n = 4 : i64}
// CHECK-NEXT:    memref.alloca() {cudax.local_array, test.n = 5 : i64}
// CHECK-NEXT:    cf.br
// CHECK-NOT:     memref.alloca()
// CHECK:         return
func.func @blocks(%c: i1, %i: index) {
  cf.br ^loop
^loop:
  %1 = memref.alloca() {cudax.local_array, test.n = 1} : !a
  "test.use"(%1) : (!a) -> ()
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    %2 = memref.alloca() {cudax.local_array, test.n = 2} : !a
    "test.use"(%2) : (!a) -> ()
    scf.yield
  }
  scf.index_switch %i
  case 2 {
    %3 = memref.alloca() {cudax.local_array, test.n = 3} : !a
    "test.use"(%3) : (!a) -> ()
    scf.yield
  }
  default {
  }
  affine.for %j = 0 to 4 {
    %4 = memref.alloca() {cudax.local_array, test.n = 4} : !a
    "test.use"(%4) : (!a) -> ()
  }
  memref.alloca_scope {
    %5 = memref.alloca() {cudax.local_array, test.n = 5} : !a
    "test.use"(%5) : (!a) -> ()
  }
  cf.cond_br %c, ^loop, ^exit
^exit:
  return
}

// Functions of all kinds.
// CHECK-LABEL: gpu.func @kernel(
// CHECK-NEXT:    memref.alloca()
// CHECK-NEXT:    scf.if
// CHECK-LABEL: llvm.func @llvm(
// CHECK-NEXT:    memref.alloca()
// CHECK-NEXT:    scf.if
gpu.module @kernels {
  gpu.func @kernel(%c: i1) kernel {
    scf.if %c {
      %0 = memref.alloca() {cudax.local_array} : !a
      "test.use"(%0) : (!a) -> ()
    }
    gpu.return
  }
  llvm.func @llvm(%c: i1) {
    scf.if %c {
      %0 = memref.alloca() {cudax.local_array} : !a
      "test.use"(%0) : (!a) -> ()
    }
    llvm.return
  }
}

// A launch is a function of its own.
// CHECK-LABEL: func.func @launch(
// CHECK-NEXT:    gpu.launch
// CHECK-NEXT:      memref.alloca()
// CHECK-NEXT:      scf.if
func.func @launch(%c: index, %b: i1) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
    scf.if %b {
      %0 = memref.alloca() {cudax.local_array} : !a
      "test.use"(%0) : (!a) -> ()
    }
    gpu.terminator
  }
  return
}

// An iteration of a parallel region needs its own.
// CHECK-LABEL: func.func @parallel(
// CHECK-NOT:     memref.alloca()
// CHECK:         scf.parallel
// CHECK-NEXT:      memref.alloca()
// CHECK-NEXT:      scf.if
// CHECK:         scf.forall
// CHECK-NEXT:      memref.alloca()
// CHECK-NEXT:      scf.if
// CHECK:         affine.parallel
// CHECK-NEXT:      memref.alloca()
// CHECK-NEXT:      scf.if
func.func @parallel(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.if %c {
      %0 = memref.alloca() {cudax.local_array} : !a
      "test.use"(%0) : (!a) -> ()
    }
    scf.reduce
  }
  scf.forall (%i) in (%n) {
    scf.if %c {
      %0 = memref.alloca() {cudax.local_array} : !a
      "test.use"(%0) : (!a) -> ()
    }
  }
  affine.parallel (%i) = (0) to (%n) {
    scf.if %c {
      %0 = memref.alloca() {cudax.local_array} : !a
      "test.use"(%0) : (!a) -> ()
    }
  }
  return
}

// RUN: dtyp-opt --pass-pipeline="builtin.module(func.func(cudax-narrow-indices),gpu.module(gpu.func(cudax-narrow-indices)))" %s | FileCheck %s

// CHECK-LABEL: func.func @used_always
// CHECK-SAME:    (%[[A:.*]]: memref<1000x8xf32>, %[[D:.*]]: memref<?xf32>, %[[X:.*]]: index, %[[F:.*]]: f32)
func.func @used_always(%a: memref<1000x8xf32>, %d: memref<?xf32>, %x: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[SUM:.*]] = arith.addi %[[X]], %[[X]] : index
  // CHECK: %[[NARROW:.*]] = arith.index_cast %[[SUM]] : index to i32
  // CHECK: %[[WIDE:.*]] = arith.index_castui %[[NARROW]] : i32 to index
  %i = arith.addi %x, %x : index
  // Uses before the access and elsewhere know of it as well.
  // CHECK: memref.store %[[F]], %[[D]][%[[WIDE]]]
  memref.store %f, %d[%i] : memref<?xf32>
  // The loop runs.
  scf.for %j = %c0 to %c8 step %c1 {
    // CHECK: memref.store %[[F]], %[[A]][%[[WIDE]], %{{.*}}]
    memref.store %f, %a[%i, %j] : memref<1000x8xf32>
  }
  return
}

// CHECK-LABEL: func.func @not_always
// CHECK-NOT:     index_cast
// CHECK:         return
func.func @not_always(%a: memref<1000xf32>, %d: memref<?xf32>, %x: index, %n: index, %f: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = arith.addi %x, %x : index
  scf.if %c {
    memref.store %f, %a[%i] : memref<1000xf32>
  }
  %j = arith.subi %x, %n : index
  scf.for %k = %c0 to %n step %c1 {
    memref.store %f, %a[%j] : memref<1000xf32>
  }
  return
}

// CHECK-LABEL: func.func @no_bound
// CHECK-NOT:     index_cast
// CHECK:         return
func.func @no_bound(%d: memref<?xf32>, %large: memref<4294967296xi8>, %of: memref<1000xindex>, %x: index, %f: f32, %b: i8) {
  %c0 = arith.constant 0 : index
  %i = arith.addi %x, %x : index
  memref.store %f, %d[%i] : memref<?xf32>
  %j = arith.muli %x, %x : index
  memref.store %b, %large[%j] : memref<4294967296xi8>
  // Stored, not an index.
  %k = arith.subi %x, %i : index
  memref.store %k, %of[%c0] : memref<1000xindex>
  return
}

func.func private @may_exit()

// CHECK-LABEL: func.func @may_not_come
// CHECK-NOT:     index_cast
// CHECK:         return
func.func @may_not_come(%a: memref<1000xf32>, %x: index, %f: f32, %c: i1) {
  %i = arith.addi %x, %x : index
  func.call @may_exit() : () -> ()
  memref.store %f, %a[%i] : memref<1000xf32>
  %j = arith.muli %x, %x : index
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  memref.store %f, %a[%j] : memref<1000xf32>
  return
}

// What is asserted of an index is asserted of all of its bits.
// CHECK-LABEL: func.func @asserted
// CHECK-NOT:     index_cast
// CHECK:         return
func.func @asserted(%a: memref<1000xf32>, %x: index, %f: f32) {
  %c1000 = arith.constant 1000 : index
  %i = arith.addi %x, %x : index
  %inside = arith.cmpi ult, %i, %c1000 : index
  cf.assert %inside, "index out of bounds"
  memref.store %f, %a[%i] : memref<1000xf32>
  return
}

// The bound is that of 31 bits.
// CHECK-LABEL: func.func @largest
// CHECK:         index_castui
func.func @largest(%a: memref<2147483648xi8>, %x: index, %b: i8) {
  %i = arith.addi %x, %x : index
  memref.store %b, %a[%i] : memref<2147483648xi8>
  return
}

// CHECK-LABEL: gpu.func @global_id
// CHECK:         %[[I:.*]] = gpu.global_id x
// CHECK:         %[[NARROW:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK:         %[[WIDE:.*]] = arith.index_castui %[[NARROW]] : i32 to index
// CHECK:         memref.load %{{.*}}[%[[WIDE]]]
gpu.module @kernels {
  gpu.func @global_id(%a: memref<1000xf32>) kernel {
    %i = gpu.global_id x
    %x = memref.load %a[%i] : memref<1000xf32>
    gpu.return
  }
}

// The parts of a sum of block and thread numbers are no larger than the sum.
// CHECK-LABEL: gpu.module @parts
gpu.module @parts {
  // CHECK: gpu.func @sum
  gpu.func @sum(%a: memref<4096xf32>, %d: memref<?xf32>, %f: f32) {
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %b = gpu.block_id x
    // CHECK: %[[PRODUCT:.*]] = arith.muli
    // CHECK: %[[NARROW:.*]] = arith.index_cast %[[PRODUCT]] : index to i32
    // CHECK: %[[FIRST:.*]] = arith.index_castui %[[NARROW]] : i32 to index
    %first = arith.muli %b, %c32 : index
    // CHECK: arith.addi %[[FIRST]], %{{.*}}
    %i = arith.addi %first, %x : index
    memref.store %f, %a[%i] : memref<4096xf32>
    // CHECK: memref.store %{{.*}}, %{{.*}}[%[[FIRST]]] : memref<?xf32>
    memref.store %f, %d[%first] : memref<?xf32>
    gpu.return
  }

  // %n may be negative, and a difference be larger than what it is of.
  // CHECK: gpu.func @unknown_part
  gpu.func @unknown_part(%a: memref<4096xf32>, %n: index, %f: f32) {
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %b = gpu.block_id x
    // CHECK: %[[PRODUCT:.*]] = arith.muli
    // CHECK-NEXT: arith.addi %[[PRODUCT]]
    %first = arith.muli %b, %c32 : index
    %i = arith.addi %first, %n : index
    memref.store %f, %a[%i] : memref<4096xf32>
    // CHECK: %[[OTHER:.*]] = arith.muli
    // CHECK-NEXT: arith.subi %[[OTHER]]
    %other = arith.muli %b, %x : index
    %j = arith.subi %other, %x : index
    memref.store %f, %a[%j] : memref<4096xf32>
    gpu.return
  }
}

// Arrays in shared memory become globals and views of dynamic shared memory.

// RUN: dtyp-opt -allow-unregistered-dialect --cudax-resolve-shared-arrays -split-input-file %s | FileCheck %s

#w = #gpu.address_space<workgroup>

// CHECK-LABEL: gpu.module @static
gpu.module @static {
  // Each op is one object, in loops and device functions, too; its alignment is
  // what vector accesses need, or more where it is asked for.
  // CHECK-NEXT: memref.global "private" @device_shared : memref<3xi8, #gpu.address_space<workgroup>> = uninitialized {alignment = 4 : i64}
  // CHECK-NEXT: memref.global "private" @kernel_shared_0 : memref<10xf32, #gpu.address_space<workgroup>> = uninitialized {alignment = 16 : i64}
  // CHECK-NEXT: memref.global "private" @kernel_shared_1 : memref<10xf32, #gpu.address_space<workgroup>> = uninitialized {alignment = 512 : i64}
  // CHECK-NEXT: memref.global @kernel_shared
  // CHECK-NEXT: func.func @device
  memref.global @kernel_shared : memref<2xf32, #w> = uninitialized
  func.func @device() {
    %dt = dtyp.constant i8
    // CHECK: memref.get_global @device_shared
    %0 = cudax.shared_alloca(%dt) [3] : !dtyp.dtype<i8> -> memref<3xi8, #w>
    "test.use"(%0) : (memref<3xi8, #w>) -> ()
    return
  }
  // CHECK-LABEL: gpu.func @kernel
  gpu.func @kernel(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dt = dtyp.constant f32
    // CHECK: scf.for
    // CHECK-NEXT: %[[A:.*]] = memref.get_global @kernel_shared_0 : memref<10xf32, #gpu.address_space<workgroup>>
    // CHECK-NEXT: %[[B:.*]] = memref.get_global @kernel_shared_1 : memref<10xf32, #gpu.address_space<workgroup>> {test.kept}
    // CHECK-NEXT: "test.use"(%[[A]], %[[B]])
    scf.for %i = %c0 to %n step %c1 {
      %0 = cudax.shared_alloca(%dt) [10] : !dtyp.dtype<f32> -> memref<10xf32, #w>
      %1 = cudax.shared_alloca(%dt) [10] {alignment = 512, test.kept} : !dtyp.dtype<f32> -> memref<10xf32, #w>
      %unused = cudax.shared_alloca(%dt) [10] : !dtyp.dtype<f32> -> memref<10xf32, #w>
      "test.use"(%0, %1) : (memref<10xf32, #w>, memref<10xf32, #w>) -> ()
    }
    gpu.return
  }
}

// -----

#w = #gpu.address_space<workgroup>

// CHECK-LABEL: gpu.module @constant
gpu.module @constant {
  // 3 bytes at 0; 8 at 8; 40 at 32 since 32 are asked for; in a branch, too.
  // CHECK: gpu.func @kernel{{.*}} attributes {cudax.dynamic_shared_bytes = 72 : i64}
  gpu.func @kernel(%cond: i1) kernel {
    // CHECK: %[[BYTES:.*]] = gpu.dynamic_shared_memory {cudax.dynamic_shared_alignment = 32 : i64}
    %i8 = dtyp.constant i8
    %i64 = dtyp.constant i64
    // CHECK: %[[O0:.*]] = arith.constant 0 : index
    // CHECK: %[[A:.*]] = memref.view %[[BYTES]][%[[O0]]][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<3xi8, #gpu.address_space<workgroup>>
    %0 = cudax.shared_alloca(%i8) [3] {dynamic} : !dtyp.dtype<i8> -> memref<3xi8, #w>
    // CHECK: scf.if
    scf.if %cond {
      // CHECK: %[[O1:.*]] = arith.constant 8 : index
      // CHECK: %[[B:.*]] = memref.view %[[BYTES]][%[[O1]]][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<i64, #gpu.address_space<workgroup>>
      // CHECK: "test.use"(%[[A]], %[[B]])
      %1 = cudax.shared_alloca(%i64) [] {dynamic} : !dtyp.dtype<i64> -> memref<i64, #w>
      "test.use"(%0, %1) : (memref<3xi8, #w>, memref<i64, #w>) -> ()
    }
    // CHECK: %[[O2:.*]] = arith.constant 32 : index
    // CHECK: memref.view %[[BYTES]][%[[O2]]][]
    %2 = cudax.shared_alloca(%i64) [5] {alignment = 32, dynamic} : !dtyp.dtype<i64> -> memref<5xi64, #w>
    "test.use"(%2) : (memref<5xi64, #w>) -> ()
    gpu.return
  }
}

// -----

#w = #gpu.address_space<workgroup>

// CHECK-LABEL: gpu.module @runtime
gpu.module @runtime {
  // The place of an array depends on the extents of those in front of it; how
  // many bytes there are in total is not known.
  // CHECK: gpu.func @kernel(%[[N:.*]]: index) kernel {
  gpu.func @kernel(%n: index) kernel {
    // CHECK: %[[BYTES:.*]] = gpu.dynamic_shared_memory {cudax.dynamic_shared_alignment = 16 : i64}
    %i16 = dtyp.constant i16
    // CHECK: memref.view %[[BYTES]][%{{.*}}][%[[N]]] : memref<?xi8, #gpu.address_space<workgroup>> to memref<3x?xi16, #gpu.address_space<workgroup>>
    %0 = cudax.shared_alloca(%i16) [3, %n] : !dtyp.dtype<i16> -> memref<3x?xi16, #w>
    // CHECK: %[[SIX:.*]] = arith.constant 6 : index
    // CHECK: %[[SIZE:.*]] = arith.muli %[[SIX]], %[[N]] : index
    // CHECK: %[[FIFTEEN:.*]] = arith.constant 15 : index
    // CHECK: %[[LAST:.*]] = arith.addi %{{.*}}, %[[FIFTEEN]]
    // CHECK: %[[MASK:.*]] = arith.constant -16 : index
    // CHECK: %[[OFFSET:.*]] = arith.andi %[[LAST]], %[[MASK]]
    // CHECK: memref.view %[[BYTES]][%[[OFFSET]]][]
    %1 = cudax.shared_alloca(%i16) [100] {dynamic} : !dtyp.dtype<i16> -> memref<100xi16, #w>
    "test.use"(%0, %1) : (memref<3x?xi16, #w>, memref<100xi16, #w>) -> ()
    gpu.return
  }
}

// -----

#w = #gpu.address_space<workgroup>

// The extent of the last array may be known late.
// CHECK-LABEL: gpu.module @last
gpu.module @last {
  gpu.func @kernel(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dt = dtyp.constant i8
    // CHECK: scf.for %[[I:.*]] =
    scf.for %i = %c1 to %n step %c1 {
      // CHECK: memref.view %{{.*}}[%{{.*}}][%[[I]]]
      %0 = cudax.shared_alloca(%dt) [%i] : !dtyp.dtype<i8> -> memref<?xi8, #w>
      "test.use"(%0) : (memref<?xi8, #w>) -> ()
    }
    gpu.return
  }
}

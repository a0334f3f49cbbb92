// Each array that a loop goes through has a pointer that a constant advances, as
// nvcc has it, and the counter has 32 bits.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

#no_unroll = #llvm.loop_annotation<unroll = <disable = true>>

gpu.module @kernels {
  // Both accesses to %a are from one pointer.
  // CHECK-LABEL: .entry dot(
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK-NOT:     {{mul|mad|shl|cvt}}
  // CHECK-DAG:     ld.global{{.*}} [[[A:%rd[0-9]+]]];
  // CHECK-DAG:     ld.global{{.*}} [[[A]]+12];
  // CHECK-DAG:     ld.global{{.*}} [[[B:%rd[0-9]+]]];
  // CHECK-DAG:     add.s32 [[COUNTER:%r[0-9]+]], {{%r[0-9]+}}, 1;
  // CHECK-DAG:     add.s64 [[A]], [[A]], 32;
  // CHECK-DAG:     add.s64 [[B]], [[B]], 32;
  // CHECK-DAG:     setp.ne.b32 {{%p[0-9]+}}, [[COUNTER]], 512;
  // CHECK:         bra [[LOOP]];
  gpu.func @dot(%a: memref<512x8xf32>, %b: memref<512x8xf32>, %out: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c512 = arith.constant 512 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%partial = %zero) -> f32 {
      %x = memref.load %a[%k, %c0] : memref<512x8xf32>
      %z = memref.load %a[%k, %c3] : memref<512x8xf32>
      %y = memref.load %b[%k, %c0] : memref<512x8xf32>
      %next = math.fma %x, %y, %partial : f32
      %last = math.fma %z, %y, %next : f32
      scf.yield %last : f32
    } {loop_annotation = #no_unroll}
    memref.store %sum, %out[%c0] : memref<1xf32>
    gpu.return
  }

  // The pointer of an argument is computed where the loop begins: ptxas copies one in
  // each iteration that is computed long before.
  // CHECK-LABEL: .entry late_start(
  // CHECK:       ld.global
  // CHECK:       cvta.to.global.u64 [[A:%rd[0-9]+]],
  // CHECK:       $L__BB{{[0-9_]+}}:
  // CHECK:       ld.global{{.*}} [[[A]]];
  gpu.func @late_start(%a: memref<512xf32>, %b: memref<512xf32>, %out: memref<512xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %t = gpu.thread_id x
    %factor = memref.load %b[%t] : memref<512xf32>
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%partial = %zero) -> f32 {
      %x = memref.load %a[%k] : memref<512xf32>
      %next = math.fma %x, %factor, %partial : f32
      scf.yield %next : f32
    } {loop_annotation = #no_unroll}
    memref.store %sum, %out[%t] : memref<512xf32>
    gpu.return
  }

  // Where the counter is needed anyway, the address of an argument's element is a
  // product and a sum, which are one instruction to ptxas, and need no register.
  // CHECK-LABEL: .entry counted(
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK:         mul.wide.u32 [[PRODUCT:%rd[0-9]+]], [[COUNTER:%r[0-9]+]], 4;
  // CHECK:         add.s64 [[A:%rd[0-9]+]], {{%rd[0-9]+}}, [[PRODUCT]];
  // CHECK:         ld.global{{.*}} [[[A]]];
  // CHECK-NOT:     add.s64
  // CHECK:         add.s32 [[COUNTER]], [[COUNTER]], 1;
  // CHECK-NOT:     add.s64
  // CHECK:         bra [[LOOP]];
  gpu.func @counted(%a: memref<512xf32>, %out: memref<512xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %t = gpu.thread_id x
    %none = arith.constant -1 : i32
    %zero = arith.constant 0.0 : f32
    %last = scf.for %k = %c0 to %c512 step %c1 iter_args(%found = %none) -> i32 {
      %x = memref.load %a[%k] : memref<512xf32>
      %is_positive = arith.cmpf ogt, %x, %zero : f32
      %here = arith.index_cast %k : index to i32
      %next = arith.select %is_positive, %here, %found : i32
      scf.yield %next : i32
    } {loop_annotation = #no_unroll}
    memref.store %last, %out[%t] : memref<512xi32>
    gpu.return
  }

  // A number of iterations that is not known may need 64 bits.
  // CHECK-LABEL: .entry unknown(
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK-DAG:     st.global{{.*}} [[[A:%rd[0-9]+]]]
  // CHECK-DAG:     add.s64 [[A]], [[A]], 4;
  // CHECK-DAG:     setp.ne.b64
  // CHECK:         bra [[LOOP]];
  gpu.func @unknown(%a: memref<512xf32>, %n: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %k = %c0 to %n step %c1 {
      memref.store %x, %a[%k] : memref<512xf32>
    } {loop_annotation = #no_unroll}
    gpu.return
  }

  // The inner loop starts at an address of the outer one.
  // CHECK-LABEL: .entry nested(
  // CHECK:       [[OUTER:\$L__BB[0-9_]+]]:
  // CHECK:       [[INNER:\$L__BB[0-9_]+]]:
  // CHECK-NOT:     {{mul|mad|shl|cvt}}
  // CHECK:         st.global{{.*}} [[[P:%rd[0-9]+]]]
  // CHECK:         add.s64 [[P]], [[P]], 4;
  // CHECK:         bra [[INNER]];
  // CHECK:         bra [[OUTER]];
  gpu.func @nested(%a: memref<64x32xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c31 = arith.constant 31 : index
    %c64 = arith.constant 64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      scf.for %j = %c0 to %c31 step %c1 {
        memref.store %x, %a[%i, %j] : memref<64x32xf32>
      } {loop_annotation = #no_unroll}
    } {loop_annotation = #no_unroll}
    gpu.return
  }

  // What else uses the counter gets it from 32 bits.
  // CHECK-LABEL: .entry counter(
  // CHECK:         cvt.rn.f32.u32
  // CHECK:         setp.ne.b32
  gpu.func @counter(%a: memref<512xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    scf.for %k = %c0 to %c512 step %c1 {
      %int = arith.index_cast %k : index to i32
      %x = arith.uitofp %int : i32 to f32
      memref.store %x, %a[%k] : memref<512xf32>
    } {loop_annotation = #no_unroll}
    gpu.return
  }

  // The comparison, which LLVM makes anew, is first in the loop, and goes before the
  // counter is extended for the products.
  // CHECK-LABEL: .entry comparison_first(
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK-DAG:     cvt.u64.u32 [[WIDE:%rd[0-9]+]], [[COUNTER:%r[0-9]+]];
  // CHECK-DAG:     setp.lt.u32 {{%p[0-9]+}}, [[COUNTER]], 500;
  // CHECK:         mul.lo.s64 {{%rd[0-9]+}}, [[WIDE]],
  // CHECK:         add.s32 [[COUNTER]], [[COUNTER]], 1;
  // CHECK:         bra [[LOOP]];
  llvm.func @comparison_first(%out: !llvm.ptr<1>, %x: i64, %y: i64) attributes {gpu.kernel, nvvm.kernel} {
    %c0 = llvm.mlir.constant(0 : i64) : i64
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %c499 = llvm.mlir.constant(499 : i64) : i64
    %c100000 = llvm.mlir.constant(100000 : i64) : i64
    %c7 = llvm.mlir.constant(7 : i32) : i32
    llvm.br ^loop(%c0 : i64)
  ^loop(%i: i64):
    %isEarly = llvm.icmp "sle" %i, %c499 : i64
    %early = llvm.xor %i, %x : i64
    %late = llvm.mul %i, %y : i64
    %at = llvm.select %isEarly, %early, %late : i1, i64
    %address = llvm.getelementptr %out[%at] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    llvm.store volatile %c7, %address : i32, !llvm.ptr<1>
    %next = llvm.add %i, %c1 : i64
    %isLast = llvm.icmp "eq" %next, %c100000 : i64
    llvm.cond_br %isLast, ^end, ^loop(%next : i64) {loop_annotation = #no_unroll}
  ^end:
    llvm.return
  }
}

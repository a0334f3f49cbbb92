// An index of 32 bits is multiplied to an address of 64 in one instruction, also in a
// block behind the one that computes it.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

#no_unroll = #llvm.loop_annotation<unroll = <disable = true>>

gpu.module @kernels {
  // CHECK-LABEL: .entry behind_loop(
  // CHECK:         mov.u32 [[T:%r[0-9]+]], %tid.x;
  // CHECK-NOT:     cvt.u64.u32
  // CHECK:       [[LOOP:\$L__BB[0-9_]+]]:
  // CHECK:         bra [[LOOP]];
  // CHECK-NOT:     shl.b64
  // CHECK:         mul.wide.u32 [[OFFSET:%rd[0-9]+]], [[T]], 4;
  // CHECK-NOT:     shl.b64
  // CHECK:         add.s64 {{%rd[0-9]+}}, {{%rd[0-9]+}}, [[OFFSET]];
  // CHECK:         ret;
  gpu.func @behind_loop(%in: memref<64x1024xf64> {llvm.noalias, llvm.readonly},
      %sums: memref<1024xf32> {llvm.noalias}, %counts: memref<1024xi32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    %zero = arith.constant 0.0 : f64
    %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%partial = %zero) -> f64 {
      %v = memref.load %in[%i, %t] : memref<64x1024xf64>
      %next = arith.addf %partial, %v : f64
      scf.yield %next : f64
    } {loop_annotation = #no_unroll}
    %rounded = arith.truncf %sum : f64 to f32
    %count = arith.fptosi %sum : f64 to i32
    memref.store %rounded, %sums[%t] : memref<1024xf32>
    memref.store %count, %counts[%t] : memref<1024xi32>
    gpu.return
  }
}

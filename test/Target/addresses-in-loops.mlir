// Addresses in a loop are made of its counter, which ptxas turns into pointers that
// advance. LLVM's loop strength reduction would count bytes, up to 16384 here, and
// add them to the bases of both arrays, which ptxas leaves as it is.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

gpu.module @kernels {
  // CHECK: .entry dot(
  // CHECK: shl.b64 {{.*}}, [[COUNTER:%rd[0-9]+]], 5;
  // CHECK: setp.ne.b64 {{.*}}, [[COUNTER]], 512;
  // CHECK: bra
  gpu.func @dot(%a: memref<512x8xf32>, %b: memref<512x8xf32>, %out: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%partial = %zero) -> f32 {
      %x = memref.load %a[%k, %c0] : memref<512x8xf32>
      %y = memref.load %b[%k, %c0] : memref<512x8xf32>
      %next = math.fma %x, %y, %partial : f32
      scf.yield %next : f32
    } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
    memref.store %sum, %out[%c0] : memref<1xf32>
    gpu.return
  }
}

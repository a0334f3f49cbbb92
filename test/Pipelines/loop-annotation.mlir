// An annotation of a loop reaches LLVM, so that the array becomes registers.

// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx | FileCheck %s

// CHECK-LABEL: .visible .entry reverse(
// CHECK-NOT:     .local
// CHECK:         st.global
// CHECK:       ret;
gpu.module @kernels {
  gpu.func @reverse(%a: memref<128xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c127 = arith.constant 127 : index
    %c128 = arith.constant 128 : index
    %local = memref.alloca() : memref<128xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c128 step %c1 {
      %x = memref.load %a[%i] : memref<128xf32>
      memref.store %x, %local[%i] : memref<128xf32, #gpu.address_space<private>>
    } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <full = true>>}
    scf.for %i = %c0 to %c128 step %c1 {
      %j = arith.subi %c127, %i : index
      %x = memref.load %local[%j] : memref<128xf32, #gpu.address_space<private>>
      memref.store %x, %a[%i] : memref<128xf32>
    } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <full = true>>}
    gpu.return
  }
}

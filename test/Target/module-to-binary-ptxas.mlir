// REQUIRES: ptxas, fatbinary

// RUN: dtyp-opt --cudax-module-to-binary=format=bin %s | FileCheck %s --check-prefixes=CHECK,BIN
// RUN: dtyp-opt --cudax-module-to-binary=format=fatbin %s | FileCheck %s --check-prefixes=CHECK,FATBIN

// What ptxas says of a kernel is kept for each chip.
// CHECK-LABEL:  gpu.binary @kernels
// BIN-SAME:     #gpu.object<#nvvm.target<O = 3, chip = "sm_80">
// BIN-SAME:       "kernel", !llvm.func<void (ptr, i64)>, metadata = {resources = {sm_80 = {barriers = 0 : i64, {{[^}]*}}frame_bytes = 400 : i64, registers = {{[0-9]+}} : i64, shared_bytes = 0 : i64, spill_load_bytes = 0 : i64, spill_store_bytes = 0 : i64, stack_bytes = 400 : i64}}}
// BIN-SAME:       bin = "\7FELF
// BIN-SAME:     #gpu.object<#nvvm.target<O = 3, chip = "sm_90">
// BIN-SAME:       resources = {sm_90 =
// BIN-SAME:       bin = "\7FELF
// FATBIN-SAME:  #gpu.object<#nvvm.target<O = 3, chip = "sm_80">
// FATBIN-SAME:    resources = {sm_80 = {barriers
// FATBIN-SAME:    }, sm_90 = {barriers
// FATBIN-SAME:    "P\EDU\BA
// FATBIN-NOT:   #gpu.object
gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80">, #nvvm.target<O = 3, chip = "sm_90">] {
  llvm.func @kernel(%a: !llvm.ptr, %i: i64) attributes {gpu.kernel, nvvm.kernel} {
    %n = llvm.mlir.constant(100 : i64) : i64
    %local = llvm.alloca %n x f32 {alignment = 16 : i64} : (i64) -> !llvm.ptr
    %p = llvm.getelementptr %local[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %0 = llvm.load volatile %a : !llvm.ptr -> f32
    llvm.store volatile %0, %p : f32, !llvm.ptr
    %1 = llvm.load volatile %local : !llvm.ptr -> f32
    llvm.store volatile %1, %a : f32, !llvm.ptr
    llvm.return
  }
}

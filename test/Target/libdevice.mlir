// REQUIRES: libdevice

// RUN: dtyp-opt --cudax-module-to-binary=format=isa -split-input-file -verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: gpu.binary @linked
// CHECK-NOT:     __nv_
// CHECK-SAME:    sin.approx.f32
// CHECK-NOT:     __nv_
gpu.module @linked [#nvvm.target<O = 3, chip = "sm_80">] {
  llvm.func @__nv_fast_sinf(f32) -> f32
  llvm.func @kernel(%a: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.load %a : !llvm.ptr -> f32
    %1 = llvm.call @__nv_fast_sinf(%0) : (f32) -> f32
    llvm.store %1, %a : f32, !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @misspelled [#nvvm.target<O = 3, chip = "sm_80">] {
  llvm.func @__nv_sinus(f32) -> f32
  llvm.func @kernel(%a: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.load %a : !llvm.ptr -> f32
    // expected-error @+1 {{expected a function of libdevice, but none is called '__nv_sinus'}}
    %1 = llvm.call @__nv_sinus(%0) : (f32) -> f32
    llvm.store %1, %a : f32, !llvm.ptr
    llvm.return
  }
}

// A call to libdevice is never left unresolved.

// RUN: mkdir -p %t/empty
// RUN: dtyp-opt --cudax-module-to-binary="format=isa toolkit=%t/empty" -split-input-file -verify-diagnostics %s
// RUN: dtyp-opt --cudax-module-to-binary="format=llvm toolkit=%t/empty" -split-input-file -verify-diagnostics %s

gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80">] {
  llvm.func @__nv_sinf(f32) -> f32
  llvm.func @kernel(%a: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.load %a : !llvm.ptr -> f32
    // expected-error @+1 {{expected libdevice, whose function '__nv_sinf' is called here, but no libdevice of the CUDA Toolkit was found (looked for}}
    %1 = llvm.call @__nv_sinf(%0) : (f32) -> f32
    llvm.store %1, %a : f32, !llvm.ptr
    llvm.return
  }
}

// -----

// A declaration that nothing calls needs no library.
gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_80">] {
  llvm.func @__nv_sinf(f32) -> f32
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

// RUN: dtyp-opt --pass-pipeline="builtin.module(gpu.module(cudax-erase-c-interfaces))" %s | FileCheck %s

// CHECK-LABEL: gpu.module @kernels
// CHECK:         llvm.func @helper()
// CHECK-NOT:     _mlir_ciface_helper
// One that is called stays.
// CHECK:         llvm.func @_mlir_ciface_called()
// CHECK:         llvm.call @_mlir_ciface_called()
gpu.module @kernels {
  llvm.func @helper() {
    llvm.return
  }
  llvm.func @_mlir_ciface_helper() {
    llvm.call @helper() : () -> ()
    llvm.return
  }
  llvm.func @_mlir_ciface_called() {
    llvm.return
  }
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.call @_mlir_ciface_called() : () -> ()
    llvm.return
  }
}

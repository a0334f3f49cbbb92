// RUN: dtyp-opt --pass-pipeline="builtin.module(gpu.module(cudax-prepare-kernels))" %s | FileCheck %s --check-prefix=NOTE
// RUN: dtyp-opt --pass-pipeline="builtin.module(gpu.module(cudax-prepare-kernels{kernel-bare-ptr}))" %s | FileCheck %s --check-prefix=BARE
// RUN: dtyp-opt --pass-pipeline="builtin.module(gpu.module(cudax-prepare-kernels,convert-gpu-to-nvvm,cudax-restore-noalias))" %s | FileCheck %s --check-prefix=RESTORE

// The aligned pointers follow an allocated one: 1 in %a, 1 + 1 + 5 in %b.
gpu.module @kernels {
  // NOTE:      gpu.func @kernel(%{{.*}}: memref<8xf32> {llvm.align = 16 : i64, llvm.readonly}, %{{.*}}: f32, %{{.*}}: memref<2x4xf32>, %{{.*}}: memref<8xf32>)
  // NOTE-SAME:   attributes {cudax.noalias_parameters = array<i64: 1, 7>}
  // BARE:      gpu.func @kernel(%{{.*}}: memref<8xf32> {llvm.align = 16 : i64, llvm.noalias, llvm.readonly}, %{{.*}}: f32, %{{.*}}: memref<2x4xf32> {llvm.noalias}
  // BARE-NOT:    noalias_parameters
  // BARE:        gpu.return
  // RESTORE:      llvm.func @kernel(
  // RESTORE-SAME:   %arg0: !llvm.ptr {llvm.align = 16 : i64, llvm.readonly},
  // RESTORE-SAME:   %arg1: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias, llvm.readonly},
  // RESTORE-SAME:   %arg5: f32, %arg6: !llvm.ptr, %arg7: !llvm.ptr {llvm.noalias},
  // RESTORE-SAME:   %arg13: !llvm.ptr, %arg14: !llvm.ptr, %arg15: i64
  // RESTORE-NOT:    noalias_parameters
  gpu.func @kernel(%a: memref<8xf32> {llvm.noalias, llvm.align = 16 : i64, llvm.readonly}, %x: f32,
                   %b: memref<2x4xf32> {llvm.noalias}, %c: memref<8xf32>) kernel {
    gpu.return
  }

  // Of an unranked memref, the pointers are in memory.
  // NOTE:     func.func @unranked(%{{.*}}: memref<*xf32>, %{{.*}}: memref<f32>)
  // NOTE-SAME:  attributes {cudax.noalias_parameters = array<i64: 3>
  // RESTORE:  llvm.func internal @unranked(%{{.*}}: i64, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64)
  // RESTORE:  llvm.func @_mlir_ciface_unranked(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) attributes {llvm.emit_c_interface}
  func.func @unranked(%a: memref<*xf32> {llvm.noalias}, %b: memref<f32> {llvm.noalias}) {
    return
  }
}

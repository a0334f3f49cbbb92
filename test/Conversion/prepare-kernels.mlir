// RUN: dtyp-opt --pass-pipeline="builtin.module(gpu.module(cudax-prepare-kernels))" %s | FileCheck %s

// A device function is internal, unless it asks for something else.
// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  // CHECK: func.func @helper(%{{.*}}: f32) -> f32 attributes {llvm.linkage = #llvm.linkage<internal>} {
  func.func @helper(%x: f32) -> f32 {
    return %x : f32
  }

  // CHECK: func.func @exported() attributes {llvm.linkage = #llvm.linkage<external>} {
  func.func @exported() attributes {llvm.linkage = #llvm.linkage<external>} {
    return
  }

  // CHECK: llvm.func @from_elsewhere(f32) -> f32
  llvm.func @from_elsewhere(f32) -> f32

  // CHECK: gpu.func @kernel(%{{.*}}: memref<?xf32>) kernel {
  gpu.func @kernel(%a: memref<?xf32>) kernel {
    gpu.return
  }
}

// An array that may still be moved keeps its mark.
// CHECK-LABEL: gpu.module @arrays
// CHECK:         memref.alloca() {alignment = 16 : i64} : memref<4xf32
// CHECK:         scf.for
// CHECK:           memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<8xf32
gpu.module @arrays {
  func.func @f(%n: index) {
    %a = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<4xf32, #gpu.address_space<private>>
    scf.for %i = %n to %n step %n {
      %b = memref.alloca() {alignment = 16 : i64, cudax.local_array} : memref<8xf32, #gpu.address_space<private>>
    }
    return
  }
}

// Host code keeps what it has.
// CHECK: func.func private @host()
func.func private @host()

// The annotation that is not ignored.
// CHECK-LABEL: gpu.module @loops
// CHECK:         scf.for
// CHECK:         } {loop_annotation = #loop_annotation}
gpu.module @loops {
  func.func @f(%n: index) {
    scf.for %i = %n to %n step %n {
    } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <full = true>>}
    return
  }
}

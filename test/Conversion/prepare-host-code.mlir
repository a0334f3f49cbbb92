// Functions that outlining copied into a gpu.module leave the host, also those
// that only another one of them calls.
//
// RUN: dtyp-opt %s --cudax-prepare-host-code | FileCheck %s

!local = memref<4xf32, #gpu.address_space<private>>

// CHECK: gpu.module @kernels
// CHECK: func.func @outer
// CHECK: func.func @inner
// CHECK: func.func @shared
gpu.module @kernels {
  func.func @outer(%a: !local) {
    func.call @inner(%a) : (!local) -> ()
    return
  }
  func.func @inner(%a: !local) {
    return
  }
  func.func @shared(%x: f32) {
    return
  }
}

// CHECK-NOT: @outer
// CHECK-NOT: @inner
func.func private @inner(%a: !local) {
  return
}
func.func private @outer(%a: !local) {
  func.call @inner(%a) : (!local) -> ()
  return
}

// Code that the host can run stays.
// CHECK: func.func @shared
func.func @shared(%x: f32) {
  return
}
// CHECK: func.func @host_memory
func.func @host_memory(%a: memref<4xf32>, %b: memref<4xf32, #gpu.address_space<global>>) {
  return
}

// Kernels with dynamic shared memory learn what their chips have.

// RUN: dtyp-opt --cudax-check-shared-memory='chip=sm_75,sm_86,sm_90a,sm_120' %s | FileCheck %s
// RUN: dtyp-opt --cudax-check-shared-memory %s | FileCheck %s --check-prefix=TARGETS

#w = #gpu.address_space<workgroup>
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  // CHECK: gpu.func @dynamic() kernel attributes {cudax.dynamic_shared_bytes = 65536 : i64, cudax.max_shared_bytes = {sm_120 = 101376 : i64, sm_75 = 65536 : i64, sm_86 = 101376 : i64, sm_90a = 232448 : i64}}
  // TARGETS: gpu.func @dynamic() kernel attributes {cudax.dynamic_shared_bytes = 65536 : i64, cudax.max_shared_bytes = {sm_80 = 166912 : i64}}
  gpu.func @dynamic() kernel attributes {cudax.dynamic_shared_bytes = 65536 : i64} {
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #w>
    gpu.return
  }

  func.func @device() {
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #w>
    return
  }

  // CHECK: gpu.func @calls() kernel attributes {cudax.max_shared_bytes
  gpu.func @calls() kernel {
    func.call @device() : () -> ()
    gpu.return
  }

  // As much as there is on every chip.
  memref.global "private" @half : memref<6144xf32, #w> = uninitialized
  // CHECK: gpu.func @static({{.*}}) workgroup({{.*}}) kernel {
  gpu.func @static() workgroup(%a: memref<6144xf32, #w>) kernel {
    %0 = memref.get_global @half : memref<6144xf32, #w>
    %1 = memref.get_global @half : memref<6144xf32, #w>
    gpu.return
  }
}

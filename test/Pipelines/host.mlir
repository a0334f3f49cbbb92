// Host code is lowered with its kernels.

// RUN: dtyp-opt --dtyp-to-nvvm="chip=sm_80 format=isa" %s | FileCheck %s

// RUN: dtyp-opt --dtyp-to-nvvm="chip=sm_80 format=isa kernel-bare-ptr" %s | FileCheck %s --check-prefix=BARE
// BARE: gpu.launch_func {{.*}} args(%{{[^,]*}} : !llvm.ptr)
// BARE: .visible .entry main_kernel(\0A\09.param .u64 .ptr .align 1 main_kernel_param_0\0A)

// CHECK-LABEL: llvm.func @main(
// CHECK:         llvm.call @mgpuMemAlloc
// CHECK:         llvm.call @mgpuMemcpy
// CHECK:         gpu.launch_func {{.*}} @main_kernel::@main_kernel blocks in {{.*}} args(%{{[^,]*}} : !llvm.ptr, %{{[^,]*}} : !llvm.ptr, %{{[^,]*}} : i64, %{{[^,]*}} : i64, %{{[^,]*}} : i64)
// CHECK:         llvm.call @mgpuMemFree
// CHECK-NOT:     unrealized_conversion_cast
// CHECK:         llvm.return
// CHECK:       gpu.binary @main_kernel
// CHECK-SAME:    arguments = [{parameters = array<i64: 0>, type = "memref<16xf32>"}]
// CHECK-SAME:    .visible .entry main_kernel(
func.func @main(%foo: !dtyp.provider<"Foo", f32>, %a: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%a : memref<16xf32>)
  %d = gpu.alloc() : memref<16xf32>
  gpu.memcpy %d, %a : memref<16xf32>, memref<16xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %local = cudax.local_alloca(%foo) [4] : !dtyp.provider<"Foo", f32> -> memref<4xf32, #gpu.address_space<private>>
    %x = memref.load %d[%tx] : memref<16xf32>
    memref.store %x, %local[%tx] : memref<4xf32, #gpu.address_space<private>>
    %y = memref.load %local[%ty] : memref<4xf32, #gpu.address_space<private>>
    memref.store %y, %d[%tx] : memref<16xf32>
    gpu.terminator
  }
  gpu.dealloc %d : memref<16xf32>
  return
}

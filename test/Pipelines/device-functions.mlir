// RUN: dtyp-compile %s --chip=sm_80 --emit=ptx | FileCheck %s

// A device function is in the PTX only if it is called or exported.
// CHECK-NOT: inlined
// CHECK-NOT: unused
// CHECK:     .extern .func  (.param .b32 func_retval0) elsewhere
// CHECK:     .visible .func exported(
// CHECK:     .func{{.*}}recursive
// CHECK:     .visible .entry kernel(
// CHECK-NOT: .visible
gpu.module @kernels {
  func.func @inlined(%x: f32) -> f32 {
    %y = arith.mulf %x, %x : f32
    return %y : f32
  }
  func.func @unused(%x: f32) -> f32 {
    return %x : f32
  }
  func.func @exported(%a: !llvm.ptr) attributes {llvm.linkage = #llvm.linkage<external>} {
    %0 = llvm.load %a : !llvm.ptr -> f32
    llvm.store volatile %0, %a : f32, !llvm.ptr
    return
  }
  func.func @recursive(%x: f32, %n: i32) -> f32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %done = arith.cmpi sle, %n, %c0 : i32
    cf.cond_br %done, ^end, ^go
  ^end:
    return %x : f32
  ^go:
    %m = arith.subi %n, %c1 : i32
    %y = func.call @recursive(%x, %m) : (f32, i32) -> f32
    %z = llvm.call @elsewhere(%y) : (f32) -> f32
    %w = func.call @recursive(%z, %m) : (f32, i32) -> f32
    return %w : f32
  }
  llvm.func @elsewhere(f32) -> f32
  gpu.func @kernel(%a: memref<4xf32>, %n: i32) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<4xf32>
    %y = func.call @inlined(%x) : (f32) -> f32
    %z = func.call @recursive(%y, %n) : (f32, i32) -> f32
    memref.store %z, %a[%c0] : memref<4xf32>
    gpu.return
  }
}

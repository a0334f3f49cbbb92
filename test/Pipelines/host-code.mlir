// A launch calls a device function with a local array: its original leaves the
// host, and all that is left is lowered. Vectors and copies of the host are, too.
//
// RUN: dtyp-opt %s --dtyp-to-nvvm="chip=sm_90 format=isa" 2>&1 | FileCheck %s

// CHECK-NOT: error
// CHECK-NOT: llvm.func @helper
// CHECK: llvm.func @host(
// CHECK: gpu.launch_func
// CHECK-NOT: @helper
// CHECK: gpu.binary @host_kernel
// CHECK: llvm.func @vectors
// CHECK-NOT: builtin.unrealized_conversion_cast
// CHECK-NOT: vector.transfer_read
// CHECK-NOT: memref.

!foo = !dtyp.provider<"Foo", f32>
!local = memref<10xf32, #gpu.address_space<private>>

func.func private @helper(%foo: !foo, %a: !local, %i: index) -> f32 {
  %x = memref.load %a[%i] : !local
  return %x : f32
}

func.func @host(%foo: !foo, %out: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %a = cudax.local_alloca(%foo) [10] : !foo -> !local
    %v = memref.load %out[%tx] : memref<?xf32>
    memref.store %v, %a[%tx] : !local
    %w = func.call @helper(%foo, %a, %bx) : (!foo, !local, index) -> f32
    memref.store %w, %out[%bx] : memref<?xf32>
    gpu.terminator
  }
  return
}

func.func @vectors(%a: memref<4x4xf32, strided<[8, 1]>>, %b: memref<4x4xf32>, %i: index) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  memref.copy %a, %b : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
  %v = vector.transfer_read %b[%i, %i], %zero : memref<4x4xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

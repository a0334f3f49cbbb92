// Where a block holds more values than a thread has registers, what is loaded is
// loaded where it is used: a large local array that only reverses it takes no memory.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

!large = memref<512xf32, #gpu.address_space<private>>
!small = memref<64xf32, #gpu.address_space<private>>

gpu.module @kernels {
  // CHECK-LABEL: .entry reversed(
  // CHECK-NOT:   .local
  // CHECK:       ld.global.nc.b32 [[LAST:%r[0-9]+]], [{{.*}}+2044];
  // CHECK-NEXT:  add.{{(rn.)?}}f32 {{.*}}[[LAST]]
  // CHECK-NEXT:  ld.global.nc.b32 [[NEXT:%r[0-9]+]], [{{.*}}+2040];
  // CHECK-NEXT:  add.{{(rn.)?}}f32 {{.*}}[[NEXT]]
  gpu.func @reversed(%in: memref<512xf32> {llvm.noalias, llvm.readonly},
      %out: memref<1xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c511 = arith.constant 511 : index
    %c512 = arith.constant 512 : index
    %zero = arith.constant 0.0 : f32
    %a = memref.alloca() : !large
    scf.for %i = %c0 to %c512 step %c1 {
      %v = memref.load %in[%i] : memref<512xf32>
      memref.store %v, %a[%i] : !large
    }
    %sum = scf.for %i = %c0 to %c512 step %c1 iter_args(%partial = %zero) -> f32 {
      %j = arith.subi %c511, %i : index
      %v = memref.load %a[%j] : !large
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%c0] : memref<1xf32>
    gpu.return
  }

  // Writes in between do not matter, as nothing writes to %in.
  // CHECK-LABEL: .entry reversed_copy(
  // CHECK-NOT:   .local
  // CHECK:       ld.global.nc.b32 [[LAST:%r[0-9]+]], [{{.*}}+2044];
  // CHECK-NEXT:  st.global.b32 [{{.*}}], [[LAST]];
  // CHECK-NEXT:  ld.global.nc.b32 [[NEXT:%r[0-9]+]], [{{.*}}+2040];
  // CHECK-NEXT:  st.global.b32 [{{.*}}], [[NEXT]];
  gpu.func @reversed_copy(%in: memref<512xf32> {llvm.noalias, llvm.readonly},
      %out: memref<512xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c511 = arith.constant 511 : index
    %c512 = arith.constant 512 : index
    %a = memref.alloca() : !large
    scf.for %i = %c0 to %c512 step %c1 {
      %v = memref.load %in[%i] : memref<512xf32>
      memref.store %v, %a[%i] : !large
    }
    scf.for %i = %c0 to %c512 step %c1 {
      %j = arith.subi %c511, %i : index
      %v = memref.load %a[%j] : !large
      memref.store %v, %out[%i] : memref<512xf32>
    }
    gpu.return
  }

  // Two that the same operation uses stay in their order.
  // CHECK-LABEL: .entry products(
  // CHECK-NOT:   .local
  // CHECK:       ld.global.nc.b32 [[FIRST:%r[0-9]+]], [{{.*}}+2044];
  // CHECK-NEXT:  ld.global.nc.b32 [[SECOND:%r[0-9]+]], [{{.*}}+2044];
  // CHECK-NEXT:  fma.rn.f32 {{%r[0-9]+}}, [[FIRST]], [[SECOND]], {{.*}};
  gpu.func @products(%left: memref<512xf32> {llvm.noalias, llvm.readonly},
      %right: memref<512xf32> {llvm.noalias, llvm.readonly},
      %out: memref<1xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c511 = arith.constant 511 : index
    %c512 = arith.constant 512 : index
    %zero = arith.constant 0.0 : f32
    %a = memref.alloca() : !large
    %b = memref.alloca() : !large
    scf.for %i = %c0 to %c512 step %c1 {
      %v = memref.load %left[%i] : memref<512xf32>
      memref.store %v, %a[%i] : !large
      %w = memref.load %right[%i] : memref<512xf32>
      memref.store %w, %b[%i] : !large
    }
    %sum = scf.for %i = %c0 to %c512 step %c1 iter_args(%partial = %zero) -> f32 {
      %j = arith.subi %c511, %i : index
      %v = memref.load %a[%j] : !large
      %w = memref.load %b[%j] : !large
      %product = arith.mulf %v, %w : f32
      %next = arith.addf %partial, %product : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%c0] : memref<1xf32>
    gpu.return
  }

  // Registers hold these: all loads are underway before the first is used.
  // CHECK-LABEL: .entry few(
  // CHECK:       ld.global.nc.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}];
  // CHECK-NEXT:  ld.global.nc.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+4];
  // CHECK-NEXT:  ld.global.nc.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+8];
  gpu.func @few(%in: memref<64xf32> {llvm.noalias, llvm.readonly},
      %out: memref<1xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %a = memref.alloca() : !small
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %in[%i] : memref<64xf32>
      memref.store %v, %a[%i] : !small
    }
    %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%partial = %zero) -> f32 {
      %j = arith.subi %c63, %i : index
      %v = memref.load %a[%j] : !small
      %next = arith.addf %partial, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%c0] : memref<1xf32>
    gpu.return
  }
}

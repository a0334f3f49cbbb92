// RUN: split-file %s %t
// RUN: dtyp-compile %t/arrays.mlir --chip=sm_90 --emit=ptx | FileCheck %t/arrays.mlir
// RUN: dtyp-compile %t/arrays.mlir --chip=sm_90 --emit=ptx --kernel-bare-ptr | FileCheck %t/arrays.mlir

// Loops over the contiguous elements of aligned arrays access 16 bytes at once,
// and load what is not aliased through the read-only cache, whichever way memrefs
// are passed. nvcc 13.0 has as many accesses for the twins with __restrict__ and
// __builtin_assume_aligned, and 16 stores of 4 bytes to the shared array.

//--- arrays.mlir
!rows = memref<4096x16xf32>
!bytes = memref<4096x64xi8>

gpu.module @kernels {
  // CHECK-LABEL: .entry reverse(
  // CHECK-COUNT-8: {{ld.global.nc|st.global}}.v4.b32
  // CHECK-NOT:     {{ld|st}}.
  // CHECK:       ret;
  gpu.func @reverse(%x: !rows {llvm.noalias, llvm.align = 16 : i64}, %y: !rows {llvm.noalias, llvm.align = 16 : i64}) kernel {
    %f32 = dtyp.constant f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %t = gpu.global_id x
    %a = cudax.local_alloca(%f32) [16] : !dtyp.dtype<f32> -> memref<16xf32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c16 step %c1 {
      %v = memref.load %x[%t, %i] : !rows
      memref.store %v, %a[%i] : memref<16xf32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c16 step %c1 {
      %r = arith.subi %c15, %i : index
      %v = memref.load %a[%r] : memref<16xf32, #gpu.address_space<private>>
      memref.store %v, %y[%t, %i] : !rows
    }
    gpu.return
  }

  // CHECK-LABEL: .entry bytes(
  // CHECK-COUNT-8: {{ld.global.nc|st.global}}.v4.b32
  // CHECK-NOT:     {{ld|st}}.
  // CHECK:       ret;
  gpu.func @bytes(%x: !bytes {llvm.noalias, llvm.align = 16 : i64}, %y: !bytes {llvm.noalias, llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = gpu.global_id x
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %x[%t, %i] : !bytes
      memref.store %v, %y[%t, %i] : !bytes
    }
    gpu.return
  }

  // CHECK-LABEL: .entry copies(
  // CHECK-COUNT-8: {{ld.global.nc|st.shared}}.v4.b32
  // CHECK:         bar.sync
  // CHECK-COUNT-8: {{ld.shared|st.global}}.v4.b32
  // CHECK-NOT:     {{ld|st}}.
  // CHECK:       ret;
  gpu.func @copies(%x: !rows {llvm.noalias, llvm.align = 16 : i64}, %y: !rows {llvm.noalias, llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %f32 = dtyp.constant f32
    %t = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %u = arith.addi %t, %c1 : index
    %shared = cudax.shared_alloca(%f32) [65, 16] : !dtyp.dtype<f32> -> memref<65x16xf32, #gpu.address_space<workgroup>>
    %source = memref.subview %x[%t, 0] [1, 16] [1, 1] : !rows to memref<16xf32, strided<[1], offset: ?>>
    %row = memref.subview %shared[%t, 0] [1, 16] [1, 1] : memref<65x16xf32, #gpu.address_space<workgroup>> to memref<16xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
    memref.copy %source, %row : memref<16xf32, strided<[1], offset: ?>> to memref<16xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
    gpu.barrier
    %next = memref.subview %shared[%u, 0] [1, 16] [1, 1] : memref<65x16xf32, #gpu.address_space<workgroup>> to memref<16xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
    %target = memref.subview %y[%t, 0] [1, 16] [1, 1] : !rows to memref<16xf32, strided<[1], offset: ?>>
    memref.copy %next, %target : memref<16xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>> to memref<16xf32, strided<[1], offset: ?>>
    gpu.return
  }
}

// A number of 64 bits in the other byte order is loaded as two halves.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: .entry aligned(
  // CHECK:       ld.global{{(.nc)?}}.v2.b32 {[[A:%r[0-9]+]], [[B:%r[0-9]+]]}
  // CHECK-DAG:   prmt.b32 [[UPPER:%r[0-9]+]], [[A]], 0, 0x123U;
  // CHECK-DAG:   prmt.b32 [[LOWER:%r[0-9]+]], [[B]], 0, 0x123U;
  // CHECK:       st.global.v2.b32 [{{.*}}], {[[LOWER]], [[UPPER]]};
  gpu.func @aligned(%in: memref<8x!dtyp.big_endian<ui64>>, %out: memref<8xi64>) kernel {
    %t = gpu.thread_id x
    %v = dtyp.load %in[%t] : memref<8x!dtyp.big_endian<ui64>>
    memref.store %v, %out[%t] : memref<8xi64>
    gpu.return
  }

  // A number of 32 bits is one register anyway, and a value that is needed as it
  // is as well is loaded once.
  // CHECK-LABEL: .entry others(
  // CHECK-NOT:   v2
  // CHECK:       ret;
  gpu.func @others(%in: memref<8x!dtyp.big_endian<i32>>, %wide: memref<8xi64>,
      %out: memref<8xi32>, %both: memref<8xi64>, %swapped: memref<8xi64>) kernel {
    %t = gpu.thread_id x
    %v = dtyp.load %in[%t] : memref<8x!dtyp.big_endian<i32>>
    memref.store %v, %out[%t] : memref<8xi32>
    %w = memref.load %wide[%t] : memref<8xi64>
    %s = llvm.intr.bswap(%w) : (i64) -> i64
    memref.store %w, %both[%t] : memref<8xi64>
    memref.store %s, %swapped[%t] : memref<8xi64>
    gpu.return
  }
}

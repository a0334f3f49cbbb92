// Variables whose elements need no alignment get one: ptxas joins loads of their
// bytes as if they had it. Found by tools/fuzz on an H200 (seed 258): an array of
// packed records with `.align 1` behind one of 56 bytes was read by LDS.128 at an
// address that is no multiple of 16.

// RUN: dtyp-compile %s --chip=sm_90 --emit=ptx -o - | FileCheck %s

!pair = !dtyp.record<a: ui8, b: f64>

gpu.module @kernels {
  // CHECK-DAG: .global .align 8 .b8 small[5]
  memref.global @small : memref<5xi8> = dense<[1, 2, 3, 4, 5]>
  // CHECK-DAG: .global .align 64 .b8 aligned[5]
  memref.global @aligned : memref<5xi8> = dense<[1, 2, 3, 4, 6]> {alignment = 64}
  // CHECK: .entry kernel(
  // CHECK-DAG: .shared .align 16 .b8 __wg_kernel_0[56]
  // CHECK-DAG: .shared .align 16 .b8 __wg_kernel_1[252]
  gpu.func @kernel(%i: index, %value: !pair, %out: memref<?x!pair>)
      workgroup(%flag: memref<28xi16, #gpu.address_space<workgroup>>,
                %pairs: memref<28x!pair, #gpu.address_space<workgroup>>) kernel {
    %one = arith.constant 1 : i16
    %c1 = arith.constant 1 : index
    memref.store %one, %flag[%i] : memref<28xi16, #gpu.address_space<workgroup>>
    dtyp.store %value, %pairs[%i] : !pair, memref<28x!pair, #gpu.address_space<workgroup>>
    gpu.barrier
    %j = arith.xori %i, %c1 : index
    %f = memref.load %flag[%j] : memref<28xi16, #gpu.address_space<workgroup>>
    %k = arith.index_cast %f : i16 to index
    %other = dtyp.load %pairs[%k] : memref<28x!pair, #gpu.address_space<workgroup>>
    dtyp.store %other, %out[%i] : !pair, memref<?x!pair>
    gpu.return
  }
}

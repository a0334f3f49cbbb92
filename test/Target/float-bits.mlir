// The bits of floats in smaller pieces, and the accesses of 64-bit integers.

// RUN: dtyp-compile %s --chip=sm_90 -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// RUN: dtyp-compile %s --chip=sm_90 -O0 -o %t.0.ptx
// RUN: FileCheck %s --input-file=%t.0.ptx --check-prefix=NONE

!packed = !dtyp.record<a: i8, f: f32, d: f64, h: f16, z: complex<f32>>

gpu.module @kernels {
  // A register that an instruction on floats wrote is stored as a whole or not
  // at all.
  // CHECK-LABEL: .entry packed(
  // CHECK-DAG: cvt.f64.f32 [[F64:%rd[0-9]+]], {{.*}};
  // CHECK-DAG: add.f32 [[F32:%r[0-9]+]], {{.*}};
  // CHECK-DAG: add.f16 [[F16:%rs[0-9]+]], {{.*}};
  // CHECK-DAG: mov.b32 [[B32:%r[0-9]+]], [[F32]];
  // CHECK-DAG: mov.b64 [[B64:%rd[0-9]+]], [[F64]];
  // CHECK-DAG: mov.b16 [[B16:%rs[0-9]+]], [[F16]];
  // CHECK-DAG: st.global.b8 [%rd{{[0-9]+}}+1], [[B32]];
  // CHECK-DAG: st.global.b8 [%rd{{[0-9]+}}+5], [[B64]];
  // CHECK-DAG: st.global.b8 [%rd{{[0-9]+}}+13], [[B16]];
  // CHECK:     ret;
  gpu.func @packed(%a: f32, %out: memref<?x!packed>) kernel {
    %i = gpu.thread_id x
    %d = arith.extf %a : f32 to f64
    %e = arith.addf %a, %a : f32
    %h = arith.truncf %e : f32 to f16
    %h2 = arith.addf %h, %h : f16
    dtyp.store %e, %out[%i]["f"] : f32, memref<?x!packed>
    dtyp.store %d, %out[%i]["d"] : f64, memref<?x!packed>
    dtyp.store %h2, %out[%i]["h"] : f16, memref<?x!packed>
    gpu.return
  }

  // CHECK-LABEL: .entry complex_part(
  // CHECK: add.f32 [[F32:%r[0-9]+]], {{.*}};
  // CHECK: mov.b32 [[B32:%r[0-9]+]], [[F32]];
  // CHECK: ret;
  // NONE-LABEL: .entry complex_part(
  // NONE-COUNT-2: mov.b32 %r{{[0-9]+}}, %r{{[0-9]+}};
  // NONE: ret;
  gpu.func @complex_part(%a: f32, %out: memref<?x!packed>) kernel {
    %i = gpu.thread_id x
    %e = arith.addf %a, %a : f32
    %z = complex.create %e, %e : complex<f32>
    dtyp.store %z, %out[%i]["z"] : complex<f32>, memref<?x!packed>
    gpu.return
  }

  // CHECK-LABEL: .entry taken_apart(
  // CHECK: mul.f32 [[F32:%r[0-9]+]], {{.*}};
  // CHECK: mov.b32 [[B32:%r[0-9]+]], [[F32]];
  // CHECK: st.global.b8 [{{.*}}], [[B32]];
  // CHECK: ret;
  gpu.func @taken_apart(%a: f32, %out: memref<?xi8>) kernel {
    %i = gpu.thread_id x
    %e = arith.mulf %a, %a : f32
    %bits = arith.bitcast %e : f32 to i32
    %byte = arith.trunci %bits : i32 to i8
    memref.store %byte, %out[%i] : memref<?xi8>
    gpu.return
  }

  // A vector of floats that is aligned to its elements needs no copy.
  // CHECK-LABEL: .entry aligned(
  // CHECK-NOT: mov.b32
  // CHECK: ret;
  gpu.func @aligned(%a: f32, %out: memref<?xf32>) kernel {
    %i = gpu.thread_id x
    %e = arith.addf %a, %a : f32
    memref.store %e, %out[%i] : memref<?xf32>
    gpu.return
  }

  // CHECK-LABEL: .entry int64(
  // CHECK: ld.global.b64
  // CHECK: st.global.b64
  // CHECK: ret;
  gpu.func @int64(%in: memref<?xi64>, %out: memref<?xi64>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %in[%i] : memref<?xi64>
    %y = arith.addi %x, %x : i64
    memref.store %y, %out[%i] : memref<?xi64>
    gpu.return
  }
}

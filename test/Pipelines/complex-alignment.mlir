// A complex64 of NumPy is aligned to 4 bytes, as its parts are: two accesses. Where
// CUDA's alignment is known or stated, it is one of 8 bytes, as of cuComplex.

// RUN: dtyp-compile %s --chip=sm_80 --emit=ptx | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: .entry numpy(
  // CHECK-COUNT-2: ld.global.b32
  // CHECK-COUNT-2: st.global.b32
  gpu.func @numpy(%a: memref<?xcomplex<f32>>, %b: memref<?xcomplex<f32>>) kernel {
    %i = gpu.thread_id x
    %z = dtyp.load %a[%i] : memref<?xcomplex<f32>>
    %s = complex.add %z, %z : complex<f32>
    dtyp.store %s, %b[%i] : complex<f32>, memref<?xcomplex<f32>>
    gpu.return
  }

  // Stated of an array.
  // CHECK-LABEL: .entry arrays(
  // CHECK: ld.global.v2.b32
  // CHECK: st.global.v2.b32
  gpu.func @arrays(%a: memref<?xcomplex<f32>>, %b: memref<?xcomplex<f32>>) kernel {
    %i = gpu.thread_id x
    %aligned_a = memref.assume_alignment %a, 8 : memref<?xcomplex<f32>>
    %aligned_b = memref.assume_alignment %b, 8 : memref<?xcomplex<f32>>
    %z = dtyp.load %aligned_a[%i] : memref<?xcomplex<f32>>
    %s = complex.add %z, %z : complex<f32>
    dtyp.store %s, %aligned_b[%i] : complex<f32>, memref<?xcomplex<f32>>
    gpu.return
  }

  // Stated of an access, here to 16 bytes of a complex128.
  // CHECK-LABEL: .entry accesses(
  // CHECK: ld.global.v2.b64
  // CHECK: st.global.v2.b64
  gpu.func @accesses(%a: memref<?xcomplex<f64>>, %b: memref<?xcomplex<f64>>) kernel {
    %i = gpu.thread_id x
    %z = memref.load %a[%i] {alignment = 16 : i64} : memref<?xcomplex<f64>>
    %s = complex.add %z, %z : complex<f64>
    memref.store %s, %b[%i] {alignment = 16 : i64} : memref<?xcomplex<f64>>
    gpu.return
  }

  // Known of a local array, which is made with CUDA's alignment.
  // CHECK-LABEL: .entry local(
  // CHECK-COUNT-2: st.local.v2.b32
  // CHECK: ld.local.v2.b32
  gpu.func @local(%n: index, %m: index, %x: f32, %out: memref<?xcomplex<f32>>) kernel {
    %i = gpu.thread_id x
    %dt = dtyp.constant complex<f32>
    %local = cudax.local_alloca(%dt) [16] : !dtyp.dtype<complex<f32>> -> memref<16xcomplex<f32>, #gpu.address_space<private>>
    %z = complex.create %x, %x : complex<f32>
    memref.store %z, %local[%n] : memref<16xcomplex<f32>, #gpu.address_space<private>>
    dtyp.store %z, %local[%i] : complex<f32>, memref<16xcomplex<f32>, #gpu.address_space<private>>
    %s = dtyp.load %local[%m] : memref<16xcomplex<f32>, #gpu.address_space<private>>
    memref.store %s, %out[%i] : memref<?xcomplex<f32>>
    gpu.return
  }
}

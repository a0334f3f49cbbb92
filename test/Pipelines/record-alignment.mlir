// An access has the alignment that its field really has: one that is misaligned
// is never wide, at any level of optimization.

// RUN: dtyp-compile %s --chip=sm_90 -o %t.ptx
// RUN: %python %S/Inputs/compare_accesses.py %t.ptx | FileCheck %s --check-prefixes=CHECK,O3
// RUN: dtyp-compile %s --chip=sm_90 -O0 -o %t.0.ptx
// RUN: %python %S/Inputs/compare_accesses.py %t.0.ptx | FileCheck %s

// CHECK:      {{^}}bytes: ld{{(.global)?}}.b8*16 st{{(.global)?}}.b32*2 st{{(.global)?}}.b64*1{{$}}
// CHECK-NEXT: bytes_store: ld{{(.global)?}}.b32*2 ld{{(.global)?}}.b64*1 st{{(.global)?}}.b8*16{{$}}
// CHECK-NEXT: halves: ld{{(.global)?}}.b16*2 st{{(.global)?}}.b32*1{{$}}
// CHECK-NEXT: halves_store: ld{{(.global)?}}.b32*1 st{{(.global)?}}.b16*2{{$}}
// CHECK-NEXT: dynamic: ld{{(.global)?}}.b16*2 st{{(.global)?}}.b32*1{{$}}
// CHECK-NEXT: local_packed: ld{{(.local)?}}.b8*4 st{{(.global)?}}.b32*1 st{{(.local)?}}.b8*4{{$}}
// CHECK-NEXT: local_provider: ld{{(.local)?}}.b8*4 st{{(.global)?}}.b32*1 st{{(.local)?}}.b8*4{{$}}
// What is aligned is one access.
// O3-NEXT:    local_aligned: ld.local.b64*1 st.global.b64*1 st.local.b64*1{{$}}
// O3-NEXT:    local_device: ld.local.v2.b64*1 st.global.v2.b64*1 st.local.v2.b64*1{{$}}
// O3-NEXT:    shared: ld.global.b64*1 ld.shared.b64*1 ld.shared.b8*8 st.global.b64*1 st.shared.b8*8 st.shared.v2.b64*1{{$}}

// An array of records has their alignment; cudax.local_alloca gives it more, as
// it documents.
// RUN: FileCheck %s --check-prefix=ALIGN < %t.ptx
// RUN: FileCheck %s --check-prefix=ALIGN < %t.0.ptx

!packed = !dtyp.record<id: ui8, n: i32, x: f32, d: f64>
!aligned = !dtyp.record<aligned, id: ui8, n: i32, x: f32, d: f64>
!pair = !dtyp.record<a: i16, x: f32>
!inner = !dtyp.record<aligned, s: f32, pair: !pair>
!wide = !dtyp.record<device, id: ui8, z: complex<f64>>
!many = !dtyp.record<aligned, k: i32, pairs: !dtyp.subarray<3x!pair>>

gpu.module @kernels {
  gpu.func @bytes(%a: memref<64x!packed>, %b: memref<64x!aligned>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["n"] : memref<64x!packed>
    %1 = dtyp.load %a[%i]["x"] : memref<64x!packed>
    %2 = dtyp.load %a[%i]["d"] : memref<64x!packed>
    dtyp.store %0, %b[%i]["n"] : i32, memref<64x!aligned>
    dtyp.store %1, %b[%i]["x"] : f32, memref<64x!aligned>
    dtyp.store %2, %b[%i]["d"] : f64, memref<64x!aligned>
    gpu.return
  }

  gpu.func @bytes_store(%a: memref<64x!packed>, %b: memref<64x!aligned>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %b[%i]["n"] : memref<64x!aligned>
    %1 = dtyp.load %b[%i]["x"] : memref<64x!aligned>
    %2 = dtyp.load %b[%i]["d"] : memref<64x!aligned>
    dtyp.store %0, %a[%i]["n"] : i32, memref<64x!packed>
    dtyp.store %1, %a[%i]["x"] : f32, memref<64x!packed>
    dtyp.store %2, %a[%i]["d"] : f64, memref<64x!packed>
    gpu.return
  }

  // The record of 4 bytes' alignment has the pair at 4, and that its float at 2.
  gpu.func @halves(%a: memref<64x!inner>, %b: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["pair"]["x"] : memref<64x!inner>
    memref.store %0, %b[%i] : memref<64xf32>
    gpu.return
  }

  gpu.func @halves_store(%a: memref<64x!inner>, %b: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %b[%i] : memref<64xf32>
    dtyp.store %0, %a[%i]["pair"]["x"] : f32, memref<64x!inner>
    gpu.return
  }

  // Pairs are 6 bytes apart, so that half of their floats lie at odd multiples of 2.
  gpu.func @dynamic(%a: memref<64x!many>, %k: index, %b: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %0 = dtyp.load %a[%i]["pairs"][%k]["x"] : memref<64x!many>
    memref.store %0, %b[%i] : memref<64xf32>
    gpu.return
  }

  // ALIGN-LABEL: .entry local_packed(
  // ALIGN:       .local .align 1 .b8 {{.*}}[272];
  gpu.func @local_packed(%k: index, %n: index, %x: f32, %b: memref<64xf32>) kernel {
    %a = memref.alloca() : memref<16x!packed, #gpu.address_space<private>>
    dtyp.store %x, %a[%k]["x"] : f32, memref<16x!packed, #gpu.address_space<private>>
    %0 = dtyp.load %a[%n]["x"] : memref<16x!packed, #gpu.address_space<private>>
    memref.store %0, %b[%n] : memref<64xf32>
    gpu.return
  }

  // ALIGN-LABEL: .entry local_provider(
  // ALIGN:       .local .align 16 .b8 {{.*}}[272];
  gpu.func @local_provider(%p: !dtyp.provider<"P", !packed>, %k: index, %n: index, %x: f32, %b: memref<64xf32>) kernel {
    %a = cudax.local_alloca(%p) [16] : !dtyp.provider<"P", !packed> -> memref<16x!packed, #gpu.address_space<private>>
    dtyp.store %x, %a[%k]["x"] : f32, memref<16x!packed, #gpu.address_space<private>>
    %0 = dtyp.load %a[%n]["x"] : memref<16x!packed, #gpu.address_space<private>>
    memref.store %0, %b[%n] : memref<64xf32>
    gpu.return
  }

  // ALIGN-LABEL: .entry local_aligned(
  // ALIGN:       .local .align 8 .b8 {{.*}}[384];
  gpu.func @local_aligned(%k: index, %n: index, %x: f64, %b: memref<64xf64>) kernel {
    %a = memref.alloca() : memref<16x!aligned, #gpu.address_space<private>>
    dtyp.store %x, %a[%k]["d"] : f64, memref<16x!aligned, #gpu.address_space<private>>
    %0 = dtyp.load %a[%n]["d"] : memref<16x!aligned, #gpu.address_space<private>>
    memref.store %0, %b[%n] : memref<64xf64>
    gpu.return
  }

  // ALIGN-LABEL: .entry local_device(
  // ALIGN:       .local .align 16 .b8 {{.*}}[512];
  gpu.func @local_device(%k: index, %n: index, %x: complex<f64>, %b: memref<64x!wide>) kernel {
    %a = memref.alloca() : memref<16x!wide, #gpu.address_space<private>>
    dtyp.store %x, %a[%k]["z"] : complex<f64>, memref<16x!wide, #gpu.address_space<private>>
    %0 = dtyp.load %a[%n]["z"] : memref<16x!wide, #gpu.address_space<private>>
    dtyp.store %0, %b[%n]["z"] : complex<f64>, memref<64x!wide>
    gpu.return
  }

  // ALIGN-LABEL: .entry shared(
  // ALIGN:       .shared .align 16 .b8 {{.*}}[512];
  // The array of packed records begins at a multiple of 16, as ptxas takes it to.
  // ALIGN:       .shared .align 16 .b8 {{.*}}[272];
  gpu.func @shared(%n: index, %b: memref<64xf64>) workgroup(%s: memref<16x!wide, #gpu.address_space<workgroup>>, %t: memref<16x!packed, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %b[%i] : memref<64xf64>
    dtyp.store %x, %t[%i]["d"] : f64, memref<16x!packed, #gpu.address_space<workgroup>>
    %z = complex.create %x, %x : complex<f64>
    dtyp.store %z, %s[%i]["z"] : complex<f64>, memref<16x!wide, #gpu.address_space<workgroup>>
    gpu.barrier
    %y = dtyp.load %t[%n]["d"] : memref<16x!packed, #gpu.address_space<workgroup>>
    %w = dtyp.load %s[%n]["z"] : memref<16x!wide, #gpu.address_space<workgroup>>
    %re = complex.re %w : complex<f64>
    %r = arith.addf %y, %re : f64
    memref.store %r, %b[%i] : memref<64xf64>
    gpu.return
  }
}

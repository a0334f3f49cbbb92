// Records as bytes are accessed as records are: with the alignment that a field
// has. One that is aligned is one access, one that is not is never a wide one.

// RUN: dtyp-compile %s --chip=sm_90 -o %t.records.ptx
// RUN: dtyp-opt --dtyp-records-to-bytes %s -o %t.mlir
// RUN: dtyp-compile %t.mlir --chip=sm_90 -o %t.bytes.ptx
// RUN: %python %S/Inputs/compare_accesses.py %t.records.ptx %t.bytes.ptx | FileCheck %s

// CHECK: {{^}}packed: ld.global.b8*4 st.global.b32*1{{$}}
// CHECK: {{^}}packed_store: ld.global.b32*1 st.global.b8*4{{$}}
// CHECK: {{^}}aligned: ld.global.b32*1 st.global.b32*1{{$}}
// CHECK: {{^}}aligned_store: ld.global.b32*1 st.global.b32*1{{$}}
// CHECK: {{^}}double: ld.global.b64*1 st.global.b64*1{{$}}
// CHECK: {{^}}swapped: ld.global.b32*1 st.global.b32*1{{$}}
// CHECK: {{^}}vectors: ld.global.v2.b64*1 ld.global.v4.b32*1 st.global.b32*1 st.global.b64*2{{$}}
// CHECK: {{^}}element: ld.global.b16*1 st.global.b16*1{{$}}
// CHECK: {{^}}copy: ld.global.b64*3 st.global.b64*3{{$}}
// CHECK: {{^}}copy_packed: ld.global.b8*17 st.global.b8*17{{$}}
// CHECK: {{^}}shared: ld.global.b32*1 ld.shared.b32*1 st.global.b32*1 st.shared.b32*1{{$}}
// CHECK: {{^}}updates: atom.global.add.f32*1{{$}}

// The comparison finds an access that is another.
// RUN: sed s/ld.global.b64/ld.global.b32/ %t.bytes.ptx > %t.other.ptx
// RUN: not %python %S/Inputs/compare_accesses.py %t.records.ptx %t.other.ptx | FileCheck %s --check-prefix=OTHER
// OTHER: error: double accesses memory by ld.global.b32*1 st.global.b64*1 in

!packed = !dtyp.record<id: ui8, x: f32, big: !dtyp.big_endian<i32>, d: f64>
!aligned = !dtyp.record<aligned, id: ui8, x: f32, big: !dtyp.big_endian<i32>, d: f64>
!wide = !dtyp.record<device, z: complex<f64>, v: !dtyp.vector<4xf32>, n: !dtyp.subarray<4xi16>>

gpu.module @kernels {
  gpu.func @packed(%a: memref<64x!packed>, %out: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %x = dtyp.load %a[%i]["x"] : memref<64x!packed>
    memref.store %x, %out[%i] : memref<64xf32>
    gpu.return
  }
  gpu.func @packed_store(%a: memref<64x!packed>, %out: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %out[%i] : memref<64xf32>
    dtyp.store %x, %a[%i]["x"] : f32, memref<64x!packed>
    gpu.return
  }
  gpu.func @aligned(%a: memref<64x!aligned>, %out: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %x = dtyp.load %a[%i]["x"] : memref<64x!aligned>
    memref.store %x, %out[%i] : memref<64xf32>
    gpu.return
  }
  gpu.func @aligned_store(%a: memref<64x!aligned>, %out: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %out[%i] : memref<64xf32>
    dtyp.store %x, %a[%i]["x"] : f32, memref<64x!aligned>
    gpu.return
  }
  gpu.func @double(%a: memref<64x!aligned>, %out: memref<64xf64>) kernel {
    %i = gpu.thread_id x
    %x = dtyp.load %a[%i]["d"] : memref<64x!aligned>
    memref.store %x, %out[%i] : memref<64xf64>
    gpu.return
  }
  gpu.func @swapped(%a: memref<64x!aligned>, %out: memref<64xi32>) kernel {
    %i = gpu.thread_id x
    %x = dtyp.load %a[%i]["big"] : memref<64x!aligned>
    memref.store %x, %out[%i] : memref<64xi32>
    gpu.return
  }
  gpu.func @vectors(%a: memref<64x!wide>, %out: memref<64xf32>, %zs: memref<64xcomplex<f64>>) kernel {
    %i = gpu.thread_id x
    %v = dtyp.load %a[%i]["v"] : memref<64x!wide>
    %s = vector.reduction <add>, %v : vector<4xf32> into f32
    memref.store %s, %out[%i] : memref<64xf32>
    %z = dtyp.load %a[%i]["z"] : memref<64x!wide>
    memref.store %z, %zs[%i] : memref<64xcomplex<f64>>
    gpu.return
  }
  gpu.func @element(%a: memref<64x!wide>, %k: index, %out: memref<64xi16>) kernel {
    %i = gpu.thread_id x
    %n = dtyp.load %a[%i]["n"][%k] : memref<64x!wide>
    memref.store %n, %out[%i] : memref<64xi16>
    gpu.return
  }
  gpu.func @copy(%a: memref<64x!aligned>, %b: memref<64x!aligned>) kernel {
    %i = gpu.thread_id x
    %v = dtyp.load %a[%i] : memref<64x!aligned>
    dtyp.store %v, %b[%i] : !aligned, memref<64x!aligned>
    gpu.return
  }
  gpu.func @copy_packed(%a: memref<64x!packed>, %b: memref<64x!packed>) kernel {
    %i = gpu.thread_id x
    %v = dtyp.load %a[%i] : memref<64x!packed>
    dtyp.store %v, %b[%i] : !packed, memref<64x!packed>
    gpu.return
  }
  gpu.func @shared(%a: memref<64x!aligned>, %out: memref<64xf32>) workgroup(%s: memref<64x!aligned, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    %v = dtyp.load %a[%i]["x"] : memref<64x!aligned>
    dtyp.store %v, %s[%i]["x"] : f32, memref<64x!aligned, #gpu.address_space<workgroup>>
    gpu.barrier
    %c63 = arith.constant 63 : index
    %j = arith.subi %c63, %i : index
    %x = dtyp.load %s[%j]["x"] : memref<64x!aligned, #gpu.address_space<workgroup>>
    memref.store %x, %out[%i] : memref<64xf32>
    gpu.return
  }
  gpu.func @updates(%a: memref<64x!aligned>, %x: f32) kernel {
    %i = gpu.thread_id x
    %old = dtyp.atomic_rmw addf %x, %a[%i]["x"] : f32, memref<64x!aligned>
    gpu.return
  }
}

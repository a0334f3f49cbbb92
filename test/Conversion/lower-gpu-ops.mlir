// RUN: dtyp-opt --cudax-lower-gpu-ops %s | FileCheck %s

gpu.module @kernels {
  // One symbol for the memory that the launch gives, with the largest alignment
  // that is asked for. It is external: an internal one is a static array.
  // CHECK: memref.global @dynamic_shared_memory : memref<0xi8, #gpu.address_space<workgroup>> {alignment = 128 : i64}
  // CHECK-NOT: memref.global

  // CHECK-LABEL: gpu.func @printf
  gpu.func @printf(%h: f16, %b: bf16, %f: f32, %n: i32) kernel {
    // CHECK: %[[H:.*]] = arith.extf %{{.*}} : f16 to f64
    // CHECK: %[[B:.*]] = arith.extf %{{.*}} : bf16 to f64
    // CHECK: gpu.printf "%f %f %f %d\0A", %[[H]], %[[B]], %{{.*}}, %{{.*}} : f64, f64, f32, i32
    gpu.printf "%f %f %f %d\n", %h, %b, %f, %n : f16, bf16, f32, i32
    gpu.return
  }

  // CHECK-LABEL: gpu.func @integers
  gpu.func @integers(%a: i1, %b: i8, %c: i16, %d: i64) kernel {
    // CHECK: %[[A:.*]] = arith.extui %{{.*}} : i1 to i32
    // CHECK: %[[B:.*]] = arith.extsi %{{.*}} : i8 to i32
    // CHECK: %[[C:.*]] = arith.extsi %{{.*}} : i16 to i32
    // CHECK: gpu.printf "%d %d %hd %lld", %[[A]], %[[B]], %[[C]], %{{.*}} : i32, i32, i32, i64
    gpu.printf "%d %d %hd %lld", %a, %b, %c, %d : i1, i8, i16, i64
    gpu.return
  }

  // CHECK-LABEL: gpu.func @size
  gpu.func @size(%out: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: %[[BYTES:.*]] = memref.get_global @dynamic_shared_memory : memref<0xi8, #gpu.address_space<workgroup>>
    // CHECK: %[[SIZE32:.*]] = nvvm.read.ptx.sreg.dynamic.smem.size
    // CHECK: %[[SIZE:.*]] = arith.index_castui %[[SIZE32]] : i32 to index
    // CHECK: %[[SIZED:.*]] = memref.reinterpret_cast %[[BYTES]] to offset: [0], sizes: [%[[SIZE]]], strides: [1]
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    // CHECK: memref.dim %[[SIZED]]
    %n = memref.dim %bytes, %c0 : memref<?xi8, #gpu.address_space<workgroup>>
    memref.store %n, %out[%c0] : memref<?xindex>
    // CHECK: memref.view %[[SIZED]]
    %view = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // The usual use stays as it is.
  // CHECK-LABEL: gpu.func @view
  gpu.func @view() kernel {
    %c0 = arith.constant 0 : index
    // CHECK-NOT: nvvm
    // CHECK: %[[BYTES:.*]] = memref.get_global @dynamic_shared_memory
    // CHECK: %[[CAST:.*]] = memref.cast %[[BYTES]] : memref<0xi8, #gpu.address_space<workgroup>> to memref<?xi8, #gpu.address_space<workgroup>>
    // CHECK: memref.view %[[CAST]]
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %view = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: func.func @alignment
  func.func @alignment() {
    // CHECK: memref.get_global @dynamic_shared_memory
    %bytes = gpu.dynamic_shared_memory {cudax.dynamic_shared_alignment = 128 : i64} : memref<?xi8, #gpu.address_space<workgroup>>
    return
  }
}

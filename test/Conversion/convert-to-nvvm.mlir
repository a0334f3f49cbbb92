// The result is that of upstream's pass, whatever is converted at once.

// RUN: dtyp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{index-bitwidth=32}))' -o %t.upstream
// RUN: dtyp-opt %s --pass-pipeline='builtin.module(gpu.module(cudax-convert-to-nvvm{index-bitwidth=32 ops-at-once=1}))' | diff %t.upstream -
// RUN: dtyp-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{index-bitwidth=64}))' -o %t.upstream
// RUN: dtyp-opt %s --pass-pipeline='builtin.module(gpu.module(cudax-convert-to-nvvm{index-bitwidth=64}))' | diff %t.upstream -
// RUN: dtyp-opt %s --pass-pipeline='builtin.module(gpu.module(cudax-convert-to-nvvm{index-bitwidth=64 ops-at-once=1}))' | diff %t.upstream -
// RUN: FileCheck %s --input-file=%t.upstream

// RUN: sed -e 's/memref<?xf32>/memref<8xf32>/' %s > %t.static.mlir
// RUN: dtyp-opt %t.static.mlir --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true}))' -o %t.upstream
// RUN: dtyp-opt %t.static.mlir --pass-pipeline='builtin.module(gpu.module(cudax-convert-to-nvvm{kernel-bare-ptr=true ops-at-once=1}))' | diff %t.upstream -

// CHECK-LABEL: gpu.module @kernels
// CHECK-DAG:     llvm.func @__nv_expf(f32) -> f32
// CHECK-DAG:     llvm.func @vprintf
// CHECK-DAG:     llvm.mlir.global {{.*}}@table
// CHECK-DAG:     llvm.func @first
// CHECK-DAG:     llvm.func @second
// CHECK-DAG:     llvm.func @helper
gpu.module @kernels {
  memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

  // The callee follows.
  gpu.func @first(%out: memref<?xf32>, %i: index) workgroup(%tile: memref<32xf32, #gpu.address_space<workgroup>>) private(%local: memref<4xf32, #gpu.address_space<private>>) kernel {
    %table = memref.get_global @table : memref<4xf32>
    %x = memref.load %table[%i] : memref<4xf32>
    %y = func.call @helper(%x) : (f32) -> f32
    memref.store %y, %tile[%i] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %y, %local[%i] : memref<4xf32, #gpu.address_space<private>>
    gpu.barrier
    %z = gpu.all_reduce add %y uniform {} : (f32) -> f32
    gpu.printf "first %f\n", %z : f32
    memref.store %z, %out[%i] : memref<?xf32>
    gpu.return
  }

  gpu.func @second(%out: memref<?xf32>, %i: index) workgroup(%tile: memref<16xf32, #gpu.address_space<workgroup>>) kernel {
    %id = gpu.global_id x
    %x = memref.load %out[%id] : memref<?xf32>
    %e = math.exp %x : f32
    %s = math.sin %e : f32
    %lane = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %other, %isValid = gpu.shuffle xor %s, %lane, %width : f32
    %v = vector.from_elements %e, %s, %other, %x : vector<2x2xf32>
    %row = vector.extract %v[1] : vector<2xf32> from vector<2x2xf32>
    %w = math.exp %row : vector<2xf32>
    %y = vector.extract %w[0] : f32 from vector<2xf32>
    gpu.printf "second %f\n", %y : f32
    memref.store %y, %tile[%i] : memref<16xf32, #gpu.address_space<workgroup>>
    cf.br ^end(%y : f32)
  ^end(%result: f32):
    memref.store %result, %out[%i] : memref<?xf32>
    gpu.return
  }

  func.func @helper(%x: f32) -> f32 {
    %e = math.exp %x : f32
    return %e : f32
  }
}

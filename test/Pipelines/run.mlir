// The lowerings that are ours, run on a GPU.

// REQUIRES: cuda-gpu, ptxas, fatbinary, libdevice

// RUN: dtyp-compile %s --chip=sm_75 -o %t.fatbin
// RUN: dtyp-launch %t.fatbin --kernel integers --grid 1 --block 8 "int32[8]=arange" "out:int32[8]=zeros" | FileCheck %s --check-prefix=INTEGERS
// RUN: dtyp-launch %t.fatbin --kernel floats --grid 1 --block 4 "float32[4]=arange" "out:float32[4]=zeros" "out:int32[4]=zeros" | FileCheck %s --check-prefix=FLOATS
// RUN: dtyp-launch %t.fatbin --kernel atomics --grid 1 --block 8 "out:float32[2]=ones" "out:float16[2]=ones" | FileCheck %s --check-prefix=ATOMICS
// RUN: dtyp-launch %t.fatbin --kernel vectors --grid 1 --block 1 "float32[8]=arange" "out:float32[8]=zeros" int64:6 | FileCheck %s --check-prefix=VECTORS
// RUN: dtyp-launch %t.fatbin --kernel warps --grid 1 --block 32 "float32[32]=arange" "out:float32[32]=zeros" | FileCheck %s --check-prefix=WARPS
// RUN: dtyp-launch %t.fatbin --kernel copies --grid 1 --block 1 "float32[4,4]=arange" "out:float32[4,4]=zeros" | FileCheck %s --check-prefix=COPIES

gpu.module @kernels {
  // (i - 4) ** (i - 2)
  // INTEGERS: [0 0 1 -1 0 1 16 243]
  gpu.func @integers(%a: memref<8xi32>, %o: memref<8xi32>) kernel {
    %t = gpu.thread_id x
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %i = memref.load %a[%t] : memref<8xi32>
    %base = arith.subi %i, %c4 : i32
    %exponent = arith.subi %i, %c2 : i32
    %x = math.ipowi %base, %exponent : i32
    memref.store %x, %o[%t] : memref<8xi32>
    gpu.return
  }

  // FLOATS: [0.5 1.0 2.0 2.5]
  // FLOATS: [0 1 1 1]
  gpu.func @floats(%a: memref<4xf32>, %o: memref<4xf32>, %n: memref<4xi32>) kernel {
    %t = gpu.thread_id x
    %low = arith.constant 0.5 : f32
    %high = arith.constant 2.5 : f32
    %x = memref.load %a[%t] : memref<4xf32>
    %y = math.clampf %x to [%low, %high] : f32
    memref.store %y, %o[%t] : memref<4xf32>
    %normal = math.isnormal %x : f32
    %z = arith.extui %normal : i1 to i32
    memref.store %z, %n[%t] : memref<4xi32>
    gpu.return
  }

  // Eight threads double, and add a half.
  // ATOMICS: [256.0 1.0]
  // ATOMICS: [1.0 5.0]
  gpu.func @atomics(%a: memref<2xf32>, %b: memref<2xf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %two = arith.constant 2.0 : f32
    %half = arith.constant 0.5 : f16
    %0 = memref.atomic_rmw mulf %two, %a[%c0] : (f32, memref<2xf32>) -> f32
    %1 = memref.generic_atomic_rmw %b[%c1] : memref<2xf16> {
    ^bb0(%current: f16):
      %new = arith.addf %current, %half : f16
      memref.atomic_yield %new : f16
    }
    gpu.return
  }

  // Out of bounds, reads give the padding and writes do nothing.
  // VECTORS: [6.0 7.0 -1.0 -1.0 0.0 0.0 6.0 7.0]
  gpu.func @vectors(%a: memref<?xf32>, %o: memref<?xf32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %padding = arith.constant -1.0 : f32
    %v = vector.transfer_read %a[%i], %padding : memref<?xf32>, vector<4xf32>
    vector.transfer_write %v, %o[%c0] : vector<4xf32>, memref<?xf32>
    vector.transfer_write %v, %o[%i] : vector<4xf32>, memref<?xf32>
    gpu.return
  }

  // The sum of the warp, and a neighbour's value.
  // WARPS: [497.0 496.0 499.0 498.0
  gpu.func @warps(%a: memref<32xf32>, %o: memref<32xf32>) kernel {
    %t = gpu.thread_id x
    %offset = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %x = memref.load %a[%t] : memref<32xf32>
    %sum = gpu.subgroup_reduce add %x uniform : (f32) -> f32
    %small = arith.truncf %x : f32 to f16
    %moved, %valid = gpu.shuffle xor %small, %offset, %width : f16
    %y = arith.extf %moved : f16 to f32
    %z = arith.addf %sum, %y : f32
    memref.store %z, %o[%t] : memref<32xf32>
    gpu.return
  }

  // COPIES:      {{\[\[}}0.0 4.0 0.0 12.0]
  // COPIES-NEXT: [0.0 6.0 0.0 14.0]
  gpu.func @copies(%a: memref<4x4xf32>, %o: memref<4x4xf32>) kernel {
    %from = memref.subview %a[1, 0] [2, 2] [2, 2] : memref<4x4xf32> to memref<2x2xf32, strided<[8, 2], offset: 4>>
    %turned = memref.transpose %from (i, j) -> (j, i) : memref<2x2xf32, strided<[8, 2], offset: 4>> to memref<2x2xf32, strided<[2, 8], offset: 4>>
    %to = memref.subview %o[0, 1] [2, 2] [1, 2] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 2], offset: 1>>
    %local = memref.alloca() : memref<2x2xf32, #gpu.address_space<private>>
    memref.copy %turned, %local : memref<2x2xf32, strided<[2, 8], offset: 4>> to memref<2x2xf32, #gpu.address_space<private>>
    memref.copy %local, %to : memref<2x2xf32, #gpu.address_space<private>> to memref<2x2xf32, strided<[4, 2], offset: 1>>
    gpu.return
  }
}

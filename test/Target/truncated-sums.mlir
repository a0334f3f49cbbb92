// The lower half of a sum that needs more bits is an index. LLVM would take the sum
// apart as if the half did not wrap, and add 2^32 to the index.

// RUN: dtyp-compile %s --chip=sm_90 --kernel-bare-ptr --emit=ptx -o - | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: .entry wraps(
  // CHECK-NOT:     17179869
  // CHECK:         add.s64 [[SUM:%rd[0-9]+]], {{%rd[0-9]+}}, 4294967318;
  // CHECK:         cvt.u32.u64 [[HALF:%r[0-9]+]], [[SUM]];
  // CHECK:         add.s32 [[INDEX:%r[0-9]+]], {{%r[0-9]+}}, [[HALF]];
  // CHECK:         mul.wide.u32 {{%rd[0-9]+}}, [[INDEX]], 4;
  // CHECK-NOT:     17179869
  // CHECK:         ret;
  gpu.func @wraps(%in: memref<4096xi32>, %out: memref<4096xi32>, %n: index, %m: index, %x: i32) kernel {
    %c25 = arith.constant 25 : index
    %less3 = arith.constant -3 : index
    %c1023 = arith.constant 1023 : index
    %c1023_i32 = arith.constant 1023 : i32
    %t = gpu.thread_id x
    %a = arith.andi %n, %c1023 : index
    %b = arith.andi %m, %c1023 : index
    %a25 = arith.addi %a, %c25 : index
    %wide = arith.addi %a25, %b : index
    %v0 = memref.load %in[%wide] : memref<4096xi32>
    %narrow = arith.addi %wide, %less3 : index
    %v1 = memref.load %in[%narrow] : memref<4096xi32>
    %d = arith.andi %x, %c1023_i32 : i32
    %distance = arith.index_castui %d : i32 to index
    %sum = arith.addi %narrow, %distance : index
    %v2 = memref.load %in[%sum] : memref<4096xi32>
    %v3 = arith.addi %v0, %v1 : i32
    %v4 = arith.muli %v3, %v2 : i32
    memref.store %v4, %out[%t] : memref<4096xi32>
    gpu.return
  }

  // One that fits: the constants become a part of the address.
  // CHECK-LABEL: .entry fits(
  // CHECK:         ld.global.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+100];
  // CHECK:         ld.global.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+128];
  // CHECK:         ld.global.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+128];
  // CHECK:         ret;
  gpu.func @fits(%in: memref<4096xi32>, %out: memref<4096xi32>, %n: index, %m: index, %x: i32) kernel {
    %c25 = arith.constant 25 : index
    %c7 = arith.constant 7 : index
    %c1023 = arith.constant 1023 : index
    %c1023_i32 = arith.constant 1023 : i32
    %t = gpu.thread_id x
    %a = arith.andi %n, %c1023 : index
    %b = arith.andi %m, %c1023 : index
    %a25 = arith.addi %a, %c25 : index
    %wide = arith.addi %a25, %b : index
    %v0 = memref.load %in[%wide] : memref<4096xi32>
    %narrow = arith.addi %wide, %c7 : index
    %v1 = memref.load %in[%narrow] : memref<4096xi32>
    %d = arith.andi %x, %c1023_i32 : i32
    %distance = arith.index_castui %d : i32 to index
    %sum = arith.addi %narrow, %distance : index
    %v2 = memref.load %in[%sum] : memref<4096xi32>
    %v3 = arith.addi %v0, %v1 : i32
    %v4 = arith.muli %v3, %v2 : i32
    memref.store %v4, %out[%t] : memref<4096xi32>
    gpu.return
  }
}

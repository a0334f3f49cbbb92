// Atomic updates from many blocks at once, which run on all cores.

// RUN: %dtyp_run %s --kernel=sums --grid 100 --block 128 --workers 4 \
// RUN:   'out:int32[1]=zeros' 'out:int64[1]=zeros' 'out:float32[1]=zeros' 'out:float64[1]=zeros' \
// RUN:   'out:float16[1]=zeros' 'out:bfloat16[1]=zeros' 'out:int8[1]=zeros' | FileCheck %s --check-prefix=SUMS
// SUMS: argument 1 int32[1] = [12800]
// SUMS: argument 2 int64[1] = [12800]
// SUMS: argument 3 float32[1] = [12800.0]
// SUMS: argument 4 float64[1] = [12800.0]
// The sum stays where one more no longer changes it.
// SUMS: argument 5 float16[1] = [2.048e+03]
// SUMS: argument 6 bfloat16[1] = [256.0]
// SUMS: argument 7 int8[1] = [0]

// RUN: %dtyp_run %s --kernel=others --grid 100 --block 128 --workers 4 \
// RUN:   'out:int32[8]=full:1000' 'out:float32[3]=full:1.0' 'out:bfloat16[1]=ones' | FileCheck %s --check-prefix=OTHERS
// and, or, xor, max, min, unsigned max, unsigned min, exchange
// OTHERS: argument 1 int32[8] = [0 16383 1000 12799 0 12799 0 7]
// max, min, product
// OTHERS: argument 2 float32[3] = [12799.0 0.0 1.0]
// OTHERS: argument 3 bfloat16[1] = [128.0]

// Each of the old values is there once.
// RUN: %dtyp_run %s --kernel=tickets --grid 50 --block 20 --workers 4 \
// RUN:   'int32[1]=zeros' 'out:uint8[1000]=zeros' --print-all | FileCheck %s --check-prefix=TICKETS
// TICKETS: argument 2 uint8[1000] = {{\[(1 )+1\]$}}

gpu.module @kernels {
  gpu.func @sums(%i32: memref<1xi32>, %i64: memref<1xi64>, %f32: memref<1xf32>, %f64: memref<1xf64>,
                 %f16: memref<1xf16>, %bf16: memref<1xbf16>, %i8: memref<1xi8>) kernel {
    %c0 = arith.constant 0 : index
    %a = arith.constant 1 : i32
    %b = arith.constant 1 : i64
    %c = arith.constant 1.0 : f32
    %d = arith.constant 1.0 : f64
    %e = arith.constant 1.0 : f16
    %f = arith.constant 1.0 : bf16
    %g = arith.constant 1 : i8
    memref.atomic_rmw addi %a, %i32[%c0] : (i32, memref<1xi32>) -> i32
    memref.atomic_rmw addi %b, %i64[%c0] : (i64, memref<1xi64>) -> i64
    memref.atomic_rmw addf %c, %f32[%c0] : (f32, memref<1xf32>) -> f32
    memref.atomic_rmw addf %d, %f64[%c0] : (f64, memref<1xf64>) -> f64
    memref.atomic_rmw addf %e, %f16[%c0] : (f16, memref<1xf16>) -> f16
    memref.atomic_rmw addf %f, %bf16[%c0] : (bf16, memref<1xbf16>) -> bf16
    memref.atomic_rmw addi %g, %i8[%c0] : (i8, memref<1xi8>) -> i8
    gpu.return
  }

  gpu.func @others(%n: memref<8xi32>, %x: memref<3xf32>, %h: memref<1xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %seven = arith.constant 7 : i32
    %one = arith.constant 1 : i32
    %half = arith.constant 0.5 : bf16
    %limit = arith.constant 128.0 : bf16
    %i = gpu.global_id x
    %v = arith.index_cast %i : index to i32
    memref.atomic_rmw andi %v, %n[%c0] : (i32, memref<8xi32>) -> i32
    memref.atomic_rmw ori %v, %n[%c1] : (i32, memref<8xi32>) -> i32
    // Each twice, in two halves of the grid: nothing is left.
    %shifted = arith.shrui %v, %one : i32
    memref.atomic_rmw xori %shifted, %n[%c2] : (i32, memref<8xi32>) -> i32
    memref.atomic_rmw maxs %v, %n[%c3] : (i32, memref<8xi32>) -> i32
    memref.atomic_rmw mins %v, %n[%c4] : (i32, memref<8xi32>) -> i32
    memref.atomic_rmw maxu %v, %n[%c5] : (i32, memref<8xi32>) -> i32
    memref.atomic_rmw minu %v, %n[%c6] : (i32, memref<8xi32>) -> i32
    memref.atomic_rmw assign %seven, %n[%c7] : (i32, memref<8xi32>) -> i32
    %f = arith.sitofp %v : i32 to f32
    memref.atomic_rmw maximumf %f, %x[%c0] : (f32, memref<3xf32>) -> f32
    memref.atomic_rmw minimumf %f, %x[%c1] : (f32, memref<3xf32>) -> f32
    // 64 times doubled and 64 times halved: exact in any order.
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %two = arith.constant 2.0 : f32
    %half32 = arith.constant 0.5 : f32
    %same = arith.constant 1.0 : f32
    %isLow = arith.cmpi ult, %i, %c64 : index
    %isEarly = arith.cmpi ult, %i, %c128 : index
    %other = arith.select %isEarly, %half32, %same : f32
    %factor = arith.select %isLow, %two, %other : f32
    memref.atomic_rmw mulf %factor, %x[%c2] : (f32, memref<3xf32>) -> f32
    memref.generic_atomic_rmw %h[%c0] : memref<1xbf16> {
    ^bb0(%old: bf16):
      %doubled = arith.addf %old, %old : bf16
      %isLess = arith.cmpf olt, %old, %limit : bf16
      %new = arith.select %isLess, %doubled, %old : bf16
      memref.atomic_yield %new : bf16
    }
    gpu.return
  }

  gpu.func @tickets(%counter: memref<1xi32>, %seen: memref<1000xi8>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %byte = arith.constant 1 : i8
    %ticket = memref.atomic_rmw addi %one, %counter[%c0] : (i32, memref<1xi32>) -> i32
    %place = arith.index_cast %ticket : i32 to index
    %old = memref.load %seen[%place] : memref<1000xi8>
    %new = arith.addi %old, %byte : i8
    memref.store %new, %seen[%place] : memref<1000xi8>
    gpu.return
  }
}

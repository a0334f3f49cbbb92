// Arithmetic on float16 and bfloat16 is rounded after each op, as on a GPU:
// compared bit by bit with exact results, for random bits. No product is fused with
// its sum.
// REQUIRES: numpy, ml_dtypes

// RUN: %dtyp_run %s --fmad=false --kernel=f16 --grid 8 --block 256 \
// RUN:   'uint16[2048]=random:1' 'uint16[2048]=random:2' 'uint16[2048]=random:3' 'out=%t.f16.npy:uint16[2048,7]=zeros'
// RUN: %dtyp_run %s --fmad=false --kernel=bf16 --grid 8 --block 256 \
// RUN:   'uint16[2048]=random:1' 'uint16[2048]=random:2' 'uint16[2048]=random:3' 'out=%t.bf16.npy:uint16[2048,7]=zeros'
// RUN: %dtyp_run %s --kernel=narrow --grid 8 --block 256 \
// RUN:   'uint32[2048]=random:4' 'uint64[2048]=random:5' 'out=%t.narrow.npy:uint16[2048,4]=zeros'
// RUN: %python %S/Inputs/check_narrow_floats.py %t

gpu.module @kernels {
  gpu.func @f16(%a: memref<?xi16>, %b: memref<?xi16>, %c: memref<?xi16>, %out: memref<?x7xi16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %i = gpu.global_id x
    %aBits = memref.load %a[%i] : memref<?xi16>
    %aValue = arith.bitcast %aBits : i16 to f16
    %bBits = memref.load %b[%i] : memref<?xi16>
    %bValue = arith.bitcast %bBits : i16 to f16
    %cBits = memref.load %c[%i] : memref<?xi16>
    %cValue = arith.bitcast %cBits : i16 to f16
    %sum = arith.addf %aValue, %bValue : f16
    %sumBits = arith.bitcast %sum : f16 to i16
    memref.store %sumBits, %out[%i, %c0] : memref<?x7xi16>
    %difference = arith.subf %aValue, %bValue : f16
    %differenceBits = arith.bitcast %difference : f16 to i16
    memref.store %differenceBits, %out[%i, %c1] : memref<?x7xi16>
    %product = arith.mulf %aValue, %bValue : f16
    %productBits = arith.bitcast %product : f16 to i16
    memref.store %productBits, %out[%i, %c2] : memref<?x7xi16>
    %quotient = arith.divf %aValue, %bValue : f16
    %quotientBits = arith.bitcast %quotient : f16 to i16
    memref.store %quotientBits, %out[%i, %c3] : memref<?x7xi16>
    %fused = math.fma %aValue, %bValue, %cValue : f16
    %fusedBits = arith.bitcast %fused : f16 to i16
    memref.store %fusedBits, %out[%i, %c4] : memref<?x7xi16>
    %chain = arith.addf %product, %cValue : f16
    %chainBits = arith.bitcast %chain : f16 to i16
    memref.store %chainBits, %out[%i, %c5] : memref<?x7xi16>
    %root = math.sqrt %aValue : f16
    %rootBits = arith.bitcast %root : f16 to i16
    memref.store %rootBits, %out[%i, %c6] : memref<?x7xi16>
    gpu.return
  }

  gpu.func @bf16(%a: memref<?xi16>, %b: memref<?xi16>, %c: memref<?xi16>, %out: memref<?x7xi16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %i = gpu.global_id x
    %aBits = memref.load %a[%i] : memref<?xi16>
    %aValue = arith.bitcast %aBits : i16 to bf16
    %bBits = memref.load %b[%i] : memref<?xi16>
    %bValue = arith.bitcast %bBits : i16 to bf16
    %cBits = memref.load %c[%i] : memref<?xi16>
    %cValue = arith.bitcast %cBits : i16 to bf16
    %sum = arith.addf %aValue, %bValue : bf16
    %sumBits = arith.bitcast %sum : bf16 to i16
    memref.store %sumBits, %out[%i, %c0] : memref<?x7xi16>
    %difference = arith.subf %aValue, %bValue : bf16
    %differenceBits = arith.bitcast %difference : bf16 to i16
    memref.store %differenceBits, %out[%i, %c1] : memref<?x7xi16>
    %product = arith.mulf %aValue, %bValue : bf16
    %productBits = arith.bitcast %product : bf16 to i16
    memref.store %productBits, %out[%i, %c2] : memref<?x7xi16>
    %quotient = arith.divf %aValue, %bValue : bf16
    %quotientBits = arith.bitcast %quotient : bf16 to i16
    memref.store %quotientBits, %out[%i, %c3] : memref<?x7xi16>
    %fused = math.fma %aValue, %bValue, %cValue : bf16
    %fusedBits = arith.bitcast %fused : bf16 to i16
    memref.store %fusedBits, %out[%i, %c4] : memref<?x7xi16>
    %chain = arith.addf %product, %cValue : bf16
    %chainBits = arith.bitcast %chain : bf16 to i16
    memref.store %chainBits, %out[%i, %c5] : memref<?x7xi16>
    %root = math.sqrt %aValue : bf16
    %rootBits = arith.bitcast %root : bf16 to i16
    memref.store %rootBits, %out[%i, %c6] : memref<?x7xi16>
    gpu.return
  }

  // float32 and float64 to the narrow floats: one rounding each.
  gpu.func @narrow(%a: memref<?xi32>, %b: memref<?xi64>, %out: memref<?x4xi16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    // Exponents that the narrow floats have: 2**-32 to 2**31 around 1.
    %mask32 = arith.constant 0x8fffffff : i32
    %exponent32 = arith.constant 0x30000000 : i32
    %mask64 = arith.constant 0x81ffffffffffffff : i64
    %exponent64 = arith.constant 0x3e00000000000000 : i64
    %i = gpu.global_id x
    %aRaw = memref.load %a[%i] : memref<?xi32>
    %aMasked = arith.andi %aRaw, %mask32 : i32
    %aBits = arith.ori %aMasked, %exponent32 : i32
    %bRaw = memref.load %b[%i] : memref<?xi64>
    %bMasked = arith.andi %bRaw, %mask64 : i64
    %bBits = arith.ori %bMasked, %exponent64 : i64
    %x = arith.bitcast %aBits : i32 to f32
    %y = arith.bitcast %bBits : i64 to f64
    %xh = arith.truncf %x : f32 to f16
    %yh = arith.truncf %y : f64 to f16
    %xb = arith.truncf %x : f32 to bf16
    %yb = arith.truncf %y : f64 to bf16
    %0 = arith.bitcast %xh : f16 to i16
    %1 = arith.bitcast %yh : f16 to i16
    %2 = arith.bitcast %xb : bf16 to i16
    %3 = arith.bitcast %yb : bf16 to i16
    memref.store %0, %out[%i, %c0] : memref<?x4xi16>
    memref.store %1, %out[%i, %c1] : memref<?x4xi16>
    memref.store %2, %out[%i, %c2] : memref<?x4xi16>
    memref.store %3, %out[%i, %c3] : memref<?x4xi16>
    gpu.return
  }
}

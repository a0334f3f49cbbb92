// Functions of math against NumPy, each within the tolerance that
// Inputs/check_math.py gives: libm here, libdevice on a GPU.
// REQUIRES: numpy
// REQUIRES: !target-gpu || libdevice

// RUN: %dtyp_run %s --kernel=singles --grid 4 --block 256 'float32[1024]=random:11' 'out=%t.f32.npy:float32[1024,17]=zeros'
// RUN: %dtyp_run %s --kernel=doubles --grid 4 --block 256 'float64[1024]=random:12' 'out=%t.f64.npy:float64[1024,17]=zeros'
// RUN: %python %S/Inputs/check_math.py %t

gpu.module @kernels {
  gpu.func @singles(%in: memref<?xf32>, %out: memref<?x17xf32>) kernel {
    %i = gpu.global_id x
    %half = arith.constant 0.5 : f32
    %x = memref.load %in[%i] : memref<?xf32>
    %exp = math.exp %x : f32
    %c0 = arith.constant 0 : index
    memref.store %exp, %out[%i, %c0] : memref<?x17xf32>
    %log1p = math.log1p %x : f32
    %c1 = arith.constant 1 : index
    memref.store %log1p, %out[%i, %c1] : memref<?x17xf32>
    %sin = math.sin %x : f32
    %c2 = arith.constant 2 : index
    memref.store %sin, %out[%i, %c2] : memref<?x17xf32>
    %cos = math.cos %x : f32
    %c3 = arith.constant 3 : index
    memref.store %cos, %out[%i, %c3] : memref<?x17xf32>
    %tan = math.tan %x : f32
    %c4 = arith.constant 4 : index
    memref.store %tan, %out[%i, %c4] : memref<?x17xf32>
    %tanh = math.tanh %x : f32
    %c5 = arith.constant 5 : index
    memref.store %tanh, %out[%i, %c5] : memref<?x17xf32>
    %erf = math.erf %x : f32
    %c6 = arith.constant 6 : index
    memref.store %erf, %out[%i, %c6] : memref<?x17xf32>
    %cbrt = math.cbrt %x : f32
    %c7 = arith.constant 7 : index
    memref.store %cbrt, %out[%i, %c7] : memref<?x17xf32>
    %rsqrt = math.rsqrt %x : f32
    %c8 = arith.constant 8 : index
    memref.store %rsqrt, %out[%i, %c8] : memref<?x17xf32>
    %sqrt = math.sqrt %x : f32
    %c9 = arith.constant 9 : index
    memref.store %sqrt, %out[%i, %c9] : memref<?x17xf32>
    %pow = math.powf %x, %half : f32
    %c10 = arith.constant 10 : index
    memref.store %pow, %out[%i, %c10] : memref<?x17xf32>
    %atan2 = math.atan2 %x, %half : f32
    %c11 = arith.constant 11 : index
    memref.store %atan2, %out[%i, %c11] : memref<?x17xf32>
    %expm1 = math.expm1 %x : f32
    %c12 = arith.constant 12 : index
    memref.store %expm1, %out[%i, %c12] : memref<?x17xf32>
    // Close to zero, as x is then.
    %scale10 = arith.constant 0.0009765625 : f32
    %x10 = arith.mulf %x, %scale10 : f32
    %scale26 = arith.constant 1.4901161193847656e-08 : f32
    %x26 = arith.mulf %x, %scale26 : f32
    %expm1_10 = math.expm1 %x10 : f32
    %c13 = arith.constant 13 : index
    memref.store %expm1_10, %out[%i, %c13] : memref<?x17xf32>
    %expm1_26 = math.expm1 %x26 : f32
    %c14 = arith.constant 14 : index
    memref.store %expm1_26, %out[%i, %c14] : memref<?x17xf32>
    %log1p_10 = math.log1p %x10 : f32
    %c15 = arith.constant 15 : index
    memref.store %log1p_10, %out[%i, %c15] : memref<?x17xf32>
    %log1p_26 = math.log1p %x26 : f32
    %c16 = arith.constant 16 : index
    memref.store %log1p_26, %out[%i, %c16] : memref<?x17xf32>
    gpu.return
  }

  gpu.func @doubles(%in: memref<?xf64>, %out: memref<?x17xf64>) kernel {
    %i = gpu.global_id x
    %half = arith.constant 0.5 : f64
    %x = memref.load %in[%i] : memref<?xf64>
    %exp = math.exp %x : f64
    %c0 = arith.constant 0 : index
    memref.store %exp, %out[%i, %c0] : memref<?x17xf64>
    %log1p = math.log1p %x : f64
    %c1 = arith.constant 1 : index
    memref.store %log1p, %out[%i, %c1] : memref<?x17xf64>
    %sin = math.sin %x : f64
    %c2 = arith.constant 2 : index
    memref.store %sin, %out[%i, %c2] : memref<?x17xf64>
    %cos = math.cos %x : f64
    %c3 = arith.constant 3 : index
    memref.store %cos, %out[%i, %c3] : memref<?x17xf64>
    %tan = math.tan %x : f64
    %c4 = arith.constant 4 : index
    memref.store %tan, %out[%i, %c4] : memref<?x17xf64>
    %tanh = math.tanh %x : f64
    %c5 = arith.constant 5 : index
    memref.store %tanh, %out[%i, %c5] : memref<?x17xf64>
    %erf = math.erf %x : f64
    %c6 = arith.constant 6 : index
    memref.store %erf, %out[%i, %c6] : memref<?x17xf64>
    %cbrt = math.cbrt %x : f64
    %c7 = arith.constant 7 : index
    memref.store %cbrt, %out[%i, %c7] : memref<?x17xf64>
    %rsqrt = math.rsqrt %x : f64
    %c8 = arith.constant 8 : index
    memref.store %rsqrt, %out[%i, %c8] : memref<?x17xf64>
    %sqrt = math.sqrt %x : f64
    %c9 = arith.constant 9 : index
    memref.store %sqrt, %out[%i, %c9] : memref<?x17xf64>
    %pow = math.powf %x, %half : f64
    %c10 = arith.constant 10 : index
    memref.store %pow, %out[%i, %c10] : memref<?x17xf64>
    %atan2 = math.atan2 %x, %half : f64
    %c11 = arith.constant 11 : index
    memref.store %atan2, %out[%i, %c11] : memref<?x17xf64>
    %expm1 = math.expm1 %x : f64
    %c12 = arith.constant 12 : index
    memref.store %expm1, %out[%i, %c12] : memref<?x17xf64>
    // Close to zero, as x is then.
    %scale10 = arith.constant 0.0009765625 : f64
    %x10 = arith.mulf %x, %scale10 : f64
    %scale26 = arith.constant 1.4901161193847656e-08 : f64
    %x26 = arith.mulf %x, %scale26 : f64
    %expm1_10 = math.expm1 %x10 : f64
    %c13 = arith.constant 13 : index
    memref.store %expm1_10, %out[%i, %c13] : memref<?x17xf64>
    %expm1_26 = math.expm1 %x26 : f64
    %c14 = arith.constant 14 : index
    memref.store %expm1_26, %out[%i, %c14] : memref<?x17xf64>
    %log1p_10 = math.log1p %x10 : f64
    %c15 = arith.constant 15 : index
    memref.store %log1p_10, %out[%i, %c15] : memref<?x17xf64>
    %log1p_26 = math.log1p %x26 : f64
    %c16 = arith.constant 16 : index
    memref.store %log1p_26, %out[%i, %c16] : memref<?x17xf64>
    gpu.return
  }
}

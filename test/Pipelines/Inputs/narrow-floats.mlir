// Kernels that narrow-floats.cu has, too.

gpu.module @kernels {
  gpu.func @extend_e4m3(%in: memref<1024xf8E4M3FN>, %out: memref<1024xf32>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %in[%i] : memref<1024xf8E4M3FN>
    %1 = arith.extf %0 : f8E4M3FN to f32
    memref.store %1, %out[%i] : memref<1024xf32>
    gpu.return
  }

  gpu.func @scale_e4m3(%in: memref<1024xf8E4M3FN>, %factor: f32, %out: memref<1024xf8E4M3FN>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %in[%i] : memref<1024xf8E4M3FN>
    %1 = arith.extf %0 : f8E4M3FN to f32
    %2 = arith.mulf %1, %factor : f32
    %3 = arith.truncf %2 : f32 to f8E4M3FN
    memref.store %3, %out[%i] : memref<1024xf8E4M3FN>
    gpu.return
  }

  gpu.func @extend_e5m2(%in: memref<1024xf8E5M2>, %out: memref<1024xf32>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %in[%i] : memref<1024xf8E5M2>
    %1 = arith.extf %0 : f8E5M2 to f32
    memref.store %1, %out[%i] : memref<1024xf32>
    gpu.return
  }

  gpu.func @scale_e5m2(%in: memref<1024xf8E5M2>, %factor: f32, %out: memref<1024xf8E5M2>) kernel {
    %i = gpu.thread_id x
    %0 = memref.load %in[%i] : memref<1024xf8E5M2>
    %1 = arith.extf %0 : f8E5M2 to f32
    %2 = arith.mulf %1, %factor : f32
    %3 = arith.truncf %2 : f32 to f8E5M2
    memref.store %3, %out[%i] : memref<1024xf8E5M2>
    gpu.return
  }
}

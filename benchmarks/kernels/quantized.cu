// The kernels of quantized.mlir in CUDA C++.

#include "common.h"

#include <cuda_bf16.h>
#include <cuda_fp8.h>

extern "C" __global__ void dequantize_bf16(const __nv_bfloat16 *__restrict__ weights,
                                           const float *__restrict__ x,
                                           const float *__restrict__ scales,
                                           float *__restrict__ out) {
  int t = getThread();
  float sums[8];
#pragma unroll
  for (int j = 0; j < 8; ++j)
    sums[j] = 0;
  for (int k = 0; k < 128; ++k) {
    float w = __bfloat162float(weights[k * kThreads + t]);
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sums[j] = fmaf(w, x[k * 8 + j], sums[j]);
  }
  float scale = scales[t];
#pragma unroll
  for (int j = 0; j < 8; ++j)
    out[j * kThreads + t] = sums[j] * scale;
}

extern "C" __global__ void dequantize_f8(const __nv_fp8x4_e4m3 *__restrict__ weights,
                                         const float *__restrict__ x,
                                         const float *__restrict__ scales,
                                         float *__restrict__ out) {
  int t = getThread();
  float sums[8];
#pragma unroll
  for (int j = 0; j < 8; ++j)
    sums[j] = 0;
  for (int k = 0; k < 32; ++k) {
    float4 wide = static_cast<float4>(weights[k * kThreads + t]);
    float widened[4] = {wide.x, wide.y, wide.z, wide.w};
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 8; ++j)
        sums[j] = fmaf(widened[i], x[(k * 4 + i) * 8 + j], sums[j]);
  }
  float scale = scales[t];
#pragma unroll
  for (int j = 0; j < 8; ++j)
    out[j * kThreads + t] = sums[j] * scale;
}

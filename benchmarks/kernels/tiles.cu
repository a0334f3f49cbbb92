// The kernels of tiles.mlir in CUDA C++.

#include "common.h"

template <int kSize, int kCount>
static __device__ __forceinline__ void sumUpTile(const float *__restrict__ a,
                                                 const float *__restrict__ b,
                                                 float *__restrict__ out) {
  int t = getThread();
  float tile[kSize][kSize];
#pragma unroll
  for (int i = 0; i < kSize; ++i)
#pragma unroll
    for (int j = 0; j < kSize; ++j)
      tile[i][j] = t;
  for (int k = 0; k < 256; ++k)
#pragma unroll
    for (int i = 0; i < kSize; ++i)
#pragma unroll
      for (int j = 0; j < kSize; ++j)
        tile[i][j] = fmaf(a[k * kSize + i], b[k * kSize + j], tile[i][j]);
#pragma unroll
  for (int i = 0; i < kSize; ++i)
#pragma unroll
    for (int j = 0; j < kSize; ++j)
      out[(i * kSize + j) * kCount + t] = tile[i][j];
}

extern "C" __global__ void tile_4(const float *__restrict__ a, const float *__restrict__ b,
                                  float *__restrict__ out) {
  sumUpTile<4, kThreads>(a, b, out);
}

extern "C" __global__ void tile_8(const float *__restrict__ a, const float *__restrict__ b,
                                  float *__restrict__ out) {
  sumUpTile<8, kThreads>(a, b, out);
}

extern "C" __global__ void tile_12(const float *__restrict__ a, const float *__restrict__ b,
                                   float *__restrict__ out) {
  sumUpTile<12, kThreads>(a, b, out);
}

extern "C" __global__ void tile_16(const float *__restrict__ a, const float *__restrict__ b,
                                   float *__restrict__ out) {
  sumUpTile<16, kFewThreads>(a, b, out);
}

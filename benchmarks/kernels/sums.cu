// The kernels of sums.mlir in CUDA C++.

#include "common.h"

extern "C" __global__ void reversed_sum_256(const float *__restrict__ a, float *__restrict__ out) {
  int t = getThread();
  float values[256];
#pragma unroll
  for (int i = 0; i < 256; ++i)
    values[i] = a[i * kThreads + t];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 256; ++i)
    sum += values[256 - 1 - i];
  out[t] = sum;
}

// No registers hold the array, so that nobody would have the loops unrolled.
extern "C" __global__ void reversed_sum_1024(const float *__restrict__ a, float *__restrict__ out) {
  int t = getThread();
  float values[1024];
  for (int i = 0; i < 1024; ++i)
    values[i] = a[i * kThreads + t];
  float sum = 0;
  for (int i = 0; i < 1024; ++i)
    sum += values[1024 - 1 - i];
  out[t] = sum;
}

extern "C" __global__ void prefix_sums(const float *__restrict__ in, float *__restrict__ out) {
  int t = getThread();
  float sums[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    sums[i] = in[i * kThreads + t];
#pragma unroll
  for (int level = 0; level < 5; ++level)
#pragma unroll
    for (int to = 31; to > 0; --to)
      if (to >= 1 << level)
        sums[to] += sums[to - (1 << level)];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    out[i * kThreads + t] = sums[i];
}

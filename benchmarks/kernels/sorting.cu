// The kernels of sorting.mlir in CUDA C++.

#include "common.h"

extern "C" __global__ void transposition_sort(const float *__restrict__ in,
                                              float *__restrict__ out) {
  int t = getThread();
  float keys[16];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    keys[i] = in[i * kManyThreads + t];
#pragma unroll
  for (int round = 0; round < 16; ++round)
#pragma unroll
    for (int i = round % 2; i < 15; i += 2) {
      float a = keys[i];
      float b = keys[i + 1];
      keys[i] = b < a ? b : a;
      keys[i + 1] = b < a ? a : b;
    }
#pragma unroll
  for (int i = 0; i < 16; ++i)
    out[i * kManyThreads + t] = keys[i];
}

extern "C" __global__ void insertion_sort(const int *__restrict__ in, int *__restrict__ out) {
  int t = getThread();
  int keys[32];
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    keys[i] = in[i * kThreads + t];
#pragma unroll
    for (int upper = i; upper > 0; --upper) {
      int a = keys[upper - 1];
      int b = keys[upper];
      keys[upper - 1] = min(a, b);
      keys[upper] = max(a, b);
    }
  }
#pragma unroll
  for (int i = 0; i < 32; ++i)
    out[i * kThreads + t] = keys[i];
}

extern "C" __global__ void bitonic_sort(const float *__restrict__ in, float *__restrict__ out) {
  int t = getThread();
  float keys[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    keys[i] = in[i * kThreads + t];
#pragma unroll
  for (int size = 2; size <= 32; size *= 2)
#pragma unroll
    for (int stride = size / 2; stride > 0; stride /= 2)
#pragma unroll
      for (int i = 0; i < 32; ++i) {
        int j = i ^ stride;
        if (j > i) {
          float low = fminf(keys[i], keys[j]);
          float high = fmaxf(keys[i], keys[j]);
          bool isUp = (i & size) == 0;
          keys[i] = isUp ? low : high;
          keys[j] = isUp ? high : low;
        }
      }
#pragma unroll
  for (int i = 0; i < 32; ++i)
    out[i * kThreads + t] = keys[i];
}

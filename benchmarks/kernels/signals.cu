// The kernels of signals.mlir in CUDA C++.

#include "common.h"

extern "C" __global__ void histogram(const int *__restrict__ data, int *__restrict__ out) {
  int t = getThread();
  int bins[16];
  for (int i = 0; i < 16; ++i)
    bins[i] = 0;
  for (int i = 0; i < 64; ++i)
    bins[data[i * kThreads + t] & 15] += 1;
  for (int i = 0; i < 16; ++i)
    out[i * kThreads + t] = bins[i];
}

extern "C" __global__ void fir(const float *__restrict__ samples, const float *__restrict__ weights,
                               float *__restrict__ out) {
  int t = getThread();
  float window[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    window[i] = 0;
  for (int s = 0; s < 128; ++s) {
#pragma unroll
    for (int i = 0; i < 31; ++i)
      window[i] = window[i + 1];
    window[31] = samples[s * kThreads + t];
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 32; ++i)
      sum = fmaf(window[i], weights[i], sum);
    out[s * kThreads + t] = sum;
  }
}

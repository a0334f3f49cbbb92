// The kernels of fourier.mlir in CUDA C++.

#include "common.h"

namespace {

struct Tables8 {
  int order[8] = {0, 4, 2, 6, 1, 5, 3, 7};
  float2 roots[4] = {
      {1.0f, 0.0f}, {0.70710678f, -0.70710678f}, {0.0f, -1.0f}, {-0.70710678f, -0.70710678f}};
};

struct Tables16 {
  int order[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
  float2 roots[8] = {
      {1.0f, 0.0f},         {0.92387953f, -0.38268343f},  {0.70710678f, -0.70710678f},
      {0.38268343f, -0.92387953f}, {0.0f, -1.0f},         {-0.38268343f, -0.92387953f},
      {-0.70710678f, -0.70710678f}, {-0.92387953f, -0.38268343f}};
};

} // namespace

template <typename Tables, int kStages, int kCount>
static __device__ __forceinline__ void transform(const float2 *__restrict__ in,
                                                 float2 *__restrict__ out) {
  constexpr int kSize = 1 << kStages;
  constexpr Tables tables;
  int t = getThread();
  float2 x[kSize];
#pragma unroll
  for (int i = 0; i < kSize; ++i)
    x[i] = in[tables.order[i] * kCount + t];
#pragma unroll
  for (int stage = 0; stage < kStages; ++stage) {
    int half = 1 << stage;
#pragma unroll
    for (int pair = 0; pair < kSize / 2; ++pair) {
      int k = pair & (half - 1);
      int upper = (pair - k) * 2 + k;
      int lower = upper + half;
      float2 root = tables.roots[k << (kStages - 1 - stage)];
      float2 a = x[upper];
      float2 b = x[lower];
      float2 turned = {b.x * root.x - b.y * root.y, b.x * root.y + b.y * root.x};
      x[upper] = {a.x + turned.x, a.y + turned.y};
      x[lower] = {a.x - turned.x, a.y - turned.y};
    }
  }
#pragma unroll
  for (int i = 0; i < kSize; ++i)
    out[i * kCount + t] = x[i];
}

extern "C" __global__ void fft_8(const float2 *__restrict__ in, float2 *__restrict__ out) {
  transform<Tables8, 3, kManyThreads>(in, out);
}

extern "C" __global__ void fft_16(const float2 *__restrict__ in, float2 *__restrict__ out) {
  transform<Tables16, 4, kThreads>(in, out);
}

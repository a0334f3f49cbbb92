// The kernels of functions.mlir in CUDA C++.

#include "common.h"

namespace {

struct __align__(8) Partial {
  float maximum;
  float sum;
};

struct __align__(16) Option {
  float price;
  float strike;
  float years;
  float volatility;
};

} // namespace

static constexpr int kColumns = 1024;

extern "C" __global__ void __launch_bounds__(128)
    online_softmax(const float *__restrict__ in, float *__restrict__ out) {
  __shared__ Partial partials[128];
  int row = blockIdx.x;
  int x = threadIdx.x;
  float values[8];
  float maximum = -INFINITY;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    values[i] = in[row * kColumns + i * 128 + x];
    float next = fmaxf(maximum, values[i]);
    sum = fmaf(sum, expf(maximum - next), expf(values[i] - next));
    maximum = next;
  }
  partials[x] = {maximum, sum};
  for (int stride = 64; stride > 0; stride /= 2) {
    __syncthreads();
    if (x < stride) {
      Partial left = partials[x];
      Partial right = partials[x + stride];
      float next = fmaxf(left.maximum, right.maximum);
      partials[x] = {next, fmaf(left.sum, expf(left.maximum - next),
                                right.sum * expf(right.maximum - next))};
    }
  }
  __syncthreads();
  Partial all = partials[0];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[row * kColumns + i * 128 + x] = expf(values[i] - all.maximum) / all.sum;
}

extern "C" __global__ void black_scholes(float rate, const Option *__restrict__ in,
                                         float *__restrict__ calls, float *__restrict__ puts) {
  int t = getThread();
  Option options[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    options[i] = in[i * kThreads + t];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    Option o = options[i];
    float deviation = o.volatility * sqrtf(o.years);
    float drift = fmaf(0.5f * o.volatility, o.volatility, rate);
    float d1 = fmaf(drift, o.years, logf(o.price / o.strike)) / deviation;
    float d2 = d1 - deviation;
    float n1 = 0.5f * erfcf(d1 * -0.70710678f);
    float n2 = 0.5f * erfcf(d2 * -0.70710678f);
    float present = o.strike * expf(-rate * o.years);
    float call = fmaf(o.price, n1, -present * n2);
    calls[i * kThreads + t] = call;
    puts[i * kThreads + t] = call + present - o.price;
  }
}

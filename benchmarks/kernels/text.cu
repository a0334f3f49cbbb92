// The kernels of text.mlir in CUDA C++.

#include "common.h"

namespace {

// NumPy's S8 in an array that is aligned for the comparison by words.
struct alignas(8) Word {
  char characters[8];
};

} // namespace

static __device__ __forceinline__ unsigned long long getNumber(const Word &word) {
  uint2 halves = reinterpret_cast<const uint2 &>(word);
  unsigned high = __byte_perm(halves.x, 0, 0x0123);
  unsigned low = __byte_perm(halves.y, 0, 0x0123);
  return static_cast<unsigned long long>(high) << 32 | low;
}

extern "C" __global__ void string_compare(const Word *__restrict__ words,
                                          const Word *__restrict__ text, int *__restrict__ out) {
  int t = getThread();
  unsigned long long keys[8];
  int ranks[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    keys[i] = getNumber(text[i * kThreads + t]);
    ranks[i] = 0;
  }
  for (int w = 0; w < 32; ++w) {
    unsigned long long number = getNumber(words[w]);
#pragma unroll
    for (int i = 0; i < 8; ++i)
      ranks[i] += number < keys[i];
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[i * kThreads + t] = ranks[i];
}

extern "C" __global__ void datetime_bins(const long long *__restrict__ times,
                                         int *__restrict__ out) {
  constexpr long long kNaT = -9223372036854775807LL - 1;
  int t = getThread();
  int bins[24];
  for (int i = 0; i < 24; ++i)
    bins[i] = 0;
  for (int i = 0; i < 32; ++i) {
    long long time = times[i * kThreads + t];
    if (time != kNaT) {
      // Before 1970, division rounds up, and the rest is negative.
      long long hours = time / 3600 - (time % 3600 < 0);
      int hour = hours % 24;
      bins[hour < 0 ? hour + 24 : hour] += 1;
    }
  }
  for (int i = 0; i < 24; ++i)
    out[i * kThreads + t] = bins[i];
}

// The kernels of random.mlir in CUDA C++.

#include "common.h"

extern "C" __global__ void philox(const unsigned *__restrict__ seeds, unsigned *__restrict__ out) {
  int t = getThread();
  unsigned counter[4];
  unsigned key[2];
  for (unsigned n = 0; n < 16; ++n) {
    counter[0] = n;
    counter[1] = 0;
    counter[2] = t;
    counter[3] = 0;
    key[0] = seeds[0];
    key[1] = seeds[1];
#pragma unroll
    for (int round = 0; round < 10; ++round) {
      unsigned high0 = __umulhi(0xD2511F53u, counter[0]);
      unsigned low0 = 0xD2511F53u * counter[0];
      unsigned high1 = __umulhi(0xCD9E8D57u, counter[2]);
      unsigned low1 = 0xCD9E8D57u * counter[2];
      counter[0] = high1 ^ counter[1] ^ key[0];
      counter[1] = low1;
      counter[2] = high0 ^ counter[3] ^ key[1];
      counter[3] = low0;
      key[0] += 0x9E3779B9u;
      key[1] += 0xBB67AE85u;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
      out[(n * 4 + i) * kThreads + t] = counter[i];
  }
}

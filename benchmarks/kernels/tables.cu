// The kernels of tables.mlir in CUDA C++.

#include "common.h"

static __constant__ float coefficients[4][4] = {
    {1.0f, 0.5f, 0.25f, 0.125f}, {2.0f, 1.5f, 0.75f, 0.5f},
    {0.0f, 1.0f, 0.5f, 0.25f}, {3.0f, 2.0f, 1.0f, 0.5f}};

extern "C" __global__ void polynomials(const float *__restrict__ in, float *__restrict__ out) {
  int t = getThread();
  for (int i = 0; i < 64; ++i) {
    float x = in[i * kThreads + t];
    const float *row = coefficients[(int)(x * 4)];
    out[i * kThreads + t] = fmaf(fmaf(fmaf(row[3], x, row[2]), x, row[1]), x, row[0]);
  }
}

static __constant__ unsigned char transitions[8][4] = {
    {1, 2, 0, 5}, {3, 1, 4, 0}, {2, 6, 7, 1}, {0, 3, 5, 7},
    {4, 0, 2, 6}, {7, 5, 1, 3}, {6, 4, 3, 2}, {5, 7, 6, 4}};

extern "C" __global__ void state_machine(const unsigned char *__restrict__ symbols,
                                         int *__restrict__ out) {
  int t = getThread();
  int visits[8];
  for (int i = 0; i < 8; ++i)
    visits[i] = 0;
  unsigned char state = 0;
  for (int i = 0; i < 64; ++i) {
    int kind = symbols[i * kThreads + t] & 3;
    visits[state] += 1;
    state = transitions[state][kind];
  }
  for (int i = 0; i < 8; ++i)
    out[i * kThreads + t] = visits[i];
}

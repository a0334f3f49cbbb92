// The kernels of matrices.mlir in CUDA C++.

#include "common.h"

extern "C" __global__ void inverse_3(const float *__restrict__ in, float *__restrict__ out) {
  int t = getThread();
  float a[3][3];
  float adjugate[3][3];
#pragma unroll
  for (int i = 0; i < 3; ++i)
#pragma unroll
    for (int j = 0; j < 3; ++j) {
      a[i][j] = in[(i * 3 + j) * kManyThreads + t];
      if (i == j)
        a[i][j] += 4;
    }
#pragma unroll
  for (int i = 0; i < 3; ++i)
#pragma unroll
    for (int j = 0; j < 3; ++j) {
      int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      adjugate[j][i] = fmaf(a[i1][j1], a[i2][j2], -(a[i1][j2] * a[i2][j1]));
    }
  float determinant = 0;
#pragma unroll
  for (int j = 0; j < 3; ++j)
    determinant = fmaf(a[0][j], adjugate[j][0], determinant);
  float scale = 1 / determinant;
#pragma unroll
  for (int i = 0; i < 3; ++i)
#pragma unroll
    for (int j = 0; j < 3; ++j)
      out[(i * 3 + j) * kManyThreads + t] = adjugate[i][j] * scale;
}

extern "C" __global__ void inverse_4(const float *__restrict__ in, float *__restrict__ out) {
  int t = getThread();
  float a[4][4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      a[i][j] = in[(i * 4 + j) * kManyThreads + t];
      if (i == j)
        a[i][j] += 5;
    }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float scale = 1 / a[k][k];
    a[k][k] = 1;
#pragma unroll
    for (int j = 0; j < 4; ++j)
      a[k][j] *= scale;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (i != k) {
        float factor = a[i][k];
        a[i][k] = 0;
#pragma unroll
        for (int j = 0; j < 4; ++j)
          a[i][j] = fmaf(-factor, a[k][j], a[i][j]);
      }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      out[(i * 4 + j) * kManyThreads + t] = a[i][j];
}

extern "C" __global__ void inverse_6(const float *__restrict__ in, float *__restrict__ out) {
  int t = getThread();
  float a[6][12];
#pragma unroll
  for (int i = 0; i < 6; ++i)
#pragma unroll
    for (int j = 0; j < 6; ++j) {
      a[i][j] = in[(i * 6 + j) * kThreads + t];
      if (j == (i + 1) % 6)
        a[i][j] += 3;
      a[i][j + 6] = i == j ? 1.0f : 0.0f;
    }
#pragma unroll
  for (int k = 0; k < 6; ++k) {
#pragma unroll
    for (int i = k + 1; i < 6; ++i) {
      bool isLarger = fabsf(a[i][k]) > fabsf(a[k][k]);
#pragma unroll
      for (int j = k; j < 12; ++j) {
        float upper = a[k][j];
        float lower = a[i][j];
        a[k][j] = isLarger ? lower : upper;
        a[i][j] = isLarger ? upper : lower;
      }
    }
    float scale = 1 / a[k][k];
#pragma unroll
    for (int j = k; j < 12; ++j)
      a[k][j] *= scale;
#pragma unroll
    for (int i = 0; i < 6; ++i)
      if (i != k) {
        float factor = a[i][k];
#pragma unroll
        for (int j = k; j < 12; ++j)
          a[i][j] = fmaf(-factor, a[k][j], a[i][j]);
      }
  }
#pragma unroll
  for (int i = 0; i < 6; ++i)
#pragma unroll
    for (int j = 0; j < 6; ++j)
      out[(i * 6 + j) * kThreads + t] = a[i][j + 6];
}

extern "C" __global__ void cholesky_6(const float *__restrict__ in, float *__restrict__ out) {
  int t = getThread();
  float l[6][6];
#pragma unroll
  for (int i = 0; i < 6; ++i)
#pragma unroll
    for (int j = 0; j <= i; ++j) {
      float rest = in[(i * 6 + j) * kThreads + t];
      if (i == j)
        rest += 8;
#pragma unroll
      for (int k = 0; k < j; ++k)
        rest = fmaf(-l[i][k], l[j][k], rest);
      l[i][j] = i == j ? sqrtf(rest) : rest / l[j][j];
      out[(i * 6 + j) * kThreads + t] = l[i][j];
    }
}

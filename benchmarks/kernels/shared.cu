// The kernels of shared.mlir in CUDA C++.

#include "common.h"

static constexpr int kMatrixSize = 4096;

extern "C" __global__ void __launch_bounds__(256)
    transpose(const float *__restrict__ in, float *__restrict__ out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x;
  int y = threadIdx.y;
  int firstColumn = blockIdx.x * 32;
  int firstRow = blockIdx.y * 32;
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    tile[i + y][x] = in[(firstRow + i + y) * kMatrixSize + firstColumn + x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    out[(firstColumn + i + y) * kMatrixSize + firstRow + x] = tile[x][i + y];
}

static constexpr int kFactorSize = 1024;

extern "C" __global__ void __launch_bounds__(256)
    matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
  __shared__ float left[16][64];
  __shared__ float right[16][64];
  int x = threadIdx.x;
  int y = threadIdx.y;
  int firstColumn = blockIdx.x * 64;
  int firstRow = blockIdx.y * 64;
  float sums[4][4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      sums[i][j] = 0;
  for (int first = 0; first < kFactorSize; first += 16) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      left[x][i * 16 + y] = a[(firstRow + i * 16 + y) * kFactorSize + first + x];
      right[y][i * 16 + x] = b[(first + y) * kFactorSize + firstColumn + i * 16 + x];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k)
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sums[i][j] = fmaf(left[k][i * 16 + y], right[k][j * 16 + x], sums[i][j]);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      c[(firstRow + i * 16 + y) * kFactorSize + firstColumn + j * 16 + x] = sums[i][j];
}

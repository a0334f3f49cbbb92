// The kernels of kernels.mlir in CUDA C++.

static constexpr int kThreads = 135168;

extern "C" __global__ void tile_4(const float *__restrict__ a, const float *__restrict__ b,
                                   float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float tile[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      tile[i][j] = t;
  for (int k = 0; k < 512; ++k)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        tile[i][j] = fmaf(a[k * 4 + i], b[k * 4 + j], tile[i][j]);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      out[(i * 4 + j) * kThreads + t] = tile[i][j];
}

extern "C" __global__ void tile_8(const float *__restrict__ a, const float *__restrict__ b,
                                   float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float tile[8][8];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      tile[i][j] = t;
  for (int k = 0; k < 512; ++k)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        tile[i][j] = fmaf(a[k * 8 + i], b[k * 8 + j], tile[i][j]);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      out[(i * 8 + j) * kThreads + t] = tile[i][j];
}

extern "C" __global__ void tile_12(const float *__restrict__ a, const float *__restrict__ b,
                                   float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float tile[12][12];
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      tile[i][j] = t;
  for (int k = 0; k < 512; ++k)
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j)
        tile[i][j] = fmaf(a[k * 12 + i], b[k * 12 + j], tile[i][j]);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      out[(i * 12 + j) * kThreads + t] = tile[i][j];
}

extern "C" __global__ void tile_16(const float *__restrict__ a, const float *__restrict__ b,
                                   float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float tile[16][16];
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j)
      tile[i][j] = t;
  for (int k = 0; k < 512; ++k)
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j)
        tile[i][j] = fmaf(a[k * 16 + i], b[k * 16 + j], tile[i][j]);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j)
      out[(i * 16 + j) * kThreads + t] = tile[i][j];
}

extern "C" __global__ void reversed_sum_256(const float *__restrict__ a, float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float values[256];
  for (int i = 0; i < 256; ++i)
    values[i] = a[i * kThreads + t];
  float sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += values[256 - 1 - i];
  out[t] = sum;
}

extern "C" __global__ void reversed_sum_1024(const float *__restrict__ a, float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float values[1024];
  for (int i = 0; i < 1024; ++i)
    values[i] = a[i * kThreads + t];
  float sum = 0;
  for (int i = 0; i < 1024; ++i)
    sum += values[1024 - 1 - i];
  out[t] = sum;
}

extern "C" __global__ void histogram(const int *__restrict__ data, int *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
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
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float window[32];
  for (int i = 0; i < 32; ++i)
    window[i] = 0;
  for (int s = 0; s < 128; ++s) {
    for (int i = 0; i < 31; ++i)
      window[i] = window[i + 1];
    window[31] = samples[s * kThreads + t];
    float sum = 0;
    for (int i = 0; i < 32; ++i)
      sum = fmaf(window[i], weights[i], sum);
    out[s * kThreads + t] = sum;
  }
}

extern "C" __global__ void sort(const float *__restrict__ in, float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float keys[16];
  for (int i = 0; i < 16; ++i)
    keys[i] = in[i * kThreads + t];
  for (int round = 0; round < 16; ++round)
    for (int i = round % 2; i < 15; i += 2) {
      float a = keys[i];
      float b = keys[i + 1];
      keys[i] = b < a ? b : a;
      keys[i + 1] = b < a ? a : b;
    }
  for (int i = 0; i < 16; ++i)
    out[i * kThreads + t] = keys[i];
}

extern "C" __global__ void cholesky(const float *__restrict__ in, float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float l[6][6];
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) {
      float rest = in[(i * 6 + j) * kThreads + t];
      if (i == j)
        rest += 8;
      for (int k = 0; k < j; ++k)
        rest = fmaf(-l[i][k], l[j][k], rest);
      l[i][j] = i == j ? sqrtf(rest) : rest / l[j][j];
      out[(i * 6 + j) * kThreads + t] = l[i][j];
    }
}

extern "C" __global__ void prefix_sums(const float *__restrict__ in, float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[32];
  for (int i = 0; i < 32; ++i)
    sums[i] = in[i * kThreads + t];
  for (int level = 0; level < 5; ++level)
    for (int to = 31; to >= 1 << level; --to)
      sums[to] += sums[to - (1 << level)];
  for (int i = 0; i < 32; ++i)
    out[i * kThreads + t] = sums[i];
}

static __constant__ float table[4][4] = {
    {1.0f, 0.5f, 0.25f, 0.125f}, {2.0f, 1.5f, 0.75f, 0.5f},
    {0.0f, 1.0f, 0.5f, 0.25f}, {3.0f, 2.0f, 1.0f, 0.5f}};

extern "C" __global__ void polynomials(const float *__restrict__ in, float *__restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 64; ++i) {
    float x = in[i * kThreads + t];
    const float *row = table[(int)(x * 4)];
    out[i * kThreads + t] = fmaf(fmaf(fmaf(row[3], x, row[2]), x, row[1]), x, row[0]);
  }
}

// What the kernels in CUDA C++ share.

#pragma once

// The threads of a kernel whose threads do not work together: 1024 for each of
// the 132 multiprocessors of an H100 or H200.
static constexpr int kThreads = 135168;
// The same for a kernel with 256 results per thread, and for short ones.
static constexpr int kFewThreads = 33792;
static constexpr int kManyThreads = 540672;

static __device__ __forceinline__ int getThread() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

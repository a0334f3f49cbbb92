"""The kernels of emulator.py in Numba's CUDA simulator, at small sizes.

usage: NUMBA_ENABLE_CUDASIM=1 emulator_numba.py KERNEL

Prints the shortest time in seconds, and how much work that was.
"""

import sys
import time

import numpy as np
from numba import cuda, float32, uint32


@cuda.jit
def histogram(numbers, counts):
    thread = cuda.grid(1)
    if thread < numbers.shape[0]:
        bins = cuda.local.array(16, uint32)
        for i in range(16):
            bins[i] = 0
        for column in range(numbers.shape[1]):
            bins[numbers[thread, column] >> 4] += 1
        for i in range(16):
            counts[thread, i] = bins[i]


@cuda.jit
def escape(iterations):
    thread = cuda.grid(1)
    re = float32((thread % 128) * (3.0 / 128) - 2.0)
    im = float32((thread // 128) * (2.0 / 128) - 1.0)
    x = y = float32(0)
    count = 0
    while count < 256 and x * x + y * y < 4.0:
        x, y = x * x - y * y + re, float32(2) * x * y + im
        count += 1
    iterations[thread] = count


@cuda.jit
def matmul(a, b, c):
    left = cuda.shared.array((64, 16), float32)
    right = cuda.shared.array((16, 16), float32)
    sums = cuda.local.array(4, float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    first_row = cuda.blockIdx.y * 64
    column = cuda.blockIdx.x * 16 + x
    for i in range(4):
        sums[i] = 0
    for first in range(0, a.shape[1], 16):
        for i in range(4):
            left[i * 16 + y, x] = a[first_row + i * 16 + y, first + x]
        right[y, x] = b[first + y, column]
        cuda.syncthreads()
        for i in range(4):
            for k in range(16):
                sums[i] += left[i * 16 + y, k] * right[k, x]
        cuda.syncthreads()
    for i in range(4):
        c[first_row + i * 16 + y, column] = sums[i]


def prepare(name):
    """Returns a launch, and the work that it does as a function."""
    random = np.random.default_rng(7)
    if name == "histogram":
        numbers = random.integers(0, 256, (32, 1000), dtype=np.uint8)
        counts = np.zeros((32, 16), np.uint32)
        return lambda: histogram[1, 32](numbers, counts), lambda: numbers.size
    if name == "escape":
        iterations = np.zeros(128, np.int32)
        return lambda: escape[4, 32](iterations), lambda: int(iterations.sum())
    a = random.random((64, 32), dtype=np.float32)
    b = random.random((32, 16), dtype=np.float32)
    c = np.zeros((64, 16), np.float32)
    return lambda: matmul[(1, 1), (16, 16)](a, b, c), lambda: 64 * 32 * 16


launch, work = prepare(sys.argv[1])
times = []
for _ in range(3):
    start = time.perf_counter()
    launch()
    times.append(time.perf_counter() - start)
print(min(times), work())

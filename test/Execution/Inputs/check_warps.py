"""Checks what the kernels of warps.mlir computed.

usage: check_warps.py PREFIX
"""

import sys

import numpy as np

prefix = sys.argv[1]


def load(name):
    return np.load(f"{prefix}.{name}.npy")


def warps(block, grid=1):
    """The threads of each warp, as numbers in the grid."""
    for b in range(grid):
        for first in range(0, block, 32):
            yield b * block + np.arange(first, min(first + 32, block))


def check(name, actual, expected):
    if not np.array_equal(actual, expected):
        sys.exit(f"{name}: expected\n{expected}\ngot\n{actual}")


shuffles = load("shuffles")
for threads in warps(80, 2):
    values = shuffles[threads]
    size = len(threads)
    lane = np.arange(size)
    for column, source, valid in [
        (0, lane ^ 5, lane >= 0),
        (2, lane + 3, lane + 3 < 32),
        (4, lane - 3, lane - 3 >= 0),
        (6, np.full(size, 17), lane >= 0),
    ]:
        # An invalid source is the lane itself. One that is in the warp, but not
        # in the block, gives anything.
        expected = np.where(valid, threads[0] + source, threads)
        defined = ~valid | (source < size)
        check(f"shuffle {column}", values[defined, column], expected[defined])
        check(f"valid {column}", values[:, column + 1], valid)

widths = load("widths")
for threads in warps(64):
    expected = np.zeros((32, 2))
    expected[:8, 0] = threads[:8] + 1
    expected[7, 0] = threads[7]
    expected[:7, 1] = 1
    check("widths", widths[threads], expected)

check("wide", load("wide"), (np.arange(32) ^ 1) + 1 / 3)
check("half", load("half"), 31 - np.arange(32))

mask = (1 << 64) - 1


def splitmix(seed, index):
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


numbers = np.array(
    [(splitmix(3, i) >> 40) * 2.0**-24 for i in range(192)], np.float32
)


def butterfly(values):
    """A sum in the order of a butterfly over 32 lanes, rounded after each."""
    for offset in [1, 2, 4, 8, 16]:
        values = values + values[np.arange(32) ^ offset]
    return values


sums = load("sums")
for threads in warps(96, 2):
    check("sums", sums[threads], butterfly(numbers[threads]))
totals, maxima = load("totals"), load("maxima")
scrambled = np.arange(192) * 5 % 97
for block in range(2):
    part = slice(96 * block, 96 * block + 96)
    exact = numbers[part].astype(np.float64).sum()
    if not np.allclose(totals[part], exact, rtol=1e-6):
        sys.exit(f"totals: expected {exact}, got {totals[part]}")
    check("maxima", maxima[part], np.full(96, scrambled[part].max()))

i = np.arange(70)
check("lanes", load("lanes"), np.stack([i % 32, i // 32, 0 * i + 3, 0 * i + 32], 1))

votes = load("votes")
for threads in warps(70):
    values = votes[threads]
    size = len(threads)
    third = threads % 3 == 0
    bit = 1 << np.arange(size, dtype=np.uint64)
    check("ballot", values[:, 0], np.full(size, bit[third].sum()))
    check("any", values[:, 1], np.full(size, third.any()))
    check("all", values[:, 2], np.full(size, third.all()))
    same = [bit[threads % 3 == t % 3].sum() for t in threads]
    check("match", values[:, 3], same)
    check("redux add", values[:, 4], np.full(size, threads.sum()))
    check("redux umax", values[:, 5], np.full(size, threads.max()))
    check("elect", values[:, 6], np.arange(size) == 0)
    other = np.arange(size) ^ 3
    defined = other < size
    check("shfl", values[defined, 7], threads[0] + other[defined])
    check("lanemask", values[:, 8], bit - np.uint64(1))

"""Checks what the kernels of indices.mlir computed.

usage: check_indices.py PREFIX
"""

import itertools
import sys

import numpy as np

grid, block = (2, 3, 4), (3, 2, 2)
expected = []
for b in itertools.product(*map(range, reversed(grid))):
    for t in itertools.product(*map(range, reversed(block))):
        expected.append([*t[::-1], *block, *b[::-1], *grid])
for name in ["loop", "fibers", "registers"]:
    actual = np.load(f"{sys.argv[1]}.{name}.npy")
    if not np.array_equal(actual, expected):
        sys.exit(f"{name}: expected\n{np.array(expected)}\ngot\n{actual}")

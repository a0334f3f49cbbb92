"""Checks what the kernels of math.mlir computed.

usage: check_math.py PREFIX
"""

import math
import sys

import numpy as np

prefix = sys.argv[1]

#: The largest error of CUDA's functions in units in the last place, as the
#: appendix "Mathematical Functions" of its programming guide gives it for
#: float32 and float64, plus one for the reference.
FUNCTIONS = {
    "exp": (np.exp, 2, 1),
    "log1p": (np.log1p, 1, 1),
    "sin": (np.sin, 2, 2),
    "cos": (np.cos, 2, 2),
    "tan": (np.tan, 4, 2),
    "tanh": (np.tanh, 2, 2),
    "erf": (np.vectorize(math.erf), 2, 2),
    "cbrt": (np.cbrt, 1, 1),
    "rsqrt": (lambda x: 1 / np.sqrt(x), 2, 1),
    "sqrt": (np.sqrt, 0, 0),
    "pow": (lambda x: x**0.5, 4, 2),
    "atan2": (lambda x: np.arctan2(x, 0.5), 3, 2),
    "expm1": (np.expm1, 1, 1),
    "expm1 of 2^-10": (lambda x: np.expm1(x * 2.0**-10), 1, 1),
    "expm1 of 2^-26": (lambda x: np.expm1(x * 2.0**-26), 1, 1),
    "log1p of 2^-10": (lambda x: np.log1p(x * 2.0**-10), 1, 1),
    "log1p of 2^-26": (lambda x: np.log1p(x * 2.0**-26), 1, 1),
}

mask = (1 << 64) - 1


def split_mix(seed, count):
    for index in range(1, count + 1):
        z = (seed + index * 0x9E3779B97F4A7C15) & mask
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


for column_of_limit, (name, dtype, seed, bits) in enumerate(
    [("f32", np.float32, 11, 24), ("f64", np.float64, 12, 53)], start=1
):
    x = np.array([(z >> (64 - bits)) * 2.0**-bits for z in split_mix(seed, 1024)])
    actual = np.load(f"{prefix}.{name}.npy")
    for column, (function, row) in enumerate(FUNCTIONS.items()):
        with np.errstate(divide="ignore"):
            expected = row[0](x)
        limit = row[column_of_limit] + 1
        error = np.abs(actual[:, column].astype(np.float64) - expected)
        error /= np.spacing(np.abs(expected).astype(dtype)).astype(np.float64)
        if not np.all(error <= limit):
            worst = np.nanargmax(error)
            sys.exit(
                f"{function} of {name} {x[worst]!r}: expected {expected[worst]!r}, "
                f"got {actual[worst, column]!r}, {error[worst]:.2f} ulp off"
            )

"""Checks what the kernels of narrow-floats.mlir computed, bit by bit.

usage: check_narrow_floats.py PREFIX
"""

import math
import sys
from fractions import Fraction

import ml_dtypes
import numpy as np

prefix = sys.argv[1]


def split_mix(seed, count):
    mask = (1 << 64) - 1
    for index in range(1, count + 1):
        z = (seed + index * 0x9E3779B97F4A7C15) & mask
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def random_bits(seed, bits):
    return [z >> (64 - bits) for z in split_mix(seed, 2048)]


class Format:
    """An IEEE format of 16 bits."""

    def __init__(self, dtype, mantissa_bits):
        self.dtype = dtype
        self.mantissa = mantissa_bits
        self.bias = (1 << (14 - mantissa_bits)) - 1

    def decode(self, bits):
        return float(np.uint16(bits).view(self.dtype))

    def round(self, value):
        """Rounds a fraction once, to nearest, ties to even; returns the bits."""
        sign = 0x8000 if value < 0 else 0
        value = abs(value)
        if value == 0:
            return sign
        exponent = math.floor(math.log2(value.numerator) - math.log2(value.denominator))
        while Fraction(2) ** exponent > value:
            exponent -= 1
        while Fraction(2) ** (exponent + 1) <= value:
            exponent += 1
        exponent = max(exponent, 1 - self.bias)
        steps = value / Fraction(2) ** (exponent - self.mantissa)
        whole = steps.numerator // steps.denominator
        rest = steps - whole
        if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2):
            whole += 1
        # A subnormal has the exponent of the smallest normal, without its one.
        bits = ((exponent + self.bias - 1) << self.mantissa) + whole
        infinity = ((1 << (15 - self.mantissa)) - 1) << self.mantissa
        return sign | min(bits, infinity)


def is_nan(format, bits):
    return math.isnan(format.decode(bits))


def check(what, format, expected, actual):
    if expected is None:
        return False
    same = expected == actual or (is_nan(format, expected) and is_nan(format, actual))
    if not same:
        sys.exit(f"{what}: expected {expected:#06x}, got {actual:#06x}")
    return True


def exactly(format, function, *bits):
    """The rounded result where all operands are finite; else None."""
    values = [format.decode(b) for b in bits]
    if not all(map(math.isfinite, values)):
        return None
    try:
        result = function(*map(Fraction, values))
    except ZeroDivisionError:
        return None
    # The sign of zero is not a fraction's business.
    return format.round(result) if result != 0 else None


def root(x):
    if x < 0:
        raise ZeroDivisionError
    # Far more bits than the format has; a tie cannot be a root.
    scaled = math.isqrt((x.numerator << 400) // x.denominator)
    return Fraction(scaled, 1 << 200)


OPERATIONS = [
    lambda a, b, c: a + b,
    lambda a, b, c: a - b,
    lambda a, b, c: a * b,
    lambda a, b, c: a / b,
    lambda a, b, c: a * b + c,
    None,
    lambda a, b, c: root(a),
]

half = Format(np.float16, 10)
brain = Format(ml_dtypes.bfloat16, 7)
columns = [random_bits(seed, 16) for seed in (1, 2, 3)]
for name, format in [("f16", half), ("bf16", brain)]:
    actual = np.load(f"{prefix}.{name}.npy")
    counts = [0] * 7
    for row, (a, b, c) in enumerate(zip(*columns)):
        for column, operation in enumerate(OPERATIONS):
            if column == 5:
                product = exactly(format, OPERATIONS[2], a, b, c)
                expected = product if product is None else exactly(
                    format, OPERATIONS[0], product, c, c)
            else:
                expected = exactly(format, operation, a, b, c)
            counts[column] += check(f"{name} row {row} column {column}", format,
                                    expected, int(actual[row, column]))
    if min(counts) < 800:
        sys.exit(f"{name}: too few results were compared: {counts}")

actual = np.load(f"{prefix}.narrow.npy")
singles = (np.array(random_bits(4, 32), np.uint32) & 0x8FFFFFFF | 0x30000000).view(np.float32)
doubles = (np.array(random_bits(5, 64), np.uint64) & np.uint64(0x81FFFFFFFFFFFFFF)
           | np.uint64(0x3E00000000000000)).view(np.float64)
for row in range(2048):
    for column, (format, value) in enumerate(
        [(half, singles[row]), (half, doubles[row]), (brain, singles[row]), (brain, doubles[row])]
    ):
        check(f"narrow row {row} column {column}", format,
              format.round(Fraction(float(value))), int(actual[row, column]))

# RUN: %pytest %s
"""Random expressions of kernels have NumPy's dtypes and values."""

import operator
import warnings

import dtyp
import numpy as np
import pytest

DTYPES = [np.dtype(t) for t in "? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8".split()]
SIZE = 16
COUNT = 100
NUMBERS = [-5, -1, 0, 1, 3, 200, 2.5, -0.5, True, np.float32(1.5), np.int16(-3), np.uint64(7)]
BINARY = [getattr(operator, name) for name in """add sub mul truediv floordiv mod and_ or_
    xor lshift rshift lt le eq ne gt ge""".split()]
UNARY = [abs, operator.neg, operator.pos, operator.invert]


class Expressions:
    """Functions of a module (the kernel, or NumPy) and of its values by their dtypes."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def choose(self, things):
        return things[self.random.integers(len(things))]

    def values(self, dtype):
        if dtype.kind == "f":
            return np.round(self.random.normal(0, 20, SIZE), 1).astype(dtype)
        ends = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        result = self.random.integers(*ends, SIZE, dtype, endpoint=True)
        result[:6] = self.random.integers(0, 7, 6)
        return result

    def make(self, depth):
        kind = self.random.random()
        if depth == 0 or kind < 0.15:
            leaf = self.choose([*DTYPES, *DTYPES, "index", *NUMBERS])
            is_name = isinstance(leaf, str | np.dtype)
            return lambda m, names: names[leaf] if is_name else leaf
        a, b, c = (self.make(depth - 1) for _ in range(3))
        if kind < 0.75:
            function = self.choose(BINARY)
            return lambda m, names: function(a(m, names), b(m, names))
        if kind < 0.83:
            name = self.choose(["minimum", "maximum"])
            return lambda m, names: getattr(m, name)(a(m, names), b(m, names))
        if kind < 0.9:
            return lambda m, names: m.where(a(m, names), b(m, names), c(m, names))
        function = self.choose(UNARY)
        return lambda m, names: function(a(m, names))


def evaluate(expression, module, names):
    """The value; None where it is refused, or none of the kernel."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            value = expression(module, names)
        except (TypeError, ValueError, ArithmeticError):
            return None
    is_number = isinstance(value, int | float | np.generic)
    return None if is_number or getattr(value, "shape", None) == () else value


@pytest.mark.parametrize("seed", range(2))
def test_expressions(seed):
    made = Expressions(seed)
    names = {d: made.values(d) for d in DTYPES} | {"index": np.arange(SIZE)}
    cases, rows = [], {}
    while len(cases) < COUNT:
        expression = made.make(3)
        expected = evaluate(expression, np, names)
        if expected is not None:
            row = rows.setdefault(expected.dtype, [])
            cases.append((expression, expected, len(row)))
            row.append(expected)
    arguments = {f"in_{d.name}": dtyp.array(d) for d in DTYPES}
    arguments |= {f"out_{d.name}": dtyp.array(d, 2) for d in rows}
    builder = dtyp.ModuleBuilder()
    refused = set()
    with builder.kernel("kernel", **arguments) as k:
        i = k.thread_id.x
        values = {d: k.arguments[f"in_{d.name}"][i] for d in DTYPES} | {"index": i}
        for expression, expected, row in cases:
            value = evaluate(expression, k, values)
            if value is None:
                refused.add((expected.dtype, row))
                continue
            assert value.dtype == expected.dtype
            k.arguments[f"out_{expected.dtype.name}"][row, i] = value
    # where() of NumPy wraps a Python integer, and a division by 0 is an error here.
    assert len(refused) < COUNT / 10
    outputs = {d: np.zeros((len(row), SIZE), d) for d, row in rows.items()}
    kernel = dtyp.Kernel(builder.module(), device="cpu")
    kernel[1, SIZE](*(names[d] for d in DTYPES), *outputs.values())
    for _, expected, row in cases:
        dtype = expected.dtype
        if (dtype, row) not in refused:
            found = outputs[dtype][row]
            assert np.array_equal(found, expected, equal_nan=dtype.kind == "f")

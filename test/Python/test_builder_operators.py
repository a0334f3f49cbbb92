# RUN: %pytest %s
"""The operators and functions of kernels, against NumPy's values and dtypes."""

import operator
import warnings

import dtyp
import numpy as np
import pytest
from dtyp import _cuda

try:
    import ml_dtypes

    BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
except ImportError:
    BFLOAT16 = None

DTYPES = [np.dtype(t) for t in "? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8".split()]
COMPLEX = [np.dtype("c8"), np.dtype("c16")]
INTEGERS = DTYPES[1:9]
FLOATS = DTYPES[9:]
ALL = DTYPES + COMPLEX + ([BFLOAT16] if BFLOAT16 else [])
SIZE = 8


COMPUTED_IN_COMPLEX = ("add", "sub", "mul", "truediv", "eq", "ne")


def values(dtype):
    """Eight values of a dtype, with those at the ends of its range."""
    if dtype.kind == "b":
        return np.array([0, 1, 1, 0, 1, 0, 0, 1], dtype)
    if dtype.kind == "c":
        return np.array([0, 1 + 2j, -1.5 - 0.25j, 3j, 2, -1, 0.5 + 0.5j, 1 - 1j], dtype)
    if dtype.kind in "iu":
        ends = np.iinfo(dtype)
        negative = [-1, -7] if dtype.kind == "i" else [ends.max - 1, 12]
        return np.array([0, 1, ends.max, ends.min, 7, 3, *negative], dtype)
    special = [0.0, -0.0, 1.5, -7.25, np.inf, np.nan, 3.0, -2.0]
    return np.array(special, np.float32).astype(dtype)


def quietly(function, *arguments):
    """What NumPy computes; or the exception, where it refuses."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return np.asarray(function(*arguments))
        except (TypeError, OverflowError) as error:
            return error


def refuses(function, *arguments):
    try:
        function(*arguments)
    except (TypeError, OverflowError):
        return True
    return False


def check(found, expected, what, tolerance=0.0):
    if expected.dtype == BFLOAT16:
        found, expected = found.astype(np.float32), expected.astype(np.float32)
    if tolerance:
        assert np.allclose(found, expected, tolerance, 0, equal_nan=True), what
        return
    is_float = expected.dtype.kind in "fc"
    assert np.array_equal(found, expected, equal_nan=is_float), what
    if expected.dtype.kind == "f":
        real = ~np.isnan(expected)
        assert (np.signbit(found) == np.signbit(expected))[real].all(), what


class Outputs:
    """What the kernel writes: rows of arrays, one array for each dtype."""

    def __init__(self):
        self.rows = {}

    def add(self, expected, *case):
        rows = self.rows.setdefault(expected.dtype, [])
        rows.append((expected, case))
        return len(rows) - 1

    def arguments(self):
        return {f"out_{d.name}": dtyp.array(d, 2) for d in self.rows}

    def arrays(self, size):
        return [np.zeros((len(rows), size), d) for d, rows in self.rows.items()]


def launch(module, threads, inputs, outputs):
    """Runs the kernel on the emulator and, where there is one, on a GPU; yields the
    outputs of each."""
    for device in ["cpu"] if _cuda.find_problem() else ["cpu", "gpu"]:
        arrays = outputs.arrays(threads)
        # A product and a sum are rounded twice, as in NumPy.
        kernel = dtyp.Kernel(module, device=device, opt_level=0, fmad=False)
        kernel[1, threads](*inputs, *arrays)
        for array, rows in zip(arrays, outputs.rows.values()):
            for found, (expected, case) in zip(array, rows):
                yield found, expected, case


BINARY = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.lshift,
    operator.rshift,
    operator.and_,
    operator.or_,
    operator.xor,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.eq,
    operator.ne,
]


@pytest.mark.parametrize("function", BINARY, ids=lambda f: f.__name__)
def test_operators(function):
    """Of all pairs of dtypes and of values, in one kernel."""
    outputs, refused, cases = Outputs(), [], []
    dtypes = DTYPES + (COMPLEX if function.__name__ in COMPUTED_IN_COMPLEX else [])
    for a in dtypes:
        for b in dtypes:
            expected = quietly(function, values(a)[:, None], values(b)[None, :])
            if isinstance(expected, Exception):
                refused.append((a, b))
            else:
                cases.append((a, b, expected.dtype, outputs.add(expected, a, b)))
    builder = dtyp.ModuleBuilder()
    inputs = {f"in_{d.name}": dtyp.array(d) for d in dtypes}
    with builder.kernel("kernel", **inputs, **outputs.arguments()) as k:
        i = k.thread_id.x
        left = {d: k.arguments[f"in_{d.name}"][i // SIZE] for d in dtypes}
        right = {d: k.arguments[f"in_{d.name}"][i % SIZE] for d in dtypes}
        for a, b, dtype, row in cases:
            result = function(left[a], right[b])
            assert result.dtype == dtype, (a, b)
            k.arguments[f"out_{dtype.name}"][row, i] = result
        for a, b in refused:
            assert refuses(function, left[a], right[b]), (a, b)
    inputs = [values(d) for d in dtypes]
    for found, expected, case in launch(builder.module(), SIZE * SIZE, inputs, outputs):
        found = found.reshape(SIZE, SIZE)
        if expected.dtype in COMPLEX and function is operator.truediv:
            # A quotient with an infinity, and by zero, is C's (annex G), not NumPy's.
            found[~np.isfinite(expected)] = np.nan
            expected = np.where(np.isfinite(expected), expected, np.nan)
            check(found, expected, (function, *case), 1e-6)
        else:
            check(found, expected, (function, *case))


def cases():
    """Functions of a module (the kernel, or NumPy) and a value: with the name, the dtypes
    and the tolerance."""
    yield "negative", lambda m, x: -x, ALL, 0
    yield "positive", lambda m, x: +x, DTYPES[1:], 0
    yield "invert", lambda m, x: ~x, DTYPES, 0
    yield "abs", lambda m, x: abs(x), ALL, 1e-6
    yield "absolute", lambda m, x: m.absolute(x), ALL, 1e-6
    for n in (0, 1, 3, 5):
        yield f"power {n}", lambda m, x, n=n: x**n, DTYPES[:9], 0
    yield "square", lambda m, x: x**2, DTYPES[1:], 0
    yield "cube", lambda m, x: x**3, FLOATS, 1e-6
    yield "power 0.5", lambda m, x: x**0.5, DTYPES, 1e-3
    yield "power of 2.0", lambda m, x: 2.0**x, FLOATS, 1e-6
    for c in (1, -3, 2.5, True, 1j, np.float32(0.5), np.uint16(9)):
        for f in (operator.add, operator.sub, operator.mul, operator.truediv):
            name = f"{f.__name__} {c!r}"
            tolerance = 1e-6 if c == 1j else 0
            yield name, lambda m, x, f=f, c=c: f(x, c), DTYPES, tolerance
            yield "r" + name, lambda m, x, f=f, c=c: f(c, x), DTYPES, tolerance
    for c in (1, 7, -3, -1, 2.5):
        for f in (operator.floordiv, operator.mod, operator.lshift, operator.rshift):
            yield f"{f.__name__} {c}", lambda m, x, f=f, c=c: f(x, c), DTYPES, 0
            yield f"r{f.__name__} {c}", lambda m, x, f=f, c=c: f(c, x), DTYPES, 0
        for f in (operator.and_, operator.or_, operator.xor, operator.lt, operator.ne):
            yield f"{f.__name__} {c}", lambda m, x, f=f, c=c: f(x, c), DTYPES, 0
            yield f"r{f.__name__} {c}", lambda m, x, f=f, c=c: f(c, x), DTYPES, 0
    # What the dtype does not hold is compared as a number.
    for c in (300, -1, 2**63, -(2**70)):
        for f in BINARY[-6:]:
            yield f"{f.__name__} {c}", lambda m, x, f=f, c=c: f(x, c), INTEGERS, 0
    for name in (
        "sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh "
        "cosh tanh cbrt rint isnan"
    ).split():
        tolerance = 0 if name in ("sqrt", "rint", "isnan") else 1e-3
        yield name, lambda m, x, f=name: getattr(m, f)(x), DTYPES, tolerance
    for name in ("floor", "ceil", "trunc"):
        yield name, lambda m, x, f=name: getattr(m, f)(x), DTYPES[1:], 0
    for name in ("minimum", "maximum", "arctan2", "copysign"):
        tolerance = 1e-3 if name == "arctan2" else 0
        yield name, lambda m, x, f=name: getattr(m, f)(x, 2.5), DTYPES, tolerance
        yield "r" + name, lambda m, x, f=name: getattr(m, f)(2.5, x), DTYPES, tolerance
    yield "where", lambda m, x: m.where(x > 1, x, 1), DTYPES, 0
    yield "where not 0", lambda m, x: m.where(x != 0, 1, x), DTYPES, 0
    for f in BINARY[:4] + BINARY[-2:]:
        yield f"{f.__name__} x", lambda m, x, f=f: f(x, x + 1), ALL[12:], 1e-6
    yield "parts", lambda m, x: x.real - x.imag, COMPLEX, 0
    for target in ALL:
        # Of what is not in range, NumPy's vectors and scalars differ (docs/rationale).
        if target.name != "uint32":
            yield f"astype {target}", lambda m, x, t=target: x.astype(t), ALL, 0


@pytest.mark.parametrize("dtype", ALL, ids=lambda d: d.name)
def test_functions(dtype):
    outputs, computed, refused = Outputs(), [], []
    for name, function, dtypes, tolerance in cases():
        if dtype not in dtypes:
            continue
        expected = quietly(function, np, values(dtype))
        if isinstance(expected, Exception):
            refused.append((name, function))
        else:
            row = outputs.add(expected, name, tolerance)
            computed.append((name, function, expected.dtype, row))
    builder = dtyp.ModuleBuilder()
    arguments = {"x": dtyp.array(dtype), **outputs.arguments()}
    with builder.kernel("kernel", **arguments) as k:
        i = k.thread_id.x
        x = k.x[i]
        for name, function, result, row in computed:
            y = function(k, x)
            assert y.dtype == result, name
            k.arguments[f"out_{result.name}"][row, i] = y
        for name, function in refused:
            assert refuses(function, k, x), name
    module = builder.module()
    if dtype.name in ("uint8", "float16", "complex64", "bfloat16"):
        options = {"chip": "sm_90", "format": "ptx", "opt_level": 0}
        assert b".entry kernel" in dtyp.compile(module, **options)
    inputs = [values(dtype)]
    for found, expected, (name, tolerance) in launch(module, SIZE, inputs, outputs):
        check(found, expected, name, tolerance)


def test_float16_is_rounded_once():
    """`//` and `%` are several operations, which NumPy computes in float32."""
    random = np.random.default_rng(0)
    a, b = (random.normal(0, 1, (2, 1000)) * [[1000], [0.5]]).astype(np.float16)
    builder = dtyp.ModuleBuilder()
    kinds = {name: dtyp.array("f2") for name in ("a", "b", "quotient", "rest")}
    with builder.kernel("kernel", **kinds) as k:
        i = k.thread_id.x
        k.quotient[i] = k.a[i] // k.b[i]
        k.rest[i] = k.a[i] % k.b[i]
    quotient, rest = np.zeros((2, 1000), np.float16)
    dtyp.Kernel(builder.module(), device="cpu")[1, 1000](a, b, quotient, rest)
    check(quotient, quietly(operator.floordiv, a, b), "//")
    check(rest, quietly(operator.mod, a, b), "%")


def test_indices_are_int64():
    """What counts threads is an int64 with all others, and computed as an index."""

    def results(m, i, x, n):
        yield from (i + x, i * 2.5, i / 4, i / n, -i << 1, ~i, i**3, -i, +i, i.astype("u1"))
        j = i - 3
        yield from (j // n, j % n, j // 2, j % 5, (3 - i) % 5, j // i, j % i, j // -1)
        yield from (j << i, j >> i, j & i, abs(j), m.sqrt(i), m.maximum(i, 2), m.minimum(i, n))
        yield from (i < 3, i == j + 3, j < x, j < np.uint64(2**63 + 1), m.where(i > 1, i, n))

    i, x = np.arange(4), np.array([250, 1, 2, 3], np.uint8)
    with np.errstate(all="ignore"):
        expected = [np.asarray(y) for y in results(np, i, x, np.int64(4))]
    builder, out = dtyp.ModuleBuilder(), np.zeros((len(expected), 4))
    with builder.kernel("kernel", x=dtyp.array("u1"), out=dtyp.array("f8", 2)) as k:
        thread = k.thread_id.x
        made = list(results(k, thread, k.x[thread], k.x.shape[0]))
        for row, result in enumerate(made):
            k.out[row, thread] = result
    assert [y.dtype.name for y in made] == [y.dtype.name for y in expected]
    dtyp.Kernel(builder.module(), device="cpu")[1, 4](x, out)
    assert np.allclose(out, np.array(expected, float))


def test_constants():
    builder, made = dtyp.ModuleBuilder(), []
    numbers = [
        (1, "int64"),
        (1.5, "float64"),
        (2j, "complex128"),
        (True, "bool"),
        (np.uint8(3), "uint8"),
        (np.float16(0.1), "float16"),
    ]
    with builder.kernel("kernel", out=dtyp.array("c16")) as k:
        for row, (number, name) in enumerate(numbers):
            assert k.constant(number).dtype.name == name
            k.out[row] = number
            made.append(number)
        for dtype in FLOATS:
            for number in (np.inf, -np.inf, 1e300, 0.1, -0.0):
                k.out[len(made)] = k.constant(number, dtype)
                with np.errstate(over="ignore"):
                    made.append(dtype.type(number))
        if BFLOAT16:
            for number in (0.1, 3.4e38, np.nan, 1 + 2**-8, 1 + 3 * 2**-8):
                k.out[len(made)] = k.constant(number, BFLOAT16)
                with np.errstate(over="ignore"):
                    made.append(complex(float(BFLOAT16.type(np.float32(number)))))
    out = np.zeros(len(made), complex)
    dtyp.Kernel(builder.module(), "kernel", device="cpu")[1, 1](out)
    assert np.array_equal(out, np.array(made, complex), equal_nan=True)

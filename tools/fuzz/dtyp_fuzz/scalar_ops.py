"""The operations on scalars and vectors: how MLIR writes them, and what they
compute with NumPy, bit by bit. Where an operation is undefined, the function
that computes it raises `Undefined` for the lanes in which it counts."""

import numpy as np

from .dtypes import FLOATS, INTEGERS, NUMPY, unsigned


class Undefined(Exception):
    """The program does what it must not do: it tests nothing."""


def require(mask, condition, what):
    """Raises unless `condition` holds in all lanes of `mask`."""
    if not condition[mask].all():
        raise Undefined(what)


def shape_mask(mask, values):
    """The mask for values that may be vectors."""
    return mask.reshape(mask.shape + (1,) * (values.ndim - 1))


# --- Integers.


def _shift(function):
    def compute(mask, a, b):
        amount = unsigned(b)
        width = a.dtype.itemsize * 8
        require(mask, amount < width, "oversized shift")
        return function(a, (amount % width).astype(a.dtype))

    return compute


def _shift_right_unsigned(a, amount):
    return (unsigned(a) >> unsigned(amount)).view(a.dtype)


def _signed_division(function):
    def compute(mask, a, b):
        lowest = np.iinfo(a.dtype).min
        require(mask, (b != 0) & ~((a == lowest) & (b == -1)), "division")
        safe = np.where((b == 0) | (b == -1), 1, b).astype(a.dtype)
        quotient = np.where(b == -1, -a, a // safe).astype(a.dtype)
        rest = (a - quotient * np.where(b == 0, 1, b).astype(a.dtype)).astype(a.dtype)
        return function(a, b, quotient, rest).astype(a.dtype)

    return compute


def _truncated(a, b, floor, rest):
    # The rest of a floor division has the divisor's sign.
    return np.where((rest != 0) & ((a < 0) != (b < 0)), floor + 1, floor)


def _unsigned_division(function):
    def compute(mask, a, b):
        require(mask, b != 0, "division")
        ua, ub = unsigned(a), unsigned(np.where(b == 0, 1, b).astype(a.dtype))
        return function(ua, ub).astype(ua.dtype).view(a.dtype)

    return compute


def _population(mask, a):
    bits = np.unpackbits(np.ascontiguousarray(a).view(np.uint8).reshape(*a.shape, -1), axis=-1)
    return bits.sum(axis=-1).astype(a.dtype)


def _leading_zeros(mask, a):
    width = a.dtype.itemsize * 8
    count = np.full(a.shape, width, a.dtype)
    rest = unsigned(a).copy()
    while (rest != 0).any():
        count -= (rest != 0).astype(a.dtype)
        rest >>= rest.dtype.type(1)
    return count


def _plain(function):
    return lambda mask, *operands: function(*operands)


def _as_unsigned(function):
    return lambda mask, a, b: function(unsigned(a), unsigned(b)).view(a.dtype)


INTEGER_BINARY = {
    "arith.addi": _plain(np.add),
    "arith.subi": _plain(np.subtract),
    "arith.muli": _plain(np.multiply),
    "arith.andi": _plain(np.bitwise_and),
    "arith.ori": _plain(np.bitwise_or),
    "arith.xori": _plain(np.bitwise_xor),
    "arith.minsi": _plain(np.minimum),
    "arith.maxsi": _plain(np.maximum),
    "arith.minui": _as_unsigned(np.minimum),
    "arith.maxui": _as_unsigned(np.maximum),
}
SHIFTS = {
    "arith.shli": _shift(np.left_shift),
    "arith.shrsi": _shift(np.right_shift),
    "arith.shrui": _shift(_shift_right_unsigned),
}
DIVISIONS = {
    "arith.divsi": _signed_division(_truncated),
    "arith.remsi": _signed_division(
        lambda a, b, floor, rest: a - _truncated(a, b, floor, rest).astype(a.dtype) * b
    ),
    "arith.floordivsi": _signed_division(lambda a, b, floor, rest: floor),
    "arith.ceildivsi": _signed_division(
        lambda a, b, floor, rest: np.where(rest != 0, floor + 1, floor)
    ),
    "arith.divui": _unsigned_division(np.floor_divide),
    "arith.remui": _unsigned_division(np.remainder),
    "arith.ceildivui": _unsigned_division(
        lambda a, b: a // b + (a % b != 0).astype(a.dtype)
    ),
}
INTEGER_UNARY = {
    "math.absi": _plain(np.abs),
    "math.ctpop": _population,
    "math.ctlz": _leading_zeros,
}

# --- Floats.


def _strict_minimum(smaller):
    """minimumf and maximumf: a NaN wins, and -0 is less than 0."""
    pick = np.minimum if smaller else np.maximum

    def compute(mask, a, b):
        result = pick(a, b)
        zeros = (a == 0) & (b == 0)
        negative = np.signbit(a) | np.signbit(b) if smaller else np.signbit(a) & np.signbit(b)
        signed = np.where(negative, -1.0, 1.0).astype(a.dtype) * a.dtype.type(0)
        return np.where(zeros, signed, result).astype(a.dtype)

    return compute


def _number_minimum(smaller):
    """minnumf and maxnumf: a number wins; the sign of a zero is not defined."""
    pick = np.less if smaller else np.greater

    def compute(mask, a, b):
        same = (a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b))
        require(mask, ~same, "sign of zero")
        take_a = pick(a, b) | np.isnan(b)
        return np.where(take_a, a, b)

    return compute


FLOAT_BINARY = {
    "arith.addf": _plain(np.add),
    "arith.subf": _plain(np.subtract),
    "arith.mulf": _plain(np.multiply),
    "arith.divf": _plain(np.divide),
    "arith.minimumf": _strict_minimum(True),
    "arith.maximumf": _strict_minimum(False),
}
NUMBER_MINIMA = {
    "arith.minnumf": _number_minimum(True),
    "arith.maxnumf": _number_minimum(False),
}
FLOAT_UNARY = {
    "arith.negf": _plain(np.negative),
    "math.absf": _plain(np.abs),
    "math.floor": _plain(np.floor),
    "math.ceil": _plain(np.ceil),
    "math.trunc": _plain(np.trunc),
}

# --- Complex numbers. NumPy multiplies them with other rules for infinities.


def _make_complex(real, imaginary):
    result = np.empty(real.shape, np.complex64 if real.dtype == np.float32 else np.complex128)
    result.real, result.imag = real, imaginary
    return result


def _multiply_complex(mask, a, b):
    return _make_complex(
        a.real * b.real - a.imag * b.imag, a.imag * b.real + a.real * b.imag
    )


COMPLEX_BINARY = {
    "complex.add": lambda m, a, b: _make_complex(a.real + b.real, a.imag + b.imag),
    "complex.sub": lambda m, a, b: _make_complex(a.real - b.real, a.imag - b.imag),
    "complex.mul": _multiply_complex,
}
COMPLEX_UNARY = {
    "complex.neg": lambda m, a: _make_complex(-a.real, -a.imag),
    "complex.conj": lambda m, a: _make_complex(a.real.copy(), -a.imag),
}

SAME_TYPE = {
    **INTEGER_BINARY, **SHIFTS, **DIVISIONS, **INTEGER_UNARY,
    **FLOAT_BINARY, **NUMBER_MINIMA, **FLOAT_UNARY,
    **COMPLEX_BINARY, **COMPLEX_UNARY,
}  # fmt: skip

# --- Comparisons.


def _compare_unsigned(function):
    return lambda a, b: function(unsigned(a), unsigned(b))


CMPI = {
    "eq": np.equal, "ne": np.not_equal,
    "slt": np.less, "sle": np.less_equal, "sgt": np.greater, "sge": np.greater_equal,
    "ult": _compare_unsigned(np.less), "ule": _compare_unsigned(np.less_equal),
    "ugt": _compare_unsigned(np.greater), "uge": _compare_unsigned(np.greater_equal),
}  # fmt: skip


def _unordered(a, b):
    return np.isnan(a) | np.isnan(b)


_ORDERED = {
    "eq": np.equal, "gt": np.greater, "ge": np.greater_equal,
    "lt": np.less, "le": np.less_equal,
    "ne": lambda a, b: (a != b) & ~_unordered(a, b),
}  # fmt: skip
CMPF = {"ord": lambda a, b: ~_unordered(a, b), "uno": _unordered}
for _name, _function in _ORDERED.items():
    CMPF["o" + _name] = _function
    CMPF["u" + _name] = lambda a, b, f=_function: f(a, b) | _unordered(a, b)

# --- Conversions.


def _to_bfloat16(values):
    """Rounds once; ml_dtypes rounds a float64 to float32 first."""
    if values.dtype == np.float64:
        single = values.astype(np.float32)
        back = single.astype(np.float64)
        bits = single.view(np.uint32)
        # Round to odd: the last bit says that something was lost.
        larger = np.abs(back) > np.abs(values)
        odd = np.where(larger & (bits % 2 == 0), bits - 1, bits) | 1
        exact = (back == values) | np.isnan(values) | np.isinf(values)
        values = np.where(exact, bits, odd).astype(np.uint32).view(np.float32)
    return values.astype(NUMPY["bf16"])


def _to_integer(is_signed):
    def convert(mask, a, target):
        bits = NUMPY[target].itemsize * 8
        low, high = (-(2.0 ** (bits - 1)), 2.0 ** (bits - 1)) if is_signed else (0.0, 2.0**bits)
        wide = a.astype(np.float64)
        inside = (np.trunc(wide) >= low) & (np.trunc(wide) < high)
        require(mask, inside, "float out of range")
        kept = np.where(inside, wide, 0)
        if is_signed:
            return kept.astype(np.int64).astype(NUMPY[target])
        return kept.astype(np.uint64).astype(f"u{bits // 8}").view(NUMPY[target])

    return convert


def _to_float(mask, a, target):
    return _to_bfloat16(a) if target == "bf16" else a.astype(NUMPY[target])


def _integer_to_float(mask, a, target):
    if target == "bf16":
        return a.astype(np.float32).astype(NUMPY["bf16"])
    return a.astype(NUMPY[target])


def _extend_unsigned(mask, a, target):
    wide = a if a.dtype == np.bool_ else unsigned(a)
    return wide.astype(NUMPY[target])


def _extend_signed(mask, a, target):
    return -a.astype(NUMPY[target]) if a.dtype == np.bool_ else a.astype(NUMPY[target])


def _truncate(mask, a, target):
    return (a & 1).astype(np.bool_) if target == "i1" else a.astype(NUMPY[target])


CASTS = {
    "arith.extsi": _extend_signed,
    "arith.extui": _extend_unsigned,
    "arith.trunci": _truncate,
    "arith.index_cast": _extend_signed,
    "arith.index_castui": _extend_unsigned,
    "arith.sitofp": _integer_to_float,
    "arith.uitofp": lambda m, a, t: _integer_to_float(m, unsigned(a), t),
    "arith.fptosi": _to_integer(True),
    "arith.fptoui": _to_integer(False),
    "arith.extf": _to_float,
    "arith.truncf": _to_float,
}


def find_casts(source, target):
    """The casts from one type of scalar to another."""
    if source == target:
        return []
    if source == "i1":
        return ["arith.extui", "arith.extsi"] if target in INTEGERS else []
    if "index" in (source, target):
        other = target if source == "index" else source
        return ["arith.index_cast", "arith.index_castui"] if other in INTEGERS else []
    if source in INTEGERS:
        if target == "i1":
            return ["arith.trunci"]
        if target in INTEGERS:
            wider = INTEGERS[target] > INTEGERS[source]
            return ["arith.extsi", "arith.extui"] if wider else ["arith.trunci"]
        # Wide integers are rounded twice on their way to 16 bits.
        if target in ("f32", "f64") or target in FLOATS and INTEGERS[source] <= 16:
            return ["arith.sitofp", "arith.uitofp"]
        return []
    if source in FLOATS and target in FLOATS:
        bits = {t: NUMPY[t].itemsize for t in FLOATS}
        if bits[source] == bits[target]:
            return []
        return ["arith.extf"] if bits[target] > bits[source] else ["arith.truncf"]
    return []

"""Ops for NumPy's operations on two values of the same dtype.

The functions take and return values of the IR; dtyp.builder.scalar finds the dtype in
which an operation is computed. What NumPy computes is in its `loops.c.src` and
`npy_math` (`npy_divmod`, `npy_lshift`, ...).
"""

from __future__ import annotations

import operator
import struct

import numpy as np

from dtyp._dtyp import Value
from dtyp.builder.recorder import Recorder
from dtyp.builder.types import Number

_F32 = Number("f", 32, "f32")
_BOOL = "i1"

# Operations that are one op, by kind.
_OPS = {
    "add": {
        "b": "arith.ori",
        "i": "arith.addi",
        "u": "arith.addi",
        "f": "arith.addf",
        "c": "complex.add",
    },
    "subtract": {
        "i": "arith.subi",
        "u": "arith.subi",
        "f": "arith.subf",
        "c": "complex.sub",
    },
    "multiply": {
        "b": "arith.andi",
        "i": "arith.muli",
        "u": "arith.muli",
        "f": "arith.mulf",
        "c": "complex.mul",
    },
    "true_divide": {"f": "arith.divf", "c": "complex.div"},
    "power": {"f": "math.powf"},
    "bitwise_and": dict.fromkeys("biu", "arith.andi"),
    "bitwise_or": dict.fromkeys("biu", "arith.ori"),
    "bitwise_xor": dict.fromkeys("biu", "arith.xori"),
    "minimum": {
        "b": "arith.andi",
        "i": "arith.minsi",
        "u": "arith.minui",
        "f": "arith.minimumf",
    },
    "maximum": {
        "b": "arith.ori",
        "i": "arith.maxsi",
        "u": "arith.maxui",
        "f": "arith.maximumf",
    },
}

# The codes of the predicates of arith.cmpi and arith.cmpf.
_SIGNED = {"equal": 0, "not_equal": 1, "less": 2, "less_equal": 3, "greater": 4, "greater_equal": 5}
_UNSIGNED = {**_SIGNED, "less": 6, "less_equal": 7, "greater": 8, "greater_equal": 9}
_FLOAT = {"equal": 1, "not_equal": 13, "less": 4, "less_equal": 5, "greater": 2, "greater_equal": 3}
_COMPLEX = {"equal": "complex.eq", "not_equal": "complex.neq"}

COMPARISONS = {
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}
"""NumPy's names of the comparisons, and what they are of Python numbers."""


def constant(r: Recorder, number: Number, value: int | float | complex) -> Value:
    """Makes a constant of a Python number.

    Raises:
        OverflowError: It is an integer that the dtype does not hold, as in NumPy.
        TypeError: It is of a kind that the dtype does not hold.
    """
    if number.kind == "c":
        value = complex(value)
        parts = ", ".join(_spell_float(number.bits, part) for part in (value.real, value.imag))
        return r.op("complex.constant", [], number.type, {"value": f"[{parts}]"})
    if number.kind == "f":
        text = _spell_float(number.bits if number.type != "bf16" else 0, float(value))
    elif number.kind == "b":
        text = str(bool(value)).lower()
    else:
        text = f"{_wrap(number, operator.index(value))} : {number.type}"
    return r.op("arith.constant", [], number.type, {"value": text})


def check_fits(number: Number, value: int) -> None:
    """Refuses a Python integer that an integer's dtype does not hold.

    Raises:
        OverflowError: As in NumPy.
    """
    if not number.minimum <= value <= number.maximum:
        name = f"{'u' * (number.kind == 'u')}int{number.bits}"
        raise OverflowError(f"Python integer {value} out of bounds for {name}")


def _wrap(number: Number, value: int) -> int:
    check_fits(number, value)
    half = 1 << (number.bits - 1)
    return (value + half) % (2 * half) - half


def _spell_float(bits: int, value: float) -> str:
    """Of 16, 32 or 64 bits; 0 stands for bfloat16."""
    with np.errstate(over="ignore"):
        if bits == 0:
            single = int(np.float32(value).view(np.uint32))
            if value == value:
                single += 0x7FFF + (single >> 16 & 1)
            return f"0x{single >> 16:04X} : bf16"
        data = {16: np.float16, 32: np.float32, 64: np.float64}[bits](value).tobytes()
    code = {16: "<H", 32: "<I", 64: "<Q"}[bits]
    return f"0x{struct.unpack(code, data)[0]:0{bits // 4}X} : f{bits}"


def select(r: Recorder, number_type: str, condition: Value, a: Value, b: Value) -> Value:
    """Makes what is `a` where the condition is true, else `b`."""
    return r.op("arith.select", [condition, a, b], number_type)


def compare(r: Recorder, number: Number, name: str, a: Value, b: Value) -> Value:
    """Makes a comparison, by NumPy's name of it."""
    if number.kind == "c":
        if name not in _COMPLEX:
            raise TypeError(f"'{name}' of complex numbers is not built: compare their parts")
        return r.op(_COMPLEX[name], [a, b], _BOOL)
    if number.kind == "f":
        return r.op("arith.cmpf", [a, b], _BOOL, {"predicate": f"{_FLOAT[name]} : i64"})
    codes = _SIGNED if number.kind == "i" else _UNSIGNED
    return r.op("arith.cmpi", [a, b], _BOOL, {"predicate": f"{codes[name]} : i64"})


def binary(r: Recorder, number: Number, name: str, a: Value, b: Value) -> Value:
    """Makes an operation, by the name of NumPy's function.

    Raises:
        TypeError: NumPy has no such operation on this kind, or it is not built.
    """
    special = _SPECIAL.get(name)
    if special and number.is_integer:
        return special[0](r, number, a, b)
    if special and number.kind == "f" and special[1]:
        return _in_f32(r, number, special[1], [a, b])
    op = _OPS.get(name, {}).get(number.kind)
    if op is None:
        raise TypeError(f"'{name}' is not defined for {_KINDS[number.kind]}")
    if name == "power":
        return _in_f32(r, number, lambda r, n, a, b: r.op(op, [a, b], n.type), [a, b])
    return r.op(op, [a, b], number.type)


_KINDS = {
    "b": "bool",
    "i": "signed integers",
    "u": "unsigned integers",
    "f": "floats",
    "c": "complex numbers",
}


def _in_f32(r: Recorder, number: Number, function, values: list[Value]) -> Value:
    """Calls a function with floats of 16 bits as float32 and rounds its result, as
    NumPy and ml_dtypes do."""
    if number.bits != 16:
        return function(r, number, *values)
    wide = [r.cast(value, number.type, "f32") for value in values]
    return r.cast(function(r, _F32, *wide), "f32", number.type)


def function(r: Recorder, number: Number, op: str, values: list[Value]) -> Value:
    """Makes a function of floats."""
    return _in_f32(r, number, lambda r, n, *args: r.op(op, args, n.type), values)


# --- One operand.


def negative(r: Recorder, number: Number, a: Value) -> Value:
    """Makes `-a`."""
    if number.kind == "b":
        raise TypeError("'negative' is not defined for bool: use '~'")
    if number.is_integer:
        return r.op("arith.subi", [constant(r, number, 0), a], number.type)
    return r.op("arith.negf" if number.kind == "f" else "complex.neg", [a], number.type)


def absolute(r: Recorder, number: Number, a: Value) -> Value:
    """Makes the absolute value; a real number of a complex one."""
    if number.kind == "i":
        is_negative = compare(r, number, "less", a, constant(r, number, 0))
        return select(r, number.type, is_negative, negative(r, number, a), a)
    if number.kind == "f":
        return r.op("math.absf", [a], number.type)
    if number.kind == "c":
        return r.op("complex.abs", [a], f"f{number.bits}")
    return a


def invert(r: Recorder, number: Number, a: Value) -> Value:
    """Makes `~a`."""
    if number.kind not in "biu":
        raise TypeError(f"'invert' is not defined for {_KINDS[number.kind]}")
    ones = "true" if number.kind == "b" else f"-1 : {number.type}"
    mask = r.op("arith.constant", [], number.type, {"value": ones})
    return r.op("arith.xori", [a, mask], number.type)


# --- Integers. A division by zero yields 0, and the one quotient that is too large
# wraps, as in NumPy; the hardware's is not defined.


def _safe_divisor(r: Recorder, number: Number, a: Value, b: Value) -> tuple[Value, Value]:
    """Returns whether the divisor is zero, and a divisor for which the op is defined."""
    is_zero = unsafe = compare(r, number, "equal", b, constant(r, number, 0))
    one = constant(r, number, 1)
    if number.kind == "i":
        least = compare(r, number, "equal", a, constant(r, number, number.minimum))
        minus = compare(r, number, "equal", b, constant(r, number, -1))
        overflows = r.op("arith.andi", [least, minus], _BOOL)
        unsafe = r.op("arith.ori", [is_zero, overflows], _BOOL)
    return is_zero, select(r, number.type, unsafe, one, b)


def floor_divide_by(r: Recorder, number: Number, a: Value, b: Value) -> Value:
    """Makes `a // b` of integers, where b is neither 0 nor -1."""
    op = "arith.floordivsi" if number.kind == "i" else "arith.divui"
    return r.op(op, [a, b], number.type)


def remainder_by(r: Recorder, number: Number, a: Value, b: Value) -> Value:
    """Makes `a % b` of integers, where b is neither 0 nor -1."""
    if number.kind == "u":
        return r.op("arith.remui", [a, b], number.type)
    zero = constant(r, number, 0)
    rest = r.op("arith.remsi", [a, b], number.type)
    signs = r.op("arith.xori", [rest, b], number.type)
    is_inexact = compare(r, number, "not_equal", rest, zero)
    differ = compare(r, number, "less", signs, zero)
    adjusts = r.op("arith.andi", [is_inexact, differ], _BOOL)
    return select(r, number.type, adjusts, r.op("arith.addi", [rest, b], number.type), rest)


def _floor_divide(r: Recorder, number: Number, a: Value, b: Value) -> Value:
    is_zero, divisor = _safe_divisor(r, number, a, b)
    quotient = floor_divide_by(r, number, a, divisor)
    return select(r, number.type, is_zero, constant(r, number, 0), quotient)


def _remainder(r: Recorder, number: Number, a: Value, b: Value) -> Value:
    return remainder_by(r, number, a, _safe_divisor(r, number, a, b)[1])


def _shift_amount(r: Recorder, number: Number, b: Value) -> tuple[Value, Value]:
    """Returns whether all bits are shifted out, and an amount that is defined. A
    negative one counts as large, as in NumPy."""
    width = constant(r, number, number.bits - 1)
    unsigned = Number("u", number.bits, number.type)
    return (
        compare(r, unsigned, "greater", b, width),
        r.op("arith.minui", [b, width], number.type),
    )


def _left_shift(r: Recorder, number: Number, a: Value, b: Value) -> Value:
    is_out, amount = _shift_amount(r, number, b)
    shifted = r.op("arith.shli", [a, amount], number.type)
    return select(r, number.type, is_out, constant(r, number, 0), shifted)


def _right_shift(r: Recorder, number: Number, a: Value, b: Value) -> Value:
    is_out, amount = _shift_amount(r, number, b)
    if number.kind == "i":
        return r.op("arith.shrsi", [a, amount], number.type)
    shifted = r.op("arith.shrui", [a, amount], number.type)
    return select(r, number.type, is_out, constant(r, number, 0), shifted)


# --- Floats.


def _differ(r: Recorder, number: Number, mod: Value, b: Value) -> Value:
    """Whether the remainder is neither zero nor of the divisor's sign."""
    zero = constant(r, number, 0)
    is_inexact = compare(r, number, "not_equal", mod, zero)
    signs = [compare(r, number, "less", value, zero) for value in (mod, b)]
    return r.op("arith.andi", [is_inexact, r.op("arith.xori", signs, _BOOL)], _BOOL)


def _float_remainder(r: Recorder, number: Number, a: Value, b: Value) -> Value:
    type = number.type
    zero = constant(r, number, 0)
    mod = r.op("arith.remf", [a, b], type)
    moved = r.op("arith.addf", [mod, b], type)
    result = select(r, type, _differ(r, number, mod, b), moved, mod)
    is_exact = compare(r, number, "equal", mod, zero)
    return select(r, type, is_exact, r.op("math.copysign", [zero, b], type), result)


def _float_floor_divide(r: Recorder, number: Number, a: Value, b: Value) -> Value:
    type = number.type
    zero, one = constant(r, number, 0), constant(r, number, 1)
    true_quotient = r.op("arith.divf", [a, b], type)
    mod = r.op("arith.remf", [a, b], type)
    quotient = r.op("arith.divf", [r.op("arith.subf", [a, mod], type), b], type)
    lower = r.op("arith.subf", [quotient, one], type)
    quotient = select(r, type, _differ(r, number, mod, b), lower, quotient)
    floor = r.op("math.floor", [quotient], type)
    rest = r.op("arith.subf", [quotient, floor], type)
    is_above = compare(r, number, "greater", rest, constant(r, number, 0.5))
    floor = select(r, type, is_above, r.op("arith.addf", [floor, one], type), floor)
    signed_zero = r.op("math.copysign", [zero, true_quotient], type)
    is_null = compare(r, number, "equal", quotient, zero)
    result = select(r, type, is_null, signed_zero, floor)
    by_zero = compare(r, number, "equal", b, zero)
    return select(r, type, by_zero, true_quotient, result)


# What integers, and what floats need more than one op for.
_SPECIAL = {
    "floor_divide": (_floor_divide, _float_floor_divide),
    "remainder": (_remainder, _float_remainder),
    "left_shift": (_left_shift, None),
    "right_shift": (_right_shift, None),
}

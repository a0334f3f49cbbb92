"""Values of kernels, with NumPy's operators by NumPy's rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtyp._dtyp import Value
from dtyp.builder import arithmetic
from dtyp.builder.recorder import Recorder
from dtyp.builder.types import INDEX, Number, common_dtype, dtype_named, number_of
from dtyp.dtypes import DType, dtype as to_dtype

_WEAK = (int, float, complex)
# What NumPy computes of two bools in another dtype.
_NO_BOOL = {"floor_divide", "remainder", "left_shift", "right_shift", "power"}


class Scalar:
    """A value that a kernel computes with: an element, a constant, an index.

    The operators are those of NumPy's scalars. Their dtype is NumPy's, too (NEP 50): a
    Python number takes the dtype of the other operand, and one that does not fit is an
    `OverflowError`. Integers wrap. A division of an integer by zero yields 0, as in
    NumPy; so does a shift by more bits than there are. Comparisons yield bool, between
    integers of different signs, too, as numbers.

    `+ - * / // % ** << >> & | ^ ~ abs()` are there for bool, integers, float16,
    bfloat16, float32, float64 and complex numbers, as far as NumPy has them; `//`, `%`,
    order and `**` are not there for complex numbers, and integers have `**` with Python
    integers only. Values of other dtypes (datetimes, strings, records, float8, ...) are
    loaded, stored and cast; operators on them are a `TypeError`.

    A value is no Python bool: `and`, `or`, `not` and `if` are a `TypeError`.
    """

    __slots__ = ("_dtype", "_number", "_recorder", "_value")

    # NumPy's scalars leave their operators to this class.
    __array_ufunc__ = None

    def __init__(
        self, recorder: Recorder, value: Value, dtype: DType, number: Number | None = None
    ) -> None:
        self._recorder = recorder
        self._value = value
        self._dtype = dtype
        self._number = number or number_of(dtype)

    @property
    def dtype(self) -> DType:
        """The dtype; int64 for an index."""
        return self._dtype

    def __repr__(self) -> str:
        return f"Scalar({self._dtype.name})"

    def astype(self, dtype: Any) -> Scalar:
        """Returns the value in another dtype, as `numpy.ndarray.astype` casts.

        Raises:
            Error: NumPy has no such cast, or it formats or parses text.
        """
        return self._to(to_dtype(dtype))

    @property
    def real(self) -> Scalar:
        """The real part; the value itself of a real number."""
        return self._part("complex.re") if self._need().kind == "c" else self

    @property
    def imag(self) -> Scalar:
        """The imaginary part; 0 of a real number."""
        if self._need().kind == "c":
            return self._part("complex.im")
        return self._constant(0, self._dtype)

    def _part(self, op: str) -> Scalar:
        type = f"f{self._number.bits}"
        value = self._recorder.op(op, [self._value], type)
        return Scalar(self._recorder, value, dtype_named(type))

    # --- Other dtypes.

    def _need(self) -> Number:
        if self._number is None:
            raise TypeError(
                f"arithmetic on {self._dtype.name} is not built: cast it by astype() first"
            )
        return self._number

    def _to(self, dtype: DType) -> Scalar:
        """The value in a dtype of the same context."""
        r = self._recorder
        if self._number is INDEX:
            target = number_of(dtype)
            type = target.type if target and target.is_integer else "i64"
            value = r.op("arith.index_cast", [self._value], type)
            if type == "i64":
                return Scalar(r, value, dtype_named("i64"))._to(dtype)
            return Scalar(r, value, dtype)
        if dtype == self._dtype:
            return self
        return Scalar(r, r.cast(self._value, self._dtype.mlir, dtype.mlir), dtype)

    def _to_index(self) -> Value:
        number = self._number
        if number is INDEX:
            return self._value
        if number is None or not number.is_integer:
            raise TypeError(f"expected an integer as an index, but got {self._dtype.name}")
        op = "arith.index_cast" if number.kind == "i" else "arith.index_castui"
        return self._recorder.op(op, [self._value], "index")

    def _constant(self, value: Any, dtype: DType, number: Number | None = None) -> Scalar:
        number = number or number_of(dtype)
        value = arithmetic.constant(self._recorder, number, value)
        return Scalar(self._recorder, value, dtype, number)

    # --- Two operands.

    def _operands(self, other: Any, name: str) -> tuple[Scalar, Scalar] | None:
        """Returns both in their common dtype; None if the other is no number."""
        r = self._recorder
        self._need()
        other = as_operand(r, other)
        if isinstance(other, Scalar):
            other._need()
            if self._number is other._number is INDEX and name != "true_divide":
                return self, other
            dtype = self._dtype
            if dtype != other._dtype:
                dtype = common_dtype(dtype, other._dtype)
        elif other is None:
            return None
        elif self._number is INDEX and type(other) is int:
            if name != "true_divide":
                return self, self._constant(other, self._dtype, INDEX)
            dtype = self._dtype
        else:
            dtype = common_dtype(self._dtype, type(other))
        dtype = self._computed_in(dtype, name)
        if not isinstance(other, Scalar):
            return self._to(dtype), self._constant(other, dtype)
        return self._to(dtype), other._to(dtype)

    def _operands_or_fail(self, other: Any, name: str) -> tuple[Scalar, Scalar]:
        operands = self._operands(other, name)
        if operands is None:
            raise TypeError(f"expected a value of the kernel or a number, but got {other!r}")
        return operands

    def _computed_in(self, dtype: DType, name: str) -> DType:
        kind = number_of(dtype).kind
        if name == "true_divide" and kind in "biu":
            return dtype_named("f64")
        return dtype_named("i8") if kind == "b" and name in _NO_BOOL else dtype

    def _binary(self, other: Any, name: str, *, reflected: bool = False) -> Scalar:
        operands = self._operands(other, name)
        if operands is None:
            return NotImplemented
        a, b = reversed(operands) if reflected else operands
        r, number = self._recorder, a._number
        by = other if type(other) is int and not reflected and number.is_integer else None
        value = _by_constant(r, number, name, a._value, b._value, by)
        if value is None:
            value = arithmetic.binary(r, number, name, a._value, b._value)
        return Scalar(r, value, a._dtype, number)

    def _compare(self, other: Any, name: str) -> Scalar:
        r, number = self._recorder, self._need()
        boolean = dtype_named("i1")
        other = as_operand(r, other)
        if type(other) is int and number.is_integer:
            if not number.minimum <= other <= number.maximum:
                # As numbers: any value of the dtype is on the same side.
                value = arithmetic.COMPARISONS[name](0, other)
                return self._constant(value, boolean)
        if isinstance(other, Scalar):
            kinds = number.kind + other._need().kind
            if kinds in ("iu", "ui") and "f" in number_of(
                common_dtype(self._dtype, other._dtype)
            ).kind:
                return self._compare_signs(other, name)
        operands = self._operands(other, name)
        if operands is None:
            return NotImplemented
        a, b = operands
        return Scalar(r, arithmetic.compare(r, a._number, name, a._value, b._value), boolean)

    def _compare_signs(self, other: Scalar, name: str) -> Scalar:
        """Compares an int64 with a uint64, or the other way round."""
        r = self._recorder
        is_signed = self._number.kind == "i"
        signed = (self if is_signed else other)._to(dtype_named("i64"))
        unsigned = dtype_named("ui64")
        bits = [s._to(unsigned) for s in (self, other)]
        result = arithmetic.compare(
            r, number_of(unsigned), name, bits[0]._value, bits[1]._value
        )
        # A negative number is less than all of the other dtype.
        pair = (-1, 0) if is_signed else (0, -1)
        outcome = self._constant(arithmetic.COMPARISONS[name](*pair), dtype_named("i1"))
        value = arithmetic.select(r, "i1", (signed < 0)._value, outcome._value, result)
        return Scalar(r, value, dtype_named("i1"))

    def __add__(self, other: Any) -> Scalar:
        return self._binary(other, "add")

    def __radd__(self, other: Any) -> Scalar:
        return self._binary(other, "add", reflected=True)

    def __sub__(self, other: Any) -> Scalar:
        return self._binary(other, "subtract")

    def __rsub__(self, other: Any) -> Scalar:
        return self._binary(other, "subtract", reflected=True)

    def __mul__(self, other: Any) -> Scalar:
        return self._binary(other, "multiply")

    def __rmul__(self, other: Any) -> Scalar:
        return self._binary(other, "multiply", reflected=True)

    def __truediv__(self, other: Any) -> Scalar:
        return self._binary(other, "true_divide")

    def __rtruediv__(self, other: Any) -> Scalar:
        return self._binary(other, "true_divide", reflected=True)

    def __floordiv__(self, other: Any) -> Scalar:
        return self._binary(other, "floor_divide")

    def __rfloordiv__(self, other: Any) -> Scalar:
        return self._binary(other, "floor_divide", reflected=True)

    def __mod__(self, other: Any) -> Scalar:
        return self._binary(other, "remainder")

    def __rmod__(self, other: Any) -> Scalar:
        return self._binary(other, "remainder", reflected=True)

    def __lshift__(self, other: Any) -> Scalar:
        return self._binary(other, "left_shift")

    def __rlshift__(self, other: Any) -> Scalar:
        return self._binary(other, "left_shift", reflected=True)

    def __rshift__(self, other: Any) -> Scalar:
        return self._binary(other, "right_shift")

    def __rrshift__(self, other: Any) -> Scalar:
        return self._binary(other, "right_shift", reflected=True)

    def __and__(self, other: Any) -> Scalar:
        return self._binary(other, "bitwise_and")

    def __rand__(self, other: Any) -> Scalar:
        return self._binary(other, "bitwise_and", reflected=True)

    def __or__(self, other: Any) -> Scalar:
        return self._binary(other, "bitwise_or")

    def __ror__(self, other: Any) -> Scalar:
        return self._binary(other, "bitwise_or", reflected=True)

    def __xor__(self, other: Any) -> Scalar:
        return self._binary(other, "bitwise_xor")

    def __rxor__(self, other: Any) -> Scalar:
        return self._binary(other, "bitwise_xor", reflected=True)

    def __pow__(self, other: Any) -> Scalar:
        number = self._need()
        if type(other) is int and (number.kind in "biu" or other == 2):
            return self._power(other)
        operands = self._operands(other, "power")
        if operands and operands[0]._number.is_integer:
            raise TypeError("'power' of integers is built for Python integers only")
        return self._binary(other, "power")

    def __rpow__(self, other: Any) -> Scalar:
        operands = self._operands(other, "power")
        if operands and operands[0]._number.is_integer:
            raise TypeError("'power' of integers is built for Python integers only")
        return self._binary(other, "power", reflected=True)

    def _power(self, exponent: int) -> Scalar:
        if self._number.is_integer:
            arithmetic.check_fits(self._number, exponent)
        if exponent < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        base = self._to(dtype_named("i64")) if self._number.kind == "b" else self
        result = None
        while exponent:
            if exponent & 1:
                result = base if result is None else result * base
            exponent >>= 1
            base = base * base if exponent else base
        return self._constant(1, base._dtype, base._number) if result is None else result

    def __lt__(self, other: Any) -> Scalar:
        return self._compare(other, "less")

    def __le__(self, other: Any) -> Scalar:
        return self._compare(other, "less_equal")

    def __gt__(self, other: Any) -> Scalar:
        return self._compare(other, "greater")

    def __ge__(self, other: Any) -> Scalar:
        return self._compare(other, "greater_equal")

    def __eq__(self, other: Any) -> Scalar:
        return self._compare(other, "equal")

    def __ne__(self, other: Any) -> Scalar:
        return self._compare(other, "not_equal")

    __hash__ = None

    # --- One operand.

    def _unary(self, function: Any) -> Scalar:
        number = self._need()
        value = function(self._recorder, number, self._value)
        return Scalar(self._recorder, value, self._dtype, number)

    def __neg__(self) -> Scalar:
        return self._unary(arithmetic.negative)

    def __pos__(self) -> Scalar:
        return self._unary(lambda r, number, value: value)

    def __invert__(self) -> Scalar:
        return self._unary(arithmetic.invert)

    def __abs__(self) -> Scalar:
        if self._need().kind == "c":
            value = arithmetic.absolute(self._recorder, self._number, self._value)
            return Scalar(self._recorder, value, dtype_named(f"f{self._number.bits}"))
        return self._unary(arithmetic.absolute)

    def __bool__(self) -> bool:
        raise TypeError(
            "a value of a kernel is not known when the kernel is built: write 'if' as "
            "if_() or where(), and 'and', 'or', 'not' as '&', '|', '~'"
        )

    def _refuse_number(self) -> Any:
        raise TypeError("a value of a kernel is not known when the kernel is built")

    __int__ = __float__ = __complex__ = __index__ = _refuse_number


def _by_constant(
    r: Recorder, number: Number, name: str, a: Value, b: Value, by: int | None
) -> Value | None:
    """Makes an operation that needs no check of a Python integer; None for others."""
    if by is None:
        return None
    if name in ("floor_divide", "remainder"):
        if by == 0:
            raise ZeroDivisionError("division of an integer by zero")
        if by == -1:
            return None
        divide = name == "floor_divide"
        function = arithmetic.floor_divide_by if divide else arithmetic.remainder_by
        return function(r, number, a, b)
    if name in ("left_shift", "right_shift") and 0 <= by < number.bits:
        right = "arith.shrsi" if number.kind == "i" else "arith.shrui"
        return r.op("arith.shli" if name == "left_shift" else right, [a, b], number.type)
    return None


def as_operand(r: Recorder, obj: Any) -> Scalar | int | float | complex | None:
    """Returns a value, or a Python number without a dtype; None for anything else."""
    if isinstance(obj, Scalar):
        return obj
    if isinstance(obj, bool | np.bool_):
        boolean = dtype_named("i1")
        value = arithmetic.constant(r, number_of(boolean), bool(obj))
        return Scalar(r, value, boolean)
    if isinstance(obj, np.number):
        dtype = to_dtype(obj.dtype)
        number = number_of(dtype)
        if number is None:
            return None
        return Scalar(r, arithmetic.constant(r, number, obj.item()), dtype)
    if type(obj) in _WEAK:
        return obj
    return None


def as_scalar(r: Recorder, obj: Any, dtype: DType | None = None) -> Scalar:
    """Returns a value or a Python number in a dtype.

    Without one, a Python number is of the dtype that NumPy gives it alone.

    Raises:
        TypeError: The object is no number, or the dtype has none.
        OverflowError: The dtype does not hold the Python integer.
    """
    operand = as_operand(r, obj)
    if isinstance(operand, Scalar):
        return operand if dtype is None else operand._to(dtype)
    if operand is None:
        raise TypeError(f"expected a value of the kernel or a number, but got {obj!r}")
    if dtype is None:
        dtype = to_dtype(type(operand))
    number = number_of(dtype)
    if number is None:
        raise TypeError(f"expected a value of {dtype.name}, but got the Python number {obj!r}")
    if number.kind in "biu" and type(operand) is not int:
        raise TypeError(f"expected an integer for {dtype.name}, but got {obj!r}")
    if number.kind == "f" and type(operand) is complex:
        raise TypeError(f"expected a real number for {dtype.name}, but got {obj!r}")
    return Scalar(r, arithmetic.constant(r, number, operand), dtype)


def as_index(r: Recorder, obj: Any) -> Value:
    """Returns an integer as a value of type `index`."""
    if isinstance(obj, Scalar):
        return obj._to_index()
    if isinstance(obj, int | np.integer) and not isinstance(obj, bool):
        return arithmetic.constant(r, INDEX, int(obj))
    raise TypeError(f"expected an integer as an index, but got {obj!r}")


def index_scalar(r: Recorder, value: Value) -> Scalar:
    """Returns a value of type `index` as an int64."""
    return Scalar(r, value, dtype_named("i64"), INDEX)

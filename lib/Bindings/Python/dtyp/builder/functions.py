"""NumPy's functions of numbers, in kernels."""

from __future__ import annotations

from typing import Any

from dtyp.builder import arithmetic
from dtyp.builder.recorder import Recorder
from dtyp.builder.scalar import Scalar, as_operand, as_scalar
from dtyp.builder.types import dtype_named, number_of


class Functions:
    """NumPy's functions on values of a kernel and Python numbers.

    Dtypes are NumPy's: functions that have no integers take int8, uint8 and bool as
    float16, int16 and uint16 as float32, and larger integers as float64; float16 and
    bfloat16 are computed in float32 and rounded. Complex numbers are a `TypeError`,
    but for `absolute` and `where`. On a GPU, the results are those of libdevice, within
    the errors that CUDA's documentation states.
    """

    _recorder: Recorder

    def _check(self) -> None:
        raise NotImplementedError

    def _function(self, op: str, *args: Any) -> Scalar:
        """A function of floats, in the dtype that NumPy computes in."""
        self._check()
        r = self._recorder
        first, *rest = self._promoted("add", *args)
        number = first._need()
        if number.kind == "c":
            raise TypeError(f"'{op.removeprefix('math.')}' of complex numbers is not built")
        if number.kind != "f":
            dtype = dtype_named({1: "f16", 8: "f16", 16: "f32"}.get(number.bits, "f64"))
            first, *rest = (s._to(dtype) for s in (first, *rest))
        dtype = first._dtype
        values = [s._value for s in (first, *rest)]
        value = arithmetic.function(r, number_of(dtype), op, values)
        return Scalar(r, value, dtype)

    def _promoted(self, name: str, *args: Any) -> tuple[Scalar, ...]:
        """One or two arguments in their common dtype."""
        r = self._recorder
        if len(args) == 1:
            return (as_scalar(r, args[0]),)
        a, b = args
        if not isinstance(as_operand(r, a), Scalar):
            # A Python number takes the dtype of the other.
            a, b = as_scalar(r, b), a
            return a._operands_or_fail(b, name)[::-1]
        return as_scalar(r, a)._operands_or_fail(b, name)

    def _rounded(self, op: str, x: Any) -> Scalar:
        """A function that leaves integers as they are."""
        self._check()
        scalar = as_scalar(self._recorder, x)
        return scalar if scalar._need().kind in "biu" else self._function(op, scalar)

    def _extremum(self, name: str, a: Any, b: Any) -> Scalar:
        self._check()
        a, b = self._promoted(name, a, b)
        r, number = self._recorder, a._number
        return Scalar(r, arithmetic.binary(r, number, name, a._value, b._value), a._dtype, number)

    def minimum(self, a: Any, b: Any) -> Scalar:
        """Returns the smaller one; NaN if one is NaN."""
        return self._extremum("minimum", a, b)

    def maximum(self, a: Any, b: Any) -> Scalar:
        """Returns the larger one; NaN if one is NaN."""
        return self._extremum("maximum", a, b)

    def where(self, condition: Any, a: Any, b: Any) -> Scalar:
        """Returns `a` where the condition is true, else `b`, in their common dtype.

        Both are computed; to compute one, use `if_`. A Python integer must fit;
        `numpy.where` wraps it. Values of a dtype without arithmetic, such as datetimes,
        are of the same one; records and text are a `TypeError`.
        """
        self._check()
        r = self._recorder
        condition = as_condition(r, condition)
        if not _is_opaque_pair(a, b):
            a, b = self._promoted("where", a, b)
        type = a._number.type if a._number else a._dtype.value_type
        value = arithmetic.select(r, type, condition._value, a._value, b._value)
        return Scalar(r, value, a._dtype, a._number)

    def absolute(self, x: Any) -> Scalar:
        """Returns `|x|`; a float for a complex number. That of the smallest integer is
        itself."""
        self._check()
        return abs(as_scalar(self._recorder, x))

    def isnan(self, x: Any) -> Scalar:
        """Returns whether a number is NaN."""
        self._check()
        scalar = as_scalar(self._recorder, x)
        return scalar != scalar

    def floor(self, x: Any) -> Scalar:
        """Returns the largest integer that is not above `x`, of the dtype of `x`."""
        return self._rounded("math.floor", x)

    def ceil(self, x: Any) -> Scalar:
        """Returns the smallest integer that is not below `x`, of the dtype of `x`."""
        return self._rounded("math.ceil", x)

    def trunc(self, x: Any) -> Scalar:
        """Returns `x` without its fraction, of the dtype of `x`."""
        return self._rounded("math.trunc", x)

    def rint(self, x: Any) -> Scalar:
        """Returns the nearest integer, the even one of two, as a float."""
        return self._function("math.roundeven", x)

    def sqrt(self, x: Any) -> Scalar:
        """Returns the square root; NaN for a negative number."""
        return self._function("math.sqrt", x)

    def cbrt(self, x: Any) -> Scalar:
        """Returns the cube root."""
        return self._function("math.cbrt", x)

    def exp(self, x: Any) -> Scalar:
        """Returns e to the power `x`."""
        return self._function("math.exp", x)

    def exp2(self, x: Any) -> Scalar:
        """Returns 2 to the power `x`."""
        return self._function("math.exp2", x)

    def expm1(self, x: Any) -> Scalar:
        """Returns `exp(x) - 1`, exact near zero."""
        return self._function("math.expm1", x)

    def log(self, x: Any) -> Scalar:
        """Returns the natural logarithm; NaN for a negative number."""
        return self._function("math.log", x)

    def log2(self, x: Any) -> Scalar:
        """Returns the logarithm to base 2."""
        return self._function("math.log2", x)

    def log10(self, x: Any) -> Scalar:
        """Returns the logarithm to base 10."""
        return self._function("math.log10", x)

    def log1p(self, x: Any) -> Scalar:
        """Returns `log(1 + x)`, exact near zero."""
        return self._function("math.log1p", x)

    def sin(self, x: Any) -> Scalar:
        """Returns the sine of an angle in radians."""
        return self._function("math.sin", x)

    def cos(self, x: Any) -> Scalar:
        """Returns the cosine of an angle in radians."""
        return self._function("math.cos", x)

    def tan(self, x: Any) -> Scalar:
        """Returns the tangent of an angle in radians."""
        return self._function("math.tan", x)

    def arcsin(self, x: Any) -> Scalar:
        """Returns the angle in radians whose sine is `x`."""
        return self._function("math.asin", x)

    def arccos(self, x: Any) -> Scalar:
        """Returns the angle in radians whose cosine is `x`."""
        return self._function("math.acos", x)

    def arctan(self, x: Any) -> Scalar:
        """Returns the angle in radians whose tangent is `x`."""
        return self._function("math.atan", x)

    def arctan2(self, y: Any, x: Any) -> Scalar:
        """Returns the angle in radians of the point with these coordinates."""
        return self._function("math.atan2", y, x)

    def sinh(self, x: Any) -> Scalar:
        """Returns the hyperbolic sine."""
        return self._function("math.sinh", x)

    def cosh(self, x: Any) -> Scalar:
        """Returns the hyperbolic cosine."""
        return self._function("math.cosh", x)

    def tanh(self, x: Any) -> Scalar:
        """Returns the hyperbolic tangent."""
        return self._function("math.tanh", x)

    def copysign(self, x: Any, sign: Any) -> Scalar:
        """Returns `x` with the sign of another number."""
        return self._function("math.copysign", x, sign)


def _is_opaque_pair(a: Any, b: Any) -> bool:
    """Whether both are values of one dtype without arithmetic that a select takes."""
    if not (isinstance(a, Scalar) and isinstance(b, Scalar) and a._dtype == b._dtype):
        return False
    return a._number is None and not a._dtype.value_type.startswith("!")


def as_condition(r: Recorder, obj: Any) -> Scalar:
    """Returns whether a number is not zero."""
    scalar = as_scalar(r, obj)
    return scalar if scalar._need().kind == "b" else scalar != 0

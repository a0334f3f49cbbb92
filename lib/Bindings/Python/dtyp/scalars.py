"""Numbers that are passed to kernels by value, converted as NumPy converts them."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtyp._dtyp import ArgumentType
from dtyp.protocol import DTypeError, numpy_dtype
from dtyp.spelling import spell


class ScalarArgument:
    """An argument that is a number; `pack` makes the bytes of its parameter."""

    def __init__(self, type: ArgumentType) -> None:
        self.type = type
        self.expected = " or ".join(type.spellings)
        self._dtypes: tuple[np.dtype, ...] | None = None

    def pack(self, value: Any) -> bytes:
        """Returns the bytes of a number.

        A number of Python takes the argument's dtype, and an integer has to fit. One of
        NumPy, or an array without dimensions, has that dtype, or one that NumPy casts
        to it within the same kind; an integer has to fit, too.

        Raises:
            TypeError: The value is no number, or one of another kind.
            ValueError: An integer does not fit.
        """
        dtypes = self._get_dtypes()
        if isinstance(value, bool | np.bool_):
            return self._pack_integer(int(value), value, dtypes, is_bool=True)
        if isinstance(value, int):
            return self._pack_integer(value, value, dtypes)
        if isinstance(value, float | complex) and not isinstance(value, np.generic):
            kinds = "fVc" if isinstance(value, float) else "c"
            for dtype in dtypes:
                if dtype.kind in kinds:
                    return np.array(value).astype(dtype).tobytes()
        elif isinstance(value, np.generic) or getattr(value, "shape", None) == ():
            return self._pack_scalar(np.asarray(value), value, dtypes)
        elif hasattr(type(value), "__index__") and not hasattr(value, "shape"):
            return self._pack_integer(value.__index__(), value, dtypes)
        raise TypeError(f"expected {self._describe()}, but got {_found(value)}")

    def _get_dtypes(self) -> tuple[np.dtype, ...]:
        if self._dtypes is None:
            try:
                self._dtypes = tuple(numpy_dtype(s) for s in self.type.spellings)
            except DTypeError as error:
                raise TypeError(
                    f"NumPy has no numbers of the argument's type '{self.type}': {error}"
                ) from error
        return self._dtypes

    def _describe(self) -> str:
        return f"a number of dtype {self.expected}"

    def _pack_integer(
        self, number: int, value: Any, dtypes: tuple[np.dtype, ...], is_bool: bool = False
    ) -> bytes:
        limits = []
        for dtype in dtypes:
            if dtype.kind == "b" and is_bool:
                return np.array(number, dtype).tobytes()
            if dtype.kind in "iu" or dtype.name in _SMALL_INTEGERS:
                low, high = _limits(dtype)
                if low <= number <= high:
                    return np.array(number).astype(dtype).tobytes()
                limits.append((low, high))
            elif dtype.kind in "fVc":
                return np.array(float(number)).astype(dtype).tobytes()
        if limits:
            low, high = min(limits)[0], max(h for _, h in limits)
            raise ValueError(
                f"expected an integer from {low} to {high}, for {self.expected}, but got "
                f"{number}"
            )
        raise TypeError(f"expected {self._describe()}, but got {_found(value)}")

    def _pack_scalar(
        self, array: np.ndarray, value: Any, dtypes: tuple[np.dtype, ...]
    ) -> bytes:
        if array.dtype.kind in "iu":
            return self._pack_integer(int(array), value, dtypes)
        if array.dtype.kind == "b":
            return self._pack_integer(int(array), value, dtypes, is_bool=True)
        try:
            is_same = self.type.takes(spell(array.dtype))
        except DTypeError as error:
            raise TypeError(f"expected {self._describe()}; {error}") from error
        if is_same:
            return array.tobytes()
        for dtype in dtypes:
            if np.can_cast(array.dtype, dtype, "same_kind"):
                return array.astype(dtype).tobytes()
        raise TypeError(f"expected {self._describe()}, but got {_found(value)}")


# Integers of ml_dtypes, whose kind is that of raw bytes; their limits.
_SMALL_INTEGERS = {
    "int1": (-1, 0),
    "uint1": (0, 1),
    "int2": (-2, 1),
    "uint2": (0, 3),
    "int4": (-8, 7),
    "uint4": (0, 15),
}


def _limits(dtype: np.dtype) -> tuple[int, int]:
    if dtype.name in _SMALL_INTEGERS:
        return _SMALL_INTEGERS[dtype.name]
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def _found(value: Any) -> str:
    if isinstance(value, np.generic | np.ndarray):
        return f"{value!r} of dtype {value.dtype}"
    return f"{value!r} of class '{type(value).__name__}'"

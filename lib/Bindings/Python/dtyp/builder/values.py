"""What a kernel has besides arrays: objects, variables, its place in the grid."""

from __future__ import annotations

from typing import Any

from dtyp._dtyp import Value
from dtyp.builder.arrays import Element
from dtyp.builder.recorder import Recorder
from dtyp.builder.scalar import Scalar, index_scalar
from dtyp.dtypes import DType


class ProviderValue:
    """An argument of a kernel that is an object: it provides a dtype.

    It stands where a dtype is expected, such as in `local_array(10, dtype=object)`.
    """

    __slots__ = ("_dtype", "_value")

    def __init__(self, value: Value, dtype: DType) -> None:
        self._value = value
        self._dtype = dtype

    @property
    def dtype(self) -> DType:
        """The dtype that the object provides."""
        return self._dtype

    def __repr__(self) -> str:
        return f"ProviderValue({self._dtype.name})"


class Variable:
    """A value that a kernel changes, in and behind loops and branches.

    `x.value` reads it, `x.value = ...` changes it; what is assigned is cast to its
    dtype. In the IR it is an array without dimensions, which the compiler keeps in a
    register.
    """

    __slots__ = ("_element",)

    def __init__(self, element: Element) -> None:
        self._element = element

    @property
    def dtype(self) -> DType:
        """The dtype of the variable."""
        return self._element.dtype

    @property
    def value(self) -> Scalar:
        """The value that it has where this is read."""
        return self._element.load()

    @value.setter
    def value(self, value: Any) -> None:
        self._element.store(value)

    def __repr__(self) -> str:
        return f"Variable({self.dtype.name})"


class Dim3:
    """Three numbers of threads or blocks: `x`, `y` and `z`, each an int64."""

    __slots__ = ("_op", "_recorder")

    def __init__(self, recorder: Recorder, op: str) -> None:
        self._recorder = recorder
        self._op = op

    def _get(self, dimension: str) -> Scalar:
        attributes = {"dimension": f"#gpu<dim {dimension}>"}
        return index_scalar(
            self._recorder, self._recorder.op(self._op, [], "index", attributes)
        )

    @property
    def x(self) -> Scalar:
        """Along the first dimension, in which threads of a warp follow each other."""
        return self._get("x")

    @property
    def y(self) -> Scalar:
        """Along the second dimension."""
        return self._get("y")

    @property
    def z(self) -> Scalar:
        """Along the third dimension."""
        return self._get("z")

    def __repr__(self) -> str:
        return f"Dim3({self._op.removeprefix('gpu.')})"



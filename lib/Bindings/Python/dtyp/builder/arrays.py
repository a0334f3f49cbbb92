"""Arrays of kernels, their elements, and parts of elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from dtyp._dtyp import Value
from dtyp.builder.recorder import Recorder
from dtyp.builder.scalar import Scalar, as_index, as_scalar, index_scalar
from dtyp.builder.types import (
    extents_of,
    fields_of,
    in_native_order,
    innermost,
    number_of,
)
from dtyp.dtypes import DType, dtype as to_dtype


class Array:
    """An array of a kernel: an argument, or one that the kernel makes.

    `a[i, j]` is an element: a `Scalar`, or an `Element` for a record, a sub-array or
    fewer indices than dimensions. `a[i, j] = x` writes one; the value is cast as NumPy
    does where an element is assigned. Parts follow by names and indices,
    `a[i]["position"][k]` or `a[i, "position", k]`; `a["x"]` is one field of all
    elements, if it is aligned in all of them.

    Indices are integers, in elements. A negative Python integer counts from the end; a
    value of the kernel must be from 0 to the extent, which nothing checks but the
    emulator's sanitizer.
    """

    def __init__(
        self, recorder: Recorder, value: Value, dtype: DType, *, is_constant: bool = False
    ) -> None:
        self._recorder = recorder
        self._is_constant = is_constant
        self._value = value
        self._dtype = dtype
        self._extents = extents_of(value.type)

    @property
    def dtype(self) -> DType:
        """The dtype of the elements; never a sub-array."""
        return self._dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._extents)

    @property
    def shape(self) -> tuple[int | Scalar, ...]:
        """The extents, in elements: an int where the kernel fixes it, else a value of
        dtype int64."""
        return tuple(
            self._extent(d) if extent is None else extent
            for d, extent in enumerate(self._extents)
        )

    def __repr__(self) -> str:
        extents = ", ".join("?" if e is None else str(e) for e in self._extents)
        return f"Array([{extents}], {self._dtype.name})"

    def _extent(self, dimension: int) -> Scalar:
        r = self._recorder
        operands = [self._value, as_index(r, dimension)]
        return index_scalar(r, r.op("memref.dim", operands, "index"))

    def _index(self, dimension: int, index: Any) -> Value:
        r = self._recorder
        if isinstance(index, int | np.integer) and not isinstance(index, bool):
            extent = self._extents[dimension]
            if extent is not None and not -extent <= index < extent:
                raise IndexError(
                    f"index {index} is out of bounds for dimension {dimension} of size "
                    f"{extent}"
                )
            if index < 0:
                shifted = self.shape[dimension] + int(index)
                return as_index(r, shifted)
        return as_index(r, index)

    def __getitem__(self, key: Any) -> Scalar | Element | Array:
        """Returns an element or a part of one; for a name alone, that field of all.

        Raises:
            IndexError: A Python index is out of bounds, or there are too many.
            KeyError: There is no such field.
            TypeError: An index is no integer.
        """
        if isinstance(key, str):
            return self._field(key)
        return Element(self)[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        """Writes an element or a part of one, as `Element.store`."""
        Element(self)[key] = value

    def __iter__(self) -> Any:
        raise TypeError("an array of a kernel is not iterated: use range()")

    def _field(self, name: str) -> Array:
        r = self._recorder
        dtype = _field(self._dtype, name)
        view = r.native.field_view(self._value, [name], r.place)
        return Array(r, view, innermost(dtype), is_constant=self._is_constant)

    def view(self, dtype: Any) -> Array:
        """Returns the same bytes as elements of another dtype, as `ndarray.view`.

        Where the sizes differ, the last dimension changes.

        Raises:
            Error: Strides or extents are no multiples of the new size.
        """
        r = self._recorder
        dtype = to_dtype(dtype)
        view = r.native.view(self._value, r.type(dtype.mlir), r.place)
        return Array(r, view, innermost(dtype), is_constant=self._is_constant)


class Element:
    """An element of an array, or a part of one, that is not loaded: a record, a
    sub-array, or a row of an array with more dimensions.

    It is indexed further by names and indices. Assigned to an element of the same
    dtype, a record is copied.
    """

    __slots__ = ("_array", "_dtype", "_indices", "_path")

    def __init__(
        self,
        array: Array,
        indices: tuple[Value, ...] = (),
        path: tuple[str | tuple[Value, ...], ...] = (),
        dtype: DType | None = None,
    ) -> None:
        self._array = array
        self._indices = indices
        self._path = path
        self._dtype = dtype or array._dtype

    @property
    def dtype(self) -> DType:
        """The dtype of the part."""
        return self._dtype

    def __repr__(self) -> str:
        return f"Element({self._dtype.name})"

    def __getitem__(self, key: Any) -> Scalar | Element:
        """Returns a part, as `Array.__getitem__`."""
        part = self._step(key)
        return part if part._is_compound() else part.load()

    def __setitem__(self, key: Any, value: Any) -> None:
        """Writes a part, as `store`."""
        self._step(key).store(value)

    def __iter__(self) -> Any:
        raise TypeError("an array of a kernel is not iterated: use range()")

    def _is_compound(self) -> bool:
        if len(self._indices) < self._array.ndim or self._dtype.shape:
            return True
        return bool(self._dtype.fields) and number_of(self._dtype) is None

    def _step(self, key: Any) -> Element:
        """Returns the part that a key leads to; it is not loaded."""
        part = self
        keys = list(key) if isinstance(key, tuple) else [key]
        while keys:
            if isinstance(keys[0], slice) or keys[0] is Ellipsis or keys[0] is None:
                raise TypeError(f"expected integers and names as indices, but got {keys[0]!r}")
            if len(part._indices) < part._array.ndim:
                index = part._array._index(len(part._indices), keys.pop(0))
                part = Element(part._array, (*part._indices, index))
            elif isinstance(keys[0], str):
                part = part._field(keys.pop(0))
            else:
                rank = len(part._dtype.shape)
                part = part._item(keys[:rank] if rank else keys)
                del keys[: rank or None]
        return part

    def _field(self, name: str) -> Element:
        dtype = _field(self._dtype, name)
        return Element(self._array, self._indices, (*self._path, name), dtype)

    def _item(self, indices: list[Any]) -> Element:
        shape = self._dtype.shape
        if not shape:
            raise IndexError(
                f"too many indices: {self._dtype.name} is no sub-array, and the array has "
                f"{self._array.ndim} dimensions"
            )
        if len(indices) != len(shape):
            raise IndexError(
                f"expected {len(shape)} indices of the sub-array {self._dtype.name} at once, "
                f"but got {len(indices)}"
            )
        r = self._array._recorder
        values = []
        for index, extent in zip(indices, shape):
            if isinstance(index, int):
                if not -extent <= index < extent:
                    raise IndexError(f"index {index} is out of bounds for size {extent}")
                index %= extent
            values.append(as_index(r, index))
        path = (*self._path, tuple(values))
        return Element(self._array, self._indices, path, self._dtype.base)

    def _arguments(self) -> tuple:
        """What the builders of accesses take."""
        array = self._array
        if len(self._indices) < array.ndim:
            raise IndexError(
                f"expected {array.ndim} indices, but got {len(self._indices)}"
            )
        is_told = array._dtype.storage_type == array._dtype.mlir
        dtype = None if is_told else array._recorder.type(array._dtype.mlir)
        path = [s if isinstance(s, str) else list(s) for s in self._path]
        return array._value, list(self._indices), path, dtype

    def _is_plain(self) -> bool:
        """Whether memref's own ops access it: it is stored as it is computed with."""
        value = self._dtype.value_type
        return (
            not self._path
            and value == self._dtype.storage_type
            and not value.startswith("!")
        )

    def load(self) -> Scalar:
        """Reads the part as a value; of a record or text, all of its bytes."""
        r = self._array._recorder
        memref, indices, path, dtype = self._arguments()
        if self._is_plain():
            value = r.op("memref.load", [memref, *indices], self._dtype.value_type)
        else:
            value = r.native.load(memref, indices, path, dtype, r.place)
        return Scalar(r, value, in_native_order(self._dtype))

    def store(self, value: Any) -> None:
        """Writes a value to the part, cast to its dtype.

        Raises:
            TypeError: There is no such cast, or a record of another dtype.
            OverflowError: The dtype does not hold a Python integer.
            ValueError: The array is one of constants.
        """
        self._check_writable()
        r = self._array._recorder
        arguments = self._arguments()
        stored = self._cast(value)
        if self._is_plain():
            r.do("memref.store", [stored, *arguments[:1], *arguments[1]])
        else:
            r.native.store(stored, *arguments, r.place)

    def _check_writable(self) -> None:
        if self._array._is_constant:
            raise ValueError("assignment destination is read-only: an array of constants")

    def _cast(self, value: Any) -> Value:
        dtype = in_native_order(self._dtype)
        if isinstance(value, Element):
            value = value.load()
        if isinstance(value, Scalar) and value.dtype.fields and value.dtype != dtype:
            if number_of(value.dtype) is None:
                raise TypeError(
                    f"expected a value of {dtype.name}, but got one of {value.dtype.name}: "
                    "records are cast field by field"
                )
        return as_scalar(self._array._recorder, value, dtype)._value

    def _update(self, kind: str, value: Any) -> Scalar:
        """Updates the part atomically by an op of arith, and returns the value before."""
        self._check_writable()
        r = self._array._recorder
        memref, indices, path, dtype = self._arguments()
        operand = self._cast(value)
        old = r.native.atomic_rmw(kind, operand, memref, indices, path, dtype, r.place)
        return Scalar(r, old, in_native_order(self._dtype))


def _field(dtype: DType, name: str) -> DType:
    fields = fields_of(dtype)
    if name not in fields:
        names = ", ".join(repr(field) for field in fields)
        raise KeyError(f"expected a field of {names or 'nothing'}, but got {name!r}")
    return fields[name]

"""Arrays that are passed to kernels: NumPy's, CUDA's and those of DLPack."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dtyp._dtyp import ArgumentType, DLPackArray
from dtyp.protocol import DTypeError
from dtyp.spelling import spell

# DLDeviceType of DLPack's dlpack.h.
_DLPACK_CPU = 1
_DLPACK_CUDA = 2
_DLPACK_CUDA_HOST = 3
_DLPACK_CUDA_MANAGED = 13
# CU_STREAM_LEGACY of the CUDA driver API.
_LEGACY_DEFAULT_STREAM = 1
_DLPACK_CODES = ("int", "uint", "float", "opaque", "bfloat", "complex", "bool")


@dataclass(frozen=True)
class ArrayView:
    """Memory that a kernel gets; strides are in elements, as memrefs have them."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    itemsize: int
    on_gpu: bool
    owner: Any
    """What keeps the memory alive."""
    stream: int | None = None
    """The CUDA stream on which the array is being written, if it says so."""
    offset: int = 0
    """What the memref's type adds to the address, in elements."""
    extent: tuple[int, int] = field(init=False)
    """Where the first byte is, and where the last one ends."""

    def __post_init__(self) -> None:
        low = high = self.address
        if 0 in self.shape:
            high -= self.itemsize
        for size, stride in zip(self.shape, self.strides):
            reach = max(size - 1, 0) * stride * self.itemsize
            low, high = low + min(reach, 0), high + max(reach, 0)
        object.__setattr__(self, "extent", (low, high + self.itemsize))

    def parameters(self, address: int) -> tuple[int, ...]:
        """Returns the parameters of the memref for the array at that address.

        They are the two pointers, the offset, the sizes and the strides.
        """
        base = address - self.offset * self.itemsize
        return (base, base, self.offset, *self.shape, *self.strides)


class ArrayArgument:
    """An argument that is an array; `view` checks one and says where it is."""

    def __init__(self, type: ArgumentType) -> None:
        self.type = type
        self.shape = tuple(type.shape)
        self.rank = len(self.shape)
        self.layout = None if type.layout is None else tuple(type.layout)
        self.is_dense = type.has_identity_layout
        self.itemsize = type.itemsize
        self.alignment = type.alignment
        if self.itemsize is None:
            raise TypeError(
                f"expected a kernel whose arrays have elements that are dtypes, but got "
                f"'{type}'"
            )
        if self.layout is None:
            raise TypeError(
                f"expected a kernel that takes its arrays by strides, but got '{type}'"
            )
        self.expected = " or ".join(type.spellings)
        self._is_static = any(size is not None for size in self.shape)
        # Whether elements of a dtype are taken.
        self._known: dict[Any, bool] = {}

    def view(self, value: Any) -> ArrayView:
        """Looks at an array.

        Raises:
            TypeError: The value is no array, or one of other elements.
            ValueError: Its shape, strides or alignment are not those of the argument,
                or it is read-only.
        """
        if isinstance(value, np.ndarray):
            return self._view_numpy(value)
        interface = getattr(value, "__cuda_array_interface__", None)
        if interface is not None:
            parsed = _parse_interface(value, interface)
            if parsed is not None:
                return self._view_cuda(value, interface, parsed)
        if hasattr(type(value), "__dlpack__"):
            return self._view_dlpack(value)
        raise TypeError(
            f"expected an array of {self.expected}, of NumPy or with "
            f"'__cuda_array_interface__' or '__dlpack__', but got an object of class "
            f"'{type(value).__name__}'"
        )

    # --- Where arrays come from.

    def _view_numpy(self, array: np.ndarray) -> ArrayView:
        if isinstance(array, np.ma.MaskedArray):
            raise TypeError("expected an array without a mask; pass its '.data'")
        if type(array) is not np.ndarray:
            # A subclass may say something else than where its memory is.
            array = np.ndarray.view(array, np.ndarray)
        self._check_dtype(array.dtype)
        if not array.flags.writeable:
            raise ValueError(
                "expected an array that can be written, but got a read-only one; pass a "
                "copy"
            )
        strides = array.strides
        return self._make(array.ctypes.data, array.shape, strides, False, array)

    def _view_cuda(self, value: Any, interface: dict, parsed: _Interface) -> ArrayView:
        address, is_read_only, shape, strides, dtype = parsed
        if interface.get("mask") is not None:
            raise TypeError("expected an array without a mask")
        self._check_dtype(dtype)
        if is_read_only:
            raise ValueError(
                "expected an array that can be written, but got a read-only one; pass a "
                "copy"
            )
        if strides is None:
            strides = tuple(s * self.itemsize for s in _dense_strides(shape))
        _check_memory(address, shape, strides)
        return self._make(address, shape, strides, True, value, interface.get("stream"))

    def _view_dlpack(self, value: Any) -> ArrayView:
        try:
            array = _import_dlpack(value)
        except Exception as error:
            raise TypeError(
                f"expected an array that can be given by DLPack, but got an object of "
                f"class '{type(value).__name__}' whose '__dlpack__' fails: {error}"
            ) from error
        code, bits, lanes = array.dtype
        if not self.type.takes_dlpack(code, bits, lanes):
            name = _DLPACK_CODES[code] if code < len(_DLPACK_CODES) else f"code {code} of "
            found = f"{name}{bits}" + (f" x {lanes}" if lanes != 1 else "")
            raise TypeError(f"expected an array of {self.expected}, but got {found}")
        kind, _ = array.device
        if kind not in (_DLPACK_CPU, _DLPACK_CUDA, _DLPACK_CUDA_HOST, _DLPACK_CUDA_MANAGED):
            raise TypeError(
                "expected an array of the CPU or of a CUDA device, but got one of DLPack's "
                f"device type {kind}"
            )
        if not array.is_writable:
            raise ValueError(
                "expected an array that can be written, but got a read-only one; pass a "
                "copy"
            )
        strides = tuple(stride * self.itemsize for stride in array.strides)
        _check_memory(array.address, array.shape, strides)
        on_gpu = kind in (_DLPACK_CUDA, _DLPACK_CUDA_MANAGED)
        # Without a stream, an array is given on the default one.
        stream = _LEGACY_DEFAULT_STREAM if on_gpu else None
        return self._make(
            array.address, tuple(array.shape), strides, on_gpu, array, stream
        )

    # --- Checks.

    def _check_dtype(self, dtype: np.dtype) -> None:
        # An alignment is no part of what `==` compares, nor of the elements.
        taken = self._known.get(dtype)
        if taken is None:
            try:
                taken = self.type.takes(spell(dtype))
            except DTypeError as error:
                raise TypeError(f"expected an array of {self.expected}; {error}") from error
            if len(self._known) < _MAX_KNOWN:
                self._known[dtype] = taken
        if not taken:
            raise TypeError(f"expected an array of {self.expected}, but got {dtype}")

    def _make(
        self,
        address: int,
        shape: tuple[int, ...],
        byte_strides: tuple[int, ...],
        on_gpu: bool,
        owner: Any,
        stream: int | None = None,
    ) -> ArrayView:
        if len(shape) != self.rank:
            raise ValueError(
                f"expected an array of rank {self.rank} for '{self.type}', but got one of "
                f"shape {shape}"
            )
        if self._is_static:
            for size, expected in zip(shape, self.shape):
                if expected is not None and size != expected:
                    raise ValueError(
                        f"expected an array of shape {_describe_shape(self.shape)}, but "
                        f"got one of shape {shape}"
                    )
        offset = 0
        if self.is_dense:
            strides = _dense_strides(shape)
            self._check_dense(shape, byte_strides, strides)
        else:
            strides = self._element_strides(shape, byte_strides)
            offset = self.layout[-1] or 0
        if address % self.alignment != 0 and 0 not in shape:
            raise ValueError(
                f"expected an array that is aligned to {self.alignment} bytes, but got one "
                f"at address {address:#x}; pass a copy"
            )
        return ArrayView(
            address, shape, strides, self.itemsize, on_gpu, owner, stream, offset
        )

    def _check_dense(
        self,
        shape: tuple[int, ...],
        byte_strides: tuple[int, ...],
        strides: tuple[int, ...],
    ) -> None:
        if 0 in shape:
            return
        for size, found, expected in zip(shape, byte_strides, strides):
            if size != 1 and found != expected * self.itemsize:
                raise ValueError(
                    f"expected an array in C order for '{self.type}', but got one of shape "
                    f"{shape} with strides of {byte_strides} bytes; pass "
                    "numpy.ascontiguousarray() of it, or declare the argument with a "
                    "strided layout"
                )

    def _element_strides(
        self, shape: tuple[int, ...], byte_strides: tuple[int, ...]
    ) -> tuple[int, ...]:
        strides = []
        for size, found, expected in zip(shape, byte_strides, self.layout):
            stride, rest = divmod(found, self.itemsize)
            # Of a single element, or none, the stride means nothing.
            if size <= 1 or 0 in shape:
                stride, rest = (stride if expected is None else expected), 0
            if rest != 0:
                raise ValueError(
                    f"expected an array whose strides are whole elements of "
                    f"{self.itemsize} bytes, but got strides of {byte_strides} bytes; pass "
                    "a copy"
                )
            if expected is not None and stride != expected:
                raise ValueError(
                    f"expected an array with the strides of '{self.type}', in elements, "
                    f"but got one of shape {shape} with strides of {byte_strides} bytes"
                )
            strides.append(stride)
        return tuple(strides)


# How many dtypes an argument remembers.
_MAX_KNOWN = 64


_Interface = tuple[int, bool, tuple[int, ...], tuple[int, ...] | None, np.dtype]
"""The address, whether it is read-only, the shape, the strides in bytes, the dtype."""


def _parse_interface(value: Any, interface: dict) -> _Interface | None:
    """Reads the CUDA array interface of version 3 (numba's documentation).

    None if `_interface_dtype` is.
    """
    try:
        dtype = _interface_dtype(value, interface)
        address, is_read_only = interface["data"]
        shape = tuple(operator.index(size) for size in interface["shape"])
        strides = interface.get("strides")
        if strides is not None:
            strides = tuple(operator.index(stride) for stride in strides)
        parsed = (operator.index(address), bool(is_read_only), shape, strides, dtype)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise TypeError(
            "expected an array with the CUDA array interface of version 3, but got an "
            f"object of class '{type(value).__name__}' whose '__cuda_array_interface__' "
            f"is not of that form: {error!r}"
        ) from error
    return None if dtype is None else parsed


def _import_dlpack(value: Any) -> DLPackArray:
    """Takes what `__dlpack__` gives: of version 1, which tells what is read-only, if it
    knows that one."""
    try:
        capsule = value.__dlpack__(max_version=(1, 1))
    except TypeError:
        capsule = value.__dlpack__()
    if type(capsule).__name__ != "PyCapsule":
        raise TypeError(f"it returns an object of class '{type(capsule).__name__}'")
    try:
        return DLPackArray(capsule)
    except RuntimeError as error:
        raise TypeError("its capsule has no array, or one that was taken") from error


def _check_memory(
    address: int, shape: Sequence[int], byte_strides: tuple[int, ...]
) -> None:
    """Refuses what cannot be an array, whoever says that it is one."""
    if len(byte_strides) != len(shape) or min(shape, default=0) < 0:
        raise ValueError(
            "expected extents of at least 0 and as many strides, but got the shape "
            f"{tuple(shape)} and strides of {byte_strides} bytes"
        )
    reach = sum((size - 1) * abs(stride) for size, stride in zip(shape, byte_strides))
    if 0 not in shape and not 0 < address < _MAX_ADDRESS - reach:
        raise ValueError(
            f"expected an array in memory, but got the address {address:#x} with the shape "
            f"{tuple(shape)} and strides of {byte_strides} bytes"
        )


# Addresses are less, as those of Linux are, and so are sizes in bytes.
_MAX_ADDRESS = 1 << 63


def _interface_dtype(value: Any, interface: dict) -> np.dtype | None:
    """Returns the dtype of an array with the CUDA array interface.

    None if only DLPack says it: the typestr of a record, or of a dtype of ml_dtypes, is
    that of raw bytes.
    """
    dtype = np.dtype(interface["typestr"])
    if dtype.kind != "V":
        return dtype
    described = getattr(value, "dtype", None)
    if "descr" in interface:
        described = np.dtype([tuple(field) for field in interface["descr"]])
    if isinstance(described, np.dtype) and described.itemsize == dtype.itemsize:
        return described
    return None if hasattr(type(value), "__dlpack__") else dtype


def _dense_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the strides of C order, in elements."""
    if len(shape) == 1:
        return (1,)
    strides = [1] * len(shape)
    for i in range(len(shape) - 1, 0, -1):
        strides[i - 1] = strides[i] * shape[i]
    return tuple(strides)


def _describe_shape(shape: tuple[int | None, ...]) -> str:
    text = ", ".join("any" if size is None else str(size) for size in shape)
    return f"({text})" if len(shape) != 1 else f"({text},)"

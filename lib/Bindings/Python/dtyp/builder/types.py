"""What the builder knows of dtypes: which numbers it computes with, and how."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from dtyp._dtyp import Type
from dtyp.dtypes import DType, promote

# Those of NumPy and bfloat16: what the GPU computes with.
_NUMBER = re.compile(r"(u?)i(1|8|16|32|64)|b?f(16|32|64)|complex<f(32|64)>")
_DIMENSIONS = re.compile(r"memref<((?:(?:\d+|\?)x)*)")


@dataclass(frozen=True)
class Number:
    """What of a dtype decides how its elements are computed with."""

    kind: str
    """NumPy's kind: `b`, `i`, `u`, `f` or `c`."""
    bits: int
    """The bits of a value; of the real part of a complex number."""
    type: str
    """The type of a value in the IR."""

    @property
    def is_integer(self) -> bool:
        return self.kind in "iu"

    @property
    def minimum(self) -> int:
        """The smallest integer."""
        return -(1 << (self.bits - 1)) if self.kind == "i" else 0

    @property
    def maximum(self) -> int:
        """The largest integer."""
        return (1 << (self.bits - (self.kind == "i"))) - 1


INDEX = Number("i", 64, "index")
"""What counts threads and iterations: an int64, but of the IR's type `index`."""


@functools.lru_cache(maxsize=None)
def _number_of(text: str) -> Number | None:
    match = _NUMBER.fullmatch(text)
    if not match:
        return None
    unsigned, integer, float_, complex_ = match.groups()
    if integer == "1":
        return None if unsigned else Number("b", 1, "i1")
    if integer:
        return Number("u" if unsigned else "i", int(integer), f"i{integer}")
    if float_:
        return Number("f", int(float_), text)
    return Number("c", int(complex_), text)


def number_of(dtype: DType) -> Number | None:
    """Returns how elements of a dtype are computed with; None if they are not."""
    return _number_of(dtype.mlir)


@functools.lru_cache(maxsize=None)
def dtype_named(mlir: str) -> DType:
    """Returns the dtype that is an MLIR type."""
    return DType.from_mlir(mlir)


@functools.lru_cache(maxsize=4096)
def common_dtype(a: DType, b: DType | type) -> DType:
    """Returns the dtype of an operation with a dtype or the type of a Python number."""
    return promote(a, b if isinstance(b, DType) else b(0))


def in_native_order(dtype: DType) -> DType:
    """Returns the dtype of a value of a dtype."""
    native = dtype._type.native
    return dtype if native is None else dtype_named(str(native))


def innermost(dtype: DType) -> DType:
    """Returns the dtype of the elements of an array of a dtype: none of a sub-array."""
    while dtype.shape:
        dtype = dtype.base
    return dtype


def fields_of(dtype: DType) -> dict[str, DType]:
    """Returns the dtypes of the parts with names, also by their titles."""
    result = {field.name: field.dtype for field in dtype.fields}
    result |= {field.title: field.dtype for field in dtype.fields if field.title}
    return result


def memref_type(dtype: DType, shape: tuple[int | None, ...]) -> str:
    """Returns the type of an array in global memory; an extent is None if the launch
    says it."""
    extents = "".join("?x" if e is None else f"{e}x" for e in (*shape, *dtype._type.shape))
    return f"memref<{extents}{dtype.storage_type}>"


def extents_of(type: Type) -> tuple[int | None, ...]:
    """Returns the extents of a memref; None for those that are known at run time."""
    dimensions = _DIMENSIONS.match(str(type)).group(1).split("x")[:-1]
    return tuple(None if d == "?" else int(d) for d in dimensions)

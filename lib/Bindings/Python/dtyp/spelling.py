"""From a `numpy.dtype` to the spelling by which dtyp's tools and C API know it.

`spell(dtype)` is what `dtypDTypeParse` of the C API, `dtyp-run` and `dtyp-launch` take:
a name, or a record as JSON with all of its layout. Nothing is lost that NumPy's own
`dtype.str`, `dtype.descr` and `repr` lose: the names of ml_dtypes (their typestrs are
those of raw bytes), offsets that overlap or are out of order, titles, and alignments,
which `==` of dtypes does not see either.

This module needs Python and NumPy, not the native library.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from dtyp.protocol import DTypeError

_T = TypeVar("_T")

# Those that have an MLIR type. (The kinds of NumPy's own are told by `num`.)
ML_DTYPES = frozenset(
    "bfloat16 float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz "
    "float8_e5m2 float8_e5m2fnuz float8_e8m0fnu float6_e2m3fn float6_e3m2fn "
    "float4_e2m1fn int1 uint1 int2 uint2 int4 uint4 complex32 bcomplex32".split()
)

# NumPy's type numbers of dtypes of other packages start here
# (NPY_USERDEF in ndarraytypes.h).
_FIRST_USER_NUMBER = 256
# As of dtyp's types (include/dtyp/Support/DTypeLimits.h).
_MAX_NESTING = 64
_MAX_FIELDS = 65535


def spell(dtype: np.dtype) -> str:
    """Returns the spelling of a dtype; all that makes it up is in it.

    >>> spell(np.dtype("f4")), spell(np.dtype(">i2"))
    ('float32', '>i2')
    >>> spell(np.dtype([("x", "u1"), ("y", "<f4", (2,))]))
    '{"names":["x","y"],"formats":["uint8",["float32",[2]]],"offsets":[0,1],...}'

    Raises:
        DTypeError: The dtype cannot be on a GPU, or not as it is: object, StringDType,
            longdouble, strings without a length, titles that are no strings, more than
            64 levels, ... The message names the field.
    """
    text = build(dtype, _TextBuilder())
    return text if text.startswith(("[", "{")) else json.loads(text)


@dataclass(frozen=True)
class Field(Generic[_T]):
    """A field of a record.

    Attributes:
        name: The name, any text.
        title: The second name; None if there is none.
        dtype: What was made of its dtype.
        offset: Where it begins, in bytes.
    """

    name: str
    title: str | None
    dtype: _T
    offset: int


class Builder(Protocol[_T]):
    """What is made of a dtype, from the inside out."""

    def scalar(self, spelling: str) -> _T:
        """Of a number, a time, a string or raw bytes."""

    def big_endian(self, native: _T, dtype: np.dtype) -> _T:
        """Of a dtype of ml_dtypes in the other byte order, which has no spelling."""

    def subarray(self, base: _T, shape: tuple[int, ...]) -> _T:
        """Of elements in a shape."""

    def record(
        self,
        fields: Sequence[Field[_T]],
        itemsize: int,
        alignment: int,
        is_aligned: bool,
    ) -> _T:
        """Of a record; sizes are in bytes."""


def build(dtype: np.dtype, builder: Builder[_T]) -> _T:
    """Makes something of a dtype and of what it contains.

    Raises:
        DTypeError: As `spell`.
    """
    return _build(dtype, builder, path=(), depth=0)


def _build(
    dtype: np.dtype, builder: Builder[_T], path: tuple[str, ...], depth: int
) -> _T:
    if depth > _MAX_NESTING:
        raise DTypeError(
            f"expected records and sub-arrays of at most {_MAX_NESTING} levels"
        )
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        if dtype.itemsize != base.itemsize * int(np.prod(shape, dtype=object)):
            _refuse(path, "a sub-array with another size than its elements have")
        return builder.subarray(_build(base, builder, path, depth + 1), shape)
    if dtype.names is not None:
        return _build_record(dtype, builder, path, depth)
    if dtype.num >= _FIRST_USER_NUMBER:
        return _build_extension(dtype, builder, path)
    return builder.scalar(_spell_scalar(dtype, path))


def _refuse(path: tuple[str, ...], found: str) -> None:
    where = f"field {'.'.join(path)!r}: " if path else ""
    raise DTypeError(f"{where}expected a dtype that a GPU has, but got {found}")


# --- Records.


def _build_record(
    dtype: np.dtype, builder: Builder[_T], path: tuple[str, ...], depth: int
) -> _T:
    if dtype.kind != "V":
        _refuse(
            path,
            f"{np.dtype(dtype.type).name} with fields; choose the number or the record",
        )
    count = len(dtype.names or ())
    if count > _MAX_FIELDS:
        _refuse(path, f"a record of {count} fields; {_MAX_FIELDS} is the most")
    fields = []
    for name, (inner, offset, *titles) in _fields(dtype):
        title = titles[0] if titles else None
        inner_path = (*path, name)
        _check_text(inner_path, "name", name)
        if title is not None:
            if not isinstance(title, str) or not title:
                _refuse(inner_path, f"the title {title!r}, which is not a string")
            _check_text(inner_path, "title", title)
        fields.append(
            Field(name, title, _build(inner, builder, inner_path, depth + 1), offset)
        )
    return builder.record(
        fields, dtype.itemsize, get_alignment(dtype), dtype.isalignedstruct
    )


def get_alignment(dtype: np.dtype) -> int:
    """Returns NumPy's alignment in bytes, also of a dtype of a record array.

    `numpy.rec.array` keeps `isalignedstruct`, and sets the alignment to 1.
    """
    if dtype.subdtype is not None:
        return get_alignment(dtype.base)
    if dtype.names is None or not dtype.isalignedstruct:
        return dtype.alignment
    return max((get_alignment(inner) for _, (inner, *_) in _fields(dtype)), default=1)


def _fields(dtype: np.dtype) -> list[tuple[str, tuple]]:
    """The fields of a record, which has them under their titles, too."""
    if dtype.names is None or dtype.fields is None:
        return []
    return [(name, dtype.fields[name]) for name in dtype.names]


def _check_text(path: tuple[str, ...], what: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        shown = tuple(ascii(part)[1:-1] for part in path)
        _refuse(shown, f"a {what} that is not Unicode")


# --- Scalars.


def _build_extension(
    dtype: np.dtype, builder: Builder[_T], path: tuple[str, ...]
) -> _T:
    if dtype.kind == "T":
        _refuse(path, "StringDType, which refers to memory of its own")
    if dtype.name not in ML_DTYPES:
        _refuse(path, f"{dtype}, which is neither NumPy's nor one of ml_dtypes")
    native = builder.scalar(dtype.name)
    # NumPy gives an order even to one byte; no element shows it.
    if dtype.byteorder == ">" and dtype.itemsize > 1:
        return builder.big_endian(native, dtype)
    return native


def _spell_scalar(dtype: np.dtype, path: tuple[str, ...]) -> str:
    if dtype.kind == "O":
        _refuse(path, "object, which refers to Python's memory")
    if (
        dtype.kind == "f"
        and dtype.itemsize > 8
        or dtype.kind == "c"
        and dtype.itemsize > 16
    ):
        name = "longdouble" if dtype.kind == "f" else "clongdouble"
        _refuse(path, f"{name} ({dtype.name}), which no GPU computes with")
    if dtype.kind in "SUV" and dtype.itemsize == 0:
        kind = {"S": "bytes", "U": "str", "V": "void"}[dtype.kind]
        _refuse(path, f"{kind} without a length, {dtype.str!r}; give one")
    if dtype.kind in "mM" and np.datetime_data(dtype)[1] < 1:
        _refuse(path, f"{dtype}, whose step is not positive")
    if dtype.kind in "SUV":
        return dtype.str.lstrip("|") if dtype.byteorder != "<" else dtype.str
    # On a machine of the other byte order, too, `<` is native to a GPU.
    if dtype.str[0] == ">":
        return dtype.str
    return dtype.newbyteorder("=").name


# --- Text.


class _TextBuilder:
    """Makes JSON, in which each record says its whole layout."""

    def scalar(self, spelling: str) -> str:
        return json.dumps(spelling)

    def big_endian(self, native: str, dtype: np.dtype) -> str:
        raise DTypeError(f"{dtype.name} in big-endian byte order has no spelling")

    def subarray(self, base: str, shape: tuple[int, ...]) -> str:
        return f"[{base},{_list(map(str, shape))}]"

    def record(
        self,
        fields: Sequence[Field[str]],
        itemsize: int,
        alignment: int,
        is_aligned: bool,
    ) -> str:
        entries = {
            "names": _list(_string(f.name) for f in fields),
            "formats": _list(f.dtype for f in fields),
            "offsets": _list(str(f.offset) for f in fields),
        }
        if any(f.title is not None for f in fields):
            entries["titles"] = _list(
                "null" if f.title is None else _string(f.title) for f in fields
            )
        entries["itemsize"] = str(itemsize)
        if is_aligned:
            entries["aligned"] = "true"
        # Keeps the layout whatever the record stands in.
        entries["alignment"] = str(alignment)
        return "{" + ",".join(f'"{k}":{v}' for k, v in entries.items()) + "}"


def _list(items) -> str:
    return f"[{','.join(items)}]"


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

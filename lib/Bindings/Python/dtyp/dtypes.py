"""Dtypes as the compiler has them, promotion and casting, and providers of dtypes."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from dtyp import spelling
from dtyp._dtyp import Context, PromotionRules, Type, WeakScalarKind
from dtyp.diagnostics import Error
from dtyp.protocol import DTypeError, numpy_dtype, provided_dtype

Rules = Literal["numpy", "jax"]
"""Whose rules of promotion apply."""
Casting = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
"""How much a cast may change; each level allows what those before it do."""

_RULES = {"numpy": PromotionRules.NUMPY, "jax": PromotionRules.JAX}
_WEAK = {
    int: WeakScalarKind.INT,
    float: WeakScalarKind.FLOAT,
    complex: WeakScalarKind.COMPLEX,
}
_CASTING = ("no", "equiv", "safe", "same_kind", "unsafe")


@functools.cache
def _context() -> Context:
    """The context of all dtypes, so that equal dtypes are one type."""
    return Context()


@dataclass(frozen=True)
class DTypeField:
    """A part of an element that has a name.

    Attributes:
        name: The name.
        title: NumPy's second name of a record's field; None if it has none.
        dtype: The dtype of the part.
        offset: Where it begins in the element, in bytes.
    """

    name: str
    title: str | None
    dtype: DType
    offset: int


@dataclass(frozen=True)
class DLPackType:
    """A data type of DLPack, its `DLDataType` (`dlpack.h`).

    Attributes:
        code: The `DLDataTypeCode`, such as 2 for floating-point numbers.
        bits: The bits of one lane.
        lanes: The number of lanes; 1 but for CUDA's vectors.
        is_padded: Whether an array needs the flag
            `DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED`: each element has bytes of its
            own, where DLPack would pack fewer bits.
    """

    code: int
    bits: int
    lanes: int
    is_padded: bool


class DType:
    """A dtype: what an element of an array is, as the compiler knows it.

    It is one of NumPy, of ml_dtypes, or one that NumPy does not have, such as CUDA's
    vectors. `dtyp.dtype` makes it of what NumPy takes, `DType.from_mlir` of an MLIR
    type. It does not change, and can be a key.

    Two are equal if they are the same MLIR type. That is finer than NumPy's `==`, for
    which an aligned and a packed record with the same offsets are equal, so that an
    array of one may be aligned for the other. Compared with a `numpy.dtype`, NumPy's
    rule holds.

    NumPy takes it wherever it takes a dtype, through `__numpy_dtype__` (NumPy 2.4).
    """

    __slots__ = ("__weakref__", "_hash", "_numpy", "_type")
    _type: Type
    _numpy: np.dtype | None
    _hash: int | None

    def __init__(self) -> None:
        raise TypeError("expected dtyp.dtype(...) or dtyp.DType.from_mlir(...)")

    @classmethod
    def _of(cls, type: Type) -> DType:
        self = object.__new__(cls)
        self._type = type
        self._numpy = self._hash = None
        return self

    @classmethod
    def from_mlir(cls, text: str) -> DType:
        """Returns the dtype that is an MLIR type.

        >>> DType.from_mlir("!dtyp.record<aligned, a: i8, b: f32>").itemsize
        8

        `i8` is MLIR's: NumPy's int8. Raises `dtyp.Error` with the place of what is
        wrong in the text, and `DTypeError` for a type that is no dtype.
        """
        type = Type.parse(text, _context())
        if not type.is_dtype:
            raise DTypeError(f"expected a type that is a dtype, but got '{type}'")
        return cls._of(type)

    # --- Identity.

    @property
    def mlir(self) -> str:
        """The text of the MLIR type, such as `ui8` or `!dtyp.bytes<5>`."""
        return str(self._type)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, DType):
            return self._type == other._type
        if not isinstance(other, np.dtype):
            return NotImplemented
        try:
            return self.numpy == other
        except DTypeError:
            return False

    def __hash__(self) -> int:
        # As that of a numpy.dtype that is equal, if any is.
        if self._hash is None:
            try:
                self._hash = hash(self.numpy)
            except DTypeError:
                self._hash = hash(self._type)
        return self._hash

    def __repr__(self) -> str:
        return f"dtyp.DType.from_mlir({self.mlir!r})"

    def __str__(self) -> str:
        return self.mlir

    def __reduce__(self) -> tuple:
        return (DType.from_mlir, (self.mlir,))

    # --- Facts.

    @property
    def name(self) -> str:
        """`numpy.dtype.name`, such as `uint8`; CUDA's name of a vector."""
        return str(self._type.name)

    @property
    def kind(self) -> str:
        """`numpy.dtype.kind`: one of `biufcmMSUV`, or `W` for ml_dtypes' complex."""
        return str(self._type.kind)

    @property
    def itemsize(self) -> int | None:
        """The bytes of an element; None for a dtype of another dialect without any."""
        return self._type.itemsize

    @property
    def alignment(self) -> int | None:
        """The alignment in bytes by NumPy's rules on x86-64 (`numpy.dtype.alignment`)."""
        return self._type.alignment(False)

    @property
    def device_alignment(self) -> int | None:
        """The alignment in bytes by the rules of CUDA C++; complex numbers differ."""
        return self._type.alignment(True)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of a sub-array, as `numpy.dtype.shape`; else `()`."""
        base = self._type.base
        shape = self._type.shape
        # The type says the shape down to the elements of a sub-array of sub-arrays.
        return tuple(shape[: len(shape) - len(base.shape)]) if base else ()

    @property
    def base(self) -> DType:
        """The dtype of the elements of a sub-array; else this (`numpy.dtype.base`)."""
        base = self._type.base
        return DType._of(base) if base else self

    @property
    def fields(self) -> tuple[DTypeField, ...]:
        """The parts with names: a record's fields in their order.

        Also `real` and `imag` of a complex number, and `x`, `y`, `z`, `w` of one of
        CUDA's vectors, for which NumPy's `dtype.fields` is None.
        """
        return tuple(
            DTypeField(name, title or None, DType._of(dtype), offset)
            for name, title, dtype, offset in self._type.fields
        )

    @property
    def typestr(self) -> str | None:
        """The string of NumPy's array interface, such as `|u1`.

        None where no such string identifies the dtype: NumPy gives `|V8` for every
        record of 8 bytes, and `<V1` for most of ml_dtypes.
        """
        return self._type.typestr

    @property
    def dlpack(self) -> DLPackType | None:
        """The data type in DLPack; None if it has none."""
        found = self._type.dlpack
        return DLPackType(*found) if found else None

    @property
    def value_type(self) -> str:
        """The MLIR type of an element as a value: `i1` for bool, `i8` for uint8."""
        return str(self._type.value_type)

    @property
    def storage_type(self) -> str:
        """The element type of a memref of such elements: `i8` for bool."""
        return str(self._type.storage_type)

    # --- To NumPy.

    @property
    def numpy(self) -> np.dtype:
        """The `numpy.dtype` that is this dtype.

        Raises:
            DTypeError: NumPy has none that is the same; the message says what would be
                lost. Or it is one of ml_dtypes, which is not installed.
        """
        if self._numpy is None:
            self._numpy = _to_numpy(self._type)
        return self._numpy

    @property
    def __numpy_dtype__(self) -> np.dtype:
        """What makes NumPy take this object for its dtype."""
        return self.numpy


def dtype(obj: Any) -> DType:
    """Returns the dtype that an object means to NumPy, for the compiler.

    It takes what `numpy.dtype` takes, with its meaning: `"i8"` is int64. What NumPy
    accepts and a compiler must not is refused; docs/python-dtypes.md lists both.

    >>> dtype("M8[25s]").mlir
    '!dtyp.datetime64<25s>'

    The names of ml_dtypes are taken, not their typestrs, which are those of raw bytes.
    What NumPy keeps beside a dtype and no element shows is left out: metadata, and
    the scalar type of a record array (`numpy.record`), and a byte order of one byte.

    Raises:
        DTypeError: The object is no dtype and provides none, or the dtype is one that
            no GPU has: object, longdouble, a string without a length, ...
        Exception: What the property `__numpy_dtype__` of the object raises, as it is.
    """
    if isinstance(obj, DType):
        return obj
    return _of_numpy(numpy_dtype(obj))


# --- From and to NumPy.


class _TypeBuilder:
    """Makes the MLIR types of NumPy's dtypes."""

    def scalar(self, name: str) -> Type:
        return Type.named(name, _context())

    def big_endian(self, native: Type, dtype: np.dtype) -> Type:
        return Type.big_endian(native)

    def subarray(self, base: Type, shape: tuple[int, ...]) -> Type:
        return Type.subarray(base, shape)

    def record(
        self,
        fields: Sequence[spelling.Field[Type]],
        itemsize: int,
        alignment: int,
        is_aligned: bool,
    ) -> Type:
        parts = [(f.name, f.title or "", f.dtype, f.offset) for f in fields]
        return Type.record(_context(), parts, itemsize, alignment, is_aligned)


def _of_numpy(dtype: np.dtype) -> DType:
    result = _checked(lambda: spelling.build(dtype, _TypeBuilder()))
    made = DType._of(result)
    # Of a number: it is the same object. Others may have had what DType leaves out.
    if dtype.isbuiltin == 1:
        made._numpy = dtype
    return made


def _checked(make: Any) -> Type:
    """Calls a function that makes a type, whose errors have no place in a source."""
    try:
        return make()
    except DTypeError:
        raise
    except Error as error:
        raise DTypeError("; ".join(d.message for d in error.diagnostics)) from None


def _to_numpy(type: Type) -> np.dtype:
    if type.is_record:
        return _record_to_numpy(type)
    if type.base is not None:
        shape = type.shape[: len(type.shape) - len(type.base.shape)]
        return np.dtype((_to_numpy(type.base), tuple(shape)))
    if type.native is not None:
        return _to_numpy(type.native).newbyteorder(">")
    if type.is_cuda_vector:
        raise DTypeError(
            f"NumPy has no dtype for CUDA's vector '{type}': a record or a sub-array of "
            "its numbers would not be that vector"
        )
    name = _checked(type.spelling)
    try:
        return numpy_dtype(name)
    except DTypeError:
        if name not in spelling.ML_DTYPES:
            raise
        raise DTypeError(
            f"'{name}' is a dtype of the package ml_dtypes; install it"
        ) from None


def _record_to_numpy(type: Type) -> np.dtype:
    fields = type.fields
    layout: Any = {
        "names": [name for name, *_ in fields],
        "titles": [title or None for _, title, *_ in fields],
        "formats": [_to_numpy(dtype) for _, _, dtype, _ in fields],
        "offsets": [offset for *_, offset in fields],
        "itemsize": type.itemsize,
        "aligned": type.is_aligned_record,
    }
    result = np.dtype(layout)
    if result.alignment != type.alignment(False):
        raise DTypeError(
            f"NumPy has no record of {type.itemsize} bytes with these fields that is "
            f"aligned to {type.alignment(False)} bytes, only to {result.alignment}: '{type}'"
        )
    return result


# --- Promotion and casting.


def promote(*operands: Any, rules: Rules = "numpy") -> DType:
    """Returns the dtype of the result of an operation on elements of all operands.

    An operand is what `dtyp.dtype` takes, or a Python number. An `int`, `float` or
    `complex` is weak: it adapts to the others (NEP 50); a `bool` is of NumPy's bool.
    The value does not matter. All operands count at once, as for `numpy.result_type`.

    >>> promote("i1", "u1", "f2").name, promote("f2", 1.0).name
    ('float16', 'float16')

    Args:
        rules: `numpy`, those of `numpy.result_type`, but where NumPy takes dtypes of
            ml_dtypes for bytes of a size there is none (docs/rationale/dtyp.md has the
            differences); or `jax`, JAX's lattice.

    Raises:
        DTypeError: There is no such dtype.
        ValueError: `rules` is neither.
    """
    if rules not in _RULES:
        raise ValueError(f"expected rules of numpy, jax, but got {rules!r}")
    types = [_operand(operand) for operand in operands]
    return DType._of(_checked(lambda: Type.promote(types, _RULES[rules], _context())))


def _operand(operand: Any) -> Type:
    kind = _WEAK.get(type(operand))
    if kind is not None:
        return Type.weak(kind, _context())
    return dtype(bool if type(operand) is bool else operand)._type


def can_cast(source: Any, target: Any, casting: Casting = "safe") -> bool:
    """Returns whether elements of a dtype can be cast to another, as `numpy.can_cast`.

    Both are what `dtyp.dtype` takes. Dtypes of ml_dtypes are cast by what they are,
    where NumPy goes by their sizes: `float8_e4m3fn` to `int4` is not safe.

    Raises:
        DTypeError: One is no dtype.
        ValueError: `casting` is no level.
    """
    if casting not in _CASTING:
        raise ValueError(
            f"expected a casting of {', '.join(_CASTING)}, but got {casting!r}"
        )
    level = dtype(source)._type.casting_level(dtype(target)._type)
    return level is not None and level <= _CASTING.index(casting)


# --- Providers.


@dataclass(frozen=True)
class Provider:
    """The compile-time type of an object that provides a dtype, frozen when it was made.

    Code is compiled for this dtype. NumPy reads `__numpy_dtype__` whenever it converts
    the object; this has read it once, and does not see what the object says later.
    """

    class_name: str
    """The name of the object's class, which messages of the compiler name."""
    dtype: DType
    protocol: Literal["numpy_dtype", "legacy"] = "numpy_dtype"
    """Through `__numpy_dtype__`, or through the bare `.dtype` alone."""

    mlir: str = field(init=False, repr=False, compare=False)
    """The text of the MLIR type, such as `!dtyp.provider<"Foo", ui8>`."""

    def __post_init__(self) -> None:
        is_legacy = self.protocol == "legacy"
        name, type = self.class_name, self.dtype._type
        text = str(_checked(lambda: Type.provider(name, type, is_legacy)))
        object.__setattr__(self, "mlir", text)

    def __str__(self) -> str:
        return self.mlir

    def __repr__(self) -> str:
        return f"<dtyp.Provider {self.mlir}, frozen when it was made>"


def provider(obj: Any, *, allow_legacy: bool = False) -> Provider:
    """Returns the type of an object, or of a class, that provides a dtype.

    `__numpy_dtype__` is read once, now: the type is frozen. Ask again for an object
    whose dtype has changed.

    >>> class Foo:
    ...     __numpy_dtype__ = np.dtype("u1")
    >>> provider(Foo()).mlir
    '!dtyp.provider<"Foo", ui8>'

    Args:
        allow_legacy: Whether an object without `__numpy_dtype__` may provide its dtype
            by the bare `.dtype`. The type says so, and ops refuse it that do not
            allow it, too.

    Raises:
        DTypeError: The object provides no dtype, or one that no GPU has.
        Exception: What a property raises, as it is.
    """
    name = (obj if isinstance(obj, type) else type(obj)).__name__
    try:
        return Provider(name, _of_numpy(provided_dtype(obj)))
    except DTypeError:
        legacy = getattr(obj, "dtype", None) if allow_legacy else None
        is_array = isinstance(obj, np.ndarray | np.generic)
        if is_array or not isinstance(legacy, np.dtype):
            raise
        return Provider(name, _of_numpy(legacy), "legacy")

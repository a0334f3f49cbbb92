"""The arguments of a kernel: what each takes, and the parameters that pass it.

The parameters are those of the compiled kernel: an object takes those of its run-time
fields, none if it has none; a memref of rank R takes 3 + 2 R, of 64 bits each: its two
pointers, its offset, its sizes and its strides; anything else takes one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dtyp._dtyp import ArgumentType, Context, KernelArgument
from dtyp.arrays import ArrayArgument, ArrayView
from dtyp.dtypes import DType, can_cast, dtype, provider
from dtyp.protocol import numpy_dtype, provided_dtype
from dtyp.scalars import ScalarArgument

Packed = bytes | ArrayView
"""The bytes of a parameter, or an array, whose parameters depend on where it is."""


class _Array:
    def __init__(self, type: ArgumentType) -> None:
        self._array = ArrayArgument(type)

    def pack(self, value: Any) -> tuple[Packed, ...]:
        return (self._array.view(value),)


class _Scalar:
    def __init__(self, type: ArgumentType) -> None:
        self._scalar = ScalarArgument(type)

    def pack(self, value: Any) -> tuple[Packed, ...]:
        return (self._scalar.pack(value),)


class _Object:
    """An object that provides a dtype, for which the kernel was compiled."""

    def __init__(self, type: ArgumentType) -> None:
        self._type = type
        self._is_dtype = str(type).startswith("!dtyp.dtype<")
        self._is_legacy = str(type).endswith(", legacy>")
        self._fields = [(name, _make(field)) for name, field in type.fields]
        self._expected: DType | None = None
        # Whether a dtype is the one that is provided.
        self._known: dict[Any, bool] = {}

    def pack(self, value: Any) -> tuple[Packed, ...]:
        if self._is_dtype:
            found = value if isinstance(value, DType) else numpy_dtype(value)
        elif self._is_legacy:
            found = provider(value, allow_legacy=True).dtype
        else:
            found = provided_dtype(value)
        if not self._provides(found):
            what = "a dtype" if self._is_dtype else f"one of class '{_class(value)}' for"
            raise TypeError(
                f"expected an object that provides '{self._type.element}', for which the "
                f"kernel was compiled, but got {what} {found}; compile one for that"
            )
        packed: tuple[Packed, ...] = ()
        for name, field in self._fields:
            if not hasattr(value, name):
                raise TypeError(
                    f"expected an object with the run-time field '{name}', but got one of "
                    f"class '{_class(value)}' without that attribute"
                )
            packed += _prefixed(f"field '{name}'", field, getattr(value, name))
        return packed

    def _provides(self, found: Any) -> bool:
        known = self._known.get(found)
        if known is None:
            if self._expected is None:
                self._expected = DType.from_mlir(self._type.element)
            known = can_cast(dtype(found), self._expected, "no")
            if len(self._known) < _MAX_KNOWN:
                self._known[found] = known
        return known


# How many dtypes an argument remembers.
_MAX_KNOWN = 64


def _class(value: Any) -> str:
    return value.__name__ if isinstance(value, type) else type(value).__name__


def _make(type: ArgumentType) -> _Array | _Scalar | _Object:
    if type.kind == "memref":
        return _Array(type)
    if type.kind == "scalar":
        return _Scalar(type)
    if type.kind == "provider":
        return _Object(type)
    raise TypeError(
        "expected a kernel that takes ranked memrefs, numbers and objects that provide "
        f"dtypes, but got an argument of type '{type}'"
    )


def _prefixed(where: str, argument: _Array | _Scalar | _Object, value: Any) -> tuple:
    try:
        return argument.pack(value)
    except TypeError as error:
        raise TypeError(f"{where}: {error}") from error
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


class Arguments:
    """The arguments of a kernel, as its author wrote them."""

    def __init__(
        self, context: Context, kernel: str, arguments: Sequence[KernelArgument]
    ) -> None:
        self.types = tuple(argument.type for argument in arguments)
        self._kernel = kernel
        self._arguments = []
        for number, text in enumerate(self.types, 1):
            try:
                argument = _make(ArgumentType.parse(context, text))
            except TypeError as error:
                raise TypeError(f"'{kernel}', argument {number}: {error}") from error
            self._arguments.append((f"argument {number}", argument))

    def pack(self, values: Sequence[Any]) -> list[Packed]:
        """Checks the values of a launch, and returns what passes them.

        Raises:
            TypeError: There are more or fewer values than arguments, or one is of
                another kind or dtype; the message says which.
            ValueError: An array has another shape, other strides or another alignment,
                or a number does not fit.
        """
        if len(values) != len(self._arguments):
            expected = ", ".join(f"'{text}'" for text in self.types) or "none"
            plural = "" if len(self.types) == 1 else "s"
            raise TypeError(
                f"expected {len(self.types)} argument{plural} for '{self._kernel}': "
                f"{expected}; but got {len(values)}"
            )
        packed: list[Packed] = []
        for (where, argument), value in zip(self._arguments, values):
            packed += _prefixed(where, argument, value)
        return packed

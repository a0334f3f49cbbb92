"""What the adapters for Numba's compilers read from an object that has a dtype."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from dtyp.protocol import DTypeError, provided_dtype
from dtyp.spelling import spell


@dataclass(frozen=True)
class ObjectDType:
    """The dtype of an object, or of a class, at the moment when it was read."""

    class_name: str
    """The name of the class."""
    numpy_dtype: np.dtype | None
    """What `__numpy_dtype__` provides; None after an error."""
    error: str | None
    """What is wrong with the object in dtype position; None if nothing is."""
    legacy_dtype: np.dtype | None
    """The value of the attribute `.dtype`, where it is a dtype."""

    @property
    def key(self) -> tuple[str | None, ...]:
        """What tells two apart: of dtypes the spelling, which has the whole layout,
        where NumPy's equality does not see the alignment."""
        dtypes = (self.numpy_dtype, self.legacy_dtype)
        return (self.class_name, *map(_spell_or_repr, dtypes), self.error)

    def __str__(self) -> str:
        provides = "no dtype" if self.numpy_dtype is None else str(self.numpy_dtype)
        return f"{self.class_name}({provides})"


def warn_of_version(compiler: ModuleType, name: str, tested: tuple[str, ...]) -> None:
    """Warns, where an adapter is imported, of a compiler that it is not tested with."""
    if compiler.__version__ not in tested:
        warnings.warn(
            f"dtyp.{compiler.__name__} is tested with {name} {', '.join(tested)}, but "
            f"found {compiler.__version__}",
            stacklevel=3,
        )


def read_object(obj: Any) -> ObjectDType | None:
    """Reads the dtype of an object or class with `__numpy_dtype__` or `.dtype`.

    An object that is no provider, although it has one of them, gets the error for where
    it stands in dtype position. Returns None of what has neither.
    """
    if isinstance(obj, ModuleType):
        return None
    is_class = isinstance(obj, type)
    legacy = _attribute_or_none(obj, "dtype")
    legacy_dtype = legacy if isinstance(legacy, np.dtype) else None
    # A property of a class is no `.dtype` of the class; its objects have it.
    has_legacy = legacy_dtype is not None or (is_class and isinstance(legacy, property))
    if not has_legacy and not _has_protocol(obj):
        return None
    name = (obj if is_class else type(obj)).__name__
    try:
        return ObjectDType(name, provided_dtype(obj), None, legacy_dtype)
    except DTypeError as error:
        return ObjectDType(name, None, str(error), legacy_dtype)


def _attribute_or_none(obj: Any, name: str) -> Any:
    try:
        return getattr(obj, name, None)
    except Exception:
        return None


def _has_protocol(obj: Any) -> bool:
    """Whether an object has `__numpy_dtype__`, which may raise an exception."""
    try:
        obj.__numpy_dtype__
    except AttributeError:
        return any("__numpy_dtype__" in vars(c) for c in type(obj).__mro__)
    except Exception:
        return True
    return True


def _spell_or_repr(dtype: np.dtype | None) -> str | None:
    if dtype is None:
        return None
    try:
        return spell(dtype)
    except DTypeError:
        return repr(dtype)

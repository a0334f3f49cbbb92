"""From an object to the `numpy.dtype` that it means: NumPy's rules, made stricter.

`numpy.dtype(obj)` takes nearly everything; what it does not know becomes
`dtype('O')`, which no GPU has. `numpy_dtype(obj)` follows the same rules in the
same order (`_convert_from_any` in NumPy's `descriptor.c`), and refuses with a
message of its own what a compiler has to refuse. docs/python-dtypes.md compares the
two, case by case.

The protocol is that of NumPy 2.4: the attribute `__numpy_dtype__` of the object, read
once, never called, its value a `numpy.dtype` that is taken as it is. It is read here,
not by NumPy: the answers are those of NumPy 2.4 with every NumPy from 2.0.

This module needs Python and NumPy, not the native library.
"""

from __future__ import annotations

import sys
import types
from typing import Any

import numpy as np

from dtyp.diagnostics import Diagnostic, Error

# Rule 3b of `_convert_from_type`: these classes alone, not those that inherit.
_BUILTINS = (int, float, complex, bool, bytes, str, memoryview, object)
_ABSTRACT = (
    np.generic,
    np.number,
    np.integer,
    np.signedinteger,
    np.unsignedinteger,
    np.inexact,
    np.floating,
    np.complexfloating,
    np.flexible,
    np.character,
)
_ARRAY_ATTRIBUTES = (
    "__array_interface__",
    "__cuda_array_interface__",
    "__array_struct__",
    "__array__",
    "__dlpack__",
)


class DTypeError(Error, TypeError):
    """An object that is no dtype and provides none, or a dtype that no GPU has.

    It is an `Error`, whose one diagnostic has no location, and a `TypeError`, which is
    what `numpy.dtype` raises.
    """

    def __init__(self, message: str) -> None:
        super().__init__((Diagnostic("error", message),))
        # What pickle makes the same error of.
        self.args = (message,)

    def __str__(self) -> str:
        return self.args[0]


def numpy_dtype(obj: Any) -> np.dtype:
    """Returns the dtype that `numpy.dtype(obj)` means, or refuses.

    What NumPy accepts is accepted: names and typestrs, NumPy's scalar types, Python's
    `int`, `float`, ..., `ctypes`, records as lists, tuples and dictionaries, dtypes,
    `None` for float64, and objects, classes and parts of records that have the
    attribute `__numpy_dtype__`. Names of ml_dtypes import it where it is installed.

    Raises:
        DTypeError: NumPy refuses it, too; or it is one of those that NumPy accepts and
            that make wrong kernels: an object or array with the bare `.dtype`, a NumPy
            scalar, a class of which NumPy makes `dtype('O')`.
        Exception: What the property `__numpy_dtype__` of the object raises, as it is;
            an AttributeError alone becomes a DTypeError, where NumPy goes on to
            `.dtype`.
    """
    if obj is None or _is(obj, np.dtype):
        return np.dtype(obj)
    if _is(obj, type):
        return _dtype_of_class(obj)
    if _is(obj, bytes | str | tuple | list | dict | types.MappingProxyType):
        return _dtype_of_spelling(obj)
    if _is(obj, np.ndarray):
        raise _array_error(obj)
    return _dtype_of_object(obj)


def provided_dtype(obj: Any) -> np.dtype:
    """Returns the dtype that an object or a class provides through `__numpy_dtype__`.

    Unlike `numpy_dtype`, it takes nothing else: no dtypes, names or scalar types. The
    attribute is read once.

    Raises:
        DTypeError: The object has no such attribute, or one with a wrong value.
        Exception: What a property raises, as it is.
    """
    if _is(obj, np.dtype | bytes | str | tuple | list | dict | types.MappingProxyType):
        raise DTypeError(
            "expected an object that provides a dtype through '__numpy_dtype__', but "
            f"got one of class '{_name(type(obj))}', which NumPy takes for a dtype itself"
        )
    if _is(obj, np.ndarray):
        raise _array_error(obj)
    if _is(obj, type):
        if issubclass(obj, np.generic) or any(obj is c for c in _BUILTINS):
            raise DTypeError(
                "expected an object that provides a dtype through '__numpy_dtype__', "
                f"but got the scalar type '{_name(obj)}'"
            )
    dtype = _read_protocol(obj)
    if dtype is None:
        raise _no_class_error(obj) if _is(obj, type) else _no_object_error(obj)
    return dtype


def _is(obj: Any, classes: Any) -> bool:
    """As NumPy asks: by the type itself, whatever `__class__` says."""
    return issubclass(type(obj), classes)


def _name(cls: type) -> str:
    return cls.__name__


def _defines(cls: type, name: str) -> bool:
    """Whether a class defines an attribute, which is not read."""
    return any(name in vars(base) for base in cls.__mro__)


# --- The protocol.


def _read_protocol(obj: Any) -> np.dtype | None:
    """Reads `__numpy_dtype__` once; None if there is no such attribute.

    As `_try_convert_from_dtype_attr` in `descriptor.c`, without the way back to
    `.dtype`.
    """
    try:
        value = obj.__numpy_dtype__
    except AttributeError as error:
        is_defined = _defines(type(obj), "__numpy_dtype__") or (
            _is(obj, type) and _defines(obj, "__numpy_dtype__")
        )
        if not is_defined:
            return None
        raise DTypeError(
            f"'__numpy_dtype__' of {_describe(obj)} raises an AttributeError: {error}"
        ) from error
    if _is(value, np.dtype):
        return value
    raise _value_error(obj, value)


def _describe(obj: Any) -> str:
    if _is(obj, type):
        return f"the class '{_name(obj)}'"
    return f"an object of class '{_name(type(obj))}'"


def _value_error(obj: Any, value: Any) -> DTypeError:
    """The error for a `__numpy_dtype__` that is no dtype."""
    whose = f"'__numpy_dtype__' of {_describe(obj)}"
    if value is None:
        return DTypeError(f"{whose} is None: it declares that it is no dtype")
    if _is(value, types.MethodType | types.FunctionType):
        return DTypeError(
            f"{whose} is a method, and is never called; make it a property, and pass "
            "an object of the class"
        )
    if _is(obj, type) and hasattr(type(value), "__get__"):
        return DTypeError(
            f"{whose} is a property, which only its objects have, and NumPy makes "
            f"dtype('O') of the class; instantiate it: '{_name(obj)}(...)'"
        )
    if value is obj:
        return DTypeError(f"{whose} is the object itself, not a numpy.dtype")
    if _is(value, type):
        found = f"the class '{_name(value)}'"
        if issubclass(value, np.generic) or any(value is c for c in _BUILTINS):
            found = f"the scalar type '{_name(value)}'"
        elif issubclass(value, np.dtype):
            found = f"the class of dtypes '{_name(value)}'"
        return DTypeError(
            f"{whose} is {found}; expected a numpy.dtype: wrap it in np.dtype()"
        )
    if _is(value, str | bytes):
        return DTypeError(
            f"{whose} is the string {value!r}; expected np.dtype({value!r})"
        )
    if _defines(type(value), "__numpy_dtype__"):
        return DTypeError(
            f"{whose} is another provider, {_describe(value)}; expected a numpy.dtype, "
            "a provider's own '__numpy_dtype__' is not asked"
        )
    return DTypeError(f"{whose} is {_describe(value)}; expected a numpy.dtype")


# --- Objects.


def _dtype_of_object(obj: Any) -> np.dtype:
    """Rule 10 of `_convert_from_any`."""
    dtype = _read_protocol(obj)
    if dtype is not None:
        return dtype
    if _is(obj, np.generic) or hasattr(obj, "dtype"):
        raise _no_object_error(obj)
    try:
        # Objects of ctypes.
        return np.dtype(obj)
    except TypeError:
        raise _no_object_error(obj) from None


def _no_object_error(obj: Any) -> DTypeError:
    """The error for an object without `__numpy_dtype__`."""
    if _is(obj, np.generic):
        return DTypeError(
            f"expected a dtype, but got a NumPy scalar of class '{_name(type(obj))}'; "
            "pass its '.dtype'"
        )
    if not hasattr(obj, "dtype"):
        return DTypeError(
            "expected a dtype, or an object that provides one through "
            f"'__numpy_dtype__', but got {_describe(obj)}"
        )
    if any(_defines(type(obj), name) for name in _ARRAY_ATTRIBUTES):
        return _array_error(obj)
    remedy = "define '__numpy_dtype__' on it"
    if _is(obj.dtype, np.dtype):
        remedy += ", or pass its '.dtype' explicitly"
    return DTypeError(
        f"{_describe(obj)} has the legacy '.dtype' attribute and no '__numpy_dtype__'; "
        f"{remedy}"
    )


def _array_error(obj: Any) -> DTypeError:
    return DTypeError(
        f"cannot construct a dtype from an array of class '{_name(type(obj))}'; pass its "
        "'.dtype' for the dtype of its elements"
    )


# --- Classes.


def _dtype_of_class(cls: type) -> np.dtype:
    """`_convert_from_type` in `descriptor.c`."""
    if issubclass(cls, np.generic):
        return _dtype_of_scalar_type(cls)
    if any(cls is builtin for builtin in _BUILTINS):
        return np.dtype(cls)
    if not issubclass(cls, np.dtype):
        dtype = _read_protocol(cls)
        if dtype is not None:
            return dtype
        if not hasattr(cls, "dtype"):
            dtype = _dtype_known_to_numpy(cls)
            if dtype.kind != "O":
                return dtype
    raise _no_class_error(cls)


def _dtype_known_to_numpy(cls: type) -> np.dtype:
    """The dtype of a type of ctypes, or of a scalar type of another package."""
    try:
        return np.dtype(cls)
    except Exception as error:
        raise DTypeError(
            f"NumPy has no dtype of the class '{_name(cls)}': {error}"
        ) from error


def _dtype_of_scalar_type(cls: type) -> np.dtype:
    if any(cls is abstract for abstract in _ABSTRACT):
        raise DTypeError(
            f"expected a dtype, but got the abstract scalar type '{_name(cls)}'; choose "
            "one of its sizes"
        )
    if issubclass(cls, np.void):
        own = cls.__mro__[: cls.__mro__.index(np.void)]
        for name in ("dtype", "__numpy_dtype__"):
            if any(name in vars(base) for base in own):
                raise DTypeError(
                    f"the class '{_name(cls)}' inherits from numpy.void, and NumPy 2.4 "
                    f"takes it for dtype('V') without its '{name}'; pass "
                    f"'{_name(cls)}.{name}'"
                )
    return _dtype_known_to_numpy(cls)


def _no_class_error(cls: type) -> DTypeError:
    """The error for a class of which NumPy makes `dtype('O')`, or none."""
    name = _name(cls)
    if issubclass(cls, np.dtype):
        return DTypeError(
            f"the class of dtypes '{name}' is no dtype, and NumPy makes dtype('O') of "
            f"it; instantiate it: '{name}()'"
        )
    if issubclass(cls, np.ndarray):
        return DTypeError(
            f"the class of arrays '{name}' is no dtype, and NumPy makes dtype('O') of it; "
            "pass the dtype of an array's elements"
        )
    if hasattr(cls, "dtype"):
        return DTypeError(
            f"the class '{name}' has the legacy '.dtype' attribute and no "
            "'__numpy_dtype__'; define '__numpy_dtype__' on it, or pass the '.dtype' of an "
            "object explicitly"
        )
    return DTypeError(
        f"the class '{name}' provides no dtype, and NumPy makes dtype('O') of it; pass an "
        "object that has '__numpy_dtype__', or a scalar type"
    )


# --- Spellings.


def _dtype_of_spelling(spelling: Any) -> np.dtype:
    """Rules 4 to 8 of `_convert_from_any`: these never have a protocol."""
    prepared = _prepare(spelling)
    try:
        return np.dtype(prepared)
    except Exception as error:
        first = error
    # The names of ml_dtypes are known once it is imported.
    if "ml_dtypes" not in sys.modules:
        try:
            import ml_dtypes  # noqa: F401

            return np.dtype(prepared)
        except ImportError:
            pass
        except Exception as error:
            first = error
    raise DTypeError(f"NumPy has no dtype {_shorten(spelling)}: {first}") from first


def _shorten(spelling: Any) -> str:
    text = repr(spelling)
    return text if len(text) <= 80 else text[:77] + "..."


def _prepare(spec: Any) -> Any:
    """Replaces the objects and classes in a spelling by their dtypes.

    Only these: `align` goes down into spellings, and not into dtypes.
    """
    if _is(spec, tuple):
        # (dtype, shape), (dtype, new dtype), (dtype, fields), ("S", length).
        if len(spec) != 2:
            return tuple(spec)
        return (_prepare(spec[0]), spec[1] if _is_shape(spec[1]) else _prepare(spec[1]))
    if _is(spec, list):
        return [_prepare_field(field) for field in spec]
    if _is(spec, dict | types.MappingProxyType):
        return _prepare_dictionary(spec)
    if _is(spec, str | bytes):
        return spec
    return numpy_dtype(spec)


def _is_shape(value: Any) -> bool:
    if _is(value, tuple | list):
        return all(_is_shape(extent) for extent in value)
    return hasattr(type(value), "__index__") and not _defines(
        type(value), "__numpy_dtype__"
    )


def _prepare_field(field: Any) -> Any:
    """Of a list: (name, dtype) or (name, dtype, shape)."""
    if not _is(field, tuple) or len(field) not in (2, 3):
        return field
    name = field[0]
    return (name, _prepare_format(name, field[1]), *field[2:])


def _prepare_dictionary(spec: Any) -> dict:
    """Of the form {"names": ..., "formats": ...}, or {name: (dtype, offset)}."""
    result = dict(spec)
    if "names" in result and "formats" in result:
        if _is(result["formats"], list | tuple) and _is(result["names"], list | tuple):
            names = [*result["names"], *[""] * len(result["formats"])]
            result["formats"] = [
                _prepare_format(name, item)
                for name, item in zip(names, result["formats"])
            ]
        return result
    return {
        name: (
            (_prepare_format(name, field[0]), *field[1:])
            if _is(field, tuple) and len(field) in (2, 3)
            else field
        )
        for name, field in result.items()
    }


def _prepare_format(name: Any, spec: Any) -> Any:
    try:
        return _prepare(spec)
    except DTypeError as error:
        name = name[-1] if _is(name, tuple) and name else name
        raise DTypeError(f"field {name!r}: {error}") from error

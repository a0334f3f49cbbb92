"""Objects with a dtype in the kernels of numba-cuda.

After `enable()`, `cuda.local.array(shape, dtype=obj)` and `cuda.shared.array` take, in
kernels, an object or class whose NumPy dtype comes through `__numpy_dtype__`, as if the
dtype were written out. The arrays are that compiler's own; its typing is extended, by its
extension points alone. An object as an argument of a kernel is no parameter of it, where
the kernel has the extension for that:

    @cuda.jit(extensions=[dtyp.numba_cuda.object_arguments])

docs/numba.md has what works and what does not.
"""

from __future__ import annotations

from typing import Any

import numba_cuda
from numba.cuda import types
from numba.cuda.core.errors import NumbaNotImplementedError, TypingError
from numba.cuda.core.imputils import lower_constant
from numba.cuda.extending import (
    core_models,
    infer_getattr,
    lower_getattr,
    register_model,
    typeof_impl,
)
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing.templates import AttributeTemplate

from dtyp.numba_objects import ObjectDType, read_object, warn_of_version

TESTED_VERSIONS = ("0.30.4",)
"""The versions of numba-cuda that the tests have run with."""

warn_of_version(numba_cuda, "numba-cuda", TESTED_VERSIONS)

_is_enabled = False


class ObjectType(types.DTypeSpec):
    """The type of an object, or of a class, that has a dtype or claims to.

    A `DTypeSpec` is what that compiler takes in dtype position.
    """

    def __init__(self, read: ObjectDType) -> None:
        self.read = read
        self._key = read.key
        super().__init__(name=str(read))

    @property
    def key(self) -> tuple:
        return self._key

    @property
    def dtype(self) -> types.Type:
        """The compiler's type of an element, or a typing error."""
        if self.read.numpy_dtype is None:
            raise TypingError(self.read.error)
        return _element_type(self.read.numpy_dtype)


@register_model(ObjectType)
class ObjectModel(core_models.StructModel):
    """A structure without members: nothing at run time."""

    def __init__(self, dmm: Any, fe_type: ObjectType) -> None:
        super().__init__(dmm, fe_type, [])


class ObjectArguments:
    """An extension of `cuda.jit` for kernels with such objects as arguments."""

    def prepare_args(
        self, ty: types.Type, val: Any, stream: Any = None, retr: list | None = None
    ) -> tuple[types.Type, Any]:
        return (types.Tuple(()), ()) if isinstance(ty, ObjectType) else (ty, val)


object_arguments = ObjectArguments()


def argument_type(obj: object) -> ObjectType:
    """The type of an object, for the signature of a kernel.

    Raises:
        TypeError: The object has no dtype.
    """
    read = read_object(obj)
    if read is None:
        raise TypeError(f"expected an object with a dtype, but got {obj!r}")
    return ObjectType(read)


def _element_type(dtype: Any) -> types.Type:
    try:
        return from_dtype(dtype)
    except (NumbaNotImplementedError, NotImplementedError):
        raise TypingError(
            f"numba-cuda has no type for elements of dtype {dtype}"
        ) from None


def _add_typeof(cls: type) -> None:
    """Types what `typeof_impl` has no answer for among the objects of a class."""
    known = typeof_impl.dispatch(cls)

    def typeof_object(obj: Any, context: Any) -> types.Type | None:
        typed = known(obj, context)
        if typed is not None:
            return typed
        read = read_object(obj)
        return None if read is None else ObjectType(read)

    typeof_impl.register(cls)(typeof_object)


def enable() -> None:
    """Makes kernels that are compiled from now on take objects with a dtype.

    It is for the whole process, and cannot be undone.
    """
    global _is_enabled
    if _is_enabled:
        return
    _add_typeof(object)
    _add_typeof(type)

    @infer_getattr
    class ObjectAttributes(AttributeTemplate):
        key = ObjectType

        def resolve_dtype(self, obj: ObjectType) -> types.Type | None:
            dtype = obj.read.legacy_dtype
            return None if dtype is None else types.DType(_element_type(dtype))

    @lower_getattr(ObjectType, "dtype")
    def lower_dtype(context, builder, typ, value) -> Any:
        return context.get_dummy_value()

    @lower_constant(ObjectType)
    def lower_object(context, builder, typ, value) -> Any:
        return context.get_constant_undef(typ)

    _is_enabled = True

"""How numba-cuda-mlir types an object that has a dtype.

Such an object is a `DTypeSpec`, that compiler's base class of what may stand in dtype
position: its typing of `cuda.local.array` and `cuda.shared.array` asks a `DTypeSpec`
for its `dtype`, the type of an element. An object that is none is asked, too, and answers
with an error that has dtyp's message.

The dtype is part of the object's type. It is read when a kernel is typed (of an object
that the kernel captures) or launched (of an argument), and frozen in that kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numba_cuda_mlir import types as mlir_types
from numba_cuda_mlir.extending import lowering_registry, register_model
from numba_cuda_mlir.extending import typeof_impl, typing_registry
from numba_cuda_mlir.models import DTypeSpecModel, OpaqueModel, TupleModel
from numba_cuda_mlir.numba_cuda import types
from numba_cuda_mlir.numba_cuda.core.errors import NumbaNotImplementedError
from numba_cuda_mlir.numba_cuda.core.errors import TypingError
from numba_cuda_mlir.numba_cuda.np.numpy_support import from_dtype
from numba_cuda_mlir.numba_cuda.types.ext_types import bfloat16
from numba_cuda_mlir.numba_cuda.typing.templates import AttributeTemplate

from dtyp.numba_objects import ObjectDType, read_object

# The compiler has types of these, and none of their names in NumPy.
_ML_DTYPES = {
    "float8_e3m4": "f8E3M4",
    "float8_e4m3": "f8E4M3",
    "float8_e4m3b11fnuz": "f8E4M3B11FNUZ",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e4m3fnuz": "f8E4M3FNUZ",
    "float8_e5m2": "f8E5M2",
    "float8_e5m2fnuz": "f8E5M2FNUZ",
    "float8_e8m0fnu": "f8E8M0FNU",
    "float6_e2m3fn": "f6E2M3FN",
    "float6_e3m2fn": "f6E3M2FN",
    "float4_e2m1fn": "f4E2M1FN",
}


class ObjectType(types.Type):
    """The type of an object, or of a class, that has a dtype or claims to."""

    def __init__(self, read: ObjectDType) -> None:
        self.read = read
        self._key = (type(self), *read.key)
        types.Type.__init__(self, name=str(read))

    @property
    def key(self) -> tuple:
        return self._key


class ProviderType(ObjectType, types.DTypeSpec):
    """The type of an object that provides a dtype which the compiler has a type of."""

    @property
    def dtype(self) -> types.Type:
        """The compiler's type of an element, or a typing error."""
        if self.read.error is not None:
            raise TypingError(self.read.error)
        return element_type(self.read.numpy_dtype)


class RefusedType(ObjectType, types.TypeRef):
    """The type of an object that is an error in dtype position, and only there.

    A `TypeRef` is the other thing that the compiler takes in dtype position, and asks
    for its `instance_type`.
    """

    @property
    def instance_type(self) -> types.Type:
        raise TypingError(self.read.error)


class ErasedType(ProviderType, types.BaseTuple):
    """The type of an object as an argument of a kernel.

    A tuple without elements takes no parameter of a kernel in this compiler.
    """

    types = ()
    count = 0

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[types.Type]:
        return iter(())


register_model(ProviderType)(DTypeSpecModel)
register_model(RefusedType)(OpaqueModel)
register_model(ErasedType)(TupleModel)


def type_of_object(obj: Any) -> ObjectType | None:
    """The type of an object or class with a dtype, else None."""
    read = read_object(obj)
    if read is None:
        return None
    if read.error is None:
        try:
            element_type(read.numpy_dtype)
        except TypingError as error:
            read = replace(read, error=str(error))
    return ProviderType(read) if read.error is None else RefusedType(read)


def erase(object_type: ObjectType) -> ErasedType:
    """The same object as an argument of a kernel."""
    return ErasedType(object_type.read)


def element_type(dtype: np.dtype) -> types.Type:
    """The compiler's type of an element of a dtype.

    Raises:
        TypingError: The compiler has none.
    """
    try:
        return from_dtype(dtype)
    except (NumbaNotImplementedError, NotImplementedError):
        if dtype.name in _ML_DTYPES:
            return getattr(mlir_types, _ML_DTYPES[dtype.name])
        raise TypingError(
            f"numba-cuda-mlir has no type for elements of dtype {dtype}"
        ) from None


def ml_dtype_name(element: types.Type) -> str | None:
    """The name in ml_dtypes of one of the compiler's own element types."""
    if element in (bfloat16, mlir_types.bf16):
        return "bfloat16"
    for name, own_name in _ML_DTYPES.items():
        if element == getattr(mlir_types, own_name):
            return name
    return None


def _add_typeof(cls: type) -> None:
    """Types what `typeof_impl` has no answer for among the objects of a class."""
    known = typeof_impl.dispatch(cls)

    def typeof_object(obj: Any, context: Any) -> types.Type | None:
        typed = known(obj, context)
        return type_of_object(obj) if typed is None else typed

    typeof_impl.register(cls)(typeof_object)


def enable() -> None:
    """Registers the types, by the compiler's extension points."""
    _add_typeof(object)
    _add_typeof(type)

    @typing_registry.register_attr
    class ObjectAttributes(AttributeTemplate):
        key = ObjectType

        def resolve_dtype(self, obj: ObjectType) -> types.Type | None:
            dtype = obj.read.legacy_dtype
            return None if dtype is None else types.DType(element_type(dtype))

    @lowering_registry.lower_getattr(ObjectType, "dtype")
    def lower_dtype(context, lower, target, value) -> None:
        lower.store_var(target, lower.get_numba_type(target.name).dtype)

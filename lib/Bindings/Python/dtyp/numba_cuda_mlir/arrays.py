"""How numba-cuda-mlir lowers an array that dtyp makes.

Lowerings are registered for argument types that are more specific than those of the
compiler's own lowerings, so that its overload resolution prefers them. Each asks the
resolver for the array and builds the op that comes back with the compiler's MLIR. What
dtyp has no part in, shapes that are not constants and dynamic shared memory, goes on to
the compiler's lowering.
"""

from __future__ import annotations

import inspect
import itertools
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numba_cuda_mlir import cuda
from numba_cuda_mlir._mlir import ir
from numba_cuda_mlir._mlir.dialects import memref
from numba_cuda_mlir.extending import lowering_registry
from numba_cuda_mlir.lowering.cuda import cuda_local_array, cuda_shared_memory
from numba_cuda_mlir.lowering_utilities import get_type_size_bytes
from numba_cuda_mlir.numba_cuda import types
from numba_cuda_mlir.numba_cuda.core.errors import NumbaWarning, TypingError
from numba_cuda_mlir.numba_cuda.np.numpy_support import as_dtype

from dtyp.numba_cuda_mlir.objects import (
    ErasedType,
    ObjectType,
    ProviderType,
    ml_dtype_name,
)
from dtyp.protocol import DTypeError
from dtyp.resolver import ArrayRequest, Resolver, ResolverError
from dtyp.spelling import spell

resolver = Resolver()
"""The process that makes the arrays."""

_numbers = itertools.count()

_COMPILERS_OWN = {"local": cuda_local_array, "shared": cuda_shared_memory}

# What the compiler stores as bytes: it computes the address of an element from the
# size of its dtype, and the strides of such an array count elements.
_BYTE_STORED = (types.Record, types.CharSeq, types.UnicodeCharSeq)


@dataclass(frozen=True)
class ResolvedArray:
    """An array as dtyp made it: what is left of it is shape and alignment."""

    shape: tuple[int, ...]
    element_bytes: int
    alignment: int

    @property
    def size(self) -> int:
        """In bytes."""
        return int(np.prod(self.shape, dtype=object)) * self.element_bytes


@cache
def resolve(request: ArrayRequest) -> ResolvedArray:
    """Has an array made, once for each request, and reads it with the MLIR of the
    compiler, in the current context."""
    name = {"local": "memref.alloca", "shared": "memref.global"}[request.space]
    module = ir.Module.parse(resolver.resolve(request))
    found: list[ResolvedArray] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name == name:
            is_alloca = request.space == "local"
            of = op.results[0].type if is_alloca else op.attributes["type"].value
            array = ir.MemRefType(of)
            found.append(
                ResolvedArray(
                    tuple(array.shape),
                    get_type_size_bytes(array.element_type),
                    ir.IntegerAttr(op.attributes["alignment"]).value,
                )
            )
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    (array,) = found
    return array


def _spell(dtype_type: types.Type) -> tuple[str | None, str | None]:
    """The spelling of what stands in dtype position, and the class that provides it.

    The spelling is None of an element that is none of NumPy's, as a CUDA vector.
    """
    if isinstance(dtype_type, ObjectType):
        return spell(dtype_type.read.numpy_dtype), dtype_type.read.class_name
    if isinstance(dtype_type, types.StringLiteral):
        return spell(np.dtype(dtype_type.literal_value)), None
    element = dtype_type.dtype
    name = ml_dtype_name(element)
    if name is not None:
        return name, None
    try:
        return spell(as_dtype(element)), None
    except NotImplementedError:
        return None, None


def _extents(shape: types.Type) -> tuple[int, ...] | None:
    """The extents, if all are constants."""
    parts = (shape,) if isinstance(shape, types.Integer) else tuple(shape.types)
    if not all(isinstance(part, types.IntegerLiteral) for part in parts):
        return None
    return tuple(part.literal_value for part in parts)


def _alignment(*given: types.Type | None) -> int | None:
    for alignment in given:
        if isinstance(alignment, types.IntegerLiteral):
            return alignment.literal_value
    return None


def _signature(shape, dtype, alignment=None, alignas=None):
    """The parameters of `cuda.local.array`, for binding arguments to them."""


_PARAMETERS = inspect.signature(_signature)


def _lower_array(space: str, lower: Any, target: Any, args: list, kwargs: list) -> None:
    names = [*args, *(value for _, value in kwargs)]
    arguments = [lower.get_numba_type(variable.name) for variable in names]
    keywords = dict(zip((name for name, _ in kwargs), arguments[len(args) :]))
    bound = _PARAMETERS.bind(*arguments[: len(args)], **keywords)
    given = {"alignment": None, "alignas": None, **bound.arguments}

    try:
        spelling, class_name = _spell(given["dtype"])
    except DTypeError as error:
        raise TypingError(str(error), loc=target.loc) from None
    shape = _extents(given["shape"])
    # A shared array of no elements is this compiler's dynamic shared memory.
    is_dynamic = shape is None or (space == "shared" and shape == (0,))
    if is_dynamic or spelling is None:
        _COMPILERS_OWN[space](lower, target, args, kwargs)
        return
    alignment = _alignment(given["alignment"], given["alignas"])
    try:
        array = resolve(ArrayRequest(space, spelling, shape, alignment, class_name))
    except ResolverError as error:
        raise TypingError(str(error), loc=target.loc) from None
    element = lower.get_numba_type(target.name).dtype
    _warn_of_unaligned_fields(element, target.loc)
    lower.store_var(target, _emit(space, lower, array, element))


def _warn_of_unaligned_fields(element: types.Type, loc: Any) -> None:
    """The compiler accesses each field with the alignment of its type."""
    if not isinstance(element, types.Record):
        return
    names = ", ".join(map(repr, _unaligned_fields(as_dtype(element))))
    if names:
        message = (
            f"numba-cuda-mlir accesses the fields {names} as if they were aligned, which "
            "faults on a GPU; make the dtype with align=True"
        )
        warnings.warn(NumbaWarning(message, loc), stacklevel=2)


def _unaligned_fields(
    record: np.dtype, offset: int = 0, strides: tuple[int, ...] = ()
) -> Iterator[str]:
    strides = (*strides, record.itemsize)
    for name in record.names:
        field, field_offset = record.fields[name][:2]
        field_offset += offset
        if field.base.names is not None:
            yield from _unaligned_fields(field.base, field_offset, strides)
        elif any(at % field.base.alignment for at in (field_offset, *strides)):
            yield name


def _emit(
    space: str, lower: Any, array: ResolvedArray, element: types.Type
) -> ir.Value:
    """Builds the array with the element type in which the compiler stores it."""
    emit = {"local": _emit_local, "shared": _emit_shared}[space]
    if isinstance(element, _BYTE_STORED):
        byte = ir.IntegerType.get_signless(8)
        return emit(lower, (array.size,), byte, array.alignment, array.shape[:-1])
    storage = lower.get_storage_type(element)
    if get_type_size_bytes(storage) != array.element_bytes:
        raise TypingError(
            f"numba-cuda-mlir stores {element} in {get_type_size_bytes(storage)} bytes, "
            f"but dtyp in {array.element_bytes}"
        )
    return emit(lower, array.shape, storage, array.alignment)


def _emit_local(
    lower: Any,
    shape: tuple[int, ...],
    element: ir.Type,
    alignment: int,
    extents: tuple[int, ...] | None = None,
) -> ir.Value:
    with lower.alloca_insertion_point():
        array = memref.alloca(
            ir.MemRefType.get(shape, element), [], [], alignment=alignment
        )
        return array if extents is None else _view_records(array, extents)


def _emit_shared(
    lower: Any,
    shape: tuple[int, ...],
    element: ir.Type,
    alignment: int,
    extents: tuple[int, ...] | None = None,
) -> ir.Value:
    space = ir.Attribute.parse("#gpu.address_space<workgroup>")
    array_type = ir.MemRefType.get(shape, element, memory_space=space)
    name = f"dtyp_shared_{next(_numbers)}"
    with ir.InsertionPoint(lower.mlir_gpu_module.bodyRegion.blocks[0]):
        memref.global_(
            name, array_type, sym_visibility="private", alignment=alignment
        )
    array = memref.get_global(array_type, name)
    return array if extents is None else _view_records(array, extents)


def _view_records(buffer: ir.Value, extents: tuple[int, ...]) -> ir.Value:
    """Gives bytes the shape of the records in them, as arguments of kernels have it."""
    strides = [int(np.prod(extents[i + 1 :], dtype=int)) for i in range(len(extents))]
    view = ir.MemRefType.get(
        extents,
        ir.IntegerType.get_signless(8),
        layout=ir.StridedLayoutAttr.get(0, strides),
        memory_space=ir.MemRefType(buffer.type).memory_space,
    )
    return memref.reinterpret_cast(
        view, buffer, [], [], [], [0], list(extents), strides
    )


def enable() -> None:
    """Registers the lowerings, by the compiler's extension point."""
    shapes = (types.IntegerLiteral, types.UniTuple, types.Tuple)
    dtypes = (
        ProviderType,
        ErasedType,
        types.DType,
        types.NumberClass,
        types.StringLiteral,
    )
    alignments = ((), (types.IntegerLiteral,), (types.NoneType,))
    functions = {"local": cuda.local.array, "shared": cuda.shared.array}
    for space, function in functions.items():
        lower_array = partial(_lower_array, space)
        for shape, dtype, alignment in itertools.product(shapes, dtypes, alignments):
            lowering_registry.lower(function, shape, dtype, *alignment)(lower_array)

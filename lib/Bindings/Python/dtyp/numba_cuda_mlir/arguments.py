"""How a kernel of numba-cuda-mlir is launched with an object that has a dtype.

Such an argument is no parameter of the kernel: its dtype is in the kernel's type, and
the kernel has nothing of it at run time. An `ArgumentHandler`, that compiler's extension
point, replaces it by an empty tuple, which its launcher leaves out.

That alone would be wrong: the launcher finds a compiled kernel by the classes of the
arguments that are left, so that an object with another dtype would get the kernel of
the first one. So each combination of dtypes is launched by a dispatcher of its own.
This is the seam, the one place that relies on what is no extension point: `enable`
replaces `_ArgMarshaller.__call__`, which every launch goes through.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba_cuda_mlir.descriptor import MLIRDispatcher, _ArgMarshaller
from numba_cuda_mlir.numba_cuda import types
from numba_cuda_mlir.numba_cuda.typing.typeof import typeof

from dtyp.numba_cuda_mlir.objects import ObjectType, erase

_Types = tuple[ObjectType | None, ...]

# For each kernel, a dispatcher for each combination of objects' types.
_dispatchers: WeakKeyDictionary[MLIRDispatcher, dict[_Types, MLIRDispatcher]]
_dispatchers = WeakKeyDictionary()


class _ObjectHandler:
    """The `ArgumentHandler` that leaves such objects out of the launch."""

    def prepare_args(
        self, ty: types.Type, val: Any, stream: Any = None, retr: list | None = None
    ) -> tuple[types.Type, Any]:
        return (erase(ty), ()) if isinstance(ty, ObjectType) else (ty, val)


# Most arguments are of these classes, or arrays, which have no such dtype.
_PLAIN = frozenset({int, float, bool, complex, tuple, list, np.ndarray})
_handler = _ObjectHandler()


def _object_type(argument: Any) -> ObjectType | None:
    """The type of an argument that has a dtype to provide, or claims to."""
    cls = type(argument)
    if cls in _PLAIN or hasattr(cls, "__cuda_array_interface__"):
        return None
    if not hasattr(argument, "__numpy_dtype__") and not hasattr(argument, "dtype"):
        return None
    try:
        typed = typeof(argument)
    except (TypeError, ValueError):
        return None
    return typed if isinstance(typed, ObjectType) else None


def _dispatcher_for(kernel: MLIRDispatcher, objects: _Types) -> MLIRDispatcher:
    own = _dispatchers.setdefault(kernel, {})
    if objects not in own:
        extensions = [*kernel.extensions, _handler]
        options = {**kernel.targetoptions, "extensions": extensions}
        own[objects] = MLIRDispatcher(kernel.py_func, targetoptions=options)
    return own[objects]


def _make_launch(original: Callable[..., Any]) -> Callable[..., Any]:
    def launch(marshaller: _ArgMarshaller, *args: Any) -> Any:
        kernel = marshaller._dispatcher
        objects = tuple(map(_object_type, args))
        if kernel is None or not any(objects):
            return original(marshaller, *args)
        config = marshaller._available_launch_config
        stream = marshaller._stream_ref
        configured = _dispatcher_for(kernel, objects).configure(
            config["grid"],
            config["block"],
            marshaller._launch_stream if stream is None else stream,
            config["sharedmem"],
            config["cluster"],
        )
        return original(configured, *args)

    return launch


def enable() -> None:
    """Sets the seam into place."""
    _ArgMarshaller.__call__ = _make_launch(_ArgMarshaller.__call__)

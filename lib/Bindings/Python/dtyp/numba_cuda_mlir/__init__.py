"""Objects with a dtype in the kernels of numba-cuda-mlir.

After `enable()`, `cuda.local.array(shape, dtype=obj)` and `cuda.shared.array` take, in
kernels, every object whose NumPy dtype comes through `__numpy_dtype__`, and give what
they give for that dtype: an object that the kernel captures, an object of a class, a
class that has the attribute itself, an argument of the kernel.

    from numba_cuda_mlir import cuda
    import dtyp.numba_cuda_mlir

    dtyp.numba_cuda_mlir.enable()

The parts of that compiler by which it works:

* typing, by its extension points: `typeof_impl`, its base class `DTypeSpec`, its
  registries (`objects`);
* lowering, by its registry of lowerings; the array comes from dtyp, resolved in a
  process of its own, since that compiler has another MLIR in it (`arrays`);
* launching with an object as an argument: one seam, in `arguments`, as it has no
  extension point for arguments that are no parameters.

docs/numba.md has what works and what does not.
"""

from __future__ import annotations

import numba_cuda_mlir

from dtyp.numba_objects import warn_of_version

TESTED_VERSIONS = ("0.6.0",)
"""The versions of numba-cuda-mlir that the tests have run with."""

warn_of_version(numba_cuda_mlir, "numba-cuda-mlir", TESTED_VERSIONS)

_is_enabled = False


def enable() -> None:
    """Makes kernels that are compiled from now on take objects with a dtype.

    It is for the whole process, and cannot be undone. Arrays with a dtype that is
    written out are made by dtyp as well, so that both forms give the same code; kernels
    that are compiled already stay as they are.
    """
    global _is_enabled
    if _is_enabled:
        return
    from numba_cuda_mlir.extending import refresh_registries

    from dtyp.numba_cuda_mlir import arguments, arrays, objects

    # It starts while the compiler does.
    arrays.resolver.start()
    objects.enable()
    arrays.enable()
    arguments.enable()
    refresh_registries(include_uninitialized_cuda=False)
    _is_enabled = True


def argument_type(obj: object) -> object:
    """The type of an object as an argument of a kernel, for signatures.

        cuda.compile_ptx(kernel, (argument_type(foo), types.uint8[::1]))

    Raises:
        TypeError: The object has no dtype.
    """
    from dtyp.numba_cuda_mlir.objects import erase, type_of_object

    typed = type_of_object(obj)
    if typed is None:
        raise TypeError(f"expected an object with a dtype, but got {obj!r}")
    return erase(typed)

"""An object with a dtype stands in dtype position, in a kernel of Numba's compilers.

usage: numba_request.py [numba-cuda-mlir|numba-cuda]

With a GPU, the kernels run; without one, they are compiled for sm_90, and what they are
compiled to is compared.
"""

import importlib
import re
import sys
import warnings

import numpy as np

# Numba 0.68 needs the name, which NumPy 2.5 does not have.
if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack

COMPILER = sys.argv[1] if len(sys.argv) > 1 else "numba-cuda-mlir"
if COMPILER == "numba-cuda":
    from numba import cuda, types
else:
    from numba_cuda_mlir import cuda, types

adapter = importlib.import_module(f"dtyp.{COMPILER.replace('-', '_')}")
adapter.enable()
# The grids are small, and the arrays the host's, on purpose.
warnings.simplefilter("ignore")


class Foo:
    """No data members: its dtype is all there is to it."""

    @property
    def __numpy_dtype__(self):
        return np.dtype(np.uint8)


class Legacy:
    """The same with the attribute that NumPy is about to give up."""

    @property
    def dtype(self):
        return np.dtype(np.uint8)


foo = Foo()
legacy = Legacy()


def captured(out):
    array = cuda.local.array(10, dtype=foo)
    for i in range(10):
        array[i] = i + out[0]
    out[0] = array[cuda.threadIdx.x + 9]


def explicit(out):
    array = cuda.local.array(10, dtype=np.uint8)
    for i in range(10):
        array[i] = i + out[0]
    out[0] = array[cuda.threadIdx.x + 9]


def argument(provider, out):
    array = cuda.local.array(10, dtype=provider)
    for i in range(10):
        array[i] = i + out[0]
    out[0] = array[cuda.threadIdx.x + 9]


def only_legacy(out):
    array = cuda.local.array(10, dtype=legacy)
    out[0] = array[0]


def written_out(out):
    array = cuda.local.array(10, dtype=legacy.dtype)
    for i in range(10):
        array[i] = i + out[0]
    out[0] = array[cuda.threadIdx.x + 9]


def show(name, result, expected):
    print(f"{name:12} {result}")
    assert result == expected, f"expected {expected}"


def run():
    """Runs the kernels: 250 + 9 is 3 in uint8."""

    def value(kernel, *arguments, **options):
        out = np.array([250], np.int32)
        cuda.jit(**options)(kernel)[1, 1](*arguments, out)
        return int(out[0])

    options = {}
    if COMPILER == "numba-cuda":
        options = {"extensions": [adapter.object_arguments]}
    show("explicit", value(explicit), 3)
    show("captured", value(captured), 3)
    show("argument", value(argument, foo, **options), 3)
    show("legacy.dtype", value(written_out), 3)
    message = error_of(lambda: value(only_legacy))
    print(f"legacy       {message}")


def compare():
    """Compares what the kernels are compiled to."""

    def code(kernel, *types_of_arguments):
        from_compiler = cuda.compile_ptx(kernel, types_of_arguments, cc=(9, 0))[0]
        return re.sub(r"_Z\w+?(?=_param_|\b)", "kernel", from_compiler)

    out = types.int32[::1]
    expected = code(explicit, out)
    show("captured", code(captured, out) == expected, True)
    show("argument", code(argument, adapter.argument_type(foo), out) == expected, True)
    show("legacy.dtype", code(written_out, out) == expected, True)
    print(f"legacy       {error_of(lambda: code(only_legacy, out))}")


def error_of(call):
    try:
        call()
    except Exception as error:
        (line,) = (line for line in str(error).splitlines() if "__numpy_dtype__" in line)
        return line.strip()
    raise AssertionError("expected an error")


if cuda.is_available():
    run()
else:
    if COMPILER == "numba-cuda-mlir":
        from numba_cuda_mlir import tools

        # All that this compiler asks a driver for.
        tools._cached_cc = (9, 0)
    compare()

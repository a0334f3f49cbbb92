# REQUIRES: numba_cuda
# RUN: %pytest %s
"""Objects with a dtype in kernels of numba-cuda.

Without a GPU, kernels are compiled for sm_90; with one, some are run.
"""

import os
import re
import subprocess
import sys
import warnings
from collections import namedtuple

import numpy as np
import pytest

sys.path.append(os.path.join(os.path.dirname(__file__), "Inputs"))

from numba_support import REFUSED, Both, ClassAttribute, Foo, Legacy

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")

# Of what NumPy 2.5 deprecates.
with warnings.catch_warnings(action="ignore"):
    import numba_cuda
    from numba import cuda
    from numba.core.errors import TypingError as CoreTypingError
    from numba.cuda import types
    from numba.cuda.core.errors import TypingError
    from numba.cuda.np.numpy_support import from_dtype

    from dtyp import numba_cuda as adapter

adapter.enable()


def on_gpu(test):
    """A test that launches, with a small grid and arrays of the host."""
    quiet = pytest.mark.filterwarnings("ignore::Warning")(test)
    return pytest.mark.skipif(not cuda.is_available(), reason="no GPU")(quiet)


BYTES = types.uint8[::1]


def ptx(kernel, *arguments):
    """The PTX of a kernel, without the names, which have a number in them."""
    text, _ = cuda.compile_ptx(kernel, arguments, cc=(9, 0))
    text = re.sub(r"_ZN\w+?(?=_param_|\b)", "kernel", text)
    return re.sub(r"_cudapy_smem_\d+", "_cudapy_smem", text)


def make_kernel(dtype):
    def kernel(out):
        array = cuda.local.array(10, dtype=dtype)
        array[cuda.threadIdx.x] = out[0]
        out[1] = array[cuda.threadIdx.y]

    return kernel


def array_of_argument(provider, out):
    array = cuda.local.array(10, dtype=provider)
    array[cuda.threadIdx.x] = out[0]
    out[1] = array[cuda.threadIdx.y]


@pytest.mark.parametrize("dtype", ["bool", "i2", "u8", "f2", "f8", "c8", "c16", "i4,f4"])
def test_the_object_is_as_its_dtype(dtype):
    dtype = np.dtype(dtype)
    array = types.Array(from_dtype(dtype), 1, "C")
    # That compiler takes a record by its type, not by its dtype.
    written = from_dtype(dtype) if dtype.names else dtype
    assert ptx(make_kernel(Foo(dtype)), array) == ptx(make_kernel(written), array)


def test_shared_arrays():
    byte = Foo("u1")

    def make(dtype):
        def kernel(out):
            array = cuda.shared.array((4, 8), dtype=dtype)
            array[cuda.threadIdx.x, 1] = out[0]
            cuda.syncthreads()
            out[1] = array[1, cuda.threadIdx.y]

        return kernel

    assert ptx(make(byte), BYTES) == ptx(make(np.uint8), BYTES)


def test_classes_and_attributes():
    expected = ptx(make_kernel(np.int16), types.int16[::1])
    for provider in (ClassAttribute, ClassAttribute(), Foo("i2"), Both("i2")):
        assert ptx(make_kernel(provider), types.int16[::1]) == expected


def test_elements_of_tuples():
    pair = namedtuple("Pair", "first second")(Foo("i2"), 3)

    def by_index(out):
        array = cuda.local.array(10, dtype=pair[0])
        array[cuda.threadIdx.x] = out[0]
        out[1] = array[cuda.threadIdx.y]

    def by_name(out):
        array = cuda.local.array(10, dtype=pair.first)
        array[cuda.threadIdx.x] = out[0]
        out[1] = array[cuda.threadIdx.y]

    words = types.int16[::1]
    expected = ptx(make_kernel(np.int16), words)
    assert ptx(by_index, words) == ptx(by_name, words) == expected


def test_the_dtype_written_out():
    legacy = Legacy()

    def kernel(out):
        array = cuda.local.array(10, dtype=legacy.dtype)
        array[cuda.threadIdx.x] = out[0]
        out[1] = array[cuda.threadIdx.y]

    assert ptx(kernel, BYTES) == ptx(make_kernel(np.uint8), BYTES)


# Calling a device function asks the driver for the GPU, where a kernel does not.
@on_gpu
def test_device_functions():
    byte = Foo("u1")

    @cuda.jit(device=True)
    def device(provider, i, x):
        array = cuda.local.array(10, dtype=provider)
        array[i] = x
        return array[9 - i]

    def kernel(out):
        out[1] = device(byte, cuda.threadIdx.x, out[0])

    assert "__local_depot" in ptx(kernel, BYTES)


def test_an_object_is_no_parameter_of_a_kernel():
    by_argument = ptx(array_of_argument, adapter.argument_type(Foo("u1")), BYTES)
    assert by_argument == ptx(make_kernel(np.uint8), BYTES)
    with pytest.raises(TypeError, match="expected an object with a dtype"):
        adapter.argument_type(3)
    object_type = adapter.argument_type(Foo("u1"))
    prepare = adapter.object_arguments.prepare_args
    assert prepare(object_type, Foo("u1")) == (types.Tuple(()), ())
    assert prepare(types.int32, 3) == (types.int32, 3)


@pytest.mark.parametrize("case", REFUSED)
def test_messages(case):
    obj, message = REFUSED[case]
    errors = (TypingError, CoreTypingError)
    with pytest.raises(errors, match=re.escape(message)):
        ptx(make_kernel(obj), BYTES)


def test_other_versions_are_warned_of():
    """In an interpreter of its own: this one has the adapter loaded."""
    script = (
        "import warnings, numba_cuda; numba_cuda.__version__ = '99.0'\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always', UserWarning)\n"
        "    import dtyp.numba_cuda\n"
        "print(*(warning.message for warning in caught), sep='\\n')\n"
    )
    command = [sys.executable, "-c", script]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "tested with numba-cuda 0.30.4, but found 99.0" in output


@on_gpu
def test_values_on_a_gpu():
    out = np.array([42, 0], "i4")
    cuda.jit(make_kernel(Foo("u1")))[1, 1](out)
    assert out[1] == 42


@on_gpu
def test_arguments_on_a_gpu():
    kernel = cuda.jit(extensions=[adapter.object_arguments])(array_of_argument)
    for dtype, expected in (("u1", 44), ("i4", 300), ("u1", 44)):
        out = np.array([300, 0], "i4")
        kernel[1, 1](Foo(dtype), out)
        assert out[1] == expected

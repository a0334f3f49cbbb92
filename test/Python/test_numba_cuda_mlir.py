# REQUIRES: numba_cuda_mlir
# RUN: %pytest %s
"""Objects with a dtype in kernels of numba-cuda-mlir, and arrays that dtyp makes in them.

Without a GPU, kernels are compiled for sm_90; with one, for it, and some are run.
"""

import os
import re
import signal
import subprocess
import sys
from collections import namedtuple

import numpy as np
import pytest

sys.path.append(os.path.join(os.path.dirname(__file__), "Inputs"))

from numba_support import REFUSED, Both, ClassAttribute, Foo, Legacy

pytest.importorskip("numba_cuda_mlir", reason="numba-cuda-mlir is not installed")
ml_dtypes = pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")

import numba_cuda_mlir
from numba_cuda_mlir import compiler, cuda, descriptor, tools, types
from numba_cuda_mlir.numba_cuda.core.errors import NumbaWarning, TypingError
from numba_cuda_mlir.numba_cuda.np.numpy_support import from_dtype

HAS_GPU = cuda.is_available()
if not HAS_GPU:
    # All that compiling asks a driver for.
    tools._cached_cc = (9, 0)


def on_gpu(test):
    """A test that launches, with a small grid and arrays of the host."""
    quiet = pytest.mark.filterwarnings("ignore::Warning")(test)
    return pytest.mark.skipif(not HAS_GPU, reason="no GPU")(quiet)


BYTES = types.uint8[::1]
WORDS = types.int32[::1]


def ptx(kernel, *arguments):
    """The PTX of a kernel, without the numbers of shared arrays."""
    text, _ = compiler.compile_ptx(kernel, arguments)
    return re.sub(r"dtyp_shared_\d+", "dtyp_shared", text)


def without_names(text):
    """PTX without the names of kernels, which have the types of all arguments in them."""
    return re.sub(r"_Z\w+?(?=_param_|\b)", "kernel", text)


def make_kernel(dtype, shape=10, space=cuda.local, alignment=None):
    def kernel(out):
        array = space.array(shape, dtype=dtype, alignment=alignment)
        array[cuda.threadIdx.x] = out[0]
        out[1] = array[cuda.threadIdx.y]

    return kernel


# Compiled before the adapter is enabled: that compiler's own arrays.
OWN = {
    name: ptx(make_kernel(name, alignment=16), types.Array(getattr(types, name), 1, "C"))
    for name in ("uint8", "float32")
}

from dtyp import numba_cuda_mlir as adapter

adapter.enable()

from dtyp.numba_cuda_mlir import arguments, arrays
from dtyp.numba_cuda_mlir.objects import element_type
from dtyp.resolver import ArrayRequest, ResolverError


def test_the_native_library_stays_out_of_the_process():
    ptx(make_kernel(Foo("u1")), BYTES)
    assert "dtyp._dtyp" not in sys.modules
    with open("/proc/self/maps") as maps:
        assert "libDtyp" not in maps.read()


# --- The object's code is that of the dtype.

DTYPES = [
    *("bool", "i1", "u8", "f2", "f8", "c16", "M8[ms]", "m8[s]"),
    ml_dtypes.bfloat16,
    "i4,f4",
    np.dtype("i1,f8", align=True),
]
SHARED_DTYPES = ["i1", ml_dtypes.bfloat16, "i4,f4"]


@pytest.mark.parametrize(
    ("dtype", "space"),
    [
        *((dtype, cuda.local) for dtype in DTYPES),
        *((dtype, cuda.shared) for dtype in SHARED_DTYPES),
    ],
)
def test_the_object_is_as_its_dtype(dtype, space):
    dtype = np.dtype(dtype)
    array = types.Array(from_dtype(dtype), 1, "C")
    by_object = ptx(make_kernel(Foo(dtype), space=space), array)
    assert by_object == ptx(make_kernel(dtype, space=space), array)
    assert re.search(r"\.(local|shared) \.align 16 ", by_object)


def test_the_names_of_dtypes_are_as_dtypes():
    by_object = ptx(make_kernel(Foo("f4")), types.float32[::1])
    for spelling in ("float32", np.float32, types.float32):
        assert by_object == ptx(make_kernel(spelling), types.float32[::1])


@pytest.mark.parametrize("name", OWN)
def test_only_the_alignment_is_new(name):
    array = types.Array(from_dtype(np.dtype(name)), 1, "C")
    assert ptx(make_kernel(Foo(name)), array) == OWN[name]


@pytest.mark.parametrize("name", ["float8_e5m2", "float8_e4m3fn", "float4_e2m1fn"])
def test_dtypes_that_the_compiler_has_no_name_of(name):
    dtype = np.dtype(getattr(ml_dtypes, name))
    array = types.Array(element_type(dtype), 1, "C")
    text = ptx(make_kernel(Foo(dtype), 16), array)
    assert re.search(r"\.local \.align 16 \.b8 \s*__local_depot0\[16\]", text)


@pytest.mark.parametrize("alignment", [16, 64, 256])
def test_alignment(alignment):
    text = ptx(make_kernel(Foo("u1"), alignment=alignment), BYTES)
    assert f".local .align {alignment} .b8" in text


def test_two_dimensions():
    foo = Foo("i4")

    def make(dtype):
        def kernel(out):
            array = cuda.local.array((2, 3), dtype=dtype)
            array[cuda.threadIdx.x, cuda.threadIdx.y] = out[0]
            out[0] = array[1, cuda.threadIdx.x]
            out[1] = array.shape[1]

        return kernel

    assert ptx(make(foo), WORDS) == ptx(make(np.int32), WORDS)


def test_the_shape_of_a_sub_array_follows():
    cell = Foo(("i4", (2, 3)))

    def kernel(out):
        array = cuda.local.array(10, dtype=cell)
        array[cuda.threadIdx.x, 1, 2] = out[0]
        out[1] = array[cuda.threadIdx.y, 1, 2]
        out[2] = array.shape[1]
        out[3] = array.shape[2]

    text = ptx(kernel, WORDS)
    assert "__local_depot0[240]" in text
    assert {"2", "3"} <= set(re.findall(r"mov\.u32 \s*%r\d+, (\d+);", text))


def test_fields_of_records():
    fields = [("id", "i1"), ("x", "f4"), ("p", "f4,i2"), ("v", "f4", 3)]
    point = Foo(np.dtype(fields, align=True))

    def make(dtype):
        def kernel(out):
            array = cuda.shared.array(7, dtype=dtype)
            array[cuda.threadIdx.x].x = out[0]
            array[cuda.threadIdx.x]["id"] = 3
            array[cuda.threadIdx.x].p.f0 = out[1]
            array[cuda.threadIdx.x].v[1] = out[2]
            cuda.syncthreads()
            last = array[cuda.threadIdx.y]
            out[0] = last.x + last["id"] + last.p.f0 + last.v[1] + array.x[3]

        return kernel

    text = ptx(make(point), types.float32[::1])
    assert text == ptx(make(point.__numpy_dtype__), types.float32[::1])
    assert ".shared .align 16 .b8 dtyp_shared[196]" in text
    assert "st.shared.f32" in text


def test_a_field_of_all_records_is_an_array():
    point = Foo(np.dtype([("id", "i1"), ("x", "f4"), ("y", "f8")], align=True))

    def kernel(out):
        array = cuda.shared.array(7, dtype=point)
        array[cuda.threadIdx.x].x = out[0]
        cuda.syncthreads()
        out[0] = array.x[3]
        out[1] = array.x.size

    text = ptx(kernel, types.float32[::1])
    assert "[dtyp_shared+52]" in text
    size = np.float32(7).view(np.int32)
    assert f", {size};" in text


@pytest.mark.parametrize(
    ("dtype", "names"),
    [
        ("i1,f8", "'f1'"),
        ([("a", "f4"), ("b", "i4,i1")], "'a', 'f0'"),
        ([("b", "f4,i2,i2"), ("c", "i1")], "'f0', 'f1', 'f2'"),
    ],
)
def test_fields_that_are_not_aligned_are_warned_of(dtype, names):
    array = types.Array(from_dtype(np.dtype(dtype)), 1, "C")
    with pytest.warns(NumbaWarning, match=f"the fields {names} as if they were aligned"):
        ptx(make_kernel(Foo(dtype)), array)


def test_records_of_one_byte():
    flag = Foo([("set", "u1")])

    def kernel(out):
        array = cuda.local.array(8, flag, 64)
        array[cuda.threadIdx.x].set = out[0]
        out[1] = array[cuda.threadIdx.y].set
        out[2] = array.shape[0]

    text = ptx(kernel, BYTES)
    assert ".local .align 64 .b8" in text
    assert "mov.u16" in text


def test_vectors_are_the_compilers():
    def kernel(out):
        array = cuda.local.array(2, dtype=cuda.float32x4)
        array[cuda.threadIdx.x] = cuda.float32x4(out[0], 2.0, 3.0, 4.0)
        out[1] = array[cuda.threadIdx.y].x

    assert "st.local.v4.f32" in ptx(kernel, types.float32[::1])


def test_unicode_strings():
    name = Foo("U5")

    def kernel(out):
        array = cuda.local.array(3, dtype=name)
        array[cuda.threadIdx.x] = "abc"
        out[0] = array.size

    assert "kernel" in ptx(kernel, WORDS)


def test_dynamic_shared_memory_is_the_compilers():
    byte = Foo("u1")

    def make(dtype):
        def kernel(out, count):
            array = cuda.shared.array(count, dtype=dtype)
            array[cuda.threadIdx.x] = out[0]
            cuda.syncthreads()
            out[1] = array[cuda.threadIdx.y]

        return kernel

    assert ptx(make(byte), BYTES, types.int64) == ptx(make(np.uint8), BYTES, types.int64)
    text = ptx(make_kernel(byte, 0, cuda.shared), BYTES)
    assert "__dynamic_shmem__" in text


# --- Where an object may come from.


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
    expected = without_names(ptx(make_kernel(np.int16), words))
    assert without_names(ptx(by_index, words)) == expected
    assert without_names(ptx(by_name, words)) == expected


def test_the_dtype_written_out():
    legacy, both = Legacy(), Both("f8")

    def captured(out):
        array = cuda.local.array(10, dtype=legacy.dtype, alignment=None)
        array[cuda.threadIdx.x] = out[0]
        out[1] = array[cuda.threadIdx.y]

    def also_provider(out):
        array = cuda.local.array(10, dtype=both.dtype, alignment=None)
        array[cuda.threadIdx.x] = out[0]
        out[1] = array[cuda.threadIdx.y]

    def argument(provider, out):
        array = cuda.local.array(10, dtype=provider.dtype, alignment=None)
        array[cuda.threadIdx.x] = out[0]
        out[1] = array[cuda.threadIdx.y]

    expected = without_names(ptx(make_kernel(np.uint8), BYTES))
    assert without_names(ptx(captured, BYTES)) == expected
    assert without_names(ptx(also_provider, BYTES)) == expected
    legacy_type = adapter.argument_type(legacy)
    assert without_names(ptx(argument, legacy_type, BYTES)) == expected


def test_device_functions():
    byte = Foo("u1")

    @cuda.jit(device=True)
    def device(provider, i, x):
        array = cuda.local.array(32, dtype=provider)
        shared = cuda.shared.array(32, dtype=byte)
        array[i] = shared[i] = x
        return array[31 - i] + shared[31 - i]

    def captured(out):
        out[1] = device(byte, cuda.threadIdx.x, out[0])

    def argument(provider, out):
        out[1] = device(provider, cuda.threadIdx.x, out[0])

    text = ptx(captured, BYTES)
    assert "st.local.u8" in text and "st.shared.u8" in text
    by_argument = ptx(argument, adapter.argument_type(byte), BYTES)
    assert "st.local.u8" in by_argument and "st.shared.u8" in by_argument


def test_the_dtype_is_frozen_in_a_kernel():
    provider = Foo("u1")
    kernel = cuda.jit(make_kernel(provider))
    before = kernel.compile((BYTES,)).ptx
    provider._dtype = np.dtype("i4")
    assert kernel.compile((BYTES,)).ptx == before
    assert ptx(make_kernel(provider), BYTES) != before


# --- Arguments of kernels.


def array_of_argument(provider, out):
    array = cuda.local.array(10, dtype=provider)
    array[cuda.threadIdx.x] = out[0]
    out[1] = array[cuda.threadIdx.y]


def test_an_object_is_no_parameter_of_a_kernel():
    by_argument = ptx(array_of_argument, adapter.argument_type(Foo("u1")), BYTES)
    expected = ptx(make_kernel(np.uint8), BYTES)
    assert without_names(by_argument) == without_names(expected)
    with pytest.raises(TypeError, match="expected an object with a dtype"):
        adapter.argument_type(3)


class DeviceArray:
    """What the launcher takes for an array, with memory of nobody."""

    def __init__(self, dtype):
        self.__cuda_array_interface__ = {
            "typestr": np.dtype(dtype).str,
            "shape": (10,),
            "data": (4096, False),
            "version": 3,
        }


@pytest.fixture
def launches(monkeypatch):
    """Replaces the native launcher: what it would be given, and the kernels."""
    seen = []

    class Launcher:
        def __init__(self, dispatcher, *config):
            self.compile = dispatcher.compile

        def __call__(self, *args):
            _, name, *_ = self.compile(args)
            seen.append((name, args))

    class KernelDispatcher:
        def __init__(self, compile, *args, **kwargs):
            self.compile = compile

    monkeypatch.setattr(descriptor, "LaunchConfiguration", Launcher)
    monkeypatch.setattr(descriptor._cext, "KernelDispatcher", KernelDispatcher)
    return seen


@pytest.mark.filterwarnings("ignore::Warning")
def test_each_dtype_has_a_kernel_of_its_own(launches):
    kernel = cuda.jit(array_of_argument)
    out = DeviceArray("u1")
    for dtype in ("u1", "i4", "u1"):
        kernel[1, 32](Foo(dtype), out)
    assert [args for _, args in launches] == 3 * [(out,)]
    names = [name for name, _ in launches]
    assert names[0] == names[2] != names[1]
    made = list(arguments._dispatchers[kernel].values())
    texts = [next(iter(d.overloads.values())).ptx for d in made]
    assert len(texts) == 2
    assert "__local_depot0[16]" in texts[0] and "__local_depot0[48]" in texts[1]


@pytest.mark.filterwarnings("ignore::Warning")
def test_launches_without_objects_are_as_before(launches):
    kernel = cuda.jit(make_kernel(Foo("u1")))
    out = DeviceArray("u1")
    kernel[1, 32](out)
    assert [args for _, args in launches] == [(out,)]
    assert kernel not in arguments._dispatchers


@pytest.mark.filterwarnings("ignore::Warning")
def test_arguments_are_refused_with_the_message(launches):
    with pytest.raises(TypingError, match="legacy '.dtype' attribute"):
        cuda.jit(array_of_argument)[1, 32](Legacy(), DeviceArray("u1"))


# --- Refusals.


@pytest.mark.parametrize("case", REFUSED)
def test_messages(case):
    obj, message = REFUSED[case]
    space = cuda.shared if case == "legacy" else cuda.local
    with pytest.raises(TypingError, match=re.escape(message)) as info:
        ptx(make_kernel(obj, space=space), BYTES)
    assert "array = space.array(shape, dtype=dtype" in str(info.value)


@pytest.mark.parametrize(
    ("shape", "alignment", "message"),
    [
        (0, None, "expected extents of at least 1, but got 0"),
        (-5, None, "expected extents of at least 1, but got -5"),
        (1 << 40, None, "expected at most 524288 bytes, the local memory of a thread"),
        (10, 3, "expected alignment to be a power of two, but got 3"),
        (10, -1, "expected alignment to be a power of two, but got -1"),
    ],
)
def test_arrays_that_dtyp_refuses(shape, alignment, message):
    with pytest.raises(TypingError, match=message):
        ptx(make_kernel(Foo("u1"), shape, alignment=alignment), BYTES)


def test_objects_elsewhere_are_the_compilers():
    class Plain:
        pass

    plain = Plain()
    with pytest.raises(TypingError, match="Untyped global name 'dtype'|Cannot determine"):
        ptx(make_kernel(plain), BYTES)


def test_other_versions_are_warned_of():
    """In an interpreter of its own: this one has the adapter loaded."""
    script = (
        "import warnings, numba_cuda_mlir; numba_cuda_mlir.__version__ = '99.0'\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always', UserWarning)\n"
        "    import dtyp.numba_cuda_mlir\n"
        "print(*(warning.message for warning in caught), sep='\\n')\n"
    )
    command = [sys.executable, "-c", script]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "tested with numba-cuda-mlir 0.6.0, but found 99.0" in output


# --- The resolver.


def test_a_resolver_that_ends_is_told_and_started_again():
    request = ArrayRequest("local", "float32", (3,))
    assert "memref.alloca" in arrays.resolver.resolve(request)
    os.kill(arrays.resolver._process.pid, signal.SIGKILL)
    with pytest.raises(RuntimeError, match="resolver ended with exit code -9"):
        arrays.resolver.resolve(request)
    assert "memref.alloca" in arrays.resolver.resolve(request)


def test_a_resolver_tells_what_it_refuses():
    with pytest.raises(ResolverError, match="expected a NumPy dtype"):
        arrays.resolver.resolve(ArrayRequest("local", "int33", (3,)))
    name = 'Foo "\\ä'
    request = ArrayRequest("shared", "uint8", (3,), 64, name)
    assert "alignment = 64" in arrays.resolver.resolve(request)


# --- On a GPU.


@on_gpu
@pytest.mark.parametrize("dtype", ["u1", "i4", "f4", "f8", "c8"])
def test_values_on_a_gpu(dtype):
    out = np.zeros(2, dtype)
    out[0] = 42
    cuda.jit(make_kernel(Foo(dtype)))[1, 1](out)
    assert out[1] == 42


@on_gpu
def test_arguments_on_a_gpu():
    kernel = cuda.jit(array_of_argument)
    for dtype, expected in (("u1", 44), ("i4", 300), ("u1", 44)):
        out = np.array([300, 0], "i4")
        kernel[1, 1](Foo(dtype), out)
        assert out[1] == expected


@on_gpu
def test_records_on_a_gpu():
    point = Foo(np.dtype([("id", "i1"), ("x", "f8")], align=True))

    @cuda.jit
    def kernel(out):
        array = cuda.local.array(8, dtype=point)
        for i in range(8):
            array[i].x = i + out[0]
            array[i].id = i
        j = int(out[1])
        out[0] = array[j].x
        out[1] = array[j].id

    out = np.array([0.5, 5.0])
    kernel[1, 1](out)
    assert list(out) == [5.5, 5.0]

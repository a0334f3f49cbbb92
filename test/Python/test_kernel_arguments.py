# RUN: %pytest %s
"""What a launch takes as arguments, and what it refuses, with what it says."""

import dataclasses
import os
import sys

import dtyp
import ml_dtypes
import numpy as np
import pytest

sys.path.append(os.path.join(os.path.dirname(__file__), "Inputs"))
from kernel_source import kernel_source


def make(arguments, body="", **options):
    source = kernel_source(arguments, body)
    return dtyp.Kernel(source, device="cpu", opt_level=0, **options)


@pytest.fixture(scope="module")
def floats():
    """A kernel that adds 1 to each element."""
    return make(
        "%a: memref<?xf32>",
        """%x = memref.load %a[%i] : memref<?xf32>
        %one = arith.constant 1.0 : f32
        %y = arith.addf %x, %one : f32
        memref.store %y, %a[%i] : memref<?xf32>""",
    )


# --- Arrays.

READ_ONLY = np.zeros(4, "f4")
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (np.zeros(4, "f8"), TypeError, "an array of float32, but got float64"),
        (np.zeros(4, ">f4"), TypeError, "an array of float32, but got >f4"),
        (np.zeros(4, "i4"), TypeError, "an array of float32, but got int32"),
        (np.zeros(4, object), TypeError, "an array of float32; .*object"),
        (np.zeros((2, 2), "f4"), ValueError, r"rank 1 for .*of shape \(2, 2\)"),
        (np.array(1, "f4"), ValueError, r"rank 1 .* of shape \(\)"),
        (np.zeros(8, "f4")[::2], ValueError, r"in C order .*strides of \(8,\) bytes"),
        (np.zeros(8, "f4")[::-1], ValueError, "numpy.ascontiguousarray"),
        (READ_ONLY, ValueError, "that can be written, .*pass a copy"),
        (np.frombuffer(bytearray(17), "f4", 4, 1), ValueError, "aligned to 4 bytes"),
        (np.ma.zeros(4, "f4"), TypeError, "without a mask"),
        ([1.0], TypeError, "'__dlpack__', but got an object of class 'list'"),
        (np.float32(1), TypeError, "'__dlpack__', but got an object of class 'float32'"),
        (None, TypeError, "class 'NoneType'"),
    ],
)
def test_arrays_that_are_refused(floats, value, error, message):
    with pytest.raises(error, match=f"^argument 1: expected .*{message}"):
        floats[1, 1](value)


def test_arrays_of_subclasses(floats):
    class Mine(np.ndarray):
        pass

    a = np.zeros(2, "f4").view(Mine)
    floats[1, 2](a)
    assert a.tolist() == [1, 1]


def test_static_extents():
    kernel = make("%a: memref<2x?xf32>")
    kernel[1, 1](np.zeros((2, 7), "f4"))
    with pytest.raises(ValueError, match=r"of shape \(2, any\), but got one of shape \(3, 7\)"):
        kernel[1, 1](np.zeros((3, 7), "f4"))
    # Strides of single elements mean nothing.
    kernel[1, 1](np.zeros((2, 7), "f4")[:, :1].copy().reshape(2, 1))
    with pytest.raises(ValueError, match="in C order"):
        kernel[1, 1](np.zeros((2, 7), "f4")[:, :1])


def test_strides_that_are_no_whole_elements():
    kernel = make("%a: memref<?xf32, strided<[?], offset: ?>>")
    records = np.zeros(4, [("x", "f4"), ("y", "u1")])
    with pytest.raises(ValueError, match=r"whole elements of 4 bytes, .*\(5,\) bytes"):
        kernel[1, 1](records["x"])
    kernel[1, 1](records["x"][:1])
    kernel[1, 1](np.zeros(4, [("x", "f4"), ("y", "u4")])["x"])


def test_empty_arrays():
    make("%a: memref<?x?xf32>", sanitize=True)[1, 1](np.zeros((0, 3), "f4"))


class WithDLPack:
    """What another package gives: no more than DLPack asks for."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack(floats):
    a = np.zeros(4, "f4")
    floats[1, 4](WithDLPack(a))
    assert a.tolist() == [1, 1, 1, 1]
    for value, error, message in [
        (np.zeros(4, "f8"), TypeError, "an array of float32, but got float64"),
        (np.zeros(4, bool), TypeError, "but got bool8"),
        (READ_ONLY, ValueError, "that can be written"),
        (np.zeros(8, "f4")[::2], ValueError, "in C order"),
        (np.array(["a"]), TypeError, "class 'WithDLPack' whose '__dlpack__' fails"),
    ]:
        with pytest.raises(error, match=f"argument 1: expected .*{message}"):
            floats[1, 1](WithDLPack(value))


class Answers:
    """What answers `__dlpack__` as a test says."""

    def __init__(self, answer):
        self.answer = answer

    def __dlpack__(self, **options):
        return self.answer()


def test_dlpack_that_fails(floats):
    taken = np.zeros(4, "f4").__dlpack__()
    floats[1, 1](Answers(lambda: taken))
    for answer, message in [
        (lambda: None, "fails: it returns an object of class 'NoneType'"),
        (lambda: [1][2], "fails: list index out of range"),
        (lambda: taken, "fails: its capsule has no array, or one that was taken"),
    ]:
        with pytest.raises(TypeError, match=message):
            floats[1, 1](Answers(answer))

    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        floats[1, 1](Answers(interrupt))


@pytest.mark.parametrize(
    ("part", "error", "message"),
    [
        ({"data": None}, TypeError, "is not of that form: TypeError"),
        ({"data": (4096.5, False)}, TypeError, "is not of that form: TypeError"),
        ({"typestr": "zz"}, TypeError, "is not of that form: TypeError"),
        ({"shape": ("a",)}, TypeError, "is not of that form: TypeError"),
        ({"shape": (1.5,)}, TypeError, "is not of that form: TypeError"),
        ({"strides": (4, 4)}, ValueError, "extents of at least 0 and as many strides"),
        ({"shape": (-1,)}, ValueError, "extents of at least 0 and as many strides"),
        ({"data": (0, False)}, ValueError, "an array in memory, but got the address 0x0"),
        ({"data": (-4, False)}, ValueError, "an array in memory, but got the address -0x4"),
        ({"shape": (2**62,)}, ValueError, "an array in memory"),
    ],
)
def test_cuda_arrays_that_cannot_be(floats, part, error, message):
    class OnGpu:
        __cuda_array_interface__ = {
            "shape": (4,),
            "typestr": "<f4",
            "data": (4096, False),
            "version": 3,
        } | part

    with pytest.raises(error, match=f"argument 1: expected .*{message}"):
        floats[1, 1](OnGpu())


def test_what_answers_everything_is_no_array(floats):
    class Answering:
        def __getattr__(self, name):
            return self

        def __call__(self, *args):
            return self

    with pytest.raises(TypeError, match="class 'Answering' whose .* is not of that form"):
        floats[1, 1](Answering())


def test_memory_is_that_of_the_array(floats):
    class Lies(np.ndarray):
        shape = property(lambda self: (10**9,))
        dtype = property(lambda self: np.dtype("f4"))
        strides = property(lambda self: (4,))

    a = np.zeros(4, "f4")
    store = """%one = arith.constant 1.0 : f32
        memref.store %one, %a[%i] : memref<?xf32>"""
    checked = make("%a: memref<?xf32>", store, sanitize=True)
    checked[1, 4](a.view(Lies))
    with pytest.raises(dtyp.Error, match="out of bounds: index 4 in dimension 0 of size 4"):
        checked[1, 5](a.view(Lies))
    with pytest.raises(TypeError, match="expected an array of float32, but got int8"):
        floats[1, 1](np.zeros(16, "i1").view(Lies))


def test_dlpack_strides():
    kernel = make(
        "%a: memref<?xi8, strided<[?], offset: ?>>",
        """%one = arith.constant 1 : i8
        memref.store %one, %a[%i] : memref<?xi8, strided<[?], offset: ?>>""",
    )
    for dtype in ("u1", "i1", bool):
        a = np.zeros(6, dtype)
        kernel[1, 3](WithDLPack(a[::2]))
        assert a.tolist() == [1, 0, 1, 0, 1, 0]


def test_memory_of_a_gpu_is_refused(floats):
    class OnGpu:
        __cuda_array_interface__ = {
            "shape": (4,),
            "typestr": "<f4",
            "data": (0x7F0000000000, False),
            "version": 3,
        }

    with pytest.raises(TypeError, match="arrays of the CPU, .*make the kernel with device='gpu'"):
        floats[1, 1](OnGpu())


# --- Numbers.


def stored(type, store="memref.store %s, %a[%c0] : memref<1x{0}>"):
    return make(f"%s: {type}, %a: memref<1x{type}>", store.format(type))


HALF = np.float16(0.5)
TENTH = np.float32(0.1)
NUMBERS = [
    ("i8", "i1", [(-128, -128), (255, -1), (True, 1), (np.uint8(200), -56), (np.int64(7), 7)]),
    ("i32", "i4", [(np.bool_(True), 1), (np.array(5), 5), (np.int8(-1), -1)]),
    ("i64", "i8", [(2**64 - 1, -1), (np.datetime64(3, "s"), 3)]),
    ("index", "i8", [(5, 5), (np.uint64(5), 5)]),
    ("f32", "f4", [(1, 1), (0.1, TENTH), (np.float64(0.1), TENTH), (True, 1), (HALF, 0.5)]),
    ("f32", "f4", [(np.int16(3), 3), (np.array(0.1), TENTH), (float("inf"), np.inf)]),
    ("f64", "f8", [(np.float32(0.5), 0.5), (2**53, 2**53)]),
    ("f16", "f2", [(0.1, np.float16(0.1))]),
    ("bf16", ml_dtypes.bfloat16, [(1.5, 1.5), (ml_dtypes.bfloat16(2), 2), (3, 3)]),
    ("complex<f32>", "c8", [(1, 1), (0.5, 0.5), (1 + 2j, 1 + 2j), (np.complex128(3j), 3j)]),
    ("complex<f64>", "c16", [(1 + 2j, 1 + 2j), (np.float32(2), 2)]),
]


@pytest.mark.parametrize(("type", "dtype", "cases"), NUMBERS, ids=[n[0] for n in NUMBERS])
def test_numbers(type, dtype, cases):
    kernel = stored(type)
    for value, expected in cases:
        out = np.zeros(1, dtype)
        kernel[1, 1](value, out)
        assert out[0] == expected, value


def test_bools():
    kernel = make(
        "%s: i1, %a: memref<1xi8>",
        """%b = arith.extui %s : i1 to i8
        memref.store %b, %a[%c0] : memref<1xi8>""",
    )
    out = np.zeros(1, bool)
    for value in (True, False, np.bool_(True)):
        kernel[1, 1](value, out)
        assert out[0] == value
    for value in (1, 0.0, np.int8(1), "yes"):
        with pytest.raises(TypeError, match="argument 1: expected a number of dtype bool"):
            kernel[1, 1](value, out)


@pytest.mark.parametrize(
    ("type", "value", "error", "message"),
    [
        ("i8", 256, ValueError, "an integer from -128 to 255, for int8 or uint8 or bool"),
        ("i8", np.int64(-129), ValueError, "but got -129"),
        ("i64", 2**64, ValueError, "from -9223372036854775808 to 18446744073709551615"),
        ("i32", 1.0, TypeError, "dtype int32 or uint32, but got 1.0 of class 'float'"),
        ("i32", np.float32(1), TypeError, "of dtype float32"),
        ("f32", 1j, TypeError, "a number of dtype float32, but got 1j"),
        ("f32", np.complex64(1), TypeError, "of dtype complex64"),
        ("f32", "1", TypeError, "class 'str'"),
        ("f32", None, TypeError, "class 'NoneType'"),
        ("f32", np.zeros(1, "f4"), TypeError, "a number of dtype float32"),
        ("f32", np.datetime64(3, "s"), TypeError, "of dtype datetime64"),
    ],
)
def test_numbers_that_are_refused(type, value, error, message):
    with pytest.raises(error, match=f"^argument 1: expected .*{message}"):
        make(f"%s: {type}")[1, 1](value)


def test_the_number_of_arguments(floats):
    a = np.zeros(1, "f4")
    for values in ([], [a, a]):
        message = "expected 1 argument for 'kernels::kernel': 'memref<.xf32>'; but got"
        with pytest.raises(TypeError, match=f"{message} {len(values)}"):
            floats[1, 1](*values)


# --- Objects.

FOO = '!dtyp.provider<"Foo", ui8>'


class Foo:
    __numpy_dtype__ = np.dtype("u1")


class Other:
    def __init__(self, dtype):
        self.__numpy_dtype__ = np.dtype(dtype)


class Legacy:
    dtype = np.dtype("u1")


def test_objects_take_no_parameters():
    kernel = make(f"%foo: {FOO}, %a: memref<?xf32>")
    for value in (Foo(), Foo, Other("u1")):
        kernel[1, 1](value, np.zeros(1, "f4"))
    for value, message in [
        (Other("f4"), "that provides 'ui8', .* but got one of class 'Other' for float32"),
        (Legacy(), "the legacy '.dtype' attribute and no '__numpy_dtype__'"),
        (3, "an object of class 'int'"),
        (np.dtype("u1"), "which NumPy takes for a dtype itself"),
    ]:
        with pytest.raises(TypeError, match=f"^argument 1: .*{message}"):
            kernel[1, 1](value, np.zeros(1, "f4"))


def test_objects_are_read_at_each_launch():
    kernel, foo = make(f"%foo: {FOO}"), Other("u1")
    kernel[1, 1](foo)
    foo.__numpy_dtype__ = np.dtype("i4")
    with pytest.raises(TypeError, match="for int32; compile one for that"):
        kernel[1, 1](foo)


def test_legacy_objects_where_the_kernel_says_so():
    kernel = make('%foo: !dtyp.provider<"Foo", ui8, legacy>')
    kernel[1, 1](Legacy())


def test_dtypes_as_arguments():
    kernel = make("%dt: !dtyp.dtype<ui8>")
    for value in ("u1", np.uint8, np.dtype("u1"), Foo(), dtyp.dtype("u1")):
        kernel[1, 1](value)
    with pytest.raises(TypeError, match="that provides 'ui8', .* got a dtype int8"):
        kernel[1, 1]("i1")


def test_run_time_fields():
    scaled = '!dtyp.provider<"Scaled", f32, {scale: f32, out: memref<?xf32>}>'
    kernel = make(
        f"%o: {scaled}",
        f"""%s = dtyp.get_field %o["scale"] : {scaled}
        %a = dtyp.get_field %o["out"] : {scaled}
        memref.store %s, %a[%i] : memref<?xf32>""",
    )

    @dataclasses.dataclass
    class Scaled:
        scale: float
        out: np.ndarray
        __numpy_dtype__ = np.dtype("f4")

    out = np.zeros(2, "f4")
    kernel[1, 2](Scaled(2.5, out))
    assert out.tolist() == [2.5, 2.5]
    with pytest.raises(TypeError, match="argument 1: field 'scale': expected a number"):
        kernel[1, 2](Scaled(2j, out))
    with pytest.raises(ValueError, match="argument 1: field 'out': expected an array of rank"):
        kernel[1, 2](Scaled(2, out.reshape(1, 2)))
    with pytest.raises(TypeError, match="run-time field 'scale', but got one of class 'Other'"):
        kernel[1, 2](Other("f4"))

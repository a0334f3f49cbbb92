# RUN: %pytest %s
"""Launches on a GPU by cuda.core, with the values that the emulator and NumPy give."""

import os
import sys

import dtyp
import numpy as np
import pytest
from dtyp import _cuda

sys.path.append(os.path.join(os.path.dirname(__file__), "Inputs"))
from kernel_source import kernel_source

problem = _cuda.find_problem()
pytestmark = pytest.mark.skipif(problem is not None, reason=str(problem))


def both(arguments, body, **options):
    """Compiles a kernel for the GPU and for the CPU; `%i` is the thread."""
    source = kernel_source(arguments, body)
    kernels = [dtyp.Kernel(source, device=d, **options) for d in ("gpu", "cpu")]
    assert [kernel.device for kernel in kernels] == ["gpu", "cpu"]
    return kernels


SUM = """%x = memref.load %in[%i] : memref<?x{0}>
    %y = {1} %x, %x : {0}
    memref.store %y, %out[%i] : memref<?x{0}>"""


def sums(element, op, **options):
    array = f"memref<?x{element}>"
    return both(f"%in: {array}, %out: {array}", SUM.format(element, op), **options)


NUMBERS = [
    ("i8", "arith.addi", ["int8", "uint8"]),
    ("i64", "arith.addi", ["int64", "uint64"]),
    ("index", "arith.addi", ["int64"]),
    ("f16", "arith.addf", ["float16"]),
    ("f32", "arith.addf", ["float32"]),
    ("f64", "arith.addf", ["float64"]),
    ("complex<f32>", "complex.add", ["complex64"]),
    ("complex<f64>", "complex.add", ["complex128"]),
]


@pytest.mark.parametrize(("element", "op", "dtypes"), NUMBERS, ids=[n[0] for n in NUMBERS])
def test_numbers(element, op, dtypes):
    for kernel in sums(element, op):
        for dtype in dtypes:
            a = np.array([0, 1, 3, 100, 5, 77, 9, 2], dtype)
            out = np.zeros_like(a)
            kernel[2, 4](a, out)
            np.testing.assert_array_equal(out, a + a)


@pytest.mark.parametrize("format", ["cubin", "ptx", "fatbin"])
def test_formats(format):
    a = np.arange(4, dtype="f4")
    out = np.zeros_like(a)
    kernel, _ = sums("f32", "arith.addf", format=format)
    kernel[1, 4](a, out)
    assert out.tolist() == [0, 2, 4, 6]


def test_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    a = np.array([0.5, 1, 3, 100], ml_dtypes.bfloat16)
    for kernel in sums("bf16", "arith.addf"):
        out = np.zeros_like(a)
        kernel[1, 4](a, out)
        np.testing.assert_array_equal(out, a + a)


def test_records_and_objects():
    class Foo:
        __numpy_dtype__ = np.dtype("u1")

    record = "!dtyp.record<aligned, x: i8, pos: !dtyp.subarray<3xf32>, n: i64>"
    for kernel in both(
        f'%foo: !dtyp.provider<"Foo", ui8>, %p: memref<?x{record}>, %s: f32',
        f"""%k = arith.constant 1 : index
        %n = dtyp.load %p[%i]["n"] : memref<?x{record}>
        %f = arith.sitofp %n : i64 to f32
        %g = arith.mulf %f, %s : f32
        dtyp.store %g, %p[%i]["pos"][%k] : f32, memref<?x{record}>""",
    ):
        fields = [("x", "i1"), ("pos", "f4", 3), ("n", "i8")]
        particles = np.zeros(4, np.dtype(fields, align=True))
        particles["n"] = [3, 1, 4, 1]
        kernel[1, 4](Foo(), particles, 2)
        assert particles["pos"][:, 1].tolist() == [6, 2, 8, 2]
        assert particles["n"].tolist() == [3, 1, 4, 1]


def test_numbers_by_value():
    for kernel in both(
        "%a: i8, %b: f16, %c: complex<f32>, %d: complex<f64>, %e: i64, %f: i1, "
        "%out: memref<6xf64>",
        "\n".join(
            [f"%i{n} = arith.constant {n} : index" for n in range(6)]
            + [
                "%v0 = arith.sitofp %a : i8 to f64",
                "%v1 = arith.extf %b : f16 to f64",
                "%im = complex.im %c : complex<f32>",
                "%v2 = arith.extf %im : f32 to f64",
                "%v3 = complex.im %d : complex<f64>",
                "%v4 = arith.sitofp %e : i64 to f64",
                "%v5 = arith.uitofp %f : i1 to f64",
            ]
            + [f"memref.store %v{n}, %out[%i{n}] : memref<6xf64>" for n in range(6)]
        ),
    ):
        out = np.zeros(6)
        kernel[1, 1](-3, 0.5, 1 + 2j, 1 - 2.5j, -(2**40), True, out)
        assert out.tolist() == [-3, 0.5, 2, -2.5, -(2**40), 1]


def test_strided_arrays_and_arrays_that_overlap():
    array = "memref<?x?xi64, strided<[?, ?], offset: ?>>"
    for kernel in both(
        f"%a: {array}",
        f"""%j = gpu.global_id y
        %x = memref.load %a[%i, %j] : {array}
        %y = arith.addi %x, %x : i64
        memref.store %y, %a[%i, %j] : {array}""",
    ):
        for view in (np.s_[::-1, ::2], np.s_[1:3, 3:0:-1]):
            base = np.arange(24, dtype="i8").reshape(4, 6)
            expected = base.copy()
            expected[view] *= 2
            kernel[base[view].shape, 1](base[view])
            np.testing.assert_array_equal(base, expected)
    for kernel in sums("f32", "arith.addf"):
        base = np.arange(8, dtype="f4")
        kernel[1, 4](base[:4], base[4:])
        kernel[1, 4](base[4:], base[4:])
        assert base.tolist() == [0, 1, 2, 3, 0, 4, 8, 12]


@pytest.mark.parametrize("size", [100, 40_000])
def test_dynamic_shared_memory(size):
    """100 KiB and more have to be asked for."""
    shared = f"memref<{size}xi32, #gpu.address_space<workgroup>>"
    for kernel in both(
        "%a: memref<?xi32>",
        f"""%dt = dtyp.constant i32
        %s = cudax.shared_alloca(%dt) [{size}] {{dynamic}} : !dtyp.dtype<i32> -> {shared}
        %x = memref.load %a[%i] : memref<?xi32>
        memref.store %x, %s[%i] : {shared}
        gpu.barrier
        %c31 = arith.constant 31 : index
        %j = arith.subi %c31, %i : index
        %y = memref.load %s[%j] : {shared}
        memref.store %y, %a[%i] : memref<?xi32>""",
    ):
        a = np.arange(32, dtype="i4")
        kernel[1, 32](a)
        assert a.tolist() == list(range(31, -1, -1))
    kernel, _ = sums("f32", "arith.addf")
    with pytest.raises(ValueError, match="expected at most .* bytes of shared memory"):
        kernel[1, 1, None, 10**6](np.zeros(1, "f4"), np.zeros(1, "f4"))


class OnDevice:
    """Memory of cuda.core as an array of another package."""

    def __init__(self, values, stream):
        from cuda.core import Buffer, Device

        self.shape, self.dtype = values.shape, values.dtype
        self.buffer = Device().allocate(values.nbytes, stream=stream)
        host = Buffer.from_handle(values.ctypes.data, values.nbytes, owner=values)
        self.buffer.copy_from(host, stream=stream)
        stream.sync()
        self.__cuda_array_interface__ = {
            "shape": values.shape,
            "typestr": values.dtype.str,
            "data": (int(self.buffer.handle), False),
            "version": 3,
            "stream": None,
        }

    def read(self, stream):
        from cuda.core import Buffer

        values = np.empty(self.shape, self.dtype)
        host = Buffer.from_handle(values.ctypes.data, values.nbytes, owner=values)
        self.buffer.copy_to(host, stream=stream)
        stream.sync()
        return values


def test_arrays_of_the_device_and_streams():
    from cuda.core import Device

    device = Device()
    device.set_current()
    stream = device.create_stream()
    kernel, on_cpu = sums("f32", "arith.addf")
    for each in (stream, None, 0):
        used = each or device.default_stream
        a = OnDevice(np.arange(64, dtype="f4"), used)
        out = OnDevice(np.zeros(64, "f4"), used)
        kernel[2, 32, each](a, out)
        np.testing.assert_array_equal(out.read(used), 2 * np.arange(64, dtype="f4"))
    with pytest.raises(TypeError, match="expected arrays of the CPU"):
        on_cpu[1, 1](a, out)
    # What is on its own stream is waited for.
    a.__cuda_array_interface__["stream"] = int(stream.handle)
    kernel[2, 32](a, out)
    # A buffer is an array of bytes by DLPack.
    raw, _ = sums("i8", "arith.addi")
    raw[1, 256](a.buffer, out.buffer)
    expected = 2 * np.arange(64, dtype="f4").view("u1")
    np.testing.assert_array_equal(out.read(device.default_stream).view("u1"), expected)


def test_tensors_of_torch():
    torch = pytest.importorskip("torch")
    kernel, on_cpu = sums("f32", "arith.addf")
    a = torch.arange(8, dtype=torch.float32, device="cuda")
    out = torch.zeros_like(a)
    kernel[1, 8](a, out)
    torch.cuda.synchronize()
    assert out.tolist() == [0, 2, 4, 6, 8, 10, 12, 14]
    a, out = a.cpu(), out.cpu().zero_()
    for each in (kernel, on_cpu):
        each[1, 8](a, out.zero_())
        assert out.tolist() == [0, 2, 4, 6, 8, 10, 12, 14]
    half, _ = sums("bf16", "arith.addf")
    a = torch.arange(8, dtype=torch.bfloat16, device="cuda")
    out = torch.zeros_like(a)
    half[1, 8](a, out)
    torch.cuda.synchronize()
    assert out.tolist() == [0, 2, 4, 6, 8, 10, 12, 14]
    with pytest.raises(TypeError, match="expected an array of bfloat16"):
        half[1, 8](a.float(), out)


def test_threads():
    import threading

    kernel, _ = sums("f32", "arith.addf")
    failed = []

    def work(number):
        a = np.full(64, number, "f4")
        for _ in range(20):
            out = np.zeros(64, "f4")
            kernel[2, 32](a, out)
            if not (out == 2 * a).all():
                failed.append(number)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []

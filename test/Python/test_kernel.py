# RUN: %pytest %s
"""Kernels on the CPU: values against NumPy's, sizes, faults, threads and memory."""

import os
import resource
import signal
import sys
import threading

import dtyp
import ml_dtypes
import numpy as np
import pytest

sys.path.append(os.path.join(os.path.dirname(__file__), "Inputs"))
from kernel_source import kernel_source


def make(arguments, body, **options):
    """Compiles a kernel of one statement after the other; `%i` is the thread."""
    source = kernel_source(arguments, body)
    return dtyp.Kernel(source, device="cpu", **options)


def sum_of(element, op):
    array = f"memref<?x{element}>"
    return make(
        f"%in: {array}, %out: {array}",
        f"""%x = memref.load %in[%i] : {array}
        %y = {op} %x, %x : {element}
        memref.store %y, %out[%i] : {array}""",
    )


def copy_of(element):
    array = f"memref<?x{element}>"
    return make(
        f"%in: {array}, %out: {array}",
        f"""%x = memref.load %in[%i] : {array}
        memref.store %x, %out[%i] : {array}""",
    )


# --- Elements.


@pytest.mark.parametrize(
    ("element", "op", "dtypes"),
    [
        ("i8", "arith.addi", ["int8", "uint8"]),
        ("i16", "arith.addi", ["int16", "uint16"]),
        ("i32", "arith.addi", ["int32", "uint32"]),
        ("i64", "arith.addi", ["int64", "uint64"]),
        ("index", "arith.addi", ["int64", "uint64"]),
        ("f16", "arith.addf", ["float16"]),
        ("f32", "arith.addf", ["float32"]),
        ("f64", "arith.addf", ["float64"]),
        ("bf16", "arith.addf", [ml_dtypes.bfloat16]),
        ("complex<f32>", "complex.add", ["complex64"]),
        ("complex<f64>", "complex.add", ["complex128"]),
    ],
)
def test_numbers(element, op, dtypes):
    kernel = sum_of(element, op)
    for dtype in dtypes:
        a = np.array([0, 1, 3, 100, 5, 77, 9, 2], dtype)
        out = np.zeros_like(a)
        assert kernel[2, 4](a, out) is None
        assert out.dtype == a.dtype
        np.testing.assert_array_equal(out, a + a)


@pytest.mark.parametrize(
    ("element", "arrays"),
    [
        ("i8", [np.array([True, False, True])]),
        (
            "i64",
            [
                np.array(["2026-12-01", "NaT", "1970-01-01"], "M8[D]"),
                np.array([1, -2, 3], "m8[25s]"),
            ],
        ),
        ("f8E4M3FN", [np.array([0.5, -448, np.nan], ml_dtypes.float8_e4m3fn)]),
        ("f4E2M1FN", [np.array([0.5, -6, 1], ml_dtypes.float4_e2m1fn)]),
        ("i4", [np.array([-8, 7, 1], ml_dtypes.int4)]),
    ],
)
def test_bytes_of_elements(element, arrays):
    kernel = copy_of(element)
    for array in arrays:
        out = np.zeros_like(array)
        kernel[1, 3](array, out)
        assert out.tobytes() == array.tobytes()


def test_elements_that_only_dtyp_knows():
    swapped, text = "memref<?x!dtyp.big_endian<f32>>", "memref<?x!dtyp.str<2>>"
    kernel = make(
        f"%in: {swapped}, %out: memref<?xf32>, %a: {text}, %b: {text}",
        f"""%x = dtyp.load %in[%i] : {swapped}
        memref.store %x, %out[%i] : memref<?xf32>
        %s = dtyp.load %a[%i] : {text}
        dtyp.store %s, %b[%i] : !dtyp.str<2>, {text}""",
    )
    out, texts, copies = np.zeros(3, "f4"), np.array(["a", "bc", ""]), np.zeros(3, "U2")
    kernel[1, 3](np.array([1, 2.5, -3], ">f4"), out, texts, copies)
    assert out.tolist() == [1, 2.5, -3]
    assert copies.tolist() == ["a", "bc", ""]


def test_records():
    record = "!dtyp.record<aligned, x: i8, pos: !dtyp.subarray<3xf32>, n: i64>"
    kernel = make(
        f"%p: memref<?x{record}>",
        f"""%k = arith.constant 1 : index
        %n = dtyp.load %p[%i]["n"] : memref<?x{record}>
        %f = arith.sitofp %n : i64 to f32
        dtyp.store %f, %p[%i]["pos"][%k] : f32, memref<?x{record}>""",
    )
    fields = [("x", "i1"), ("pos", "f4", 3), ("n", "i8")]
    particles = np.zeros(4, np.dtype(fields, align=True))
    particles["n"] = [3, 1, 4, 1]
    kernel[1, 4](particles)
    assert particles["pos"][:, 1].tolist() == [3, 1, 4, 1]
    # The same elements, whatever the array says of its alignment.
    kernel[1, 4](particles.view({n: particles.dtype.fields[n] for n in particles.dtype.names}))
    with pytest.raises(TypeError, match="argument 1: expected an array of {.*, but got"):
        kernel[1, 4](np.zeros(4, fields))


# --- Shapes.


def test_without_dimensions():
    kernel = make(
        "%a: memref<f32>",
        """%x = memref.load %a[] : memref<f32>
        %y = arith.addf %x, %x : f32
        memref.store %y, %a[] : memref<f32>""",
    )
    a = np.array(1.5, "f4")
    kernel[1, 1](a)
    assert a == 3


STRIDED = "memref<?x?xi32, strided<[?, ?], offset: ?>>"


@pytest.mark.parametrize(
    "view",
    [
        np.s_[:, :],
        np.s_[::2, ::3],
        np.s_[::-1, ::-1],
        np.s_[1:2, 4:1:-1],
        np.s_[:0, :],
    ],
)
def test_strided_arrays(view):
    kernel = make(
        f"%in: {STRIDED}, %out: memref<?x?xi32>",
        f"""%j = gpu.global_id y
        %x = memref.load %in[%i, %j] : {STRIDED}
        memref.store %x, %out[%i, %j] : memref<?x?xi32>""",
        sanitize=True,
    )
    base = np.arange(30, dtype="i4").reshape(5, 6)
    for array in (base[view], base[view].T):
        out = np.zeros(array.shape, "i4")
        if array.size:
            kernel[array.shape, 1](array, out)
        np.testing.assert_array_equal(out, array)


def test_offsets_of_the_type():
    array = "memref<?xi32, strided<[2], offset: 3>>"
    kernel = make(
        f"%in: {array}, %out: memref<?xi32>",
        f"""%x = memref.load %in[%i] : {array}
        memref.store %x, %out[%i] : memref<?xi32>""",
    )
    a, out = np.arange(10, dtype="i4"), np.zeros(5, "i4")
    kernel[1, 5](a[::2], out)
    assert out.tolist() == [0, 2, 4, 6, 8]
    with pytest.raises(ValueError, match="the strides of 'memref<.xi32, strided"):
        kernel[1, 5](a, out)


def test_sizes_along_three_axes():
    kernel = make(
        "%out: memref<2x3x4xindex>",
        """%j = gpu.global_id y
        %k = gpu.global_id z
        %d = gpu.grid_dim z
        memref.store %d, %out[%k, %j, %i] : memref<2x3x4xindex>""",
    )
    out = np.zeros((2, 3, 4), np.int64)
    kernel[(2, 3, 2), (2, 1)](out)
    assert (out == 2).all()
    kernel[[np.int64(4), 3, 1], (1, 1, 2)](out)
    assert (out == 1).all()


def test_dynamic_shared_memory():
    shared = "memref<?xi32, #gpu.address_space<workgroup>>"
    kernel = make(
        "%a: memref<?xi32>, %n: index",
        f"""%dt = dtyp.constant i32
        %s = cudax.shared_alloca(%dt) [%n] : !dtyp.dtype<i32> -> {shared}
        %x = memref.load %a[%i] : memref<?xi32>
        memref.store %x, %s[%i] : {shared}
        gpu.barrier
        %c1 = arith.constant 1 : index
        %m = arith.subi %n, %c1 : index
        %j = arith.subi %m, %i : index
        %y = memref.load %s[%j] : {shared}
        memref.store %y, %a[%i] : memref<?xi32>""",
        sanitize=True,
    )
    a = np.arange(8, dtype="i4")
    kernel[1, 8, None, 32](a, 8)
    assert a.tolist() == [7, 6, 5, 4, 3, 2, 1, 0]
    with pytest.raises(dtyp.Error, match="bounds"):
        kernel[1, 8, 0, 16](a, 8)


def test_dynamic_shared_memory_that_the_kernel_tells():
    shared = "memref<100xi32, #gpu.address_space<workgroup>>"
    kernel = make(
        "%a: memref<?xi32>",
        f"""%dt = dtyp.constant i32
        %s = cudax.shared_alloca(%dt) [100] {{dynamic}} : !dtyp.dtype<i32> -> {shared}
        %x = memref.load %a[%i] : memref<?xi32>
        memref.store %x, %s[%i] : {shared}""",
        sanitize=True,
    )
    assert kernel.dynamic_shared_bytes == 400
    kernel[1, 8](np.zeros(8, "i4"))
    assert kernel[1, 1, None, 1000].sizes.shared_bytes == 1000
    with pytest.raises(ValueError, match="at least 400 bytes of dynamic shared memory"):
        kernel[1, 8, None, 399]


# --- What goes wrong.


def test_faults_have_locations():
    kernel = make(
        "%a: memref<?xf32>",
        """%x = memref.load %a[%i] : memref<?xf32>
        memref.store %x, %a[%c0] : memref<?xf32>""",
        sanitize=True,
    )
    with pytest.raises(dtyp.Error, match="read out of bounds: index 4") as info:
        kernel[1, 5](np.zeros(4, "f4"))
    error = info.value.diagnostics[0]
    assert error.location.line == 6
    kernel[1, 4](np.zeros(4, "f4"))


def test_names_and_levels_are_checked():
    source = "gpu.module @m { gpu.func @k() kernel { gpu.return } }"
    with pytest.raises(TypeError, match="expected the name of a kernel, but got 3"):
        dtyp.Kernel(source, 3, device="cpu")
    for level in ("x", 9, None):
        with pytest.raises(ValueError, match="an optimization level from 0 to 3, but got"):
            dtyp.Kernel(source, device="cpu", opt_level=level)


def test_sizes_are_checked():
    kernel = copy_of("f32")
    a = np.zeros(4, "f4")
    for sizes, message in [
        ((0, 1), "at least 1 along each axis, but got 0"),
        ((1, (1, -1)), "a block of at least 1"),
        ((1, ()), "a block of one to three integers"),
        (((1, 1, 1, 1), 1), "a grid of one to three integers"),
    ]:
        with pytest.raises(ValueError, match=message):
            kernel[sizes]
    for sizes in [(2**70, 1), (1, 2**31), (1, 1, None, 2**31)]:
        with pytest.raises(ValueError, match="expected .*at most 2147483647"):
            kernel[sizes]
    for sizes in [(1.5, 1), ("1", 1), (1, None), 4, (1,), (1, 1, None, 0, 1), (1, 1, None, 1.5)]:
        with pytest.raises(TypeError, match="expected "):
            kernel[sizes]
    with pytest.raises(ValueError, match="whole clusters of .2, 1, 1. blocks"):
        kernel.configure(3, 1, cluster=2)
    with pytest.raises(dtyp.Error, match="at most 1024 threads per block"):
        kernel[1, (64, 64)](a, a)
    with pytest.raises(TypeError, match=r"expected 'kernels::kernel'\[grid, block\]"):
        kernel(a, a)
    kernel.configure(4, 1, cluster=2)(a, a)


TWO = """gpu.module @m {
  gpu.func @a(%x: memref<?xf32>) kernel { gpu.return }
  gpu.func @b() kernel { gpu.return }
}"""


def test_names():
    kernel = dtyp.Kernel(TWO, "a", device="cpu")
    assert (kernel.name, kernel.device, kernel.chip) == ("m::a", "cpu", None)
    assert kernel.argument_types == ("memref<?xf32>",)
    assert kernel.dynamic_shared_bytes is None
    assert repr(kernel) == "<dtyp.Kernel m::a on the cpu>"
    module = dtyp.Module.parse(TWO)
    kernel = dtyp.Kernel(module, "m::b", device="cpu")
    kernel[1, 1]()
    assert "gpu.func @a" in str(module)
    with pytest.raises(ValueError, match="one of several kernels: m::a, m::b"):
        dtyp.Kernel(TWO, device="cpu")
    with pytest.raises(dtyp.Error, match="no kernel 'c'; there is: m::a, m::b"):
        dtyp.Kernel(TWO, "c", device="cpu")
    with pytest.raises(dtyp.Error, match="expected a gpu.module with a kernel"):
        dtyp.Kernel("module {}", device="cpu")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"device": "tpu"}, ValueError, "expected a device of auto, gpu, cpu"),
        ({"optlevel": 1}, TypeError, "expected options of .*, but got optlevel"),
        ({"opt_level": 4}, ValueError, "optimization level from 0 to 3"),
        ({"link": ["a.bc"]}, ValueError, "without files to link on the CPU"),
        ({"device": "gpu", "sanitize": True}, ValueError, "expected device='cpu'"),
    ],
)
def test_options_are_checked(options, error, message):
    with pytest.raises(error, match=message):
        dtyp.Kernel(TWO, "b", **{"device": "cpu", **options})


def test_modules_that_are_refused():
    with pytest.raises(dtyp.Error, match="expected"):
        dtyp.Kernel("gpu.module @m {", device="cpu")
    with pytest.raises(dtyp.Error, match="__numpy_dtype__"):
        make(
            '%o: !dtyp.provider<"Old", f32, legacy>',
            '%a = cudax.local_alloca(%o) [4] : !dtyp.provider<"Old", f32, legacy> -> '
            "memref<4xf32, #gpu.address_space<private>>",
        )
    with pytest.raises(TypeError, match="argument 1: .* of type 'vector<4xf32>'"):
        make("%v: vector<4xf32>", "")
    with pytest.raises(dtyp.Error, match="by strides, but got .* 'memref<4x4xf32, affine_"):
        make("%a: memref<4x4xf32, affine_map<(i, j) -> (i floordiv 2, j)>>", "")
    with pytest.raises(TypeError, match="elements that are dtypes, but got"):
        make("%a: memref<4xvector<4xf32>>", "")


# --- Threads, interruption, memory.

STORE = """%k = arith.constant 1 : i64
    memref.store %k, %a[%c0] : memref<?xi64>"""


def test_threads():
    shared, failed = sum_of("f32", "arith.addf"), []

    def work(number):
        own = sum_of("i32", "arith.addi")
        a, b = np.full(64, number, "f4"), np.full(64, number, "i4")
        for _ in range(20):
            out, ints = np.zeros(64, "f4"), np.zeros(64, "i4")
            shared[4, 16](a, out)
            own[4, 16](b, ints)
            if not ((out == 2 * a).all() and (ints == 2 * b).all()):
                failed.append(number)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_other_threads_run_during_a_launch():
    kernel = make("%a: memref<?xi64>", STORE)
    a, done = np.zeros(1, np.int64), []

    def launch():
        kernel[10_000_000, 1](a)
        done.append(True)

    thread = threading.Thread(target=launch)
    thread.start()
    turns = 0
    while not done:
        turns += 1
    thread.join()
    assert turns > 1000


@pytest.mark.parametrize("handler", [signal.default_int_handler, lambda *_: None])
def test_interruption(handler):
    """Ctrl-C ends a launch; Python's own handler is there again afterwards."""
    kernel = make("%a: memref<?xi64>", STORE)
    before = signal.signal(signal.SIGINT, handler)
    try:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            kernel[(2**31 - 1, 60000), 1](np.zeros(1, np.int64))
        timer.join()
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
    kernel[1, 1](np.zeros(1, np.int64))


def kibibytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_memory_stays_flat():
    kernel = sum_of("f32", "arith.addf")
    a = np.zeros(8, "f4")

    def launch(count):
        for _ in range(count):
            kernel[2, 4](a, a)
            with pytest.raises(TypeError):
                kernel[2, 4](a, None)

    launch(500)
    before = kibibytes()
    launch(3000)
    assert kibibytes() - before < 2048


def test_kernels_are_freed():
    for _ in range(4):
        copy_of("f32")
    before = kibibytes()
    for _ in range(16):
        copy_of("f32")
    assert kibibytes() - before < 16 * 1024

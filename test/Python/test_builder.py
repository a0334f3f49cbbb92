# RUN: %pytest %s
"""Kernels built by Python calls: arrays, elements, loops, branches, and their values."""

import re

import dtyp
import numpy as np
import pytest
from dtyp import _cuda


class Foo:
    __numpy_dtype__ = np.dtype(np.uint8)


def run(build, *arrays, threads=1, blocks=1, **arguments):
    """Builds a kernel, compiles it for a GPU, and runs it under the emulator's sanitizer;
    where there is a GPU, there, too, with the same bytes."""
    builder = dtyp.ModuleBuilder()
    with builder.kernel("kernel", **arguments) as k:
        build(k)
    module, copies = builder.module(), [array.copy() for array in arrays]
    assert b".entry kernel" in dtyp.compile(module, chip="sm_90", format="ptx")
    dtyp.Kernel(module, device="cpu", sanitize=True)[blocks, threads](*arrays)
    if _cuda.find_problem() is None:
        dtyp.Kernel(module, device="gpu")[blocks, threads](*copies)
        assert [c.tobytes() for c in copies] == [a.tobytes() for a in arrays]


def build_request():
    builder = dtyp.ModuleBuilder()
    with builder.kernel("kernel", foo=dtyp.provider(Foo()), out=dtyp.array("uint8")) as k:
        state = k.local_array(10, dtype=k.foo)
        state[0] = k.out[0]
        k.out[0] = state[0]
    with builder.kernel("fill", foo=dtyp.provider(Foo()), out=dtyp.array("uint8")) as k:
        state = k.local_array(10, dtype=k.foo)
        start = k.global_id.x * 10
        with k.range(10) as i:
            state[i] = start + i
        with k.range(10) as i:
            k.out[start + i] = state[9 - i]
    return builder.module()


def ops(module):
    """The lines of a module, constants apart: their order is that of their making."""
    module.run("builtin.module(canonicalize,cse)")
    lines = str(module).splitlines()
    is_constant = ["arith.constant" in line for line in lines]
    return (
        [line for line, constant in zip(lines, is_constant) if not constant],
        {line for line, constant in zip(lines, is_constant) if constant},
    )


def test_the_request(request):
    path = request.config.rootpath / "examples" / "request" / "object.mlir"
    expected = path.read_text()
    assert ops(build_request()) == ops(dtyp.Module.parse(expected))
    options = {"chip": "sm_90", "format": "ptx"}
    assert dtyp.compile(build_request(), **options) == dtyp.compile(expected, **options)


def test_fill():
    out = np.zeros(40, np.uint8)
    dtyp.Kernel(build_request(), "fill", device="cpu", sanitize=True)[1, 4](Foo(), out)
    assert (out.reshape(4, 10) == np.arange(40).reshape(4, 10)[:, ::-1]).all()


@pytest.mark.parametrize(
    "dtype", [np.uint8, "uint8", Foo(), dtyp.dtype("u1"), dtyp.provider(Foo()).dtype]
)
def test_dtypes_of_arrays(dtype):
    builder = dtyp.ModuleBuilder()
    with builder.kernel("kernel") as k:
        assert k.local_array(3, dtype).dtype == np.dtype("u1")
    assert "dtyp.constant ui8" in str(builder.module())


def test_shared_memory_and_barriers():
    def build(k):
        tile = k.shared_array(8, np.float32)
        rows = k.shared_array((2, 4), np.int16, alignment=32)
        i = k.thread_id.x
        tile[i] = k.x[i]
        rows[i // 4, i % 4] = i
        k.barrier()
        k.x[i] = tile[7 - i] + rows[1 - i // 4, i % 4]

    x = np.arange(8, dtype=np.float32)
    run(build, x, threads=8, x=dtyp.array(np.float32))
    assert x.tolist() == [11, 11, 11, 11, 3, 3, 3, 3]


def test_dynamic_shared_memory():
    builder = dtyp.ModuleBuilder()
    with builder.kernel("kernel", x=dtyp.array("int32"), n="int64") as k:
        tile = k.shared_array(k.n, np.int32)
        k.shared_array(100, np.int32, dynamic=True)
        i = k.thread_id.x
        tile[i] = k.x[i]
        k.barrier()
        k.x[i] = tile[k.n - 1 - i] + k.block_dim.x.astype("int32")
    kernel = dtyp.Kernel(builder.module(), "kernel", device="cpu", sanitize=True)
    x = np.arange(4, dtype=np.int32)
    kernel[1, 4, None, 512](x, np.int64(4))
    assert x.tolist() == [7, 6, 5, 4]


def test_constant_arrays():
    record = np.array([(1, 2.5), (3, 4.5)], [("a", "u1"), ("b", "f4")])

    def build(k):
        table = k.const_array([[1, 2], [3, 4]])
        flags = k.const_array(np.array([True, False]))
        records = k.const_array(record[::-1][::-1])
        i = k.thread_id.x
        k.out[i] = table[i, 1] + flags[i] * 10 + records[i]["b"] + k.const_array(0.25)[()]

    out = np.zeros(2)
    run(build, out, threads=2, out=dtyp.array(np.float64))
    assert out.tolist() == [14.75, 8.75]


CONSTANTS = [
    np.array(["2020-01-01", "NaT"], "M8[D]"),
    np.array([1, -2], ">i4"),
    np.array([1 + 2j, 3], "c8"),
    np.array([b"abc", b"d"], "S3"),
    np.array(["ab", "c"], "U2"),
    np.array([b"abc", b"d"], "V3"),
    np.array([((1, 2), 3), ((4, 5), 6)], [("p", "i2", 2), ("q", ">f8")]),
]
try:
    import ml_dtypes

    names = ("bfloat16", "float8_e4m3fn", "int4", "float4_e2m1fn")
    CONSTANTS += [np.array([1, 2], getattr(ml_dtypes, name)) for name in names]
except ImportError:
    pass


@pytest.mark.parametrize("array", CONSTANTS, ids=lambda a: str(a.dtype))
def test_dtypes_in_memory(array):
    """Of constants, in local and in shared memory."""

    def build(k):
        i = k.thread_id.x
        state, tile = k.local_array(1, array.dtype), k.shared_array(2, array.dtype)
        state[0] = k.const_array(array)[i]
        tile[i] = state[0]
        k.barrier()
        k.out[i] = tile[i]

    out = np.zeros(2, array.dtype)
    run(build, out, threads=2, out=dtyp.array(array.dtype))
    assert out.tobytes() == array.tobytes()


def test_constants_are_checked():
    with dtyp.ModuleBuilder().kernel("kernel") as k:
        with pytest.raises(dtyp.Error, match="extents of at least 1"):
            k.const_array(np.zeros(0))
        with pytest.raises(dtyp.DTypeError, match="object"):
            k.const_array([object()])
        table = k.const_array([1, 2])
        for write in (
            lambda: table.__setitem__(0, 1),
            lambda: table.view("i4").__setitem__(0, 1),
            lambda: k.atomic_add(table, 0, 1),
        ):
            with pytest.raises(ValueError, match="read-only: an array of constants"):
                write()


RECORD = np.dtype(
    [("id", "u2"), ("alive", "?"), ("place", "f4", (3,)), ("inner", [("n", ">i4")])]
)


def test_records():
    def build(k):
        i = k.global_id.x
        with k.if_(i < k.records.shape[0]):
            record = k.records[i]
            record["id"] = record["id"] + 1
            k.records[i, "alive"] = ~k.records[i, "alive"]
            with k.range(3) as j:
                record["place"][j] = record["place", j] * 2
            record["inner", "n"] = record["inner"]["n"] - 70000
            k.copies[i] = record
            local = k.local_array(2, RECORD)
            local[1] = k.copies[i]
            k.ids[i] = local[1]["id"]

    records = np.zeros(3, RECORD)
    records["id"] = [1, 2, 3]
    records["alive"] = [True, False, True]
    records["place"] = np.arange(9).reshape(3, 3)
    copies, ids = np.zeros(3, RECORD), np.zeros(3, np.uint16)
    run(
        build,
        records,
        copies,
        ids,
        threads=4,
        records=dtyp.array(RECORD),
        copies=dtyp.array(RECORD),
        ids=dtyp.array("u2"),
    )
    assert ids.tolist() == [2, 3, 4]
    assert records["alive"].tolist() == [False, True, False]
    assert (records["place"] == 2 * np.arange(9).reshape(3, 3)).all()
    assert records["inner"]["n"].tolist() == [-70000] * 3
    assert copies.tobytes() == records.tobytes()


def test_views_and_sub_arrays():
    point = np.dtype([("x", "f4"), ("y", "f4")], align=True)

    def build(k):
        i = k.thread_id.x
        k.points["y"][i] = k.points["x"][i] + 1
        words = k.points.view(np.uint32)
        assert words.ndim == 1 and words.dtype.name == "uint32"
        k.bits[i] = words[2 * i + 1]
        assert k.triples.ndim == 2 and k.triples.shape[1] == 3
        k.triples[i][-1] = k.triples[i, 0]

    points = np.array([(1, 0), (2, 0)], point)
    bits, triples = np.zeros(2, np.uint32), np.arange(6, dtype=np.int8).reshape(2, 3)
    run(
        build,
        points,
        bits,
        triples,
        threads=2,
        points=dtyp.array(point),
        bits=dtyp.array("u4"),
        triples=dtyp.array(("i1", (3,))),
    )
    assert points["y"].tolist() == [2, 3]
    assert (bits == points["y"].view(np.uint32)).all()
    assert triples.tolist() == [[0, 1, 0], [3, 4, 3]]


def test_parts():
    """Titles, sub-arrays of sub-arrays, negative indices, and unsigned ones."""
    nested = dtyp.DType.from_mlir("!dtyp.subarray<2x!dtyp.subarray<3xi8>>")
    titled = np.dtype([(("first", "a"), "i2"), ("b", "i2", (2, 2))])

    def build(k):
        assert k.nested.ndim == 3 and k.nested.dtype.name == "int8"
        k.nested[0, 1, 2] = k.nested[0, -1, 0]
        k.titled[0]["first"] = k.titled[0, "a"] + 1
        k.titled[0]["b"][-1, 0] = k.titled[0]["b"][1, -2] * 2
        k.out[k.index[0]] = k.titled[0]["b"][-1, -1]

    bytes_, made = np.arange(6, dtype=np.int8).reshape(1, 2, 3), np.zeros(1, titled)
    made["b"] = [[1, 2], [3, 4]]
    index, out = np.array([200], np.uint8), np.zeros(201, np.int32)
    run(
        build,
        bytes_,
        made,
        index,
        out,
        nested=dtyp.array(nested),
        titled=dtyp.array(titled),
        index=dtyp.array("u1"),
        out=dtyp.array("i4"),
    )
    assert bytes_.ravel().tolist() == [0, 1, 2, 3, 4, 3]
    assert made["a"] == 1 and made["b"].tolist() == [[[1, 2], [6, 4]]]
    assert out[200] == 4 and not out[:200].any()


def test_dtypes_without_arithmetic():
    """What is loaded, stored and cast, and not computed with."""

    def build(k):
        k.days[0] = k.where(k.thread_id.x, k.seconds[1], k.seconds[0])
        k.small[0] = k.small[1]
        k.texts[0] = k.texts[1]
        for value in (k.days[0], k.small[0], k.texts[0]):
            with pytest.raises(TypeError, match="arithmetic on .* is not built: cast it"):
                value + 1
            with pytest.raises(TypeError, match="is not built"):
                1 < value
        with pytest.raises(TypeError, match="got the Python number 1"):
            k.days[0] = 1
        for pair in ((k.days[0], k.seconds[0]), (k.texts[0], k.texts[0]), (k.days[0], 1)):
            with pytest.raises(TypeError, match="is not built: cast it"):
                k.where(True, *pair)
        k.small[1] = k.small[1].astype("float32") * 2
        k.narrow[0] = k.narrow[1].astype("int8") - 3

    days = np.array(["NaT"], "M8[D]")
    seconds = np.array(["2024-02-29T12:34:56", "NaT"], "M8[s]")
    texts = np.array(["a", "bc"], "U2")
    ml_dtypes = pytest.importorskip("ml_dtypes")
    small = np.array([0, 3], ml_dtypes.float8_e5m2)
    narrow = np.array([0, 5], ml_dtypes.int4)
    run(
        build,
        days,
        seconds,
        texts,
        small,
        narrow,
        days=dtyp.array("M8[D]"),
        seconds=dtyp.array("M8[s]"),
        texts=dtyp.array("U2"),
        small=dtyp.array("float8_e5m2"),
        narrow=dtyp.array("int4"),
    )
    assert days[0] == np.datetime64("2024-02-29")
    assert texts.tolist() == ["bc", "bc"]
    assert small.astype(float).tolist() == [3, 6]
    assert narrow.astype(int).tolist() == [2, 5]


def test_loops():
    bounds = [(5,), (2, 6), (1, 10, 3), (5, 0, -1), (10, -3, np.int8(-4)), (3, 3), (4, 1)]
    # The counter would overflow at the end, or the distance.
    last = 2**63 - 1
    bounds += [(0, last, 2**62), (last, -last, -(2**62)), (-last - 1, last, 2**62)]

    def build(k):
        n = k.variable(0, dtype=np.int32)

        def append(value):
            k.out[n.value] = value
            n.value += 1

        for bound in bounds:
            with k.range(*bound) as i:
                append(i)
        with k.range(k.start[0], k.start[1], k.start[2]) as i:
            append(i)
        x = k.variable(40)
        with k.while_(lambda: x.value > 1):
            append(x.value)
            x.value //= 3

    start = np.array([-2, 5, 3], np.int8)
    expected = [i for bound in bounds for i in range(*bound)] + [-2, 1, 4] + [40, 13, 4]
    out = np.full(len(expected) + 1, -9, np.int64)
    run(build, out, start, out=dtyp.array(np.int64), start=dtyp.array("i1"))
    assert out.tolist() == [*expected, -9]


def test_branches_and_returns():
    def build(k):
        i = k.global_id.x
        k.return_if(i >= k.out.shape[0])
        value = k.variable(0.0, dtype=np.float32)
        with k.if_(i % 2 == 0) as even:
            with k.if_(i) as branch:
                value.value = 1
            with branch.else_():
                value.value = -1
        with even.else_():
            value.value = k.where(i > 2, 0.5, 2)
        k.return_if(i == 4)
        k.out[i] = value.value

    out = np.full(5, 9, np.float32)
    run(build, out, threads=4, blocks=2, out=dtyp.array(np.float32))
    assert out.tolist() == [-1, 2, 1, 0.5, 9]


def test_the_grid():
    def build(k):
        i = k.global_id.x + k.global_id.y * 4 + k.global_id.z * 8
        for column, dim in enumerate([k.thread_id, k.block_id, k.block_dim, k.grid_dim]):
            for row, value in enumerate([dim.x, dim.y, dim.z]):
                k.out[i, column, row] = value

    out = np.zeros((16, 4, 3), np.int64)
    run(
        build, out, threads=(2, 2, 1), blocks=(2, 1, 2), out=dtyp.array(np.int64, 3)
    )
    sizes = np.array([[2, 2, 1], [2, 1, 2]])
    for z, y, x in np.ndindex(2, 2, 4):
        place = [[x % 2, y, 0], [x // 2, 0, z]]
        assert (out[x + y * 4 + z * 8] == [*place, *sizes]).all()


def test_atomic_updates():
    bins = np.dtype([("n", "u4"), ("sum", "f4")], align=True)

    def build(k):
        i = k.thread_id.x
        counts = k.shared_array(2, np.uint32)
        with k.if_(i < 2):
            counts[i] = 0
        k.barrier()
        k.atomic_add(counts, i % 2, 1)
        old = k.atomic_add(k.bins, (i % 2, "sum"), i)
        k.atomic_max(k.out, 0, i)
        k.atomic_min(k.out, 1, -i)
        k.atomic_or(k.out, 2, 1 << i)
        k.atomic_and(k.out, 3, ~(1 << i))
        k.atomic_exchange(k.out, 4, 7)
        k.atomic_max(k.floats, 0, i + 0.5)
        k.atomic_min(k.floats, 1, -i)
        assert old.dtype.name == "float32"
        k.barrier()
        with k.if_(i < 2):
            k.bins[i]["n"] = counts[i]
        with pytest.raises(TypeError, match="no such atomic update of bool"):
            k.atomic_add(k.flags, 0, True)
        with pytest.raises(TypeError, match="no such atomic update of float32"):
            k.atomic_or(k.floats, 0, 1)

    made, out, floats = np.zeros(2, bins), np.zeros(5, np.int64), np.zeros(2, np.float32)
    out[3] = -1
    run(
        build,
        made,
        out,
        floats,
        np.zeros(1, bool),
        threads=6,
        bins=dtyp.array(bins),
        out=dtyp.array("i8"),
        floats=dtyp.array("f4"),
        flags=dtyp.array("?"),
    )
    assert made.tolist() == [(3, 6), (3, 9)]
    assert out.tolist() == [5, -5, 63, -64, 7]
    assert floats.tolist() == [5.5, -5]


def test_scalars_and_names_of_arguments():
    builder = dtyp.ModuleBuilder(name="other")
    with builder.kernel("kernel", range=dtyp.array("f4"), flag=bool, z="c8") as k:
        # `range` is a method.
        assert k.arguments["range"].dtype == np.dtype("f4")
        assert list(k.arguments) == ["range", "flag", "z"]
        k.arguments["range"][0] = k.where(k.flag, k.z.real, k.z.imag)
        with pytest.raises(AttributeError, match="no argument or method 'nope'"):
            k.nope
    text = str(builder.module())
    assert "gpu.module @other" in text
    assert "@kernel(%arg0: memref<?xf32>, %arg1: i1, %arg2: complex<f32>)" in text


def test_kinds_of_arrays():
    assert dtyp.array("f4", 2) == dtyp.array("f4", shape=(None, None))
    assert dtyp.array("f4", shape=3) == dtyp.array("f4", shape=(3,))
    with dtyp.ModuleBuilder().kernel("kernel", a=dtyp.array(Foo())) as k:
        assert k.a.dtype.name == "uint8"
    builder = dtyp.ModuleBuilder()
    with builder.kernel("kernel", a=dtyp.array("i2", shape=(None, 3))) as k:
        assert k.a.ndim == 2 and k.a.shape[1] == 3
        assert repr(k.a) == "Array([?, 3], int16)"
    assert "memref<?x3xi16>" in str(builder.module())
    with pytest.raises(ValueError, match="at least 0 dimensions"):
        dtyp.array("f4", -1)
    with pytest.raises(ValueError, match="extents of at least 0"):
        dtyp.array("f4", shape=(-3,))


def test_variables_are_in_registers():
    builder = dtyp.ModuleBuilder()
    with builder.kernel("kernel", x=dtyp.array("f4"), n=np.int32) as k:
        total = k.variable(0, dtype=k.x.dtype)
        with k.range(k.n) as i:
            total.value += k.x[i]
        k.x[0] = total.value
    ptx = dtyp.compile(builder.module(), chip="sm_90", format="ptx").decode()
    assert "local" not in ptx
    assert re.search(r"add\.(rn\.)?f32", ptx)


def test_faults_have_the_line():
    builder = dtyp.ModuleBuilder()
    with builder.kernel("kernel", x=dtyp.array("f4")) as k:
        k.x[k.thread_id.x] = 1
    kernel = dtyp.Kernel(builder.module(), device="cpu", sanitize=True)
    with pytest.raises(dtyp.Error, match="out of bounds: index 3") as info:
        kernel[1, 4](np.zeros(3, np.float32))
    place = info.value.diagnostics[0].location
    line = test_faults_have_the_line.__code__.co_firstlineno + 3
    assert (place.file, place.line, place.column) == (__file__, line, 9)

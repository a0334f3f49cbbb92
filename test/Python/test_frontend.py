# RUN: %pytest %s
"""The front end of examples/python runs kernels, with NumPy's values."""

import importlib.util
import pathlib

import dtyp
import numpy as np
import pytest

path = pathlib.Path(__file__).parents[2] / "examples" / "python" / "frontend.py"
spec = importlib.util.spec_from_file_location("frontend", path)
frontend = importlib.util.module_from_spec(spec)
spec.loader.exec_module(frontend)
jit, cuda = frontend.jit, frontend.cuda
local, shared = frontend.local, frontend.shared


class Foo:
    """The class of the request."""

    __numpy_dtype__ = np.dtype(np.uint8)


foo = Foo()


def test_it_is_short():
    assert len(path.read_text().splitlines()) <= 100


@jit
def fill(foo, out):
    state = local.array(10, dtype=foo)
    start = cuda.global_id.x * 10
    for i in range(10):
        state[i] = start + i
    for i in range(10):
        out[start + i] = state[9 - i]


def test_fill():
    out = np.zeros(40, np.uint8)
    fill[1, 4](foo, out)
    assert (out.reshape(4, 10) == np.arange(40).reshape(4, 10)[:, ::-1]).all()


def test_the_object_is_captured():
    @jit
    def captured(out):
        state = local.array(1, dtype=foo)
        state[0] = cuda.global_id.x + 250
        out[cuda.global_id.x] = state[0]

    out = np.zeros(8, np.int32)
    captured[1, 8](out)
    assert out.tolist() == [250, 251, 252, 253, 254, 255, 0, 1]


@jit
def histogram(counter, values, bins):
    counts = shared.array(8, dtype=counter)
    thread = cuda.thread_id.x
    if thread < 8:
        counts[thread] = 0
    cuda.barrier()
    i = cuda.global_id.x
    if i < values.shape[0]:
        cuda.atomic_add(counts, values[i] % 8, 1)
    cuda.barrier()
    if thread < 8:
        cuda.atomic_add(bins, thread, counts[thread])


class Counter:
    __numpy_dtype__ = np.dtype(np.uint32)


def test_histogram():
    values = np.random.default_rng(0).integers(0, 256, 300, np.uint8)
    bins = np.zeros(8, np.uint32)
    histogram[5, 64](Counter(), values, bins)
    assert (bins == np.bincount(values % 8, minlength=8)).all()


PARTICLE = np.dtype([("position", "f4", (3,)), ("mass", "f4"), ("alive", "?")])


@jit
def step(particles, time):
    i = cuda.global_id.x
    if i >= particles.shape[0]:
        return
    total = np.float32(0)
    for d in range(3):
        particles[i, "position", d] += particles[i]["mass"] * time
        total += particles[i]["position"][d]
    if total > 10:
        particles[i]["alive"] = False
    else:
        particles[i]["mass"] = cuda.sqrt(total)


def test_records():
    particles = np.zeros(5, PARTICLE)
    particles["position"] = np.arange(15).reshape(5, 3)
    particles["mass"], particles["alive"] = 2, True
    expected = particles.copy()
    expected["position"] += 2 * np.float32(0.5)
    total = expected["position"].sum(axis=1, dtype=np.float32)
    expected["alive"] = total <= 10
    expected["mass"] = np.where(total > 10, 2, np.sqrt(total))
    step[2, 4](particles, np.float32(0.5))
    assert particles.tobytes() == expected.tobytes()


@jit
def collatz(numbers):
    n = numbers[cuda.global_id.x]
    steps = 0
    while n > 1:
        n = cuda.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps += 1
    numbers[cuda.global_id.x] = steps


def test_while():
    numbers = np.array([1, 2, 7, 27], np.int64)
    collatz[1, 4](numbers)
    assert numbers.tolist() == [0, 1, 16, 111]


def test_kernels_are_compiled_for_types():
    @jit
    def double(x):
        x[cuda.global_id.x] = x[cuda.global_id.x] * 2

    for dtype in ("f4", "i2", "f4"):
        x = np.arange(3, dtype=dtype)
        double[1, 3](x)
        assert x.tolist() == [0, 2, 4]
    assert double.compiled.cache_info().currsize == 2


def test_errors_have_the_places_of_the_function():
    @jit
    def wrong(x):
        array = local.array(0, dtype=foo)
        x[0] = array[0]

    with pytest.raises(dtyp.Error) as info:
        wrong[1, 1](np.zeros(1))
    place = info.value.diagnostics[0].location
    first = wrong.function.__code__.co_firstlineno
    assert (place.file, place.line) == (__file__, first + 2)


def test_returns_that_are_not_known():
    @jit
    def returns(x):
        if x[0] > 1:
            x[0] = 1
            return
        x[0] = 2

    with pytest.raises(SyntaxError, match="expected 'return' alone behind 'if'"):
        returns[1, 1](np.zeros(1))


def test_what_python_would_decide_is_refused():
    @jit
    def decides(x):
        x[0] = 1 if x[0] > 1 else 2

    with pytest.raises(TypeError, match="write 'if' as if_"):
        decides[1, 1](np.zeros(1))


def test_legacy_objects_are_refused():
    class Legacy:
        dtype = np.dtype("u1")

    @jit
    def legacy(x):
        x[0] = local.array(1, dtype=Legacy())[0]

    for arguments in ((np.zeros(1),), (Legacy(),)):
        with pytest.raises(dtyp.DTypeError, match="legacy '.dtype' attribute"):
            legacy[1, 1](*arguments)

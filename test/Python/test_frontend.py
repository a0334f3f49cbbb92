# RUN: %pytest %s
"""The front end of examples/python runs kernels, with NumPy's values."""

import pathlib
import runpy
import sys

import dtyp
import numpy as np
import pytest

folder = pathlib.Path(__file__).parents[2] / "examples" / "python"
sys.path.insert(0, str(folder))
import kernels  # noqa: E402
from frontend import cuda, jit, local  # noqa: E402

foo = kernels.Foo()


def test_it_is_short():
    lines = (folder / "frontend.py").read_text().splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 100


@pytest.mark.parametrize("name", ["fill", "histogram", "step", "collatz"])
def test_kernels(name):
    found, expected = getattr(kernels, f"run_{name}")()
    assert (found == expected).all()


def test_the_example_runs(capsys):
    runpy.run_path(str(folder / "kernels.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("fill: [ 9  8  7") and lines[-1] == "collatz: [  0   1  16 111]"


def test_the_object_is_captured():
    @jit
    def captured(out):
        state = local.array(1, dtype=foo)
        state[0] = cuda.global_id.x + 250
        out[cuda.global_id.x] = state[0]

    out = np.zeros(8, np.int32)
    captured[1, 8](out)
    assert out.tolist() == [250, 251, 252, 253, 254, 255, 0, 1]


def test_branches_in_branches():
    @jit
    def nested(x):
        i = cuda.global_id.x
        y = 0
        if i < 2:
            if i < 1:
                y = 1
            else:
                y = 2
            for d in range(2):
                if d > i:
                    y += 10
                else:
                    y += 20
        else:
            while y < i:
                if y == 1:
                    y += 2
                else:
                    y += 1
        if i == 3:
            return
        else:
            if i == 2:
                y = -y
        x[i] = y

    x = np.full(5, 9, np.int32)
    nested[1, 5](x)
    assert x.tolist() == [31, 42, -3, 9, 4]


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


def test_arguments_that_change():
    @jit
    def steps(out, n):
        for i in range(3):
            n = n + 1
            out[i] = n
        while n > 1:
            n //= 2
        out[3] = n

    out = np.zeros(4, np.int64)
    steps[1, 1](out, 3)
    assert out.tolist() == [4, 5, 6, 1]


def swap(out):
    a = 0
    b = 1
    for i in range(4):
        out[i] = a
        a, b = b, a + b


def both(out):
    a = b = 3
    out[0] = a + b


def loop_with_else(out):
    for i in range(3):
        out[i] = 1
    else:
        out[3] = 2


def while_with_else(out):
    i = 0
    while i < 3:
        i += 1
    else:
        out[0] = i


def annotated(out):
    a: int = 3
    out[0] = a


def walrus(out):
    for i in range(3):
        out[(a := i)] = a


def generator(out):
    yield out


async def coroutine(out):
    out[0] = 1


def value(out):
    if out[0] > 1:
        return 3
    out[0] = 1


def attempt(out):
    try:
        out[0] = 1
    except IndexError:
        out[1] = 1


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (swap, "one target of an assignment"),
        (both, "one target of an assignment"),
        (loop_with_else, "a loop without 'else'"),
        (while_with_else, "a loop without 'else'"),
        (annotated, "no AnnAssign"),
        (walrus, "no NamedExpr"),
        (generator, "no Yield"),
        (coroutine, "a function by 'def'"),
        (value, "'return' alone behind 'if'"),
        (attempt, "no Try"),
    ],
)
def test_what_is_not_known_is_refused(function, message):
    with pytest.raises(SyntaxError, match=f"line [0-9]+: expected {message}"):
        jit(function)[1, 1](np.zeros(4, np.int64))


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

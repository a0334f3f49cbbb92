# RUN: %pytest %s
"""What `numpy.dtype(obj)` and dtyp make of objects, row by row of the protocol."""

import ctypes
import functools
import os
import pickle
import random
import subprocess
import sys
from collections import namedtuple
from types import MappingProxyType

import dtyp
import numpy as np
import pytest
from dtyp.protocol import numpy_dtype, provided_dtype

HERE = os.path.dirname(__file__)
sys.path.append(os.path.join(HERE, "Inputs"))
from protocol_cases import (  # noqa: E402
    Attribute,
    F4,
    F8,
    I2,
    Int,
    Legacy,
    MATRIX,
    Nothing,
    OfMeta,
    Property,
    Raises,
)

NUMPY = tuple(map(int, np.__version__.split(".")[:2]))
MULTIPLE = namedtuple("Spec", "dtype shape")


def outcome(function, obj):
    try:
        return function(obj)
    except Exception as error:
        return error


@pytest.mark.skipif(NUMPY < (2, 4), reason="NumPy knows the protocol since 2.4")
@pytest.mark.parametrize("row", MATRIX, ids=", ".join)
def test_what_numpy_does(row):
    obj, expected, *_ = MATRIX[row]
    result = outcome(np.dtype, obj)
    if isinstance(expected, np.dtype):
        assert result == expected
    else:
        assert type(result) is expected


@pytest.mark.parametrize("row", MATRIX, ids=", ".join)
def test_what_dtyp_does(row):
    obj, expected, *mine = MATRIX[row]
    result = outcome(numpy_dtype, obj)
    if not mine:
        assert result == expected
    elif isinstance(mine[0], Exception):
        assert type(result) is type(mine[0]) and str(result) == str(mine[0])
    else:
        assert isinstance(result, dtyp.DTypeError), result
        assert mine[0] in str(result)


def row_of_the_page(case):
    """The row of the table in docs/python-dtypes.md."""
    (what, passed), (_, expected, *mine) = case, MATRIX[case]
    numpy = f"`{expected!r}`" if isinstance(expected, np.dtype) else expected.__name__
    answer = "the same"
    if mine and not isinstance(mine[0], Exception):
        answer = f"refused: `{mine[0]}`"
    return f"| {what} | {passed} | {numpy} | {answer} |"


def test_the_page_has_the_matrix():
    with open(
        os.path.join(HERE, "../../docs/python-dtypes.md"), encoding="utf-8"
    ) as page:
        rows = [
            line.strip() for line in page if "| object |" in line or "| class |" in line
        ]
    assert rows == [row_of_the_page(case) for case in MATRIX]


# --- The protocol in itself.


def test_the_value_is_taken_as_it_is():
    class Provider:
        __numpy_dtype__ = np.dtype("f4", metadata={"unit": "m"})

    assert numpy_dtype(Provider()) is Provider.__numpy_dtype__
    assert provided_dtype(Provider()) is Provider.__numpy_dtype__


def test_the_property_is_read_once_and_at_each_time():
    reads = []

    class Provider:
        @property
        def __numpy_dtype__(self):
            reads.append(1)
            return np.dtype(f"S{len(reads)}")

    provider = Provider()
    assert [numpy_dtype(provider), numpy_dtype(provider)] == ["S1", "S2"]


def test_provided_dtype_takes_providers_only():
    assert provided_dtype(Property()) == I2
    assert provided_dtype(OfMeta) == I2
    for obj in (I2, "f4", np.float32, float, ("f4", 2), np.zeros(3), np.float32(1), 3):
        with pytest.raises(dtyp.DTypeError):
            provided_dtype(obj)
    with pytest.raises(dtyp.DTypeError, match="the legacy '.dtype'"):
        provided_dtype(Legacy())
    with pytest.raises(RuntimeError):
        provided_dtype(Raises())


# --- What NumPy's spellings contain.


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ((Property(), (2, 3)), (I2, (2, 3))),
        ((Property(), 3), (I2, 3)),
        ((Property(), [3]), (I2, 3)),
        (MULTIPLE(Property(), np.int64(3)), (I2, 3)),
        ((np.void, Int(3)), "V2"),
        ([("x", Property())], [("x", I2)]),
        ([(("title", "x"), Property(), 2)], [(("title", "x"), I2, 2)]),
        ([("x", [("y", Attribute)])], [("x", [("y", I2)])]),
        ({"names": ["x"], "formats": (Property(),)}, [("x", I2)]),
        ({"names": "x", "formats": ["f4"]}, [("x", F4)]),
        (MappingProxyType({"x": (Property(), 0)}), [("x", I2)]),
        ({"x": (Property(), 0, "t")}, [(("t", "x"), I2)]),
        ((np.record, [("x", Property())]), (np.record, [("x", I2)])),
        ((str, 5), "U5"),
        (b"f4,i2", "f4,i2"),
        ({}, []),
    ],
)
def test_parts_of_spellings_provide(spelling, expected):
    result = numpy_dtype(spelling)
    assert result == np.dtype(expected)
    assert result.type is np.dtype(expected).type


def test_align_goes_down_into_spellings_and_not_into_dtypes():
    inner = [("a", "u1"), ("b", "f4")]

    class Packed:
        __numpy_dtype__ = np.dtype(inner)

    for part in (inner, Packed.__numpy_dtype__, Packed()):
        spec = {"names": ["x"], "formats": [part], "aligned": True}
        raw = dict(spec, formats=[inner if part is inner else Packed.__numpy_dtype__])
        assert numpy_dtype(spec).itemsize == np.dtype(raw).itemsize


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        (
            [("x", "f4"), ("y", [("z", Property)])],
            "field 'y': field 'z': .*instantiate it",
        ),
        ([(("title", "x"), Legacy())], "field 'x': .*legacy"),
        ({"names": ["x"], "formats": [Nothing]}, "field 'x': the class 'Nothing'"),
        ({"x": (np.zeros(2), 0)}, "field 'x': .*array"),
        ((Legacy(), (2,)), "legacy"),
        ([("x", "f4"), ("x", "f4")], "NumPy has no dtype .*'x'"),
        ([("x",)], "NumPy has no dtype"),
        ({"names": ["x", "y"], "formats": ["f4"]}, "NumPy has no dtype"),
        ({"x": 3}, "NumPy has no dtype"),
        (("f4", 1, 2), "NumPy has no dtype"),
        ("float33", "NumPy has no dtype 'float33': .*not understood"),
        (b"\xff", "NumPy has no dtype"),
    ],
)
def test_parts_of_spellings_are_refused(spelling, message):
    with pytest.raises(dtyp.DTypeError, match=message):
        numpy_dtype(spelling)


def test_exceptions_of_parts_are_theirs():
    with pytest.raises(RuntimeError, match="not today"):
        numpy_dtype([("x", Raises())])


@pytest.mark.parametrize(
    "obj",
    [None, "f4", ">i2", "f4,(2,)i2", "M8[25s]", b"f4", I2, np.float32, np.bool, int]
    + [float, complex, bool, bytes, str, memoryview, object, np.object_, np.datetime64]
    + [np.void, np.record, ctypes.c_int, ctypes.c_int(3), ctypes.c_double * 3, ("S", 5)]
    + [("f4", 1), (np.int32, {"re": (np.int16, 0), "im": (np.int16, 2)}), [], "O"]
    + [type("S", (ctypes.Structure,), {"_fields_": [("x", ctypes.c_int)]})],
    ids=repr,
)
def test_what_numpy_knows_is_as_in_numpy(obj):
    assert numpy_dtype(obj) == np.dtype(obj)
    assert numpy_dtype(obj).type is np.dtype(obj).type


# What stands in the spellings: providers, and what NumPy knows.
PARTS = [Property(), Attribute, OfMeta, Int(3), Int, np.float32, int, str, None, "f4"]
PARTS += [">i2", "S3", "2f4", "f4,i2", b"u1", "U", np.void, np.record, I2, "O"]
SHAPES = [2, (2, 3), [2], (), np.int64(2), 0, True, -1, 2.5, "x"]


def random_spelling(rng, depth=3):
    """One that may be wrong in any part."""
    if depth == 0 or rng.random() < 0.35:
        return rng.choice(PARTS)
    part = functools.partial(random_spelling, rng, depth - 1)
    names = rng.sample("abcd", rng.randint(0, 3))
    form = rng.choice(["tuple", "list", "fields", "dictionary"])
    if form == "tuple":
        return (part(), rng.choice(SHAPES) if rng.random() < 0.8 else part())
    if form == "list":
        keys = [rng.choice([name, "", ("t", name), 3]) for name in names]
        shapes = [rng.choice([(), (), (rng.choice(SHAPES),)]) for _ in names]
        return [(key, part(), *shape) for key, shape in zip(keys, shapes, strict=True)]
    offsets = [rng.choice([0, 4, 8, 16, 64]) for _ in names]
    if form == "fields":
        return {
            name: (part(), offset) for name, offset in zip(names, offsets, strict=True)
        }
    result = {"names": names, "formats": [part() for _ in names]}
    if rng.random() < 0.3:
        result["offsets"] = offsets
    if rng.random() < 0.5:
        result["aligned"] = rng.choice([True, False])
    if rng.random() < 0.1:
        result.pop(rng.choice(list(result)))
    return result


@pytest.mark.skipif(NUMPY < (2, 4), reason="NumPy knows the protocol since 2.4")
def test_random_spellings_are_as_in_numpy():
    rng = random.Random(5)
    accepted = 0
    for _ in range(4000):
        spelling = random_spelling(rng)
        expected, result = outcome(np.dtype, spelling), outcome(numpy_dtype, spelling)
        if isinstance(expected, np.dtype):
            # What == does not see is in the text: alignments, scalar types, titles.
            assert (result, repr(result)) == (expected, repr(expected)), spelling
            assert result.alignment == expected.alignment
            accepted += 1
        else:
            assert isinstance(result, dtyp.DTypeError), spelling
    assert 1000 < accepted < 3500


# --- The module and its exception.


def test_names_of_ml_dtypes_import_it():
    pytest.importorskip("ml_dtypes")
    program = (
        "from dtyp.protocol import numpy_dtype; import sys;"
        "assert numpy_dtype([('x', 'bfloat16')])['x'].name == 'bfloat16';"
        "assert 'dtyp._dtyp' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_exception():
    error = outcome(numpy_dtype, Legacy())
    assert isinstance(error, (dtyp.Error, TypeError))
    assert error.diagnostics[0].severity == "error"
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
    assert again.diagnostics == error.diagnostics

# RUN: %pytest %s
"""Spellings of dtypes, and the dtypes that have none."""

import json

import dtyp
import numpy as np
import pytest
from dtyp.spelling import ML_DTYPES, spell


@pytest.mark.parametrize(
    ("dtype", "spelling"),
    [
        ("f4", "float32"),
        ("?", "bool"),
        ("q", "int64"),
        ("Q", "uint64"),
        ("D", "complex128"),
        (">f4", ">f4"),
        ("M8[25s]", "datetime64[25s]"),
        (">m8[ns]", ">m8[ns]"),
        ("M8", "datetime64"),
        ("S5", "S5"),
        ("U3", "<U3"),
        (">U3", ">U3"),
        ("V7", "V7"),
        (("f4", (2, 3)), ["float32", [2, 3]]),
        ((("f4", (2,)), (0,)), [["float32", [2]], [0]]),
        (
            [],
            {"names": [], "formats": [], "offsets": [], "itemsize": 0, "alignment": 1},
        ),
        (
            np.dtype([(("t", "a"), "u1"), ("b", ">f4", 2)], align=True),
            {
                "names": ["a", "b"],
                "formats": ["uint8", [">f4", [2]]],
                "offsets": [0, 4],
                "titles": ["t", None],
                "itemsize": 12,
                "aligned": True,
                "alignment": 4,
            },
        ),
        (
            {"names": ["b", "a"], "formats": ["f4", "f4"], "offsets": [2, 0]},
            {
                "names": ["b", "a"],
                "formats": ["float32", "float32"],
                "offsets": [2, 0],
                "itemsize": 6,
                "alignment": 1,
            },
        ),
    ],
)
def test_spellings(dtype, spelling):
    text = spell(np.dtype(dtype))
    assert (text if isinstance(spelling, str) else json.loads(text)) == spelling


def test_the_aligned_record_of_a_record_array():
    """`numpy.rec.array` keeps `isalignedstruct`, and says that the alignment is 1."""
    inner = np.dtype([("a", "u1"), ("b", "f8")], align=True)
    dtype = np.zeros(1, np.dtype([("x", inner)], align=True)).view(np.recarray).dtype
    assert (dtype.isalignedstruct, dtype.alignment) == (True, 1)
    assert json.loads(spell(dtype))["alignment"] == 8


def test_ml_dtypes_are_spelled_by_name():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    version = tuple(map(int, ml_dtypes.__version__.split(".")[:2]))
    scalars = [v for v in vars(ml_dtypes).values() if isinstance(v, type)]
    dtypes = [np.dtype(v) for v in scalars if issubclass(v, np.generic)]
    assert {spell(dtype) for dtype in dtypes} <= ML_DTYPES
    if version >= (0, 6):
        assert len(dtypes) == len(ML_DTYPES)
    (bfloat16,) = [dtype for dtype in dtypes if dtype.name == "bfloat16"]
    with pytest.raises(dtyp.DTypeError, match="bfloat16 in big-endian .* no spelling"):
        spell(bfloat16.newbyteorder(">"))


def nested(levels):
    dtype = np.dtype("f4")
    for _ in range(levels):
        dtype = np.dtype([("x", dtype)])
    return dtype


@pytest.mark.parametrize(
    ("dtype", "message"),
    [
        ("O", "but got object, which refers to Python's memory"),
        (np.dtypes.StringDType(), "but got StringDType"),
        ("g", "but got longdouble .*, which no GPU computes with"),
        ("G", "but got clongdouble"),
        ("S", "but got bytes without a length, '|S0'"),
        ("U", "but got str without a length"),
        ("V", "but got void without a length"),
        ("M8[0s]", "whose step is not positive"),
        ([("a", [("b", "O", 3)])], "^field 'a.b': expected a dtype .* but got object"),
        ([("a", "f4"), ("b", "U")], "^field 'b': .* str without a length"),
        ([((1, "a"), "f4")], "^field 'a': .* the title 1, which is not a string"),
        ([("\ud800", "f4")], r"^field '\\\\ud800': .* a name that is not Unicode"),
        (("i4", [("a", "i4")]), "int32 with fields"),
        (nested(65), "at most 64 levels"),
        (np.dtype([(f"f{i}", "u1") for i in range(65536)]), "a record of 65536 fields"),
    ],
)
def test_what_no_gpu_has_is_refused(dtype, message):
    with pytest.raises(dtyp.DTypeError, match=message):
        spell(np.dtype(dtype))


def test_nesting_as_deep_as_types_go():
    assert spell(nested(64)).count("names") == 64

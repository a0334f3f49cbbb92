# RUN: %pytest %s
"""What `numpy.dtype(obj)` and dtyp make of objects, row by row of the protocol."""

import ctypes
import enum
import pickle
import subprocess
import sys
from collections import namedtuple
from types import MappingProxyType
from unittest import mock

import dtyp
import numpy as np
import pytest
from dtyp.protocol import numpy_dtype, provided_dtype

NUMPY = tuple(map(int, np.__version__.split(".")[:2]))
I1, I2, I4, F4, F8 = map(np.dtype, ("i1", "i2", "i4", "f4", "f8"))
OBJECT = np.dtype("O")

# --- Providers, good and bad.


class Property:
    @property
    def __numpy_dtype__(self):
        return I2


class Attribute:
    __numpy_dtype__ = I2


class OnInstance:
    def __init__(self):
        self.__numpy_dtype__ = I2


class Both:
    __numpy_dtype__ = I4
    dtype = F8


class OptedOut:
    __numpy_dtype__ = None
    dtype = F8


class ScalarType:
    __numpy_dtype__ = np.float32


class BuiltinType:
    __numpy_dtype__ = float


class ClassOfDTypes:
    __numpy_dtype__ = np.dtypes.Float32DType


class String:
    __numpy_dtype__ = "f4"


class Nested:
    __numpy_dtype__ = Attribute()


class Itself:
    @property
    def __numpy_dtype__(self):
        return self


class Number:
    __numpy_dtype__ = 3


class Method:
    def __numpy_dtype__(self):
        return I2


class StaticMethod:
    @staticmethod
    def __numpy_dtype__():
        return I2


class Raises:
    @property
    def __numpy_dtype__(self):
        raise RuntimeError("not today")


class RaisesAttributeError:
    @property
    def __numpy_dtype__(self):
        return self.typo

    dtype = F8


class UnsetSlot:
    __slots__ = ("__numpy_dtype__",)


class Meta(type):
    @property
    def __numpy_dtype__(cls):
        return I2


class OfMeta(metaclass=Meta):
    pass


class GetAttr:
    def __getattr__(self, name):
        if name == "__numpy_dtype__":
            return I2
        raise AttributeError(name)


class GetAttrItself:
    def __getattr__(self, name):
        return self


class Member(enum.Enum):
    A = 1

    @property
    def __numpy_dtype__(self):
        return I2


class Float64(np.float64):
    __numpy_dtype__ = I1


class Void(np.void):
    dtype = np.dtype("f4,i2")


class VoidProtocol(np.void):
    __numpy_dtype__ = np.dtype("f4,i2")


class Int(int):
    __numpy_dtype__ = I2


class Str(str):
    __numpy_dtype__ = I2


class Tuple(tuple):
    __numpy_dtype__ = I2


class List(list):
    __numpy_dtype__ = I2


class Dict(dict):
    __numpy_dtype__ = I2


class CType(ctypes.c_int64):
    __numpy_dtype__ = I2


class CTypeProperty(ctypes.c_int64):
    @property
    def __numpy_dtype__(self):
        return I2


class Array(np.ndarray):
    __numpy_dtype__ = I2


class Legacy:
    dtype = F4


class LegacyProperty:
    @property
    def dtype(self):
        return F4


class LegacyString:
    dtype = "f4"


class LegacyScalarType:
    dtype = np.float32


class LegacyItself:
    @property
    def dtype(self):
        return self


class LegacyArray:
    dtype = F4
    __cuda_array_interface__ = {}


class Nothing:
    pass


STRUCT = np.dtype("f4,i2")
MULTIPLE = namedtuple("Spec", "dtype shape")

# An object; what NumPy gives, a dtype or an exception; what dtyp gives where that is
# something else: the exception and a part of its message.
MATRIX = {
    # Property.
    "property": (Property(), I2),
    "property, class": (Property, OBJECT, "instantiate it: 'Property(...)'"),
    # Attribute.
    "class attribute": (Attribute(), I2),
    "class attribute, class": (Attribute, I2),
    "instance attribute": (OnInstance(), I2),
    "instance attribute, class": (OnInstance, OBJECT, "'OnInstance' provides no dtype"),
    # Both protocols.
    "both": (Both(), I4),
    "both, class": (Both, I4),
    # Opted out.
    "None": (OptedOut(), ValueError, "is None: it declares that it is no dtype"),
    "None, class": (OptedOut, ValueError, "of the class 'OptedOut' is None"),
    # Values that are no dtype.
    "scalar type": (ScalarType(), ValueError, "is the scalar type 'float32'"),
    "scalar type, class": (ScalarType, ValueError, "is the scalar type 'float32'"),
    "builtin type": (BuiltinType(), ValueError, "is the scalar type 'float'"),
    "class of dtypes": (ClassOfDTypes(), ValueError, "class of dtypes 'Float32DType'"),
    "string": (String(), ValueError, "is the string 'f4'; expected np.dtype('f4')"),
    "string, class": (String, ValueError, "is the string 'f4'"),
    "provider": (Nested(), ValueError, "another provider, an object of class 'Attribute'"),
    "provider, class": (Nested, ValueError, "another provider"),
    "itself": (Itself(), ValueError, "is the object itself"),
    "itself, class": (Itself, OBJECT, "instantiate it: 'Itself(...)'"),
    "number": (Number(), ValueError, "is an object of class 'int'"),
    # Methods.
    "method": (Method(), ValueError, "is a method, and is never called; make it a property"),
    "method, class": (Method, OBJECT, "is a method"),
    "static method": (StaticMethod(), ValueError, "is a method"),
    # Exceptions.
    "raises": (Raises(), RuntimeError, RuntimeError("not today")),
    "raises, class": (Raises, OBJECT, "instantiate it: 'Raises(...)'"),
    "AttributeError": (
        RaisesAttributeError(),
        F8,
        "raises an AttributeError: 'RaisesAttributeError' object has no attribute 'typo'",
    ),
    "AttributeError, class": (RaisesAttributeError, OBJECT, "instantiate it"),
    "slot without a value": (UnsetSlot(), TypeError, "raises an AttributeError"),
    # Metaclass.
    "metaclass": (OfMeta(), TypeError, "expected a dtype, or an object that provides"),
    "metaclass, class": (OfMeta, I2),
    # __getattr__.
    "__getattr__": (GetAttr(), I2),
    "__getattr__, class": (GetAttr, OBJECT, "the class 'GetAttr' provides no dtype"),
    "__getattr__ itself": (GetAttrItself(), ValueError, "is the object itself"),
    "mock": (mock.MagicMock(), ValueError, "the legacy '.dtype'"),
    "mock of a dtype": (mock.Mock(spec=np.dtype), TypeError, "class 'Mock'"),
    # Enum.
    "member": (Member.A, I2),
    "member, class": (Member, OBJECT, "instantiate it"),
    # Scalar types of NumPy.
    "float64": (Float64(), I1),
    "float64, class": (Float64, F8),
    "void, class": (Void, np.dtype("V"), "pass 'Void.dtype'"),
    "void protocol, class": (VoidProtocol, np.dtype("V"), "pass 'VoidProtocol.__numpy"),
    "void": (np.zeros(1, (Void, STRUCT))[0], STRUCT, "a NumPy scalar of class 'Void'"),
    "abstract, class": (np.floating, TypeError, "the abstract scalar type 'floating'"),
    # Builtin classes.
    "int": (Int(), I2),
    "int, class": (Int, I2),
    "str": (Str("f4"), F4),
    "str, class": (Str, I2),
    "tuple": (Tuple(("f4", (2,))), np.dtype(("f4", (2,)))),
    "list": (List([("x", "f4")]), np.dtype([("x", "f4")])),
    "dict": (Dict(names=["x"], formats=["f4"]), np.dtype([("x", "f4")])),
    # ctypes.
    "ctypes": (CType(), I2),
    "ctypes, class": (CType, I2),
    "ctypes property, class": (CTypeProperty, np.dtype("i8"), "instantiate it"),
    # Arrays.
    "ndarray": (np.zeros(3), TypeError, "from an array of class 'ndarray'; pass its '.dtype'"),
    "ndarray, class": (np.ndarray, OBJECT, "the class of arrays 'ndarray' is no dtype"),
    "array with protocol": (np.zeros(3).view(Array), TypeError, "an array of class 'Array'"),
    "array with protocol, class": (Array, I2),
    # Legacy.
    "legacy": (Legacy(), F4, "define '__numpy_dtype__' on it, or pass its '.dtype' explicitly"),
    "legacy, class": (Legacy, F4, "the class 'Legacy' has the legacy '.dtype' attribute"),
    "legacy property": (LegacyProperty(), F4, "has the legacy '.dtype' attribute and no"),
    "legacy property, class": (LegacyProperty, OBJECT, "has the legacy '.dtype' attribute"),
    "legacy string": (LegacyString(), ValueError, "has the legacy '.dtype' attribute"),
    "legacy scalar type": (LegacyScalarType(), ValueError, "the legacy '.dtype'"),
    "legacy itself": (LegacyItself(), ValueError, "has the legacy '.dtype' attribute"),
    "legacy array": (LegacyArray(), F4, "from an array of class 'LegacyArray'"),
    "scalar": (np.float32(1), F4, "a NumPy scalar of class 'float32'; pass its '.dtype'"),
    "scalar, class": (np.float32, F4),
    # What is no provider at all.
    "dtype class": (np.dtypes.Float32DType, OBJECT, "instantiate it: 'Float32DType()'"),
    "nothing": (Nothing(), TypeError, "but got an object of class 'Nothing'"),
    "nothing, class": (Nothing, OBJECT, "the class 'Nothing' provides no dtype"),
    "number itself": (3, TypeError, "but got an object of class 'int'"),
}


def outcome(function, obj):
    try:
        return function(obj)
    except Exception as error:
        return error


@pytest.mark.skipif(NUMPY < (2, 4), reason="NumPy knows the protocol since 2.4")
@pytest.mark.parametrize("row", MATRIX)
def test_what_numpy_does(row):
    obj, expected, *_ = MATRIX[row]
    result = outcome(np.dtype, obj)
    if isinstance(expected, np.dtype):
        assert result == expected
    else:
        assert type(result) is expected


@pytest.mark.parametrize("row", MATRIX)
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
        ([("x", "f4"), ("y", [("z", Property)])], "field 'y': field 'z': .*instantiate it"),
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

"""Objects that provide a dtype or do not: what NumPy makes of them, and dtyp."""

import ctypes
import enum
from unittest import mock

import numpy as np

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

# What is passed, and whether it is an object or a class: that; what NumPy gives, a
# dtype or an exception; where dtyp differs on purpose, a part of its message.
MATRIX = {
    # Property.
    ("`__numpy_dtype__` is a property", "object"): (Property(), I2),
    ("`__numpy_dtype__` is a property", "class"): (
        Property,
        OBJECT,
        "instantiate it: 'Property(...)'",
    ),
    # Attribute.
    ("a class attribute", "object"): (Attribute(), I2),
    ("a class attribute", "class"): (Attribute, I2),
    ("an attribute that `__init__` sets", "object"): (OnInstance(), I2),
    ("an attribute that `__init__` sets", "class"): (
        OnInstance,
        OBJECT,
        "'OnInstance' provides no dtype",
    ),
    # Both protocols.
    ("both: `__numpy_dtype__` is int32, `.dtype` float64", "object"): (Both(), I4),
    ("both: `__numpy_dtype__` is int32, `.dtype` float64", "class"): (Both, I4),
    # Opted out.
    ("its value is None, `.dtype` is float64", "object"): (
        OptedOut(),
        ValueError,
        "is None: it declares that it is no dtype",
    ),
    ("its value is None, `.dtype` is float64", "class"): (
        OptedOut,
        ValueError,
        "of the class 'OptedOut' is None",
    ),
    # Values that are no dtype.
    ("its value is a scalar type, `np.float32`", "object"): (
        ScalarType(),
        ValueError,
        "is the scalar type 'float32'",
    ),
    ("its value is a scalar type, `np.float32`", "class"): (
        ScalarType,
        ValueError,
        "is the scalar type 'float32'",
    ),
    ("its value is `float`", "object"): (
        BuiltinType(),
        ValueError,
        "is the scalar type 'float'",
    ),
    ("its value is `np.dtypes.Float32DType`", "object"): (
        ClassOfDTypes(),
        ValueError,
        "class of dtypes 'Float32DType'",
    ),
    ("its value is a string, `'f4'`", "object"): (
        String(),
        ValueError,
        "is the string 'f4'; expected np.dtype('f4')",
    ),
    ("its value is a string, `'f4'`", "class"): (
        String,
        ValueError,
        "is the string 'f4'",
    ),
    ("its value is another provider", "object"): (
        Nested(),
        ValueError,
        "another provider, an object of class 'Attribute'",
    ),
    ("its value is another provider", "class"): (
        Nested,
        ValueError,
        "another provider",
    ),
    ("its value is the object itself", "object"): (
        Itself(),
        ValueError,
        "is the object itself",
    ),
    ("its value is the object itself", "class"): (
        Itself,
        OBJECT,
        "instantiate it: 'Itself(...)'",
    ),
    ("its value is a number", "object"): (
        Number(),
        ValueError,
        "is an object of class 'int'",
    ),
    # Methods.
    ("`__numpy_dtype__` is a method", "object"): (
        Method(),
        ValueError,
        "is a method, and is never called; make it a property",
    ),
    ("`__numpy_dtype__` is a method", "class"): (Method, OBJECT, "is a method"),
    ("a static method", "object"): (StaticMethod(), ValueError, "is a method"),
    # Exceptions.
    ("a property that raises RuntimeError", "object"): (
        Raises(),
        RuntimeError,
        RuntimeError("not today"),
    ),
    ("a property that raises RuntimeError", "class"): (
        Raises,
        OBJECT,
        "instantiate it: 'Raises(...)'",
    ),
    ("a property that raises AttributeError, `.dtype` is float64", "object"): (
        RaisesAttributeError(),
        F8,
        "raises an AttributeError: 'RaisesAttributeError' object has no attribute 'typo'",
    ),
    ("a property that raises AttributeError, `.dtype` is float64", "class"): (
        RaisesAttributeError,
        OBJECT,
        "instantiate it",
    ),
    ("a slot without a value", "object"): (
        UnsetSlot(),
        TypeError,
        "raises an AttributeError",
    ),
    # Metaclass.
    ("a property of the metaclass, as in JAX", "object"): (
        OfMeta(),
        TypeError,
        "expected a dtype, or an object that provides",
    ),
    ("a property of the metaclass, as in JAX", "class"): (OfMeta, I2),
    # __getattr__.
    ("`__getattr__` returns a dtype", "object"): (GetAttr(), I2),
    ("`__getattr__` returns a dtype", "class"): (
        GetAttr,
        OBJECT,
        "the class 'GetAttr' provides no dtype",
    ),
    ("`__getattr__` returns the object itself", "object"): (
        GetAttrItself(),
        ValueError,
        "is the object itself",
    ),
    ("`unittest.mock.MagicMock()`", "object"): (
        mock.MagicMock(),
        ValueError,
        "the legacy '.dtype'",
    ),
    ("`Mock(spec=np.dtype)`", "object"): (
        mock.Mock(spec=np.dtype),
        TypeError,
        "class 'Mock'",
    ),
    # Enum.
    ("a member of an Enum with a property", "object"): (Member.A, I2),
    ("a member of an Enum with a property", "class"): (
        Member,
        OBJECT,
        "instantiate it",
    ),
    # Scalar types of NumPy.
    ("a subclass of `np.float64`, int8", "object"): (Float64(), I1),
    ("a subclass of `np.float64`, int8", "class"): (Float64, F8),
    ("a subclass of `np.void` with `dtype`", "class"): (
        Void,
        np.dtype("V"),
        "pass 'Void.dtype'",
    ),
    ("a subclass of `np.void` with `__numpy_dtype__`", "class"): (
        VoidProtocol,
        np.dtype("V"),
        "pass 'VoidProtocol.__numpy",
    ),
    ("a subclass of `np.void` with `dtype`", "object"): (
        np.zeros(1, (Void, STRUCT))[0],
        STRUCT,
        "a NumPy scalar of class 'Void'",
    ),
    ("`np.floating`", "class"): (
        np.floating,
        TypeError,
        "the abstract scalar type 'floating'",
    ),
    # Builtin classes.
    ("a subclass of `int`", "object"): (Int(), I2),
    ("a subclass of `int`", "class"): (Int, I2),
    ("a subclass of `str`, `'f4'`", "object"): (Str("f4"), F4),
    ("a subclass of `str`, `'f4'`", "class"): (Str, I2),
    ("a subclass of `tuple`", "object"): (Tuple(("f4", (2,))), np.dtype(("f4", (2,)))),
    ("a subclass of `list`", "object"): (List([("x", "f4")]), np.dtype([("x", "f4")])),
    ("a subclass of `dict`", "object"): (
        Dict(names=["x"], formats=["f4"]),
        np.dtype([("x", "f4")]),
    ),
    # ctypes.
    ("a subclass of `ctypes.c_int64`", "object"): (CType(), I2),
    ("a subclass of `ctypes.c_int64`", "class"): (CType, I2),
    ("a subclass of `ctypes.c_int64` with a property", "class"): (
        CTypeProperty,
        np.dtype("i8"),
        "instantiate it",
    ),
    # Arrays.
    ("`np.ndarray`", "object"): (
        np.zeros(3),
        TypeError,
        "from an array of class 'ndarray'; pass its '.dtype'",
    ),
    ("`np.ndarray`", "class"): (
        np.ndarray,
        OBJECT,
        "the class of arrays 'ndarray' is no dtype",
    ),
    ("a subclass of `np.ndarray`", "object"): (
        np.zeros(3).view(Array),
        TypeError,
        "an array of class 'Array'",
    ),
    ("a subclass of `np.ndarray`", "class"): (Array, I2),
    # Legacy.
    ("only `.dtype`, an attribute", "object"): (
        Legacy(),
        F4,
        "define '__numpy_dtype__' on it, or pass its '.dtype' explicitly",
    ),
    ("only `.dtype`, an attribute", "class"): (
        Legacy,
        F4,
        "the class 'Legacy' has the legacy '.dtype' attribute",
    ),
    ("only `.dtype`, a property", "object"): (
        LegacyProperty(),
        F4,
        "has the legacy '.dtype' attribute and no",
    ),
    ("only `.dtype`, a property", "class"): (
        LegacyProperty,
        OBJECT,
        "has the legacy '.dtype' attribute",
    ),
    ("only `.dtype`, a string", "object"): (
        LegacyString(),
        ValueError,
        "has the legacy '.dtype' attribute",
    ),
    ("only `.dtype`, a scalar type", "object"): (
        LegacyScalarType(),
        ValueError,
        "the legacy '.dtype'",
    ),
    ("only `.dtype`, the object itself", "object"): (
        LegacyItself(),
        ValueError,
        "has the legacy '.dtype' attribute",
    ),
    ("only `.dtype`, of an array of another package", "object"): (
        LegacyArray(),
        F4,
        "from an array of class 'LegacyArray'",
    ),
    ("`np.float32`", "object"): (
        np.float32(1),
        F4,
        "a NumPy scalar of class 'float32'; pass its '.dtype'",
    ),
    ("`np.float32`", "class"): (np.float32, F4),
    # What is no provider at all.
    ("`np.dtypes.Float32DType`", "class"): (
        np.dtypes.Float32DType,
        OBJECT,
        "instantiate it: 'Float32DType()'",
    ),
    ("neither attribute", "object"): (
        Nothing(),
        TypeError,
        "but got an object of class 'Nothing'",
    ),
    ("neither attribute", "class"): (
        Nothing,
        OBJECT,
        "the class 'Nothing' provides no dtype",
    ),
    ("`3`", "object"): (3, TypeError, "but got an object of class 'int'"),
}

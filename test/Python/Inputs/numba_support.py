"""What the tests of the adapters for Numba's compilers share."""

import numpy as np

# Numba 0.68 needs the name, which NumPy 2.5 does not have.
if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack


class Foo:
    """An object that provides a dtype, as the request's."""

    def __init__(self, dtype):
        self._dtype = np.dtype(dtype)

    @property
    def __numpy_dtype__(self):
        return self._dtype


class Legacy:
    """An object that has the old attribute alone."""

    dtype = np.dtype("u1")


class Both(Foo, Legacy):
    """As classes are that follow both protocols for a time."""




class ClassAttribute:
    __numpy_dtype__ = np.dtype("i2")


class OptedOut:
    __numpy_dtype__ = None
    dtype = np.dtype("f8")


class Method:
    def __numpy_dtype__(self):
        return np.dtype("u1")


class Scalar:
    __numpy_dtype__ = np.float32


class Spelling:
    __numpy_dtype__ = "f4"


class Raises:
    @property
    def __numpy_dtype__(self):
        raise AttributeError("no device")


# What is refused in dtype position, and a part of the message.
REFUSED = {
    "legacy": (Legacy(), "legacy '.dtype' attribute and no '__numpy_dtype__'"),
    "legacy class": (Legacy, "legacy '.dtype' attribute and no '__numpy_dtype__'"),
    "opted out": (OptedOut(), "declares that it is no dtype"),
    "method": (Method(), "is a method, and is never called"),
    "class": (Foo, "instantiate it: 'Foo(...)'"),
    "scalar type": (Scalar(), "is the scalar type 'float32'"),
    "string": (Spelling(), "expected np.dtype('f4')"),
    "raises": (Raises(), "raises an AttributeError: no device"),
    "no type": (Foo(">i4"), "has no type for elements of dtype >i4"),
    "no type either": (Foo("V7"), "has no type for elements of dtype |V7"),
}

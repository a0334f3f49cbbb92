"""Compares outputs with the reference: bit by bit, but any NaN equals any.

Needs NumPy only, so that it can be carried to a machine with a GPU.
"""

import numpy as np

#: Bits, and the largest magnitude that is no NaN, of the floats.
_FLOATS = {
    "float16": ("u2", 0x7C00),
    "bfloat16": ("u2", 0x7F80),
    "float32": ("u4", 0x7F800000),
    "float64": ("u8", 0x7FF0000000000000),
    "complex64": ("u4", 0x7F800000),
    "complex128": ("u8", 0x7FF0000000000000),
}


def to_bits(array, name):
    """The numbers that the elements consist of, as unsigned integers. NumPy
    itself does not know bfloat16, so the dtype's name says what they are; that of
    a record is empty, and the elements are bytes, padding included."""
    bits = _FLOATS[name][0] if name in _FLOATS else f"u{array.dtype.itemsize}"
    return np.ascontiguousarray(array).view(bits)


def load_bits(path, name, shape):
    """The same of a file. NumPy reads no records with parts of ml_dtypes, so the
    bytes behind the header are taken, as many as the shape says."""
    if name:
        return to_bits(np.load(path), name)
    with open(path, "rb") as file:
        data = np.frombuffer(file.read(), np.uint8)
    return data[-int(np.prod(shape)) :].reshape(shape)


def _is_nan(bits, name):
    if name not in _FLOATS:
        return np.zeros(bits.shape, bool)
    infinity = bits.dtype.type(_FLOATS[name][1])
    magnitude = bits & bits.dtype.type(np.iinfo(bits.dtype).max >> 1)
    return magnitude > infinity


def find_difference(actual, expected, name):
    """Says where two arrays of bits first differ; empty if nowhere."""
    if actual.shape != expected.shape:
        return f"expected shape {expected.shape}, got {actual.shape}"
    same = (actual == expected) | (_is_nan(actual, name) & _is_nan(expected, name))
    if same.all():
        return ""
    where = tuple(int(i) for i in np.argwhere(~same)[0])
    return (
        f"{int((~same).sum())} of {same.size} numbers differ, first at {list(where)}: "
        f"expected {_describe(expected[where], name)}, got {_describe(actual[where], name)}"
    )


def _describe(bits, name):
    text = f"{int(bits):#0{2 + 2 * bits.itemsize}x}"
    if name not in _FLOATS:
        return text
    if name == "bfloat16":
        return f"{float((np.uint32(bits) << np.uint32(16)).view(np.float32))!r} ({text})"
    return f"{float(bits.view(f'f{bits.itemsize}'))!r} ({text})"

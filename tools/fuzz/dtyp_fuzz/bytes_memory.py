"""Executes accesses by dtype: elements are bytes, whose meaning NumPy knows."""

import numpy as np

from .dtypes import NUMPY
from .elements import SubArray
from .memory import Storage, View
from .scalar_ops import require


class ByteView(View):
    """A view of elements of any dtype in a storage of bytes. Strides and offsets
    count bytes."""

    def __init__(self, storage, shape, strides, offset, element):
        super().__init__(storage, shape, strides, offset)
        self.element = element

    def locate_all(self):
        """The positions of all bytes of all elements."""
        first = super().locate_all()
        return (first[:, :, None] + np.arange(self.element.itemsize)).reshape(len(first), -1)

    def load(self, indices, mask):
        return self.load_part((), indices, mask)

    def store(self, values, indices, mask):
        self.store_part(values, (), indices, mask)

    def load_part(self, path, indices, mask):
        where, part = self.locate_part(path, indices, mask)
        return part.decode(self.storage.load(where, mask))

    def store_part(self, values, path, indices, mask):
        where, part = self.locate_part(path, indices, mask)
        self.storage.store(where, part.encode(values).view(self.storage.data.dtype), mask)

    def locate_part(self, path, indices, mask):
        """The bytes of a part of an element, and the part's dtype."""
        rank = len(self.shape)
        first = self.locate(indices[:rank], mask)
        offset, dynamic, dtype = resolve(self.element, path, list(indices[rank:]))
        for index, extent, stride in dynamic:
            require(mask, (index >= 0) & (index < extent), "index of a sub-array")
            first = first + np.where(mask, index, 0) * stride
        return first[:, None] + offset + np.arange(dtype.itemsize), dtype


def resolve(dtype, path, indices=()):
    """Follows a path: the offset in bytes, (index, extent, stride) of each index
    of a sub-array, and the dtype of the part."""
    offset, dynamic = 0, []
    for step in path:
        if isinstance(dtype, SubArray):
            for extent, stride in zip(dtype.shape, dtype.strides()):
                dynamic.append((indices.pop(0), extent, stride))
            dtype = dtype.base
        else:
            offset += dtype.offset(step)
            dtype = dict(dtype.fields)[step]
    return offset, dynamic, dtype


def private_bytes(memref, num_threads):
    """A local array of records."""
    size = memref.element.itemsize
    data = np.zeros((num_threads, memref.size * size), np.uint8)
    storage = Storage(data, np.arange(num_threads))
    strides = tuple(size * s for s in memref.row_major())
    return ByteView(storage, memref.shape, strides, np.zeros(num_threads, np.int64), memref.element)


class ByteOps:
    """The interpreter's handlers of ops that name a dtype."""

    def do_dtyp_view(self, op, mask, view):
        element = op.attrs["element"]
        size = view.element.itemsize if isinstance(view, ByteView) else 1
        extent = view.shape[-1] * size // element.itemsize
        return [ByteView(
            view.storage, (*view.shape[:-1], extent), (*view.strides[:-1], element.itemsize),
            view.offset, element,
        )]  # fmt: skip

    def do_dtyp_field_view(self, op, mask, view):
        offset, _, dtype = resolve(view.element, op.attrs["path"])
        shape, strides = view.shape, view.strides
        if isinstance(dtype, SubArray):
            shape, strides = shape + dtype.shape, strides + dtype.strides()
            dtype = dtype.base
        return [ByteView(view.storage, shape, strides, view.offset + offset, dtype)]

    def do_dtyp_load(self, op, mask, view, *indices):
        return [view.load_part(op.attrs["path"], indices, mask)]

    def do_dtyp_store(self, op, mask, value, view, *indices):
        view.store_part(value, op.attrs["path"], indices, mask)

    def do_dtyp_cast(self, op, mask, value):
        return [cast(mask, value, op.attrs["source"], op.attrs["target"])]


def cast(mask, value, source, target):
    value = value.view(source.numpy)
    if source.numpy.kind == "c" and target.numpy.kind not in "bc":
        value = value.real
    if target.numpy.kind in "iu" and source.numpy.kind not in "biu":
        limits = np.iinfo(target.numpy)
        number = value.astype(np.float64)
        require(mask, (number >= limits.min) & (number <= limits.max), "float to integer")
        value = np.where(mask, value, value.dtype.type(0))
    return value.astype(target.numpy).view(NUMPY[target.value])

"""Executes accesses by dtype: elements are bytes, whose meaning NumPy knows."""

import numpy as np

from .dtypes import NUMPY
from .elements import SubArray, Text
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


def whole_bytes(storage, memref, num_threads):
    """A view of all of a storage as an array of records."""
    strides = tuple(memref.element.itemsize * s for s in memref.row_major())
    return ByteView(storage, memref.shape, strides, np.zeros(num_threads, np.int64), memref.element)


def private_bytes(memref, num_threads):
    """A local array of records."""
    data = np.zeros((num_threads, memref.size * memref.element.itemsize), np.uint8)
    return whole_bytes(Storage(data, np.arange(num_threads)), memref, num_threads)


def shared_bytes(memref, num_blocks, block_number):
    """The storage of an array of records that the threads of a block share."""
    data = np.zeros((num_blocks, memref.size * memref.element.itemsize), np.uint8)
    return Storage(data, block_number, is_shared=True)


def _add(old, value):
    return old + value


def _assign(old, value):
    return value


def _unsigned(function):
    return lambda old, value: function(old.view(f"u{old.itemsize}"), value.view(f"u{old.itemsize}")).view(old.dtype)


#: What atomic updates make of a number in memory and one that a thread has.
UPDATES = {
    "addi": _add, "addf": _add, "assign": _assign, "andi": np.bitwise_and, "ori": np.bitwise_or,
    "maxs": np.maximum, "mins": np.minimum, "maxu": _unsigned(np.maximum), "minu": _unsigned(np.minimum),
}  # fmt: skip


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

    def do_dtyp_atomic_rmw(self, op, mask, value, view, *indices):
        where, part = view.locate_part(op.attrs["path"], indices, mask)
        if op.attrs["is_own"]:
            old = part.decode(view.storage.load(where, mask))
            new = UPDATES[op.attrs["kind"]](old, value)
            view.storage.store(where, part.encode(new).view(view.storage.data.dtype), mask)
            return [old]

        def combine(lane, data):
            old = part.decode(data[None])
            new = UPDATES[op.attrs["kind"]](old, value[lane : lane + 1])
            return part.encode(new)[0].view(data.dtype)

        return [part.decode(view.storage.update(where, combine, mask))]

    def do_dtyp_cast(self, op, mask, value):
        return [cast(mask, value, op.attrs["source"], op.attrs["target"])]


def cast(mask, value, source, target):
    if isinstance(source, Text):
        result = np.zeros((len(value), target.itemsize), np.uint8)
        size = min(source.itemsize, target.itemsize)
        result[:, :size] = value[:, :size]
        if source.numpy.isnative != target.numpy.isnative:
            result = result.view(np.uint32).byteswap().view(np.uint8)
        return result
    value = value.view(source.numpy)
    if source.numpy.kind == "c" and target.numpy.kind not in "bc":
        value = value.real
    if target.numpy.kind in "iu" and source.numpy.kind not in "biu":
        limits = np.iinfo(target.numpy)
        number = value.astype(np.float64)
        require(mask, (number >= limits.min) & (number <= limits.max), "float to integer")
        value = np.where(mask, value, value.dtype.type(0))
    return value.astype(target.numpy).view(NUMPY[target.value])
